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
from games.tuecke.view import TueckeView
from tests.games.switches import with_every_switch
from tests.games.tuecke.playing import assert_plays_legally
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


def test_it_takes_a_trick_that_likely_wins_the_round() -> None:
    hands = "r9 g1 / r4 g5 / r5 b5 / r14 r1"  # r1 leaves the trick to the others, who have two cards of two colours
    state = play(ending(hands, taken="g2 g3 b2 b3 / - / - / r2 y3 y4", options={"open_counts": True}), "r9 r4 r5")

    assert choice(state) == "play r14"


def test_every_card_is_judged_by_its_share_of_the_round() -> None:
    state = play(ending("r9 b1 / y2 b2 / g3 r4 / b3 b4", taken="r7 / - / r1 r2 r3 y4 y5 y6 / -"), "r9 y2")

    follows, ends = evaluate(own_view(state), Random(1), after(20))

    assert (ends.action.to_text(), ends.value, ends.error, ends.samples) == ("play g3", 1.0, 0.0, 20)
    assert follows.action.to_text() == "play r4"
    assert 0 < follows.value < 1


def test_it_takes_what_wins_at_the_end() -> None:
    state = play(ending("r9 / g1 / r5 / b6", taken="r1 b1 / - / y1 y2 y3 g2 / -"), "r9 g1 r5 b6")

    assert choice(state) in {"take r5 b6", "take r9 b6"}


def test_it_keeps_what_wins_at_the_end() -> None:
    state = play(ending("r9 / g1 / r5 / b6", taken="r1 r2 b1 b2 b3 y1 / - / - / -"), "r9 g1 r5 b6, take r5 g1")

    assert choice(state) == "keep red blue"


def test_it_breaks_off_a_round_that_it_wins() -> None:
    state = play(ending("r9 b1 / y2 b2 / g3 r4 / b3 b4", taken="r7 / - / r1 r2 r3 y4 y5 y6 / -"), "r9 y2")

    assert choice(state) == "play g3"


def test_it_does_not_think_about_an_only_card() -> None:
    assert choice(table("r9 / g1 / r5 / b6"), worlds=0) == "play r9"


def hasty(view: TueckeView, rng: Random) -> TueckeAction:
    return hard(view, rng, after(1))


@pytest.mark.slow
@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_legally(seats: int, switches: Options) -> None:
    assert_plays_legally(hasty, seats, {"rounds": 2, **switches}, Random(seats))
