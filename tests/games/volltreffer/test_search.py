"""`hard` at Volltreffer: rounds played to their end beside the rules, and what it chooses."""

from random import Random

import pytest

from games.cards import PLAYS, Card, Cards, Colour
from games.core import CHANCE, Options, Seat
from games.search import after
from games.volltreffer import COMPUTERS, GAME, computer, outlook, search
from games.volltreffer import market as row_of_cards
from games.volltreffer.actions import Buy, Declare, SeatAction, Swap, VolltrefferAction
from games.volltreffer.market import Row
from games.volltreffer.outlook import Aim
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.search import Tricks, evaluate, finish, hard
from games.volltreffer.table import OpenTable
from games.volltreffer.track import Square
from tests.games.switches import with_every_switch
from tests.games.volltreffer.tables import bought, leading, market, standing, view

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
        return row_of_cards.swapped(row, one, other)

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


def applied(state: VolltrefferState, seat: Seat, action: VolltrefferAction) -> VolltrefferState:
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
                played = applied(played, min(played.to_act), done)
            assert end == ([*played.table.markers], played.outcome.places if played.outcome else None)
            assert not any(played.table.hands)
        action = state.sample_chance(rng) if seat == CHANCE else COMPUTERS["steady"](state.view(seat), rng)
        state = applied(state, seat, action)
    assert tried == 12


def choice(state: VolltrefferState, worlds: int) -> str:
    return hard(view(state), Random(1), after(worlds)).to_text()


@pytest.mark.parametrize(
    ("hands", "squares", "expected"),
    [
        # both tricks lead to 66: play the trump first, or g9 takes the last trick
        (("r1 g8", "y7 g9", "y2 y4"), (56, 40, 40), "play r1"),
        # even one trick leads out of the zone: the low card leaves both to the others
        (("y3 y9", "y4 g2", "y5 b9"), (66, 40, 40), "play y3"),
    ],
)
def test_it_sees_the_last_tricks_through(hands: tuple[str, ...], squares: tuple[int, ...], expected: str) -> None:
    assert choice(standing(leading(*hands), *squares), 200) == expected


@pytest.mark.parametrize(
    "state",
    [
        market("g10 y3 b2 v1"),
        bought("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10"),
        leading("y3 y9", "y4 g2", "y5 b9"),
    ],
    ids=["a purchase", "melds", "a card"],
)
def test_every_action_is_judged_by_its_share_of_the_victory(state: VolltrefferState) -> None:
    judged = evaluate(view(state), Random(1), after(12))

    assert [one.action for one in judged] == list(view(state).legal_actions)
    assert all(0 <= one.value <= 1 and 0 <= one.error <= 1 and one.samples > 1 for one in judged)


def test_a_card_that_is_asked_about_is_tried_as_often_as_the_mean() -> None:
    state = standing(leading("y3 y9", "y4 g2", "y5 b9"), 66, 40, 40)
    wins, loses = view(state).legal_actions

    tried = {one.action: one for one in evaluate(view(state), Random(1), after(200), kept=loses)}
    usual = {one.action: one for one in evaluate(view(state), Random(1), after(200))}

    assert usual[loses].samples < 100 <= tried[loses].samples
    assert tried[wins].ahead > 0 == tried[loses].ahead
    assert usual[loses].ahead < 0 == usual[wins].ahead
