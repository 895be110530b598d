"""A match that has closed: who played, which places they took, and what it counts for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.clock import Pace
from bot.tables.periods import DailyScore
from bot.tables.ratings import Rated, Rating, computer_rating, rated_places
from bot.tables.standings import Field, Result, field_of, results_of, results_of_leavers
from bot.tables.table import Robot, Sitter, Table
from games.catalogue import GAMES
from games.core import Outcome, Seat
from games.figures import RunningFigures


@dataclass(frozen=True, slots=True)
class Participant:
    """One seat of the match: a person with a `user_id`, or a computer player with a `level` and its fixed `rating`.

    `place` is among those rated, None if the seat isn't. `result` is None if the match doesn't count for this person.
    `has_finished`: they were there at the end of a match that was decided. `figures` maps the game's keys to
    (total, count).
    """

    user_id: int | None = None
    level: str | None = None
    rating: Rating | None = None
    place: int | None = None
    result: Result | None = None
    has_finished: bool = False
    figures: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has closed and counts for somebody. `participants` has one entry a seat, in their order."""

    match_id: int
    community_id: int
    game: str
    field: Field
    pace: Pace
    ended_at: int
    participants: tuple[Participant, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """Result of each person for whom the match counts."""
        return tuple(participant.result for participant in self.participants if participant.result)

    @property
    def rated(self) -> tuple[Participant, ...]:
        """Those who are rated against each other; empty if the match isn't rated."""
        return tuple(participant for participant in self.participants if participant.place is not None)


def ending_of(table: Table, outcome: Outcome | None, figures: RunningFigures) -> MatchResult | None:
    """Result of a closed match; None if it counts for nobody, as a lesson or a daily match.

    Without an outcome it was closed early: a loss for each player who left.
    """
    results = results_of(table, outcome) if outcome else results_of_leavers(table)
    if not results:
        return None
    rated, by_person = rated_places(table, outcome) if outcome else Rated((), ()), {one.user_id: one for one in results}
    places = dict(zip(rated.seats, rated.places, strict=True))

    def participant(seat: Seat, sitter: Sitter) -> Participant:
        if isinstance(sitter, Robot):
            return Participant(level=sitter.level, rating=fixed_rating(table, sitter), place=places.get(seat))
        tallies = figures.tallies[seat] if outcome else {}
        return Participant(
            user_id=sitter.user_id,
            place=places.get(seat),
            result=by_person.get(sitter.user_id),
            has_finished=table.is_decided and table.is_here(seat),
            figures={key: (one.total, one.count) for key, one in tallies.items()},
        )

    return MatchResult(
        match_id=table.id,
        community_id=table.place.community_id,
        game=table.game,
        field=field_of(table),
        pace=table.pace,
        ended_at=table.changed_at,
        participants=tuple(participant(Seat(seat), sitter) for seat, sitter in enumerate(table.sitters)),
    )


def score_of(table: Table, outcome: Outcome | None) -> DailyScore | None:
    """The player's score in a daily match; None for any other match, and while there's no outcome."""
    if outcome is None or table.day is None:
        return None
    (seat,) = table.seats_of_people
    return DailyScore(outcome.places[seat], outcome.scores[seat])


def fixed_rating(table: Table, robot: Robot) -> Rating:
    """The rating of a computer player at a table."""
    return computer_rating(GAMES[table.game].ratings[robot.level])
