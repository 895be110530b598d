"""`redeal` in Mit List und Tücke deals anew what a player can't know, in agreement with what they know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.core import CHANCE, Seat
from games.tuecke import GAME
from games.tuecke.actions import DECKS
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import colours_in


def positions(seats: int, *, open_counts: bool = False) -> Iterator[TueckeState]:
    """Every position of a round played at random."""
    rng = Random(seats)
    state = GAME.start(seats, {"rounds": 1, "open_counts": open_counts})
    while state.to_act:
        (seat,) = state.to_act
        action = state.sample_chance(rng) if seat == CHANCE else rng.choice(state.view(seat).legal_actions)
        after = state.apply(seat, action).state
        assert isinstance(after, TueckeState)
        state = after
        yield state


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("open_counts", [False, True], ids=["hidden", "open"])
def test_the_cards_add_up(seats: int, open_counts: bool) -> None:
    for state in positions(seats, open_counts=open_counts):
        so_far = state.table.round
        for seat in (*range(seats), None):
            view = state.view(None if seat is None else Seat(seat))
            redealt = GAME.redeal(view, Random(1))
            hands = [redealt.view(Seat(other)).hand for other in range(seats)]
            assert [hand.bit_count() for hand in hands] == [
                state.view(Seat(other)).hand.bit_count() for other in range(seats)
            ]
            if state.to_act:
                assert sum(hands) | state.table.played == DECKS[seats]
            assert sum(redealt.taken) == so_far.collected & ~so_far.removed
            assert tuple(map(colours_in, redealt.taken)) == so_far.colours


def test_the_cards_dealt_anew_are_fair() -> None:
    state, rng = next(positions(4)), Random(7)
    held: Counter[int] = Counter()
    for _ in range(600):
        hand = GAME.redeal(state.view(Seat(0)), rng).view(Seat(1)).hand
        held.update(card for card in range(88) if hand >> card & 1)

    assert len(held) == 42
    assert all(abs(times - 200) < 50 for times in held.values())
