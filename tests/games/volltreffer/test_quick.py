"""The quick player of Volltreffer, beside the rules."""

from random import Random

import pytest

from games.cards import PLAYS, Card, Cards, Colour
from games.core import CHANCE, Options, Seat
from games.volltreffer import COMPUTERS, GAME, computer, market, outlook, search
from games.volltreffer.actions import Buy, Declare, SeatAction, Swap, VolltrefferAction
from games.volltreffer.market import Row
from games.volltreffer.outlook import Aim
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.search import Tricks, finish
from games.volltreffer.table import OpenTable
from games.volltreffer.track import Square
from tests.games.switches import with_every_switch

End = tuple[list[int], tuple[int, ...] | None]
"""Where the markers stand at the end of a round, and the places if the match is over."""


def quickly(state: VolltrefferState) -> tuple[End, list[SeatAction]]:
    """The end of the round as the quick player plays it on, and everything that is done until then, in order."""
    log: list[SeatAction] = []
    ends: list[End] = []

    def bargain(row: Row, hand: Cards, square: Square, trump: Colour, aim: Aim) -> Card:
        card = real_bargain(row, hand, square, trump, aim)
        log.append(Buy(card))
        return card

    def swapped(row: Row, one: Card, other: Card) -> Row:
        log.append(Swap((min(one, other), max(one, other))))
        return market.swapped(row, one, other)

    def best_melds(table: OpenTable, seat: Seat) -> Declare:
        log.append(computer.best_melds(table, seat))
        return computer.best_melds(table, seat)

    def play(tricks: Tricks, card: Card) -> None:
        log.append(PLAYS[card])
        real_play(tricks, card)

    def shares(markers: list[int], places: tuple[int, ...] | None, variant: bool) -> list[float]:
        ends.append((markers, places))
        return outlook.shares(markers, places, variant)

    real_bargain, real_play = search._bargain, Tricks.play
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_bargain", bargain)
        for noting in (swapped, best_melds, shares):
            patch.setattr(search, noting.__name__, noting)
        patch.setattr(Tricks, "play", play)
        if state.table.phase == "play":
            Tricks(state.table).finish()
        else:
            finish(state.table, state.deck)
    return ends[0], log


def after(state: VolltrefferState, seat: Seat, action: VolltrefferAction) -> VolltrefferState:
    stepped = state.apply(seat, action).state
    assert isinstance(stepped, VolltrefferState)
    return stepped


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_played_out_ends_as_the_engine_ends_it_after_the_same_actions(seats: int, switches: Options) -> None:
    rng, tried = Random(seats), 0
    state = GAME.start(seats, {**switches})
    while not state.outcome and tried < 12:
        seat = min(state.to_act)
        if state.table.phase in {"buy", "swap", "play"} and rng.random() < 0.1:
            tried += 1
            end, log = quickly(state)
            played = state
            for done in log:
                played = after(played, min(played.to_act), done)
            assert end == ([*played.table.markers], played.outcome.places if played.outcome else None)
            assert not any(played.table.hands)
        action = state.sample_chance(rng) if seat == CHANCE else COMPUTERS["steady"](state.view(seat), rng)
        state = after(state, seat, action)
    assert tried == 12
