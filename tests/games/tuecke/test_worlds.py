"""Rounds of Mit List und Tücke played in numpy's arrays beside the rules, and the worlds that a view allows."""

from random import Random

import numpy as np
import pytest

from games.cards import PLAYS, listed
from games.core import CHANCE, Options, Seat
from games.tuecke import COMPUTERS, GAME
from games.tuecke.actions import HAND_SIZE, KEEPS, TueckeAction, takes
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import counts_of
from games.tuecke.view import TueckeView
from games.tuecke.worlds import Numbers, Reals, Rounds, order_of, piles_of
from tests.games.switches import with_every_switch
from tests.games.tuecke.tables import on_turn, own_view, play, table

NO_MORE = [0, 0, 0, 0]
WORLDS = 6


class Logged(Rounds):
    """Rounds from these states, which differ in what their common view doesn't show. They note all that is done."""

    def __init__(self, view: TueckeView, states: list[TueckeState]) -> None:
        order = order_of(view.table.round)
        hands = np.zeros((len(order), HAND_SIZE - view.table.round.tricks, len(states)), np.int64)
        for world, state in enumerate(states):
            for place, seat in enumerate(order):
                held = listed(state.dealt[seat] & ~view.table.played)
                hands[place, : len(held), world] = held
        piles = [[counts_of(state.taken[seat]) for seat in order] for state in states]
        self.cards: list[Numbers] = []
        self.parts: list[Reals] = []
        self.decisions: list[Numbers] = []
        super().__init__(view, hands, np.array(piles, np.float32).transpose(2, 1, 0))

    def play(self, chosen: Numbers) -> None:
        super().play(chosen)
        self.cards.append(self.trick[-1])

    def take(self, part: Reals) -> None:
        super().take(part)
        self.parts.append(part)
        self.decisions.append(self.kept)

    def by_the_rules(self, state: TueckeState, world: int) -> TueckeState:
        """The state once the round has ended, if all do in it what they did in this world."""
        cards, parts, decisions = iter(self.cards), iter(self.parts), iter(self.decisions)
        begun = len(state.table.round.ended)
        while len(state.table.round.ended) == begun:
            match state.table.phase:
                case "play":
                    state = act(state, PLAYS[int(next(cards)[world])])
                case "take":
                    counts = tuple(next(parts)[:, world].astype(int).tolist())
                    decided = next(decisions)[:, world]
                    state = act(
                        state, next(take for take in takes(state.table.trick) if counts_of(take.cards) == counts)
                    )
                case _:
                    place = order_of(state.table.round).index(on_turn(state))
                    state = act(state, KEEPS[decided[place]])
        return state


def act(state: TueckeState, action: TueckeAction) -> TueckeState:
    stepped = state.apply(min(state.to_act), action).state
    assert isinstance(stepped, TueckeState)
    return stepped


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_rounds_played_out_end_as_the_rules_end_them_after_the_same_actions(seats: int, switches: Options) -> None:
    rng = Random(seats)
    state = GAME.start(seats, {"rounds": 2, **switches})
    blocked = compared = 0
    while not state.outcome:
        if CHANCE in state.to_act:
            state = act(state, state.sample_chance(rng))
            continue
        view = own_view(state)
        if view.table.phase != "keep" and rng.random() < 0.1:
            states = [GAME.redeal(view, rng) for _ in range(WORLDS)]
            rounds = Logged(view, states)
            found = rounds.play_on()
            for world, one in enumerate(states):
                ended = rounds.by_the_rules(one, world).table.round.ended[-1]
                own, most = ended.points[on_turn(state)], max(ended.points)
                assert found[0, world] == pytest.approx((own == most) / ended.points.count(most))
                assert found[1, world] == pytest.approx(own - (sum(ended.points) - own) / (seats - 1), rel=1e-5)
                blocked += ended.blocked is not None
                compared += 1
        state = act(state, COMPUTERS["random"](view, rng))
    assert 0 < blocked < compared


def counted(**options: bool) -> list[list[float]]:
    """What seat 0 believes about the piles after a trick in which it took r9 and g8, and seat 1 took the rest."""
    hands, taken = "r9 r1 / y1 y2 / g5 g6 / g8 b7", "r2 r3 / g1 g2 g3 g4 / - / g7"
    state = play(table(hands, taken=taken, options=options), "r9 y1 g5 g8, take r9 g8")
    piles = piles_of(state.view(Seat(0)))[:, :, 0].T.tolist()
    return [piles[order_of(state.table.round).index(Seat(seat))] for seat in range(4)]


def test_it_counts_what_lies_with_whom() -> None:
    assert counted() == [[3, 0, 1, 0], [0, 1, 3, 0], NO_MORE, [0, 0, 3, 0]]


def test_it_knows_open_counts() -> None:
    assert counted(open_counts=True) == [[3, 0, 1, 0], [0, 1, 5, 0], NO_MORE, [0, 0, 1, 0]]


def test_what_is_not_known_of_the_piles_is_drawn_and_on_average_as_guessed() -> None:
    state = play(
        table("r9 r1 / y1 y2 / g5 g6 / g8 b7", taken="r2 r3 / g1 g2 g3 g4 / - / g7"), "r9 y1 g5 g8, take r9 g8"
    )
    view = state.view(Seat(0))

    drawn = piles_of(view, 2000, np.random.default_rng(1))

    assert np.unique(drawn[2].T, axis=0).shape[0] > 3
    assert (drawn.sum(axis=1) == piles_of(view).sum(axis=1)).all()
    assert drawn.mean(axis=2) == pytest.approx(piles_of(view)[:, :, 0], abs=0.1)
