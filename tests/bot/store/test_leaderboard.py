"""The rankings: what they add up, ties, periods, pages, and the lines around the reader."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import open_database, reader
from bot.store.leaderboard import KEPT_SECONDS, Leaderboard, Metric, Ranking, RankingQuery, Standing
from bot.store.schema import ALL_GAMES
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME
from bot.tables.ratings import BEHIND
from bot.tables.table import Person
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played
from tests.clock import Clock

BY_POINTS = RankingQuery(HERE.guild_id, ALL_GAMES, "people", ALL_TIME, "points")
BY_RATING = replace(BY_POINTS, metric="rating")
STRANGER = Person(99, "Dora")


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def leaderboard(engine: AsyncEngine, clock: Clock) -> Leaderboard:
    return Leaderboard(engine, clock)


async def ask(
    leaderboard: Leaderboard,
    question: RankingQuery = BY_POINTS,
    *,
    reader: Person = ANA,
    first: int = 0,
    lines: int = 10,
) -> Ranking:
    return await leaderboard.ranking(question, reader=reader.user_id, first=first, lines=lines)


def ranks(ranking: Ranking) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in ranking.lines]


def points(ranking: Ranking) -> dict[str, int]:
    return {line.name: line.points for line in ranking.lines}


async def test_nobody_is_ranked_before_the_first_match(leaderboard: Leaderboard) -> None:
    assert await ask(leaderboard) == Ranking()


async def test_a_line_sums_up_all_matches(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 3), (BEN, 1), (CLEO, 0))
    await played((ANA, 0), (BEN, 1))

    line = (await ask(leaderboard)).lines[0]

    assert (line.name, line.matches, line.wins, line.points) == ("Ana", 2, 1, 3)


async def test_most_points_come_first(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 0), (BEN, 2), (CLEO, 1))

    assert ranks(await ask(leaderboard)) == [(1, "Ben"), (2, "Cleo"), (3, "Ana")]


async def test_equals_share_a_rank_and_the_next_one_is_left_out(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 1), (CLEO, 0))

    assert ranks(await ask(leaderboard)) == [(1, "Ben"), (1, "Ana"), (3, "Cleo")]


async def test_there_is_a_ranking_for_each_thing_that_is_summed_up(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 5), (BEN, 0))
    await played((BEN, 1), (CLEO, 0))
    await played((BEN, 1), (CLEO, 0))

    by_wins, by_matches = replace(BY_POINTS, metric="wins"), replace(BY_POINTS, metric="matches")
    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (2, "Ben"), (3, "Cleo")]
    assert ranks(await ask(leaderboard, by_wins)) == [(1, "Ben"), (2, "Ana"), (3, "Cleo")]
    assert ranks(await ask(leaderboard, by_matches)) == [(1, "Ben"), (2, "Cleo"), (3, "Ana")]


async def test_everyone_provisional_comes_last(leaderboard: Leaderboard, played: Played) -> None:
    gil = Person(9, "Gil")
    for day, (winner, loser) in enumerate([(ANA, BEN), (ANA, CLEO), (ANA, gil), (BEN, ANA), (BEN, ANA)]):
        await played((winner, 1), (loser, 0), at=NOW + day * DAY_SECONDS)
    for day in range(10):
        await played((Person(8, "Farmer"), 1), (Person(7, "Sock"), 0), at=NOW + day * DAY_SECONDS)

    lines = (await ask(leaderboard, BY_RATING)).lines

    assert (lines[0].name, lines[0].is_provisional) == ("Ana", False)
    assert all(line.is_provisional for line in lines[1:])
    assert lines[1].name == "Farmer"
    assert lines[1].rating > lines[0].rating


async def test_champions_are_first_and_not_provisional(leaderboard: Leaderboard, played: Played) -> None:
    season = replace(BY_RATING, period="1970Q1")
    rivals = [Person(number, str(number)) for number in range(20, 25)]
    await played((BEN, 1), (rivals[0], 0))
    assert await leaderboard.champions(season) == ()

    for rival in rivals:
        await played((ANA, 1), (rival, 0))
    leaderboard.note_end(HERE.guild_id)

    assert [line.name for line in await leaderboard.champions(season)] == ["Ana"]


async def test_each_game_has_its_ranking(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((BEN, 1), (CLEO, 0), game="chess")

    assert ranks(await ask(leaderboard, replace(BY_POINTS, game="chess"))) == [(1, "Ben"), (2, "Cleo")]


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
    assert ranks(await ask(leaderboard, replace(BY_POINTS, field="computer"))) == [(1, "Cleo")]


async def test_a_page_begins_where_it_is_asked_to(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))

    ranking = await ask(leaderboard, first=1, lines=1)

    assert ranks(ranking) == [(2, "Ben")]
    assert ranking.total == 3


async def test_ones_own_line_comes_with_any_page(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1), (CLEO, 0))

    around = (await ask(leaderboard, reader=CLEO, lines=1)).around

    assert [(line.rank, line.name) for line in around] == [(2, "Ben"), (3, "Cleo")]


async def test_ones_own_line_comes_between_its_neighbours(leaderboard: Leaderboard, played: Played) -> None:
    people = [Person(number, str(number)) for number in range(1, 6)]
    await played(*((person, min(person.user_id, 3)) for person in people))

    found = [(await ask(leaderboard, reader=person)).around for person in people]

    assert [[(line.rank, line.name) for line in around] for around in found] == [
        [(4, "2"), (5, "1")],
        [(1, "3"), (4, "2"), (5, "1")],
        [(1, "4"), (1, "3"), (4, "2")],
        [(1, "5"), (1, "4"), (1, "3")],
        [(1, "5"), (1, "4")],
    ]


async def test_a_person_who_has_not_played_has_no_line(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))

    assert (await ask(leaderboard, reader=CLEO)).around == ()


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


async def test_a_page_is_kept_for_a_short_while(
    leaderboard: Leaderboard, played: Played, engine: AsyncEngine, clock: Clock
) -> None:
    await played((ANA, 2), (BEN, 1))
    queries = Queries(engine)

    page = await ask(leaderboard)
    asked = len(queries.asked)
    assert await ask(leaderboard) == page
    assert len(queries.asked) == asked

    clock.now += KEPT_SECONDS
    await ask(leaderboard)
    assert len(queries.asked) == 2 * asked


async def test_a_match_that_ends_is_on_the_next_page(leaderboard: Leaderboard, played: Played) -> None:
    await ask(leaderboard)
    await played((ANA, 2), (BEN, 1))

    leaderboard.note_end(HERE.guild_id)

    assert ranks(await ask(leaderboard)) == [(1, "Ana"), (2, "Ben")]


async def test_a_match_that_ends_elsewhere_leaves_the_page(leaderboard: Leaderboard, played: Played) -> None:
    page = await ask(leaderboard)
    await played((ANA, 2), (BEN, 1))

    leaderboard.note_end(HERE.guild_id + 1)

    assert await ask(leaderboard) == page


async def test_a_page_is_not_kept_if_a_match_ends_while_it_is_read(
    leaderboard: Leaderboard, played: Played, engine: AsyncEngine
) -> None:
    await played((ANA, 2), (BEN, 1))
    event.listen(engine.sync_engine, "after_cursor_execute", lambda *_: leaderboard.note_end(HERE.guild_id))

    await ask(leaderboard)

    assert not leaderboard.is_kept(BY_POINTS, reader=ANA.user_id, first=0, lines=10)


async def test_a_page_behind_the_last_line_knows_how_many_there_are(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 2), (BEN, 1))

    assert await ask(leaderboard, reader=STRANGER, first=10) == Ranking(total=2)


@pytest.mark.parametrize("metric", get_args(Metric))
@pytest.mark.parametrize("period", [ALL_TIME, "1970Q1", "30d", "7d"])
async def test_any_page_shows_its_part_of_the_whole_ranking(
    leaderboard: Leaderboard, played: Played, metric: Metric, period: str
) -> None:
    rng = Random(metric + period)
    people = [Person(number, str(number)) for number in range(1, 12)]
    for _ in range(12):
        await played(*((person, rng.randrange(3)) for person in rng.sample(people, 3)))
    query = replace(BY_POINTS, metric=metric, period=period)

    whole = (await ask(leaderboard, query, lines=100)).lines

    def value(line: Standing) -> int:
        return line.rating - BEHIND * line.is_provisional if metric == "rating" else int(getattr(line, metric))

    assert list(whole) == sorted(whole, key=lambda line: (value(line), line.user_id), reverse=True)
    assert [line.rank for line in whole] == [1 + sum(value(other) > value(line) for other in whole) for line in whole]
    for place, line in enumerate(whole):
        found = await ask(leaderboard, query, reader=Person(line.user_id, line.name), first=place, lines=4)
        around = whole[max(0, place - 1) : place + 2]
        assert found == Ranking(whole[place : place + 4], around, len(whole))


async def test_a_move_is_written_while_the_leaderboard_is_read(tmp_path: Path) -> None:
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        store = Store(engine)
        table = await store.open(draft(ANA, BEN))
        async with reader(engine).connect() as reading:
            assert (await reading.exec_driver_sql("SELECT count(*) FROM moves")).scalar_one() == 0

            async with asyncio.timeout(30):
                await store.append(replace(table, version=1, phase="playing"), 0, [Move(Seat(0), "x")], None)

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
