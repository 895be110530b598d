"""What matches counted for that ended in the past, worked out from their logs alone."""

from collections.abc import Sequence

from bot.matches.match import replay_with_figures
from bot.tables.match_result import MatchResult, ending_of
from bot.tables.standings import settled_outcome
from bot.tables.table import Table
from games.core import Move


def stored_ending(table: Table, log: Sequence[Move]) -> MatchResult | None:
    """What a match counts for that ended in the past. Shape: None if it counts for nobody.

    Raises: whatever the game raises for a log it cannot replay.
    """
    state, figures = replay_with_figures(table, log)
    if not table.is_decided:
        return ending_of(table, None, figures)
    return ending_of(table, settled_outcome(table) if table.phase == "settled" else state.outcome, figures)
