"""The moments of each game that look different from each other, of which the gallery has pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from games.bluff.view import BluffView
from games.core import Options
from games.faehrte.view import FaehrteView
from games.tuecke.view import TueckeView
from games.volltreffer.view import VolltrefferView

V = TypeVar("V")
REROLL: Options = {"reroll": True}


@dataclass(frozen=True, kw_only=True)
class Moment(Generic[V]):
    """A moment of a match that looks different from the others.

    Shape: `when` gets a spectator's view. The last `robots` seats are the computer's. Without `has_panels` nobody is
    asked to move. `on_a_phone` names the messages to show on a phone as well.
    """

    name: str
    when: Callable[[V], object]
    seats: int
    options: Options
    has_panels: bool = True
    has_long_names: bool = False
    robots: int = 0
    on_a_phone: frozenset[Literal["board", "panel"]] = frozenset()


def _has_bought_three(view: VolltrefferView) -> bool:
    """Whether somebody has just three cards."""
    return any(hand.bit_count() == 3 for hand in view.table.hands)


MOMENTS: dict[str, tuple[Moment[Any], ...]] = {
    "bluff": (
        Moment[BluffView](
            name="opening", when=lambda view: view.table.phase == "bid" and not view.table.bids, seats=3, options=REROLL
        ),
        Moment[BluffView](
            name="bids",
            when=lambda view: view.table.phase == "bid" and view.table.round == 2 and len(view.table.bids) == 3,
            seats=6,
            options=REROLL,
            has_long_names=True,
            on_a_phone=frozenset({"board", "panel"}),
        ),
        Moment[BluffView](
            name="reveal",
            when=lambda view: view.table.last_lift and not view.table.bids and view.table.round == 3,
            seats=4,
            options=REROLL,
            has_panels=False,
            robots=2,
            on_a_phone=frozenset({"board"}),
        ),
        Moment[BluffView](name="result", when=lambda view: view.outcome, seats=4, options=REROLL, has_panels=False),
    ),
    "faehrte": (
        Moment[FaehrteView](
            name="hiding",
            when=lambda view: view.table.phase == "hide" and len(view.to_act) == 2,
            seats=4,
            options={},
        ),
        Moment[FaehrteView](
            name="trick",
            when=lambda view: view.table.tricks_done == 3 and len(view.table.trick) == 2,
            seats=4,
            options={"jokers": True},
            robots=1,
            on_a_phone=frozenset({"board", "panel"}),
        ),
        Moment[FaehrteView](
            name="kind",
            when=lambda view: view.table.kind and len(view.table.trick) == 1,
            seats=3,
            options={},
            has_long_names=True,
        ),
        Moment[FaehrteView](name="trump", when=lambda view: view.table.phase == "trump", seats=4, options={}),
        Moment[FaehrteView](
            name="result", when=lambda view: view.outcome, seats=4, options={"rounds": 4}, has_panels=False
        ),
    ),
    "tuecke": (
        Moment[TueckeView](
            name="trick",
            when=lambda view: view.table.round.tricks == 8 and len(view.table.trick) == 4,
            seats=6,
            options={"open_counts": True},
            has_long_names=True,
            on_a_phone=frozenset({"board"}),
        ),
        Moment[TueckeView](
            name="first",
            when=lambda view: view.table.phase == "play" and len(view.table.trick) == 2,
            seats=4,
            options={},
        ),
        Moment[TueckeView](name="taking", when=lambda view: view.table.phase == "take", seats=5, options={}),
        Moment[TueckeView](
            name="keeping",
            when=lambda view: view.table.phase == "keep",
            seats=4,
            options={},
            on_a_phone=frozenset({"panel"}),
        ),
        Moment[TueckeView](name="result", when=lambda view: view.outcome, seats=4, options={}, has_panels=False),
    ),
    "volltreffer": (
        Moment[VolltrefferView](
            name="buying",
            when=lambda view: view.table.phase == "buy" and view.table.round == 1 and _has_bought_three(view),
            seats=4,
            options={},
        ),
        Moment[VolltrefferView](
            name="melds",
            when=lambda view: view.table.phase == "declare",
            seats=3,
            options={},
            on_a_phone=frozenset({"panel"}),
        ),
        Moment[VolltrefferView](
            name="trick",
            when=lambda view: view.table.phase == "play" and len(view.table.trick) == 2,
            seats=5,
            options={},
            has_long_names=True,
            on_a_phone=frozenset({"board"}),
        ),
        Moment[VolltrefferView](
            name="track",
            when=lambda view: view.table.phase == "buy" and view.table.round == 2,
            seats=4,
            options={},
            has_panels=False,
            robots=2,
            on_a_phone=frozenset({"board"}),
        ),
        Moment[VolltrefferView](name="result", when=lambda view: view.outcome, seats=4, options={}, has_panels=False),
    ),
}
"""By game. Shape: from the start of a match to its result."""
