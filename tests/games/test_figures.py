"""Figures are summed up by seat, from the moves of a match that may have ended at any time."""

from typing import Any

from games.catalogue import GAMES
from games.core import CHANCE, Move, Seat
from games.figures import Figure, Observation, Observed, Played, RunningFigures, Tally, replayed

OFTEN = Figure("often", "share")
MUCH = Figure("much", "mean")

LOG = (
    Move(CHANCE, "opening 1 2 3 4 5 / 5 5 5 5 5"),
    Move(CHANCE, "roll 1 1 2 3 * / 2 2 4 5 5"),
    Move(Seat(1), "bid 3x2"),  # two 2s and a star here, and a 2 there: it holds
    Move(Seat(0), "bid 9x2"),
    Move(Seat(1), "lift"),
)
"""A match of Bluff."""


def test_amounts_and_cases_are_summed_up_by_seat_and_figure() -> None:
    observations = iter(
        [
            [Observation(Seat(0), OFTEN, 1), Observation(Seat(0), MUCH, 7)],
            [Observation(Seat(1), MUCH, 2), Observation(Seat(0), OFTEN, 0)],
            [],
            [Observation(Seat(1), MUCH, 3)],
            [],
        ]
    )

    def observe(_: Played[Any, Any], memory: int | None) -> Observed:
        return Observed(next(observations), (memory or 0) + 1)

    figures = RunningFigures.start(3).after(observe, replayed(GAMES["bluff"].game, 2, {}, LOG))
    first, second, third = figures.tallies

    assert figures.memory == len(LOG)
    assert first == {"often": Tally(1, 2), "much": Tally(7, 1)}
    assert second == {"much": Tally(5, 2)}
    assert third == {}


def test_a_match_is_folded_from_its_log() -> None:
    bidder, doubter = GAMES["bluff"].tallies(2, {}, LOG)

    assert bidder == {"bids_held": Tally(0, 1), "bluffs_through": Tally(0, 1)}
    assert doubter == {"doubts_right": Tally(1, 1)}
