"""`redeal` in Mit List und Tücke deals anew what a player can't know, in agreement with what they know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.cards import OF_COLOUR, Colour
from games.core import CHANCE, Seat
from games.tuecke import GAME
from games.tuecke.actions import DECKS, OPEN_CARDS
from games.tuecke.game import share_out
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import colours_in, counts_of
from tests.games.tuecke.tables import table


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


def test_open_counts_stay() -> None:
    for state in positions(5, open_counts=True):
        assert tuple(map(counts_of, GAME.redeal(state.view(None), Random(1)).taken)) == state.table.round.counts


def test_what_was_taken_last_stays() -> None:
    for state in positions(6):
        trick = state.table.round.last_trick
        if trick is not None and state.to_act:
            redealt = GAME.redeal(state.view(None), Random(1))
            assert all(redealt.taken[seat] & cards == cards for seat, cards in trick.shares)


def test_what_nobody_got_is_shared_out_to_nobody() -> None:
    state = table("r9 / g1 / r5 / r6", taken="y1 y2 / y3 / - / -", removed="y5 y6")

    assert sum(share_out(state.view(None), Random(1))) == sum(state.taken)


def test_the_own_hand_and_piles_stay() -> None:
    for state in positions(4):
        redealt = GAME.redeal(state.view(Seat(2)), Random(1))
        assert (redealt.view(Seat(2)).hand, redealt.taken[2]) == (state.view(Seat(2)).hand, state.taken[2])


def test_a_player_who_is_asked_to_play_can_play() -> None:
    for state in positions(6):
        if state.table.phase == "play" and len(open_colours(state)) == 3:
            (asked,) = state.to_act
            for seed in range(20):
                redealt = GAME.redeal(state.view(None), Random(seed))
                assert redealt.view(asked).hand & OPEN_CARDS[state.table.trick_colours]


def open_colours(state: TueckeState) -> list[Colour]:
    return [colour for colour in Colour if state.table.trick_cards & OF_COLOUR[colour]]


def test_the_hands_of_others_change() -> None:
    state = next(positions(4))

    hands = {GAME.redeal(state.view(Seat(0)), Random(seed)).view(Seat(1)).hand for seed in range(20)}

    assert len(hands) == 20


def test_the_cards_dealt_anew_are_fair() -> None:
    state, rng = next(positions(4)), Random(7)
    held: Counter[int] = Counter()
    for _ in range(600):
        hand = GAME.redeal(state.view(Seat(0)), rng).view(Seat(1)).hand
        held.update(card for card in range(88) if hand >> card & 1)

    assert len(held) == 42
    assert all(abs(times - 200) < 50 for times in held.values())
