"""Ratings, and how a match changes them: the published rule.

Ratings follow openskill's Plackett-Luce model, except that a shared place counts as the mean of all orders in which
those who share it could have finished. Three rules work against farming. Rated matches of the same two people
within a day weigh less and less. A foregone conclusion counts for nobody: somebody far above an opponent gains nothing
by beating them. And opponents with provisional ratings don't count for people whose ratings are settled.
docs/ratings.md shows what each rule achieves.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, fsum, hypot, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from bot.tables.clock import DAY_SECONDS
from bot.tables.standings import field_of, places_of
from bot.tables.table import Person, Table
from games.core import Outcome, Seat

MEETINGS_SECONDS: Final = DAY_SECONDS
"""For how long a rated match makes later ones of the same two people count less. Units: seconds."""

PROVISIONAL_MATCHES: Final = 5
LEAST_OPPONENTS: Final = 3
"""With fewer rated matches, or fewer different people met in them, a rating is provisional."""

FOREGONE: Final = 12.5
"""From this lead on, a win over somebody changes nothing. Units: those of mu; 500 points of what players read.

Of two players this far apart, the stronger one wins nine matches in ten.
"""

_MODEL: Final = PlackettLuce()
BETA: Final = _MODEL.beta
"""How much luck there is in one player's result, in the units of mu."""

_SURE: Final = 3.0
"""The standard deviations that the shown rating stays below the estimate."""

_BASE: Final = 1000
_SCALE: Final = 40.0


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be: a mean and its standard deviation."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The number that players read: an estimate that is very likely too low. A newcomer's is 1000."""
        return round(_BASE + _SCALE * (self.mu - _SURE * self.sigma))


NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)


def computer_rating(mu: float) -> Rating:
    """The rating of a computer player, which no match changes: how strong it is has been measured."""
    return Rating(mu, 0.0)


@dataclass(frozen=True, slots=True)
class Change:
    """Change of somebody's rating and rank, as shown. There was no rank before if the rating was provisional.

    After the match, the rating comes from `rated` matches and, among people, from this many different `opponents`; both
    are None where nobody has noted them.
    """

    rating_before: int
    rating_after: int
    rank_before: int | None
    rank_after: int
    is_provisional: bool = False
    rated: int | None = None
    opponents: int | None = None

    @property
    def was_provisional(self) -> bool:
        """Whether the rating was provisional before the match. Matches of older versions have a rank nevertheless."""
        return self.rated is not None and (self.rank_before is None or self.rated <= PROVISIONAL_MATCHES)


class Rated(NamedTuple):
    """Seats that are rated against each other, in their order, and each one's place."""

    seats: tuple[Seat, ...]
    places: tuple[int, ...]


class Cause(NamedTuple):
    """The rivals whose places explain why a rating changed, as indices among those rated, the best placed first.

    They are all who finished ahead, or all who finished behind; if `is_level`, they share the player's place although
    the ratings said otherwise.
    """

    rivals: tuple[int, ...]
    is_level: bool = False


def rated(
    ratings: Sequence[Rating],
    places: Sequence[int],
    weights: Sequence[float],
    fixed: Container[int] = (),
    provisional: Container[int] = (),
    *,
    foregone: float = FOREGONE,
) -> list[Rating]:
    """The ratings after a match. Those at the indices in `fixed` stay as they are.

    Equal places are ties. A weight of 0 leaves a rating as it is, 1 moves it all the way, if every opponent counts.
    `provisional` has the indices of those whose ratings were provisional before the match.
    Raises: ValueError if the lengths differ, or there are fewer than two players.
    """
    if not len(ratings) == len(places) == len(weights) >= 2:
        raise ValueError(f"{len(ratings)} ratings, {len(places)} places, {len(weights)} weights")

    def counts(own: int, other: int) -> bool:
        lead, is_ahead = ratings[own].mu - ratings[other].mu, places[own] < places[other]
        is_expected = (lead > 0) == is_ahead and places[own] != places[other]
        return not (is_expected and abs(lead) >= foregone) and (own in provisional or other not in provisional)

    is_shared = len(set(places)) < len(places)
    moved = _moved_with_ties(ratings, places) if is_shared else _moved(ratings, places)
    after = list(ratings)
    for own, new in enumerate(moved):
        if own not in fixed:
            part = weights[own] * fmean(counts(own, other) for other in range(len(ratings)) if other != own)
            before = ratings[own]
            after[own] = Rating(
                before.mu + part * (new.mu - before.mu), before.sigma + part * (new.sigma - before.sigma)
            )
    return after


class Pull(NamedTuple):
    """Slope and downward bend of a result's log-likelihood, by mu / c: they move a player's rating."""

    slope: float
    bend: float


def pulls(strengths: Sequence[float], places: Sequence[int]) -> list[Pull]:
    """Finds each rating's pull, on average over all orders in which those who share a place could have finished.

    Plackett-Luce fills the places one by one, and who fills the next one depends only on the set of those left, not on
    their order so far. So this goes through sets, at most 63 for six players, instead of 720 orders.
    `strengths` are exp(mu / c). Equal players who share a place get exactly equal pulls.
    """
    chances: list[list[tuple[float, float]]] = [[] for _ in places]  # how likely a set is, and to be next in it
    for place in sorted(set(places)):
        level = [player for player, own in enumerate(places) if own == place]
        behind = [player for player, own in enumerate(places) if own > place]
        for size in range(1, len(level) + 1):
            for left in combinations(level, size):
                total = fsum(strengths[player] for player in (*left, *behind))
                for player in (*left, *behind):
                    chances[player].append((1 / comb(len(level), size), strengths[player] / total))
    return [
        Pull(
            slope=1 - fsum(part * chance for part, chance in own),
            bend=fsum(part * chance * (1 - chance) for part, chance in own),
        )
        for own in chances
    ]


def _moved(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match that counts in full, if nobody shares a place."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    return [Rating(new.mu, new.sigma) for (new,) in _MODEL.rate(teams, ranks=[float(place) for place in places])]


def _moved_with_ties(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The same if some do: the mean of mu and of sigma squared over all orders.

    openskill's own rule divides by the number of those who share a place, so a lower place can gain more than a shared
    first one. Source: Weng and Lin (2011), algorithm 4.
    """
    sigmas = [hypot(one.sigma, _MODEL.tau) for one in ratings]
    c = hypot(*sigmas, *(BETA for _ in ratings))
    found = pulls([exp(one.mu / c) for one in ratings], places)
    return [
        Rating(
            one.mu + sigma**2 / c * pull.slope,
            sigma * sqrt(max(1 - (sigma / c) ** 3 * pull.bend, _MODEL.kappa)),
        )
        for one, sigma, pull in zip(ratings, sigmas, found, strict=True)
    ]


def weight(meetings: Sequence[int]) -> float:
    """How far a match moves a player's rating: the mean over their opponents of 1 / n.

    For each opponent, n >= 1 counts the rated matches of this pair in this game within `MEETINGS_SECONDS`, this
    one included. Empty against computer players, which always counts fully: nobody can lose to you on purpose.
    """
    return fmean(1 / meeting for meeting in meetings) if meetings else 1.0


def is_provisional(matches: int, opponents: int | None) -> bool:
    """Whether a rating still says little. `opponents` counts different people; None against the computer."""
    return matches < PROVISIONAL_MATCHES or (opponents is not None and opponents < LEAST_OPPONENTS)


BEHIND: Final = 1_000_000
"""By how much everyone provisional is behind the others. No rating comes near it."""


def strength(rating: Rating, *, provisional: bool) -> int:
    """Order of people: the shown rating, behind all others while it is provisional."""
    return rating.shown - (BEHIND if provisional else 0)


def shown_rating(strength: int) -> tuple[int, bool]:
    """The shown rating that this strength comes from, and whether it's provisional."""
    is_provisional = strength < -BEHIND // 2
    return strength + BEHIND * is_provisional, is_provisional


def rated_places(table: Table, outcome: Outcome) -> Rated:
    """Seats that are rated against each other: the people, or one person and the computer players.

    Places count from 1 among those rated. Empty for a lesson, and for a match that was neither played out nor settled.
    """
    if table.is_solo or not table.is_decided:
        return Rated((), ())
    among_people = field_of(table) == "people"
    rivals = [
        (Seat(seat), place)
        for seat, (sitter, place) in enumerate(zip(table.sitters, places_of(table, outcome), strict=True))
        if isinstance(sitter, Person) or not among_people
    ]
    places = [place for _, place in rivals]
    among_them = tuple(1 + sum(other < place for other in places) for place in places)
    return Rated(tuple(seat for seat, _ in rivals), among_them)


def cause_of(own: int, places: Sequence[int], before: Sequence[int | None], after: int) -> Cause | None:
    """Why a player's rating changed: everyone they beat if it rose, everyone who was ahead if it fell.

    Or else everyone stronger, or weaker, with whom they share a place. `own` is an index among those rated; ratings are
    the shown numbers. None if the player's did not change, or if no one's place explains the change.
    """
    known = before[own]
    assert known is not None
    sign = (after > known) - (after < known)
    others = sorted(range(len(places)), key=places.__getitem__)
    if apart := tuple(other for other in others if sign * (places[other] - places[own]) > 0):
        return Cause(apart)
    shown = [(other, before[other]) for other in others if places[other] == places[own]]
    level = tuple(other for other, rating in shown if rating is not None and sign * (rating - known) > 0)
    return Cause(level, is_level=True) if level else None
