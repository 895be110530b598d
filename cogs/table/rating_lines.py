"""The effect of a match on people's ratings and ranks, and why, in words. Pure; knows no game by name.

While a rating is provisional, nobody reads a number of it: a newcomer's moves by hundreds of points and says little.
"""

from collections.abc import Mapping

from bot.matches.match import Match
from bot.matches.service import fixed_rating
from bot.tables.ratings import Change, cause_of, rated_places
from bot.tables.standings import field_of
from bot.tables.table import Robot
from bot.words import Words, phrase
from cogs.parts.provisional import placement
from cogs.parts.scores import joined_names
from games.core import Outcome, Seat

MOST_NAMES = 3
"""How many rivals a reason names."""

_REASONS: Mapping[tuple[str, bool], str] = {
    ("all", True): phrase("Rating {change} · you finished ahead of all {n}"),
    ("all", False): phrase("Rating {change} · all {n} finished ahead"),
    ("many", True): phrase("Rating {change} · you finished ahead of {n} others"),
    ("many", False): phrase("Rating {change} · {n} finished ahead"),
    ("few", True): phrase("Rating {change} · you finished ahead of {names}"),
    ("few", False): phrase("Rating {change} · {names} finished ahead"),
    ("level", True): phrase("Rating {change} · you shared a place with {names}, rated above you"),
    ("level", False): phrase("Rating {change} · you shared a place with {names}, rated below you"),
}
"""By how many rivals there are, or whether they share the place, and by whether the rating rose."""


def told_to_all(match: Match, seat: Seat) -> tuple[str, ...]:
    """How the rating of the person in this seat has changed, and their rank, for the board.

    Shape: empty if unrated or provisional, and for a match against computer players, which is nobody else's business.
    """
    change = _change(match, seat)
    if change is None or change.is_provisional or field_of(match.table) == "computer":
        return ()
    rating = f"→ {change.rating_after}" if change.was_provisional else f"{_points(change)} → {change.rating_after}"
    return (rating, f"#{change.rank_after}")


def told_to_player(match: Match, outcome: Outcome, seat: Seat, say: Words) -> tuple[str, ...]:
    """The same for their own panel. Shape: why, then the new rating and rank; empty if unrated.

    While the rating is provisional, it's only what is still missing.
    """
    change = _change(match, seat)
    if change is None:
        return ()
    if change.is_provisional:
        return (placement(change.rated, change.opponents, say),)
    now = say("now {rating}", rating=change.rating_after)
    if change.was_provisional:  # nobody has read what it has changed from
        return (say("Your rating shows from now on."), f"{now} · {_rank_now(change, say)}")
    return (_why(match, outcome, seat, change, say), f"{now} · {rank(change, say)}")


def signed(points: int) -> str:
    """A change of a rating, with its sign: "+12", "−7" or "±0"."""
    return f"{points:+}".replace("-", "−") if points else "±0"


def rank(change: Change, say: Words) -> str:
    """The rank after a match, and the one before it if that was another."""
    if change.rank_before in {None, change.rank_after}:
        return _rank_now(change, say)
    before = change.rank_before or 0
    if change.rank_after < before:
        return say("#{rank} on the leaderboard, up from #{before}", rank=change.rank_after, before=before)
    return say("#{rank} on the leaderboard, down from #{before}", rank=change.rank_after, before=before)


def _rank_now(change: Change, say: Words) -> str:
    return say("#{rank} on the leaderboard", rank=change.rank_after)


def _points(change: Change) -> str:
    return f"**{signed(change.rating_after - change.rating_before)}**"


def _why(match: Match, outcome: Outcome, seat: Seat, change: Change, say: Words) -> str:
    """The change of a rating, and because of whom: all of them by name, or none if they are many."""
    rated, points = rated_places(match.table, outcome), _points(change)
    before = [_rating_before(match, other) for other in rated.seats]
    cause = cause_of(rated.seats.index(seat), rated.places, before, change.rating_after)
    if cause is None:
        return say("Rating {change}", change=points)
    has_risen, count = change.rating_after > change.rating_before, len(cause.rivals)
    kind = "many" if count > MOST_NAMES else "few"
    if cause.is_level:
        kind = "level"
    elif MOST_NAMES <= count == len(rated.seats) - 1:
        kind = "all"
    names = joined_names(match.table, (rated.seats[rival] for rival in cause.rivals), say)
    return say(_REASONS[kind, has_risen], change=points, names=names, n=count)


def _rating_before(match: Match, seat: Seat) -> int | None:
    """The shown rating before the match. Shape: None for a person who has been forgotten since then."""
    sitter = match.table.sitters[seat]
    if isinstance(sitter, Robot):
        return fixed_rating(match.table, sitter).shown
    change = _change(match, seat)
    return change.rating_before if change else None


def _change(match: Match, seat: Seat) -> Change | None:
    sitter = match.table.sitters[seat]
    return None if isinstance(sitter, Robot) else match.changes.get(sitter.user_id)
