"""The player of Mit List und Tücke who thinks: tries each action in worlds that agree with the view."""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.cards import Cards, Play
from games.core import TimeUp
from games.search import Judged, best_of, candidates, judge
from games.tuecke.actions import DECKS, SeatAction, Take, TueckeAction
from games.tuecke.choice import Piles
from games.tuecke.guess import deal_hands, share_out
from games.tuecke.playout import Playout
from games.tuecke.scoring import counts_of
from games.tuecke.view import TueckeView

_TRICKS: Final = 2
"""How many tricks are played on before the prospects are compared: against three `medium`, 30 worlds of two tricks
won 45% of 160 rounds, 40 worlds of one, which cost two thirds, 33% of 120."""
_ENDING: Final = 4
"""With this many tricks left or fewer, the round is played to its end: prospects say least about the last tricks."""

World = tuple[tuple[Cards, ...], Piles]
"""What everyone holds, and what everyone has taken."""


def hard(view: TueckeView, rng: Random, is_time_up: TimeUp) -> TueckeAction:
    """Does what makes it most likely to win this round."""
    actions = view.legal_actions
    return actions[0] if len(actions) == 1 else best_of(evaluate(view, rng, is_time_up))


def evaluate(
    view: TueckeView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """How likely each legal action wins this round. Units: the share of the round that this seat wins."""
    table, seats, own = view.table, view.table.round.seats, view.seat
    assert own is not None
    to_come = counts_of(DECKS[seats] & ~table.round.collected)
    tricks = sum(to_come) // seats
    tricks = tricks if tricks <= _ENDING else _TRICKS

    def draw() -> tuple[World, float]:
        hands, taken = deal_hands(view, rng), share_out(view, rng)
        return (hands, Piles(list(map(counts_of, taken)), list(table.round.kept), to_come)), 1.0

    def value(world: World, action: SeatAction) -> float:
        tried = Playout(table, *world)
        if isinstance(action, Play):
            tried.play(action.card)
        elif isinstance(action, Take):
            tried.take(action.cards)
        else:
            tried.keep(own, action.colours)
        return tried.play_on(tricks)[own]

    return judge(candidates(view.legal_actions, among, kept), draw, value, is_time_up, kept=kept)
