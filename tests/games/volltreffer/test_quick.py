"""The quick player of Volltreffer, beside the rules."""

from random import Random

import pytest

from games.cards import PLAYS, Card
from games.core import CHANCE, Options, Seat
from games.volltreffer import COMPUTERS, GAME, moves
from games.volltreffer.actions import Buy, Declare, SeatAction, Swap, VolltrefferAction
from games.volltreffer.melds import Melds
from games.volltreffer.quick import finish, play_out
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.table import OpenTable
from tests.games.switches import with_every_switch

Log = list[tuple[Seat, SeatAction]]


def quickly(state: VolltrefferState) -> tuple[OpenTable, Log]:
    """The end of the round as the quick player plays it on, and what everybody does until then."""
    log: Log = []

    def buy(table: OpenTable, seat: Seat, card: Card, turned: Card) -> OpenTable:
        log.append((seat, Buy(card)))
        return real_buy(table, seat, card, turned)

    def swap(table: OpenTable, seat: Seat, one: Card, other: Card) -> OpenTable:
        log.append((seat, Swap((min(one, other), max(one, other)))))
        return real_swap(table, seat, one, other)

    def show_melds(table: OpenTable, melds: tuple[Melds, ...]) -> OpenTable:
        log.extend((Seat(seat), Declare(shown)) for seat, shown in enumerate(melds))
        return real_show_melds(table, melds)

    def play(table: OpenTable, seat: Seat, card: Card) -> OpenTable:
        log.append((seat, PLAYS[card]))
        return real_play(table, seat, card)

    real_buy, real_swap, real_show_melds, real_play = moves.buy, moves.swap, moves.show_melds, moves.play
    with pytest.MonkeyPatch.context() as patch:
        for logged in (buy, swap, show_melds, play):
            patch.setattr(moves, logged.__name__, logged)
        end = play_out(state.table) if state.table.phase == "play" else finish(state.table, state.deck)
    return end, log


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
            for who, done in log:
                played = after(played, who, done)
            assert played.table == end
        action = state.sample_chance(rng) if seat == CHANCE else COMPUTERS["steady"](state.view(seat), rng)
        state = after(state, seat, action)
    assert tried == 12
