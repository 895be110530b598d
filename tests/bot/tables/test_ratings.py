"""What a match does to ratings: openskill's figures, weights, ties, computer players, and why a rating changed."""

from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from math import inf
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.tables.ratings import (
    FOREGONE,
    NEWCOMER,
    Cause,
    Rating,
    cause_of,
    computer_rating,
    is_provisional,
    rated,
    weight,
)
from games.catalogue import GAMES

RATINGS = st.builds(Rating, st.floats(-10, 60), st.floats(0.5, 10))
MOST_SEATS = max(listing.game.seats[-1] for listing in GAMES.values())

Match = tuple[list[Rating], list[int], list[float]]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """The ratings, places and weights of two to six players; some places are shared."""
    players = draw(st.integers(2, MOST_SEATS))
    ratings = draw(st.lists(RATINGS, min_size=players, max_size=players))
    places = draw(st.lists(st.integers(1, players), min_size=players, max_size=players))
    return ratings, places, draw(st.lists(st.floats(0, 1), min_size=players, max_size=players))


def near(ratings: Sequence[Rating], within: float = 1e-9) -> list[tuple[object, object]]:
    """The figures, to compare with others that were computed in another order or by another program."""
    return [(pytest.approx(one.mu, abs=within), pytest.approx(one.sigma, abs=within)) for one in ratings]


def figures(ratings: Sequence[Rating]) -> list[tuple[float, float]]:
    return [(one.mu, one.sigma) for one in ratings]


def test_a_shown_rating_stays_three_deviations_below_the_estimate() -> None:
    assert (NEWCOMER, NEWCOMER.shown) == (Rating(25, 25 / 3), 1000)
    assert Rating(30, 2).shown == 1000 + 40 * (30 - 3 * 2)
    assert computer_rating(25).shown == 1000 + 40 * 25


@given(st.lists(RATINGS, min_size=2, max_size=MOST_SEATS), st.randoms())
def test_without_shared_places_ratings_are_exactly_those_of_openskill(before: list[Rating], rng: Random) -> None:
    places = rng.sample(range(1, len(before) + 1), len(before))
    model = PlackettLuce()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    published = [(new.mu, new.sigma) for (new,) in model.rate(teams, ranks=[float(place) for place in places])]
    assert figures(rated(before, places, [1] * len(places), foregone=inf)) == published


def orders(places: Sequence[int]) -> Iterator[list[int]]:
    """All places without ties that a result with shared places may stand for."""
    shared = [[seat for seat, own in enumerate(places) if own == place] for place in sorted(set(places))]
    for order in product(*map(permutations, shared)):
        seats = list(chain.from_iterable(order))
        yield [1 + seats.index(seat) for seat in range(len(places))]


@given(matches())
def test_a_shared_place_counts_as_the_mean_of_all_orders(match: Match) -> None:
    """The mean of mu and of sigma squared."""
    before, places, _ = match
    weights = [1] * len(places)
    after = rated(before, places, weights, foregone=inf)
    possible = list(zip(*(rated(before, order, weights, foregone=inf) for order in orders(places)), strict=True))
    assert [one.mu for one in after] == pytest.approx([fmean(one.mu for one in own) for own in possible])
    assert [one.sigma**2 for one in after] == pytest.approx([fmean(one.sigma**2 for one in own) for own in possible])


@given(matches())
def test_a_weight_moves_mu_and_sigma_that_share_of_the_way(match: Match) -> None:
    before, places, weights = match
    whole = rated(before, places, [1] * len(places))
    assert figures(rated(before, places, weights)) == near(
        [
            Rating(old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma))
            for old, new, share in zip(before, whole, weights, strict=True)
        ]
    )


STRONG, WEAK = Rating(30 + FOREGONE, 4), Rating(30, 4)


def test_a_win_from_a_lead_of_five_hundred_points_on_changes_nothing() -> None:
    likely = Rating(STRONG.mu - 0.001, STRONG.sigma)
    assert STRONG.shown - WEAK.shown == 500
    assert rated([STRONG, WEAK], [1, 2], [1, 1]) == [STRONG, WEAK]
    assert rated([likely, WEAK], [1, 2], [1, 1])[0].mu > likely.mu


@pytest.mark.parametrize("places", [[2, 1], [1, 1]], ids=["a defeat", "a tie"])
def test_a_favourite_who_does_not_win_loses_all_the_same(places: list[int]) -> None:
    strong, weak = rated([STRONG, WEAK], places, [1, 1])
    assert (strong.mu < STRONG.mu, weak.mu > WEAK.mu) == (True, True)


def test_a_foregone_win_over_one_of_two_counts_by_half() -> None:
    before = [STRONG, Rating(STRONG.mu, 2), WEAK]
    whole, half = rated(before, [1, 2, 3], [1, 1, 1], foregone=inf), rated(before, [1, 2, 3], [1, 1, 1])
    assert half[0].mu - STRONG.mu == pytest.approx((whole[0].mu - STRONG.mu) / 2)


def test_for_a_settled_rating_a_match_counts_by_the_share_of_opponents_who_are_settled() -> None:
    before = [Rating(30, 3), Rating(28, 3), NEWCOMER]
    whole, half = rated(before, [1, 2, 3], [1, 1, 1]), rated(before, [1, 2, 3], [1, 1, 1], provisional={2})
    assert half[0].mu - 30 == pytest.approx((whole[0].mu - 30) / 2)
    assert half[2] == whole[2]


def test_a_fixed_rating_stays_and_a_match_needs_two() -> None:
    assert rated([NEWCOMER] * 2, [1, 2], [1, 1], fixed={1}) == [*rated([NEWCOMER] * 2, [1, 2], [1, 1])[:1], NEWCOMER]
    with pytest.raises(ValueError, match="1 ratings"):
        rated([NEWCOMER], [1], [1])


@pytest.mark.parametrize(("meetings", "expected"), [([10], 1 / 10), ([1, 2, 4], 7 / 12), ([], 1)], ids=str)
def test_a_weight_is_the_mean_over_the_opponents(meetings: list[int], expected: float) -> None:
    assert weight(meetings) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("played", "opponents", "provisional"),
    [(4, 3, True), (5, 2, True), (5, 3, False), (4, None, True), (5, None, False)],
)
def test_a_rating_is_provisional_until_five_matches_and_three_opponents(
    played: int, opponents: int | None, provisional: bool
) -> None:
    assert is_provisional(played, opponents) is provisional


OWN, ABOVE, BELOW = 1640, 1760, 1360

CAUSES: dict[str, tuple[list[int], int, Cause | None]] = {
    "everyone beaten, the best placed first": ([1, 3, 2], +1, Cause((2, 1))),
    "only a weaker one beaten": ([2, 1, 3], +1, Cause((2,))),
    "everyone ahead": ([3, 1, 2], -1, Cause((1, 2))),
    "only a stronger one ahead": ([2, 1, 3], -1, Cause((1,))),
    "level with a stronger one and nobody beaten": ([2, 2, 1], +1, Cause((1,), is_level=True)),
    "level with a weaker one and nobody ahead": ([1, 2, 1], -1, Cause((2,), is_level=True)),
    "a weaker one beaten and level with a stronger one": ([1, 1, 3], +1, Cause((2,))),
    "level with a stronger one": ([1, 1, 3], -1, None),
    "level with a weaker one": ([2, 1, 2], +1, None),
    "no change": ([3, 1, 2], 0, None),
}
"""The places of one player and of two who are rated above and below them, how much the first one's rating has changed,
and why."""


@pytest.mark.parametrize(("places", "change", "expected"), CAUSES.values(), ids=CAUSES)
def test_a_change_has_a_cause(places: list[int], change: int, expected: Cause | None) -> None:
    assert cause_of(0, places, [OWN, ABOVE, BELOW], OWN + change) == expected


def test_someone_of_whom_no_rating_is_known_is_a_cause_by_their_place_alone() -> None:
    assert cause_of(0, [2, 1, 2], [OWN, None, None], OWN - 1) == Cause((1,))
    assert cause_of(0, [1, 1, 1], [OWN, None, ABOVE], OWN + 1) == Cause((2,), is_level=True)
