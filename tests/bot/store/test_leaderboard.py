"""The ranking: sums, ties, periods, pages, and the reader's own line."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Leaderboard, Ranking, RankingQuery, Store, open_database, reader
from bot.store.leaderboard import KEPT_SECONDS
from bot.tables.table import Person
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played
from tests.clock import Clock

ALL_TIME = RankingQuery(community_id=HERE.guild_id, field="people", game=None, since=0)


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def leaderboard(engine: AsyncEngine, clock: Clock) -> Leaderboard:
    return Leaderboard(engine, clock)


async def ask(
    leaderboard: Leaderboard,
    question: RankingQuery = ALL_TIME,
    *,
    reader: Person = ANA,
    first: int = 0,
    lines: int = 10,
) -> Ranking:
    return await leaderboard.ranking(question, reader=reader.user_id, first=first, lines=lines)


def ranks(ranking: Ranking) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in ranking.lines]


async def test_nobody_is_ranked_before_the_first_match(leaderboard: Leaderboard) -> None:
    assert await ask(leaderboard) == Ranking(lines=(), own=None, total=0)


async def test_a_line_sums_up_all_matches(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))
    await played((ANA, 0), (BEN, 1))

    line = (await ask(leaderboard)).lines[0]

    assert (line.name, line.matches, line.wins, line.points) == ("Ana", 2, 1, 2)


async def test_most_points_come_first(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 0), (BEN, 2), (CLEO, 1))

    assert ranks(await ask(leaderboard)) == [(1, "Ben"), (2, "Cleo"), (3, "Ana")]


async def test_of_equal_points_more_wins_come_first(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 0))
    await played((CLEO, 5), (ANA, 0), (BEN, 1))
    await played((BEN, 1), (CLEO, 5), (ANA, 0))

    assert ranks(await ask(leaderboard)) == [(1, "Cleo"), (2, "Ana"), (3, "Ben")]


async def test_of_equal_points_and_wins_fewer_matches_come_first(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (CLEO, 0))
    await played((ANA, 0), (CLEO, 1))
    await played((BEN, 1), (Person(9, "Gil"), 0))

    assert ranks(await ask(leaderboard))[:3] == [(1, "Ben"), (2, "Ana"), (2, "Cleo")]


async def test_equals_share_a_rank_and_the_next_one_is_left_out(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 1), (CLEO, 0))

    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (1, "Ben"), (3, "Cleo")]


async def test_a_period_begins_with_its_first_second(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=NOW - 1)
    await played((CLEO, 1), (BEN, 0), at=NOW)

    ranking = await ask(leaderboard, replace(ALL_TIME, since=NOW))

    assert ranks(ranking) == [(1, "Cleo"), (2, "Ben")]


async def test_each_game_has_its_ranking(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((BEN, 1), (CLEO, 0), game="chess")

    assert ranks(await ask(leaderboard, replace(ALL_TIME, game="chess"))) == [(1, "Ben"), (2, "Cleo")]


async def test_all_games_are_summed_up(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((ANA, 1), (BEN, 0), game="chess")

    assert (await ask(leaderboard)).lines[0].points == 2


async def test_each_server_has_its_ranking(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((CLEO, 1), (BEN, 0), guild_id=11)

    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (2, "Ben")]


async def test_matches_against_the_computer_have_a_ranking_of_their_own(
    leaderboard: Leaderboard, played: Played
) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((CLEO, 5), field="computer")

    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (2, "Ben")]
    assert ranks(await ask(leaderboard, replace(ALL_TIME, field="computer"))) == [(1, "Cleo")]


async def test_a_page_begins_where_it_is_asked_to(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))

    ranking = await ask(leaderboard, first=1, lines=1)

    assert ranks(ranking) == [(2, "Ben")]
    assert ranking.total == 3


async def test_ones_own_line_comes_with_any_page(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))

    own = (await ask(leaderboard, reader=CLEO, lines=1)).own

    assert own is not None
    assert (own.rank, own.name) == (3, "Cleo")


async def test_a_person_who_has_not_played_has_no_line(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))

    assert (await ask(leaderboard, reader=CLEO)).own is None


async def test_a_line_shows_the_newest_name(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((Person(ANA.user_id, "Anouk"), 1), (BEN, 0))

    assert (await ask(leaderboard)).lines[0].name == "Anouk"


class Queries:
    """Notes the queries that the database gets."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.asked: list[str] = []
        event.listen(engine.sync_engine, "before_cursor_execute", self._note)

    def _note(self, *query: object) -> None:
        if "SELECT" in str(query[2]):
            self.asked.append(str(query[2]))


async def test_a_page_is_one_query(leaderboard: Leaderboard, played: Played, engine: AsyncEngine) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))
    queries = Queries(engine)

    ranking = await ask(leaderboard, first=1, lines=1, reader=CLEO)

    assert (ranks(ranking), ranking.own is not None, ranking.total) == ([(2, "Ben")], True, 3)
    assert len(queries.asked) == 1


async def test_a_page_is_kept_for_a_short_while(
    leaderboard: Leaderboard, played: Played, engine: AsyncEngine, clock: Clock
) -> None:
    await played((ANA, 2), (BEN, 1))
    queries = Queries(engine)

    assert await ask(leaderboard) == await ask(leaderboard)
    assert len(queries.asked) == 1

    clock.now += KEPT_SECONDS
    await ask(leaderboard)
    assert len(queries.asked) == 2


async def test_a_match_that_ends_is_on_the_next_page(leaderboard: Leaderboard, played: Played) -> None:
    await ask(leaderboard)
    await played((ANA, 2), (BEN, 1))

    leaderboard.note_end()

    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (2, "Ben")]


async def test_a_move_is_written_while_the_leaderboard_is_read(tmp_path: Path) -> None:
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        store = Store(engine)
        table = await store.open(draft(ANA, BEN))
        async with reader(engine).connect() as reading:
            await reading.exec_driver_sql("BEGIN")
            assert (await reading.exec_driver_sql("SELECT count(*) FROM moves")).scalar_one() == 0

            async with asyncio.timeout(30):
                await store.append(replace(table, version=1, phase="playing"), 0, [Move(Seat(0), "x")], [])

            assert (await reading.exec_driver_sql("SELECT count(*) FROM moves")).scalar_one() == 0
        assert len(await store.log(table.id)) == 1


async def test_a_reader_of_the_leaderboard_cannot_write(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}"
    async with open_database(url) as engine, reader(engine).connect() as reading:
        with pytest.raises(OperationalError, match="readonly"):
            await reading.exec_driver_sql("DELETE FROM moves")


async def test_a_leaderboard_in_a_file_is_read_as_one_in_memory(tmp_path: Path, clock: Clock) -> None:
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        await Played(Store(engine))((ANA, 2), (BEN, 1))

        assert ranks(await ask(Leaderboard(engine, clock))) == [(1, "Ana"), (2, "Ben")]
