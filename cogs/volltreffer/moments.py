"""The moments of Volltreffer that look different from each other."""

from bot.messages.screens import Moment
from games.volltreffer.view import VolltrefferView


def _has_bought_three(view: VolltrefferView) -> bool:
    """Whether somebody has just three cards."""
    return any(hand.bit_count() == 3 for hand in view.table.hands)


MOMENTS = (
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
)
