"""Works out from its table and its log what a closed match counts for. Knows no game by name."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.logs import outline
from bot.matches.match import Match
from bot.matches.replaying import replay_with_figures
from bot.store import Aftermath, Store
from bot.tables.dailies import Score
from bot.tables.ending import Ending, Entrant
from bot.tables.ratings import Rated, Rating, computer_rating, rated_places
from bot.tables.standings import Result, field_of, results_of, results_of_leavers, settled_outcome
from bot.tables.table import Robot, Table
from games.catalogue import GAMES
from games.core import Move, Outcome, Seat
from games.figures import RunningFigures, Tally

logger = logging.getLogger(__name__)


def ending_of(table: Table, outcome: Outcome | None, figures: RunningFigures) -> Ending | None:
    """What a match counts for that has ended with these places, and with the figures of all its moves.

    Shape: None for lessons and daily matches, and while there is no outcome.
    """
    if outcome is None:
        return None
    results = results_of(table, outcome)
    return _ending(table, results, rated_places(table, outcome), figures.tallies) if results else None


def score_of(table: Table, outcome: Outcome | None) -> Score | None:
    """What somebody has reached in a daily match. Shape: None for any other match, and while it has no outcome."""
    if outcome is None or table.day is None:
        return None
    (seat,) = table.seats_of_people
    return Score(outcome.places[seat], outcome.scores[seat])


def ending_without_places(table: Table) -> Ending | None:
    """What a match counts for that was closed before its end: a defeat for those who have left it, if anyone has."""
    results = results_of_leavers(table)
    return _ending(table, results, Rated((), ()), ()) if results else None


def stored_ending(table: Table, log: Sequence[Move]) -> Ending | None:
    """What a match counts for that ended in the past. Shape: None if older rules have given its places.

    Raises: whatever the game raises for a log it cannot replay.
    """
    if not table.is_decided:
        return ending_without_places(table)
    if table.rules_version != GAMES[table.game].game.rules_version:
        return None
    state, figures = replay_with_figures(table, log)
    outcome = settled_outcome(table) if table.phase == "settled" else state.outcome
    return ending_of(table, outcome, figures)


async def with_changes(store: Store, match: Match, aftermath: Aftermath | None = None) -> Match:
    """The match with what it has done to ratings and ranks, and with its firsts; without if they can't be read.

    Shape: `aftermath` is None if it has to be read.
    """
    table = match.table
    if not table.is_decided or table.is_solo:
        return match
    try:
        changes, firsts = await store.aftermath(table.id) if aftermath is None else aftermath
        return replace(match, changes=changes, firsts=firsts)
    except Exception as error:  # noqa: BLE001 - the match has ended, and can be shown without its changes
        logger.error("table %d: the changes of ratings could not be read: %s", table.id, outline(error))
        return match


def _ending(table: Table, results: Iterable[Result], rated: Rated, figures: Sequence[Mapping[str, Tally]]) -> Ending:
    places = dict(zip(rated.seats, rated.places, strict=True))
    return Ending(
        match_id=table.id,
        community_id=table.place.community_id,
        game=table.game,
        field=field_of(table),
        pace=table.pace,
        ended_at=table.changed_at,
        entrants=tuple(_entrants(table, results, places, figures)),
    )


def _entrants(
    table: Table, results: Iterable[Result], places: Mapping[Seat, int], figures: Sequence[Mapping[str, Tally]]
) -> Iterable[Entrant]:
    by_person = {result.user_id: result for result in results}
    for number, sitter in enumerate(table.sitters):
        seat = Seat(number)
        if isinstance(sitter, Robot):
            yield Entrant(level=sitter.level, rating=fixed_rating(table, sitter), place=places.get(seat))
            continue
        yield Entrant(
            user_id=sitter.user_id,
            place=places.get(seat),
            result=by_person.get(sitter.user_id),
            has_finished=table.is_decided and table.is_here(seat),
            figures={key: (one.total, one.count) for key, one in figures[seat].items()} if figures else {},
        )


def fixed_rating(table: Table, robot: Robot) -> Rating:
    """The rating of a computer player at a table."""
    return computer_rating(GAMES[table.game].ratings[robot.level])
