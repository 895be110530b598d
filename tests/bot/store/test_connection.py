"""Opening a database: SQLite's settings, and migrations from any version."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.store.connection
from bot.share import SHARD_SHIFT, Served
from bot.store.connection import MIGRATIONS, migrate, open_database, reader
from bot.store.processes import Heartbeat
from bot.store.results import First
from bot.store.schema import metadata, moves
from bot.store.statistics import PersonQuery, StatisticsStore
from bot.store.store import Store
from bot.tables.table import NAMES, Robot
from tests.bot.people import ANA, draft


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a new database, in a folder that doesn't exist yet."""
    return tmp_path / "data" / "finte.sqlite3"


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def make_older(file: Path, schema: str, *statements: str) -> None:
    """Makes a database as a former version has left it."""
    file.parent.mkdir(exist_ok=True)
    older = create_engine(f"sqlite:///{file}")
    with older.begin() as db:
        migrate(db, schema)
        for statement in statements:
            db.exec_driver_sql(statement)
    older.dispose()


async def pragmas(engine: AsyncEngine, *names: str) -> list[object]:
    async with engine.connect() as db:
        return [(await db.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in names]


async def test_sqlite_keeps_what_it_has_acknowledged_and_needs_no_temporary_folder(file: Path) -> None:
    async with open_database(url(file)) as engine:
        table = await Store(engine).open(draft(ANA))
        kept = await pragmas(engine, "foreign_keys", "journal_mode", "synchronous", "busy_timeout", "temp_store")
        assert kept == [1, "wal", 2, 5000, 2]
        assert await pragmas(reader(engine), "temp_store", "query_only") == [2, 1]

    async with open_database(url(file)) as engine:
        assert await Store(engine).table(table.id) == table


async def test_an_error_of_the_database_quotes_no_move(engine: AsyncEngine) -> None:
    with pytest.raises(IntegrityError) as error:
        async with engine.begin() as db:
            await db.execute(insert(moves).values(match_id=404, number=0, seat=0, text="roll 1 2 3 4 5"))

    assert "roll" not in str(error.value)


async def test_the_migrations_lead_to_the_schema(engine: AsyncEngine) -> None:
    is_sqlite = engine.dialect.name == "sqlite"  # PostgreSQL can't compare the default of a JSON column

    def differences(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": is_sqlite}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    async with engine.connect() as db:
        assert await db.run_sync(differences) == []


async def test_computer_players_of_before_get_names_of_their_own(engine: AsyncEngine, store: Store) -> None:
    tables = [await store.open(draft(ANA, *[Robot("easy")] * 5)) for _ in range(30)]

    def upgrade(connection: Connection) -> None:
        revision = ScriptDirectory(str(MIGRATIONS)).get_revision("0009")
        assert revision is not None
        connection.exec_driver_sql("UPDATE sitters SET name = NULL WHERE computer IS NOT NULL")
        with Operations.context(MigrationContext.configure(connection)):
            revision.module.upgrade()

    async with engine.begin() as db:
        await db.run_sync(upgrade)
    for table in await store.tables([table.id for table in tables]):
        ana, *robots = table.sitters
        names = {robot.name for robot in robots}
        assert ana == ANA
        assert names <= set(NAMES)
        assert len(names) == len(robots)


async def test_a_failed_migration_leaves_nothing_behind_even_in_a_folder_with_a_percent_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrations, file = tmp_path / "100% finte" / "migrations", tmp_path / "finte.sqlite3"
    shutil.copytree(MIGRATIONS, migrations)
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    failing = migrations / "versions" / "9999_failing.py"
    failing.write_text(
        f'from alembic import op\n\nrevision = "9999"\ndown_revision = "{newest}"\n\n\n'
        "def upgrade() -> None:\n"
        '    op.execute("CREATE TABLE half (id INTEGER)")\n'
        '    op.execute("CREATE TABLE half (id INTEGER)")\n'
    )
    monkeypatch.setattr(bot.store.connection, "MIGRATIONS", migrations)

    with pytest.raises(OperationalError, match="already exists"):
        async with open_database(url(file)):
            pass

    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == []
    failing.unlink()
    async with open_database(url(file)) as engine:
        assert await Store(engine).open(draft(ANA))


async def test_a_database_of_the_first_days_gets_the_column_that_its_first_migration_lacked(file: Path) -> None:
    make_older(file, "0009", "ALTER TABLE matches DROP COLUMN is_drawn")

    async with open_database(url(file)) as engine:
        table = await Store(engine).open(draft(ANA))
        await Store(engine).note_drawn(table.id)


OLD_TABLE = """
INSERT INTO matches (game, rules_version, options, capacity, phase, guild_id, channel_id, host_id, version, changed_at,
    credited) VALUES ('bluff', 1, '{{}}', 2, '{phase}', {guild_id}, 1, 1, 1, 800, {credited})
"""


async def test_open_tables_of_before_there_were_service_clocks_keep_what_they_were_to_get_back(file: Path) -> None:
    shard = 1 << SHARD_SHIFT
    tables = ((0, 6, "playing"), (shard, 7, "lobby"), (shard, 8, "playing"), (0, 6, "over"))
    make_older(
        file,
        "0023",
        "INSERT INTO life (id, alive_at, shard_count) VALUES (1, 900, 2), (-2, 850, 2)",
        "INSERT INTO gaps (number, seconds, shard, shard_count) VALUES (7, 5, 0, 1), (8, 20, 1, 2)",
        *(OLD_TABLE.format(guild_id=guild_id, credited=credited, phase=phase) for guild_id, credited, phase in tables),
    )

    async with open_database(url(file)) as engine:
        found = await Store(engine).tables(range(1, 5))
        beats = await Heartbeat(engine).own_beats()
    # A gap of 5 seconds, one of 20, and 50 in which the second shard was away.
    assert [table.service_offset for table in found] == [-5, -70, -50, 0]
    assert beats == [Served(0, 2, 900)]


OF_OLDER_SUMS = """
INSERT INTO matches (id, game, rules_version, options, capacity, phase, guild_id, channel_id, host_id, version,
    changed_at) VALUES (7, 'bluff', 1, '{}', 2, 'over', 10, 1, 1, 1, 800);
INSERT INTO endings (number, match_id, is_everywhere) VALUES (3, 7, 0);
INSERT INTO players (community_id, user_id, name) VALUES (10, 1, 'Ana');
INSERT INTO results (match_id, user_id, community_id, game, field, won, points, ended_at, number, rating_before,
    rating_after, rank_before, rank_after) VALUES (7, 1, 10, 'bluff', 'people', 1, 1, 800, 3, 1000, 1100, NULL, 1);
UPDATE progress SET counted = 3;
INSERT INTO rankings (id, community_id, game, field, period, day) VALUES
    (1, 10, 'bluff', 'people', 'all', 0), (2, 10, '', 'people', 'all', 0);
INSERT INTO standings (ranking_id, user_id, matches, wins, points, rated, opponents, mu, sigma, rating, strength,
    is_listed) VALUES (1, 1, 7, 1, 1, 6, 0, 30, 5, 1600, -998400, 1), (2, 1, 7, 1, 1, 6, 0, 30, 5, 1600, -998400, 1);
INSERT INTO opponents (community_id, user_id, game, opponent_id, matches, ahead, behind) VALUES
    (10, 1, 'bluff', 2, 1, 1, 0), (10, 1, 'bluff', 3, 1, 1, 0), (10, 1, 'faehrte', 3, 1, 1, 0),
    (10, 1, 'faehrte', 4, 1, 1, 0);
INSERT INTO honours (community_id, user_id, game, kind, match_id) VALUES
    (10, 1, 'bluff', 'win', 7), (10, 1, '', 'ten finished', 7), (10, 1, 'bluff', 'win against hard', NULL);
"""
"""Somebody's last match was one they have left: the older version has forgotten how many opponents they had met."""


async def test_what_older_versions_had_added_up_is_shown_as_before(file: Path) -> None:
    make_older(file, "0024", *OF_OLDER_SUMS.split(";\n"))

    async with open_database(url(file)) as engine:
        statistics = await StatisticsStore(engine).read(PersonQuery(10, 1, ""))
        changes, firsts = await Store(engine).aftermath(7)

    of_bluff, of_all = (statistics.by_game[game, "people"] for game in ("bluff", ""))
    assert (of_bluff.opponents, of_bluff.is_provisional) == (2, True)
    assert (of_all.opponents, of_all.is_provisional) == (3, False)
    assert changes[1].rating_after == 1100
    assert firsts == {1: (First("ten finished", ""), First("win", "bluff"))}
    assert statistics.firsts == (*firsts[1], First("win against hard", "bluff"))
