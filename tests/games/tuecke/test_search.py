"""`hard` at Mit List und Tücke, and rounds played to their end."""

from random import Random

import pytest

from games.cards import PLAYS, Card, Cards
from games.core import CHANCE, Options, Seat
from games.search import after
from games.tuecke import COMPUTERS, GAME
from games.tuecke.actions import DECKS, Keep, SeatAction, Take, TueckeAction
from games.tuecke.choice import Piles
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import counts_of
from games.tuecke.search import Playout, evaluate, hard
from tests.games.switches import with_every_switch
from tests.games.tuecke.tables import ending, own_view, play, table

TO_THE_END = 99


class Logged(Playout):
    """A round that remembers what was played and taken."""

    def __init__(self, state: TueckeState) -> None:
        table = state.table
        piles = Piles(
            list(map(counts_of, state.taken)),
            list(table.round.kept),
            counts_of(DECKS[table.round.seats] & ~table.round.collected),
        )
        super().__init__(table, [hand & ~table.played for hand in state.dealt], piles)
        self.log: list[SeatAction] = []

    def play(self, card: Card) -> None:
        self.log.append(PLAYS[card])
        super().play(card)

    def take(self, share: Cards) -> None:
        self.log.append(Take(share))
        super().take(share)

    def kept_by(self, seat: Seat) -> Keep:
        return Keep(self._piles.kept[seat])


def act(state: TueckeState, action: TueckeAction) -> TueckeState:
    """The state after what the only seat that is to act has done."""
    stepped = state.apply(min(state.to_act), action).state
    assert isinstance(stepped, TueckeState)
    return stepped


def won_by_the_rules(state: TueckeState, played: Logged) -> list[float]:
    """Each seat's share of the victory if everybody does in the engine what was done in the round played out."""
    actions, rounds = iter(played.log), len(state.table.round.ended)
    while len(state.table.round.ended) == rounds:
        keeps = state.table.phase == "keep"
        state = act(state, played.kept_by(min(state.to_act)) if keeps else next(actions))
    assert next(actions, None) is None
    points = state.table.round.ended[-1].points
    return [(own == max(points)) / points.count(max(points)) for own in points]


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_played_out_ends_as_the_engine_ends_it_after_the_same_actions(seats: int, switches: Options) -> None:
    rng = Random(seats)
    state = GAME.start(seats, {"rounds": 2, **switches})
    while not state.outcome:
        (seat,) = state.to_act
        if state.table.phase in {"play", "take"} and rng.random() < 0.15:
            played = Logged(state)
            assert played.play_on(TO_THE_END) == won_by_the_rules(state, played)
        action = state.sample_chance(rng) if seat == CHANCE else COMPUTERS["random"](state.view(seat), rng)
        state = act(state, action)


def choice(state: TueckeState, worlds: int = 20) -> str:
    return hard(own_view(state), Random(1), after(worlds)).to_text()


def test_every_card_is_judged_by_its_share_of_the_round() -> None:
    state = play(ending("r9 b1 / y2 b2 / g3 r4 / b3 b4", taken="r7 / - / r1 r2 r3 y4 y5 y6 / -"), "r9 y2")

    follows, ends = evaluate(own_view(state), Random(1), after(20))

    assert (ends.action.to_text(), ends.value, ends.error, ends.samples) == ("play g3", 1.0, 0.0, 20)
    assert follows.action.to_text() == "play r4"
    assert 0 < follows.value < 1


def test_it_does_not_think_about_an_only_card() -> None:
    assert choice(table("r9 / g1 / r5 / b6"), worlds=0) == "play r9"
