"""`redeal` in Auf falscher Fährte deals anew what a player can't know, in agreement with what they know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.cards import JOKERS as ALL_JOKERS
from games.cards import OF_COLOUR, Cards, Colour, gather, listed, to_text
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import FOUR, JOKERS, THREE, act, play, start
from tests.games.switches import with_every_switch


def redeals(state: FaehrteState, seat: int | None, times: int = 40) -> list[FaehrteState]:
    view = state.view(None if seat is None else Seat(seat))
    rng = Random(1)
    return [GAME.redeal(view, rng) for _ in range(times)]


def all_cards(state: FaehrteState) -> Cards:
    """Every card of the round, wherever it is."""
    table = state.table
    played = [card for taken in table.taken for card in taken.cards]
    leftover = [] if table.leftover is None else [table.leftover]
    hidden = [card for card in state.hidden if card is not None]
    hands = [card for hand in state.hands for card in listed(hand)]
    return gather([*played, *table.trick, *leftover, *hidden, *hands])


def test_ones_own_hand_and_hidden_card_stay() -> None:
    state = start(FOUR, "r3", "y3", "g3", "b3")

    for other in redeals(state, 1):
        assert (other.hands[1], other.hidden[1]) == (state.hands[1], state.hidden[1])


def test_what_others_hold_changes() -> None:
    others = redeals(start(FOUR, "r3", "y3", "g3", "b3"), 1)

    assert len({other.hands[0] for other in others}) == 40
    assert len({other.hidden[0] for other in others}) > 10


def positions(seats: int, seed: int, switches: Options) -> Iterator[FaehrteState]:
    """Every position of a random round in which players have cards."""
    state, rng = GAME.start(seats, {"rounds": 1, **switches}), Random(seed)
    while state.to_act:
        mover = min(state.to_act)
        action = state.sample_chance(rng) if mover == CHANCE else rng.choice(state.view(mover).legal_actions)
        after = state.apply(mover, action).state
        assert isinstance(after, FaehrteState)
        state = after
        if not state.outcome:
            yield state


@pytest.mark.parametrize("seat", [0, 1, 2, None])
@with_every_switch(GAME)
def test_every_card_lies_somewhere_once(seat: int | None, switches: Options) -> None:
    for state in positions(3, 1, switches):
        assert all_cards(redeals(state, seat, 1)[0]) == state.table.deck


@pytest.mark.parametrize("seats", GAME.seats)
@with_every_switch(GAME)
def test_no_hand_has_what_it_has_shown_to_miss(seats: int, switches: Options) -> None:
    for seed in range(5):
        for state in positions(seats, seed, switches):
            for hands in (state.hands, redeals(state, 0, 1)[0].hands):
                assert not any(hand & void for hand, void in zip(hands, state.table.voids, strict=True))


def test_a_hand_gets_nothing_of_a_colour_it_did_not_follow() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0", "r1 y1")

    for other in redeals(state, 0):
        assert not any(other.hands[seat] & OF_COLOUR[Colour.YELLOW] for seat in (2, 3))
        assert not other.hands[1] & OF_COLOUR[Colour.RED]


def test_a_colour_missing_in_a_hand_may_have_been_hidden() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0")

    hidden = [other.hidden[2] for other in redeals(state, 0, 200)]

    assert any(card is not None and OF_COLOUR[Colour.YELLOW] >> card & 1 for card in hidden)


def test_a_joker_is_not_dealt_among_the_hidden_cards() -> None:
    for other in redeals(start(JOKERS, "r3", "y3", "g6", jokers=True), 0):
        assert not gather(card for card in other.hidden if card is not None) & ALL_JOKERS


def test_cards_turned_were_hidden_by_somebody() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0", "r1 y1 g1 b1", "r2 y2 g2 b2")
    others = redeals(state, 0)

    assert to_text(gather(state.table.turned)) == "r3 y3"
    for other in others:
        assert {state.table.turned[1]} <= set(other.hidden)
        assert other.hidden[0] == state.table.turned[0]
    assert len({other.hidden.index(state.table.turned[1]) for other in others}) == 3


def test_cards_face_down_come_in_any_order() -> None:
    others = redeals(start(FOUR, "r3", "y3", "g3", "b3"), 0, 200)

    places = Counter(other.pile.index(3) for other in others)

    assert all(sorted(other.pile) == sorted(card for card in other.hidden if card is not None) for other in others)
    assert all(30 < places[place] < 70 for place in range(4))


def test_before_the_pile_is_mixed_there_is_none() -> None:
    some = act(start(THREE), "hide r3", "hide y3")
    every = act(some, "hide g6")

    assert [other.pile for other in (*redeals(some, 2, 5), *redeals(every, 2, 5))] == [()] * 10
    assert [card is None for card in redeals(some, 0, 1)[0].hidden] == [False, False, True]


def test_between_rounds_nothing_is_hidden() -> None:
    fresh = GAME.start(3, {})

    assert redeals(fresh, 0, 1) == [fresh]
