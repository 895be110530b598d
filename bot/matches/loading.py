"""Loads matches from the database: a table's row, and the replay of its moves."""

from bot.errors import MatchOver
from bot.matches.ended import ending_without_places, with_changes
from bot.matches.match import Match, from_log
from bot.matches.replaying import replay_with_figures
from bot.store import Store
from bot.tables.table import Phase, Table
from bot.tables.timekeeping import QuietHours, wind
from games.catalogue import GAMES
from games.core import NOBODY
from games.values import replace


async def load(store: Store, match_id: int, *, now: int, quiet: QuietHours) -> Match:
    """The stored match. If the rules of its game have changed, it's closed. Raises: MatchOver if there is none."""
    table = await store.table(match_id)
    if table is None:
        raise MatchOver
    log = await store.log(match_id)
    if not log:
        return Match(table)
    if table.rules_version != GAMES[table.game].game.rules_version:
        if table.is_open:
            table = closed(table, "outdated", now)
            await store.close(table, ending_without_places(table))
        return Match(replace(table, phase="outdated"))
    state, figures = replay_with_figures(table, log)
    if not table.clocks:  # the match began before tables had clocks
        table = table.with_new_clocks()
        to_act = state.to_act if table.is_open else NOBODY
        table = replace(table, clocks=wind(table, NOBODY, to_act, now, quiet))
    match = from_log(table, state, log, await store.seal(match_id))
    return await with_changes(store, replace(match, figures=figures))


def next_version(table: Table, now: int) -> Table:
    """The next version of a table that is changed now."""
    return replace(table, version=table.version + 1, changed_at=now)


def closed(table: Table, phase: Phase, now: int) -> Table:
    """The table at its end, with all clocks stopped."""
    clocks = tuple(clock.stopped() for clock in table.clocks)
    return replace(next_version(table, now), phase=phase, clocks=clocks, hold=None, removed=())
