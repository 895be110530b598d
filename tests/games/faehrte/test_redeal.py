"""`redeal` in Auf falscher Fährte deals anew what a player can't know, in agreement with what they know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.cards import OF_COLOUR, Colour, gather, to_text
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import FOUR, play, start
from tests.games.switches import with_every_switch


def redeals(state: FaehrteState, seat: int | None, times: int = 40) -> list[FaehrteState]:
    view = state.view(None if seat is None else Seat(seat))
    rng = Random(1)
    return [GAME.redeal(view, rng) for _ in range(times)]


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


@pytest.mark.parametrize("seats", GAME.seats)
@with_every_switch(GAME)
def test_no_hand_has_what_it_has_shown_to_miss(seats: int, switches: Options) -> None:
    for seed in range(5):
        for state in positions(seats, seed, switches):
            for hands in (state.hands, redeals(state, 0, 1)[0].hands):
                assert not any(hand & void for hand, void in zip(hands, state.table.voids, strict=True))


def test_a_colour_missing_in_a_hand_may_have_been_hidden() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0")

    hidden = [other.hidden[2] for other in redeals(state, 0, 200)]

    assert any(card is not None and OF_COLOUR[Colour.YELLOW] >> card & 1 for card in hidden)


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
