"""Computer players think longer about what looks hard, and so long on average as the host has set."""

from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any

import pytest

from bot.background.computers import pause, share
from games.catalogue import Listing
from games.core import CHANCE, State
from tests.contract.strategies import every_listing

PLAIN, HARD = 0.0, 1.0


def decisions(listing: Listing, seats: int) -> Iterator[State[Any, Any]]:
    """Every decision of some matches between computer players."""
    rng, computer = Random(1), listing.computers["medium"]
    for _ in range(2):
        state = listing.game.start(seats, {})
        while state.to_act:
            seat = min(state.to_act)
            if seat != CHANCE:
                yield state
            action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
            state = state.apply(seat, action).state


@every_listing
def test_a_match_takes_as_long_as_if_every_pause_were_the_mean(listing: Listing) -> None:
    for seats in {listing.game.seats[0], listing.game.seats[-1]}:
        looks = [(state.view(None).hardness, state.decision) for state in decisions(listing, seats)]

        assert mean(pause(hardness, 1, decision) for hardness, decision in looks) == pytest.approx(1, abs=0.15)
        assert 0 <= min(looks)[0] < 0.3
        assert 0.7 < max(looks)[0] <= 1


def test_what_is_hard_takes_several_times_as_long_as_what_is_plain() -> None:
    for decision in range(10):
        assert pause(HARD, 7, decision) > 4 * pause(PLAIN, 7, decision)
    assert 0 < share(PLAIN) < 0.5
    assert share(0.5) == 1


def test_pauses_differ_from_decision_to_decision_and_from_table_to_table() -> None:
    assert len({pause(0.5, table, decision) for table in range(5) for decision in range(5)}) == 25
    assert pause(0.5, 7, 3) == pause(0.5, 7, 3)
