"""The moments of Mit List und Tücke that look different from each other."""

from bot.messages.screens import Moment
from games.tuecke.view import TueckeView

MOMENTS = (
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
)
