"""The moments of Auf falscher Fährte that look different from each other."""

from bot.messages.screens import Moment
from games.faehrte.view import FaehrteView

MOMENTS = (
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
)
