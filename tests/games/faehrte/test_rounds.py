"""The rounds that `hard` plays out at Auf falscher Fährte, many at once, beside the rules."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from games.cards import PLAYS, Colour, parse_card
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.actions import CHANGES, KEEP
from games.faehrte.bitsets import SUITS, drawn, packed_card, unpacked_card
from games.faehrte.computer import medium
from games.faehrte.policies import GREEDY_STYLES
from games.faehrte.rules import FaehrteState
from games.faehrte.worlds import Dealer, Rounds
from tests.games.faehrte.tables import act, play, playing
from tests.games.faehrte.test_computer import FIVE_EACH, MINUS, PLUS
from tests.games.faehrte.worlds import state_of, truth
from tests.games.switches import with_every_switch

WORLDS = 5
EVERY_STYLE = (1 / (1 + len(GREEDY_STYLES)),) * (1 + len(GREEDY_STYLES))


def step(state: FaehrteState) -> FaehrteState:
    """The state after `medium` or chance has acted."""
    seat, rng = min(state.to_act), Random(state.decision)
    action = state.sample_chance(rng) if seat == CHANCE else medium(state.view(seat), rng)
    stepped = state.apply(seat, action).state
    assert isinstance(stepped, FaehrteState)
    return stepped


def positions(seats: int, switches: Options) -> Iterator[FaehrteState]:
    """Some positions of three rounds in which a card is to be played or a trump named."""
    rng = Random(seats)
    state = GAME.start(seats, {"rounds": 3, **switches})
    while not state.outcome:
        if state.table.phase == "trump" or (state.table.phase == "play" and rng.random() < 0.3):
            yield state
        state = step(state)


def scored_by_the_engine(state: FaehrteState, cards: list[tuple[int, int]]) -> tuple[int, ...]:
    """What a round scores in which these seats play these cards, one after the other, and trumps are as `medium`'s."""
    played, rounds = iter(cards), len(state.table.results)
    while len(state.table.results) == rounds:
        if state.table.phase == "trump":
            state = step(state)
            continue
        seat, card = next(played)
        assert state.table.to_act == {seat}
        stepped = state.apply(Seat(seat), PLAYS[unpacked_card(card)]).state
        assert isinstance(stepped, FaehrteState)
        state = stepped
    assert next(played, None) is None
    return state.table.results[-1].points


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_rounds_score_what_the_engine_makes_of_the_same_cards(seats: int, switches: Options) -> None:
    rng = Random(seats)
    for state in positions(seats, switches):
        seat = min(state.to_act)
        dealt = Dealer(state.view(seat), rng).deal(WORLDS)
        rounds = Rounds(state.table, dealt, drawn(rng, EVERY_STYLE, seats, WORLDS))
        rounds.log = []
        if state.table.phase == "trump":
            named = medium(state.view(seat), Random(1))
            colour = getattr(named, "colour", None)
            rounds.name(np.repeat(SUITS[state.table.trump if colour is None else colour], WORLDS))
        scored = rounds.finish()
        for world in range(WORLDS):
            cards = [(int(who[world]), int(card[world])) for who, card in rounds.log]
            assert scored_by_the_engine(state_of(state, dealt, world), cards) == tuple(scored[:, world].tolist())


def test_nobody_takes_a_trick_of_jokers_when_a_round_is_played_out() -> None:
    state = playing("J / J / J", turned="r9 y9 g9", tricks=(4, 5, 3), jokers_gone=2)
    rounds = Rounds(state.table, truth(state), np.zeros((3, 1), np.int64))

    assert tuple(rounds.finish()[:, 0].tolist()) == play(state, "J J J").table.results[-1].points


def points_after(state: FaehrteState, seat: int, card: str) -> int:
    """What the seat scores in the world as it is if it plays this card and all go on as `medium` does."""
    rounds = Rounds(state.table, truth(state), np.zeros((state.table.seats, 1), np.int64))
    rounds.play(np.array([packed_card(parse_card(card))], np.uint64))
    return int(rounds.finish()[seat, 0])


@pytest.mark.parametrize(("turned", "better", "worse"), [(PLUS, "y9", "y1"), (MINUS, "y1", "y9")])
def test_a_card_is_judged_by_how_the_round_ends(turned: str, better: str, worse: str) -> None:
    state = play(playing("y7 g1 / y6 b1 / y5 b4 / y1 y9", turned=turned, tricks=(2, 3, 2, 3)), "y7 y6 y5")

    assert points_after(state, 3, better) > points_after(state, 3, worse)


def test_a_trump_is_judged_by_how_the_round_ends() -> None:
    state = play(playing(FIVE_EACH, turned=PLUS, tricks=(2, 0, 3, 2)), "b1 b2 b3 b4")
    scored = {}
    for change in CHANGES[Colour.RED]:
        rounds = Rounds(state.table, truth(state), np.zeros((4, 1), np.int64))
        rounds.name(SUITS[[Colour.RED if change.colour is None else change.colour]])
        scored[change] = rounds.finish()[1, 0]

    assert scored[CHANGES[Colour.RED][2]] > scored[KEEP]


def test_who_may_change_trump_second_has_only_jokers_left_and_keeps_it() -> None:
    state = play(playing("y1 J / J J / b8 b9", turned="r9 y9 g9", tricks=(1, 1, 9), jokers_gone=0), "J J b9")
    assert state.table.changers == (0, 1)
    changed = act(state, "trump blue")

    assert medium(changed.view(Seat(1)), Random(1)) == KEEP
