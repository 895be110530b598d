"""What a match has done to people's ratings and ranks, and why, in words. Pure; knows no game by name."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.matches.ended import fixed_rating
from bot.matches.match import Match
from bot.store import Change
from bot.tables.ratings import NEWCOMER, Cause, cause_of, rated_places
from bot.tables.table import Robot
from bot.words import Words, phrase
from cogs.parts.names import name
from cogs.parts.provisional import provisional, start
from games.core import Outcome, Seat

_Why = Mapping[tuple[bool, bool], str]
"""Sentences by whether the player finished ahead of the rival, and whether the ratings said otherwise."""

_TOLD_TO_PLAYER: _Why = {
    (True, True): phrase("{change} · you beat {rival}, rated above you"),
    (True, False): phrase("{change} · you beat {rival}"),
    (False, True): phrase("{change} · {rival}, rated below you, finished ahead"),
    (False, False): phrase("{change} · {rival} finished ahead"),
}

_LEVEL: Mapping[bool, str] = {
    True: phrase("{change} · you shared a place with {rival}, rated above you"),
    False: phrase("{change} · you shared a place with {rival}, rated below you"),
}
"""Sentences about a rival on the same place, by whether the rating rose."""


def told_to_all(match: Match, seat: Seat, say: Words) -> tuple[str, ...]:
    """How the rating and rank of the person in this seat have changed, for the board. Shape: empty if unrated.

    Why they have is said in the player's panel: with the reasons of six people, a board could exceed Discord's limit.
    """
    change = _change(match, seat)
    return () if change is None else (say("rating {change}", change=_points(change)), *_now(change, say))


def told_to_player(match: Match, outcome: Outcome, seat: Seat, say: Words) -> tuple[str, ...]:
    """The same for their own panel. Shape: why, then the new rating and rank; empty if unrated.

    Also until when the rating is provisional, and after the first match where it started.
    """
    change = _change(match, seat)
    if change is None:
        return ()
    lead = say("Rating {change}", change=_points(change))
    facts = list(_now(change, say))
    if change.is_provisional and change.rated is not None:
        facts = [say("now {rating}", rating=change.rating_after), provisional(change.rated, change.opponents, say)]
    if change.rank_before is None and change.rating_before == NEWCOMER.shown:
        facts.append(start(say))
    return _why(match, outcome, seat, _TOLD_TO_PLAYER, lead, say), " · ".join(facts)


def signed(points: int) -> str:
    """A change of a rating, with its sign: "+12", "−7" or "±0"."""
    return f"{points:+}".replace("-", "−") if points else "±0"


def rating(change: Change, say: Words) -> str:
    """The rating after a match."""
    if change.is_provisional:
        return say("now {rating}, still provisional", rating=change.rating_after)
    return say("now {rating}", rating=change.rating_after)


def rank(change: Change, say: Words) -> str:
    """The rank after a match, and the one before it if that was another."""
    if change.rank_before in {None, change.rank_after}:
        return say("#{rank} on the leaderboard", rank=change.rank_after)
    before = change.rank_before or 0
    if change.rank_after < before:
        return say("#{rank} on the leaderboard, up from #{before}", rank=change.rank_after, before=before)
    return say("#{rank} on the leaderboard, down from #{before}", rank=change.rank_after, before=before)


def _now(change: Change, say: Words) -> tuple[str, ...]:
    """The rating and the rank after a match. Shape: no rank while the rating is provisional, since it says nothing."""
    return (rating(change, say),) if change.is_provisional else (rating(change, say), rank(change, say))


def _points(change: Change) -> str:
    return f"**{signed(change.rating_after - change.rating_before)}**"


def _why(match: Match, outcome: Outcome, seat: Seat, sentences: _Why, lead: str, say: Words) -> str:  # noqa: PLR0917
    """By how much the rating has changed, which is the `lead`, and because of whom."""
    change = _change(match, seat)
    assert change is not None
    found = _cause(match, outcome, seat, change)
    if found is None:
        return lead
    rival = name(match.table, found.seat, say)
    has_risen = change.rating_after > change.rating_before
    cause = found.cause
    sentence = _LEVEL[has_risen] if cause.is_level else sentences[cause.has_beaten, cause.is_surprise]
    return say(sentence, change=lead, rival=rival)


class _Found(NamedTuple):
    """Why a rating has changed, and the seat of the player who explains it."""

    cause: Cause
    seat: Seat


def _cause(match: Match, outcome: Outcome, seat: Seat, change: Change) -> _Found | None:
    rated = rated_places(match.table, outcome)
    before = {other: _rating_before(match, other) for other in rated.seats}
    known = [(other, place, before[other]) for other, place in zip(*rated, strict=True) if before[other] is not None]
    seats = [other for other, _, _ in known]
    ratings = [shown for _, _, shown in known if shown is not None]
    cause = cause_of(seats.index(seat), [place for _, place, _ in known], ratings, change.rating_after)
    return _Found(cause, seats[cause.rival]) if cause else None


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
