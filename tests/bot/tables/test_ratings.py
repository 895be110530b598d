"""What a match does to ratings: openskill's figures, weights, ties, computer players, and why a rating changed."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise, permutations, product
from math import hypot, inf
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
DRIFT = 25 / 300
"""Sigma that a rating gains from match to match, before the result makes it surer."""

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


def test_a_newcomer_has_a_thousand() -> None:
    assert (NEWCOMER, NEWCOMER.shown) == (Rating(25, 25 / 3), 1000)


def test_a_shown_rating_stays_three_deviations_below_the_estimate() -> None:
    assert Rating(30, 2).shown == 1000 + 40 * (30 - 3 * 2)
    assert computer_rating(25).shown == 1000 + 40 * 25


def test_four_newcomers_get_the_ratings_that_openskill_publishes() -> None:
    """Source: openskill's README. Its figures leave out that skill drifts a little between matches, 25 / 300 in mu."""
    published = [(20.96265, 8.08373), (27.79508, 8.26316), (24.68943, 8.08373), (26.55282, 8.17921)]
    assert near(rated([NEWCOMER] * 4, [4, 1, 3, 2], [1] * 4), within=0.001) == published


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
    """The mean of mu and of sigma squared. That of sigma itself differs by less than a point of what players read."""
    before, places, _ = match
    weights = [1] * len(places)
    after = rated(before, places, weights, foregone=inf)
    possible = list(zip(*(rated(before, order, weights, foregone=inf) for order in orders(places)), strict=True))

    assert [one.mu for one in after] == pytest.approx([fmean(one.mu for one in own) for own in possible])
    assert [one.sigma**2 for one in after] == pytest.approx([fmean(one.sigma**2 for one in own) for own in possible])
    assert [one.sigma for one in after] == pytest.approx(
        [fmean(one.sigma for one in own) for own in possible], abs=0.02
    )


@pytest.mark.parametrize("rating", [NEWCOMER, Rating(30, 4), Rating(20, 1)], ids=["newcomers", "known", "settled"])
@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
def test_among_equals_a_better_place_gains_more_and_a_shared_one_the_same(players: int, rating: Rating) -> None:
    for places in product(range(1, players + 1), repeat=players):
        if any(place != 1 + sum(other < place for other in places) for place in places):
            continue  # not how places are counted
        after = rated([rating] * players, places, [1] * players)
        by_place = [{after[seat] for seat in range(players) if places[seat] == place} for place in sorted(set(places))]

        assert all(len(level) == 1 for level in by_place), places
        assert all(ahead.mu > behind.mu for (ahead,), (behind,) in pairwise(by_place)), places
        assert all(least(ahead) > least(behind) for (ahead,), (behind,) in pairwise(by_place)), places
        assert sum(one.mu for one in after) == pytest.approx(players * rating.mu), places


def least(rating: Rating) -> float:
    """The estimate that players read, not rounded."""
    return rating.mu - 3 * rating.sigma


@pytest.mark.parametrize(
    ("rating", "places", "changes"),
    [
        (NEWCOMER, [1, 1, 3, 4], [100, 100, 17, -132]),
        (NEWCOMER, [1, 1, 3, 4, 5], [98, 98, 47, -11, -145]),
        (Rating(25, 4), [1, 1, 3, 4, 5], [35, 35, 15, -8, -58]),
        (Rating(25, 2), [1, 1, 1, 1, 5, 6], [7, 7, 7, 7, -6, -20]),
    ],
    ids=["four newcomers", "five newcomers", "five of whom something is known", "six settled ones"],
)
def test_two_or_more_who_share_the_first_place_gain_most(rating: Rating, places: list[int], changes: list[int]) -> None:
    after = rated([rating] * len(places), places, [1] * len(places))
    assert [one.shown - rating.shown for one in after] == changes


@given(matches())
def test_ratings_stay_uncertain_but_get_no_more_so_than_by_their_drift(match: Match) -> None:
    before, places, weights = match
    after = rated(before, places, weights)

    for old, new in zip(before, after, strict=True):
        assert 0 < new.sigma <= hypot(old.sigma, DRIFT) + 1e-9


@given(matches())
def test_what_some_gain_others_lose(match: Match) -> None:
    """Where ratings are equally sure, their sum stays; a rating that is less sure moves further."""
    before, places, _ = match
    after = rated(before, places, [1] * len(places), foregone=inf)
    gains = [(new.mu - old.mu) / (old.sigma**2 + DRIFT**2) for old, new in zip(before, after, strict=True)]

    assert sum(gains) == pytest.approx(0, abs=1e-9)


@given(matches(), st.floats(0.5, 10))
def test_a_shared_place_is_worth_more_to_the_weaker_of_two(match: Match, sigma: float) -> None:
    drawn, places, _ = match
    before = [Rating(one.mu, sigma) for one in drawn]
    after = rated(before, places, [1] * len(places), foregone=inf)

    for one, other in combinations(range(len(places)), 2):
        if places[one] == places[other]:
            weak, strong = sorted((one, other), key=lambda seat: before[seat].mu)
            assert after[weak].mu - before[weak].mu >= after[strong].mu - before[strong].mu - 1e-9


@given(matches())
def test_whoever_wins_alone_loses_nothing_and_whoever_comes_last_alone_gains_nothing(
    match: Match,
) -> None:
    before, places, weights = match
    after = rated(before, places, weights)

    for seat, place in enumerate(places):
        if places.count(place) == 1 and place == min(places):
            assert after[seat].mu >= before[seat].mu
        if places.count(place) == 1 and place == max(places):
            assert after[seat].mu <= before[seat].mu


@given(matches())
def test_a_weight_of_nothing_changes_nothing(match: Match) -> None:
    before, places, _ = match
    assert rated(before, places, [0] * len(places)) == before


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


@given(matches(), st.permutations(range(MOST_SEATS)))
def test_the_order_of_the_seats_does_not_matter(match: Match, shuffled: list[int]) -> None:
    before, places, weights = match
    order = [seat for seat in shuffled if seat < len(places)]
    again = rated([before[seat] for seat in order], [places[seat] for seat in order], [weights[seat] for seat in order])

    assert figures(again) == near([rated(before, places, weights)[seat] for seat in order])


@given(matches())
def test_only_the_order_of_the_places_counts(match: Match) -> None:
    before, places, weights = match
    assert rated(before, [10 * place + 3 for place in places], weights) == rated(before, places, weights)


@given(matches(), st.sets(st.integers(0, MOST_SEATS - 1)))
def test_fixed_ratings_stay_and_move_the_others_all_the_same(match: Match, fixed: set[int]) -> None:
    before, places, weights = match
    free, held = rated(before, places, weights), rated(before, places, weights, fixed)

    assert held == [before[seat] if seat in fixed else free[seat] for seat in range(len(places))]


@given(st.integers(2, MOST_SEATS), RATINGS)
def test_equals_who_share_a_place_stay_equals(players: int, rating: Rating) -> None:
    first, *others = rated([rating] * players, [1] * players, [1] * players)

    assert figures(others) == near([first] * (players - 1))
    assert first.mu == pytest.approx(rating.mu)


def test_a_tie_with_somebody_stronger_raises_a_rating() -> None:
    weak, strong = rated([Rating(20, 4), Rating(30, 4)], [1, 1], [1, 1])
    assert (weak.mu > 20, strong.mu < 30) == (True, True)


def test_an_unexpected_win_counts_for_more() -> None:
    upset, _ = rated([Rating(20, 4), Rating(30, 4)], [1, 2], [1, 1])
    expected, _ = rated([Rating(20, 4), Rating(10, 4)], [1, 2], [1, 1])
    assert upset.mu > expected.mu


def test_matches_against_computer_players_settle_at_their_rating() -> None:
    """Half of the matches won against *Medium*: the person is as strong."""
    person, medium = Rating(35, 8), computer_rating(25)
    for match in range(400):
        person, _ = rated([person, medium], [1 + match % 2, 2 - match % 2], [1, 1], fixed={1})

    assert person.mu == pytest.approx(25, abs=1)


STRONG, WEAK = Rating(30 + FOREGONE, 4), Rating(30, 4)


def test_a_win_is_foregone_from_a_lead_of_five_hundred_points_on() -> None:
    assert STRONG.shown - WEAK.shown == 500


def test_a_foregone_win_changes_nothing() -> None:
    assert rated([STRONG, WEAK], [1, 2], [1, 1]) == [STRONG, WEAK]


def test_a_win_that_was_only_likely_counts() -> None:
    strong = Rating(STRONG.mu - 0.001, STRONG.sigma)
    after, _ = rated([strong, WEAK], [1, 2], [1, 1])
    assert after.mu > strong.mu


@pytest.mark.parametrize("places", [[2, 1], [1, 1]], ids=["a defeat", "a tie"])
def test_a_favourite_who_does_not_win_loses_all_the_same(places: list[int]) -> None:
    strong, weak = rated([STRONG, WEAK], places, [1, 1])
    assert (strong.mu < STRONG.mu, weak.mu > WEAK.mu) == (True, True)


def test_a_foregone_win_over_one_of_two_counts_by_half() -> None:
    equal = Rating(STRONG.mu, 2)
    whole, _, _ = rated([STRONG, equal, WEAK], [1, 2, 3], [1, 1, 1], foregone=inf)
    half, _, _ = rated([STRONG, equal, WEAK], [1, 2, 3], [1, 1, 1])

    assert half.mu - STRONG.mu == pytest.approx((whole.mu - STRONG.mu) / 2)


def test_nobody_climbs_far_by_beating_an_easy_computer_player_all_day() -> None:
    person, easy = NEWCOMER, computer_rating(17)
    for _ in range(1000):
        person, _ = rated([person, easy], [1, 2], [1, 1], fixed={1})

    assert person.mu < 17 + FOREGONE + 1


def test_a_provisional_opponent_does_not_count_for_a_settled_rating() -> None:
    settled, newcomer = rated([Rating(30, 3), NEWCOMER], [1, 2], [1, 1], provisional={1})

    assert settled == Rating(30, 3)
    assert newcomer.mu < NEWCOMER.mu


def test_provisional_opponents_count_for_each_other() -> None:
    assert rated([NEWCOMER] * 2, [1, 2], [1, 1], provisional={0, 1}) == rated([NEWCOMER] * 2, [1, 2], [1, 1])


def test_a_match_counts_by_the_share_of_opponents_who_are_not_provisional() -> None:
    before = [Rating(30, 3), Rating(28, 3), NEWCOMER]
    whole, half = rated(before, [1, 2, 3], [1, 1, 1]), rated(before, [1, 2, 3], [1, 1, 1], provisional={2})

    assert half[0].mu - 30 == pytest.approx((whole[0].mu - 30) / 2)
    assert half[2] == whole[2]


@pytest.mark.parametrize(
    ("ratings", "places", "weights"),
    [([NEWCOMER] * 2, [1, 2, 3], [1, 1]), ([NEWCOMER] * 2, [1, 2], [1]), ([NEWCOMER], [1], [1]), ([], [], [])],
    ids=["places", "weights", "alone", "nobody"],
)
def test_a_match_needs_two_players_and_a_place_and_a_weight_for_each(
    ratings: list[Rating], places: list[int], weights: list[float]
) -> None:
    with pytest.raises(ValueError, match="ratings"):
        rated(ratings, places, weights)


@pytest.mark.parametrize(
    ("meetings", "expected"),
    [([1], 1), ([2], 1 / 2), ([10], 1 / 10), ([1, 1, 1], 1), ([1, 2, 4], 7 / 12), ([], 1)],
    ids=["first", "second", "tenth", "three new ones", "mixed", "against computer players"],
)
def test_a_weight_is_the_mean_over_the_opponents(meetings: list[int], expected: float) -> None:
    assert weight(meetings) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("matches_played", "opponents", "provisional"),
    [(4, 3, True), (5, 2, True), (5, 3, False), (4, None, True), (5, None, False)],
)
def test_a_rating_is_provisional_until_five_matches_and_three_opponents(
    matches_played: int, opponents: int | None, provisional: bool
) -> None:
    assert is_provisional(matches_played, opponents) is provisional


OWN, ABOVE, BELOW = 1640, 1760, 1360


def cause(places: list[int], change: int) -> Cause | None:
    """Why the rating in seat 0 changed by this much; those in seats 1 and 2 are rated above and below it."""
    return cause_of(0, places, [OWN, ABOVE, BELOW], OWN + change)


@pytest.mark.parametrize(
    ("places", "change", "expected"),
    [
        ([1, 2, 2], +1, Cause((1, 2))),
        ([1, 3, 2], +1, Cause((2, 1))),
        ([2, 1, 3], +1, Cause((2,))),
        ([3, 1, 2], -1, Cause((1, 2))),
        ([2, 1, 3], -1, Cause((1,))),
        ([2, 2, 1], +1, Cause((1,), is_level=True)),
        ([1, 2, 1], -1, Cause((2,), is_level=True)),
        ([1, 1, 3], +1, Cause((2,))),
        ([1, 1, 3], -1, None),
        ([2, 1, 2], +1, None),
        ([3, 1, 2], 0, None),
    ],
    ids=[
        "everyone beaten",
        "everyone beaten, the best placed first",
        "only a weaker one beaten",
        "everyone ahead",
        "only a stronger one ahead",
        "level with a stronger one and nobody beaten",
        "level with a weaker one and nobody ahead",
        "a weaker one beaten and level with a stronger one",
        "level with a stronger one",
        "level with a weaker one",
        "no change",
    ],
)
def test_a_change_has_a_cause(places: list[int], change: int, expected: Cause | None) -> None:
    assert cause(places, change) == expected


def test_someone_of_whom_no_rating_is_known_is_a_cause_by_their_place_alone() -> None:
    assert cause_of(0, [2, 1, 2], [OWN, None, None], OWN - 1) == Cause((1,))
    assert cause_of(0, [1, 1, 1], [OWN, None, ABOVE], OWN + 1) == Cause((2,), is_level=True)
