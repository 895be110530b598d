"""The worlds of `hard` at Auf falscher Fährte: what may lie where, what speaks for it, and rounds beside the rules."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from games.cards import JOKER, PLAYS, Card, Cards, jokers_in
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.bitsets import SUITS, drawn, unpacked_card
from games.faehrte.computer import medium
from games.faehrte.policies import GREEDY_STYLES, Style
from games.faehrte.rules import FaehrteState
from games.faehrte.view import FaehrteView
from games.faehrte.worlds import Dealer, Evidence, Rounds
from tests.games.faehrte.tables import act, play, start
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


MIXED = (
    "deal 0 / r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3 b4 / r10 r11 r12 y5 y6 y10 g4 g5 g10 b0 b5 b10 b11"
    " / r0 r4 r5 y0 y4 y7 y11 g0 g6 g11 b6 b7 b12 / r6 r7 r8 r9 y8 y9 y12 g7 g8 g9 g12 b8 b9"
)
"""Everyone has some of each colour; the second player leads."""


def views(seats: int, switches: Options) -> Iterator[tuple[FaehrteState, FaehrteView]]:
    """Every decision of a round, with what is true."""
    state = GAME.start(seats, {"rounds": 1, **switches})
    while not state.outcome:
        for seat in state.to_act - {CHANCE}:
            yield state, state.view(seat)
        state = step(state)


def dealer(view: FaehrteView) -> Dealer:
    return Dealer(view, Random(1))


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_lies_in_a_world_is_what_the_view_knows(seats: int, switches: Options) -> None:
    for state, view in views(seats, switches):
        assert view.seat is not None
        dealt = dealer(view).deal(3)
        for world in range(3):
            dreamt = state_of(state, dealt, world)
            held = [*dreamt.hands, *(1 << card for card in dreamt.hidden if card is not None and card != JOKER)]
            assert sum(jokers_in(hand) for hand in dreamt.hands) == sum(jokers_in(hand) for hand in state.hands)
            if view.table.phase == "hide":
                assert dreamt.hands[view.seat] == view.hand
                continue
            assert dreamt.view(view.seat) == view
            assert {*dreamt.pile} == {*dreamt.hidden} - {*view.table.turned}
            assert [hand.bit_count() for hand in dreamt.hands] == [hand.bit_count() for hand in state.hands]
            assert coloured(held) == coloured([*state.hands, *(1 << card for card in laid(state))])
            assert not any(hand & barred for hand, barred in zip(dreamt.hands, view.table.voids, strict=True))


def laid(state: FaehrteState) -> list[Card]:
    return [card for card in state.hidden if card is not None]


def coloured(sets: list[Cards]) -> Cards:
    """All cards of these sets, none of them in two."""
    every = 0
    for cards in sets:
        without_jokers = cards & (1 << JOKER) - 1
        assert not every & without_jokers
        every |= without_jokers
    return every


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_medium_has_played_surprises_nobody_who_thinks_it_medium(seats: int, switches: Options) -> None:
    for state, view in views(seats, switches):
        if view.table.phase != "hide":
            surprises = Evidence(view, Random(1)).surprises(truth(state))
            assert not surprises[0].any()


def explained(state: FaehrteState, seat: int) -> tuple[float, list[int]]:
    """What this seat makes of the world as it is: its weight, and everyone's style."""
    weight, styles = Evidence(state.view(Seat(seat)), Random(1)).explain(truth(state))
    return weight[0], styles[:, 0].tolist()


def test_a_card_that_no_style_would_play_makes_a_world_unlikely() -> None:
    state = start(MIXED, "b4", "b0", "r0", "b9")

    assert explained(act(state, "play y6"), 0)[0] < explained(act(state, "play r12"), 0)[0] < 2


def test_who_leads_the_strongest_cards_is_likelier_to_grab_tricks_than_to_duck() -> None:
    state = play(start(MIXED, "b4", "b0", "r0", "b9"), "r12 r5 r9 r3", "r11 r4 r8 r2")
    grabbing, ducking = (1 + GREEDY_STYLES.index(Style(aim)) for aim in ("plus", "minus"))

    worlds = truth(state).of(np.zeros(400, np.int64))
    found = Evidence(state.view(Seat(0)), Random(1)).explain(worlds)[1]
    styles = Counter(found[1].tolist())

    assert styles[grabbing] > 2 * styles[ducking] > 0
