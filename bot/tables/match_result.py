"""What is known about a match once it has closed: who played, which places they took, and what it counts for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.clock import Pace
from bot.tables.ratings import Rating
from bot.tables.standings import Field, Result


@dataclass(frozen=True, slots=True)
class Participant:
    """One seat of the match.

    Shape: `place` among those rated, None if the seat isn't rated. A computer player has a `level` and its fixed
    `rating`, a person a `user_id`, and a `result` if the match counts for them. `has_finished`: they were there at the
    end of a match that was decided. `figures` maps keys of the game to (total, count).
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
    """A match that has closed and counts for somebody. Shape: `participants` has one entry a seat, in their order."""

    match_id: int
    community_id: int
    game: str
    field: Field
    pace: Pace
    ended_at: int
    participants: tuple[Participant, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """What the match counts for each person it counts for."""
        return tuple(participant.result for participant in self.participants if participant.result)

    @property
    def rated(self) -> tuple[Participant, ...]:
        """Those who are rated against each other. Shape: empty if the match is not rated."""
        return tuple(participant for participant in self.participants if participant.place is not None)
