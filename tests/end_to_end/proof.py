"""What holds after every fault: nothing acknowledged is lost, nothing counts twice, and the match can be finished."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from bot.store.connection import open_database
from bot.store.database import Database
from bot.store.results import recount
from bot.store.schema import results
from bot.store.tables import IS_OPEN, log_of, tables_where
from bot.tables.match_result import MatchResult
from localcord import Localcord
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.ledger import Ledger, check, stored
from tests.end_to_end.tables import Table
from tests.endings import stored_ending


class Proof:
    """Records what the bot acknowledges from now on, and checks it."""

    def __init__(self, discord: Localcord, database: Path) -> None:
        self._discord = discord
        self._database = database
        self._ledger = Ledger(discord)

    def check(self) -> None:
        """Checks that the stored log replays, and has each acknowledged action exactly once."""
        check(self._ledger, self._database)

    async def finish(self, *tables: Table, channel_id: str | None = None, is_listed: bool = True) -> None:
        """Plays these matches on to their end, checks all of it, and that the results count once.

        Shape: the players ask for their panels in `channel_id`, by default where the board is; `is_listed` tells
        whether the leaderboard there lists them.
        """
        self.check()
        for table in tables:
            for person in table.people:
                assert (await person.command("table", channel_id=channel_id)).answered
            await self._play_on(table)
        self.check()
        assert {match.phase for match in stored(self._database)} == {"over"}
        if is_listed:
            assert await counted(self._discord, channel_id) == played(self._discord, self._database)
        assert await wrong_sums(self._database) == []

    async def _play_on(self, table: Table) -> None:
        rng = Random(1)
        while True:
            await table.until(lambda: table.asked or self._is_over(table))
            person = table.asked
            if person is None or self._is_over(table):
                return
            await table.act(person, rng)

    def _is_over(self, table: Table) -> bool:
        return any(match.phase == "over" for match in stored(self._database) if match.id == int(table.match_id))


async def wrong_sums(database: Path) -> list[str]:
    """Which results differ from what the stored logs come to, and which ratings from what the results add up to."""
    async with open_database(f"sqlite+aiosqlite:///{database}") as engine:
        found = [str(difference) for difference in await recount(engine, repairs=False)]
        return found + await Database.of(engine).read(lambda db: [*_wrong_results(db)])


def _wrong_results(db: Connection) -> Iterator[str]:
    for table in tables_where(db, ~IS_OPEN):
        ending = stored_ending(table, log_of(db, table.id))
        found = db.execute(select(*_RESULT).where(results.c.match_id == table.id).order_by(results.c.seat)).all()
        if any(row.has_finished is None for row in found):
            continue  # an older version stored it, without details
        right = [_result(ending, seat) for seat, one in enumerate(ending.participants) if one.result] if ending else []
        if list(map(tuple, found)) != right:
            yield f"match {table.id}: {found} is stored, but its log comes to {right}"


_RESULT = [
    results.c[name]
    for name in ("user_id", "seat", "field", "pace", "won", "points", "place", "has_finished", "figures")
]


def _result(ending: MatchResult, seat: int) -> tuple[object, ...]:
    one = ending.participants[seat]
    assert one.user_id is not None
    assert one.result is not None
    figures = {key: [*sums] for key, sums in one.figures.items()} if one.has_finished and one.user_id > 0 else None
    won, points = int(one.result.won), one.result.points
    return (one.user_id, seat, ending.field, ending.pace, won, points, one.place, one.has_finished, figures)


async def counted(discord: Localcord, channel_id: str | None = None) -> Counter[str]:
    """How many matches the leaderboard counts for each person."""
    lines = await leaderboard(discord.person("Ana"), "people", channel_id=channel_id)
    return Counter({name: matches for name, _, _, matches in lines})


def played(discord: Localcord, database: Path) -> Counter[str]:
    """How many matches each person has played to the end, by their logs."""
    names = {int(person.id): person.user.name for person in discord.people}
    over = [match for match in stored(database) if match.phase == "over"]
    return Counter(names[user_id] for match in over for user_id in match.people if user_id is not None)
