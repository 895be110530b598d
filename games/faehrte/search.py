"""`hard` at Auf falscher Fährte: tries each action in many likely worlds, each played to its end by cheap players."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from games.cards import JOKERS, Cards, Play, by_colour, gather, listed, plays
from games.core import Seat, TimeUp
from games.faehrte.actions import FaehrteAction, Hide, SeatAction
from games.faehrte.playout import Round
from games.faehrte.view import FaehrteView
from games.faehrte.worlds import Worlds
from games.search import Judged, best_of, candidates, judge

_HALVING: Final = 8
"""After so many worlds the worse half is given up: +0.71 points a deal over three `medium`, against +0.61 without, on
the same 60 deals; each figure is good to 0.24."""


def hard(view: FaehrteView, rng: Random, is_time_up: TimeUp) -> FaehrteAction:
    """The action that gains most on average."""
    actions = unlike(view)
    return actions[0] if len(actions) == 1 else best_of(evaluate(view, rng, is_time_up))


def evaluate(
    view: FaehrteView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """What each action gains that differs from the others. Units: points of this round more than the others' mean."""
    seat = view.seat
    assert seat is not None
    tried = candidates(unlike(view), among, kept)
    return judge(tried, Worlds(view, rng).draw, partial(gain, seat=seat), is_time_up, _HALVING, kept=kept)


def unlike(view: FaehrteView) -> tuple[SeatAction, ...]:
    """The legal actions, but of cards between which no card is elsewhere only the lowest: they are alike."""
    if not view.playable:
        return view.legal_actions
    elsewhere = view.table.unseen & ~view.hand | gather(view.table.trick)
    kept: Cards = 0
    for colour in by_colour(view.playable):
        last = 0
        for card in listed(colour):
            if not last or elsewhere & (1 << card) - last:
                kept |= 1 << card
            last = 1 << card
    return plays(kept | view.playable & JOKERS)


def gain(world: Round, action: SeatAction, seat: Seat) -> float:
    """What a seat scores in this round more than the others on average."""
    after = world.copy()
    if isinstance(action, Play):
        after.play(action.card)
    elif isinstance(action, Hide):
        after.hide(seat, action.card)
    else:
        after.name(action.colour)
    points = after.finish()
    return (len(points) * points[seat] - sum(points)) / (len(points) - 1)
