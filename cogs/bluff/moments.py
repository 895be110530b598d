"""The moments of Bluff that look different from each other."""

from bot.messages.screens import Moment
from games.bluff.view import BluffView
from games.core import Options

REROLL: Options = {"reroll": True}

MOMENTS = (
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
)
