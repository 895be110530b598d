"""The rankings: what they add up, ties, periods, pages, and the lines around the reader."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.leaderboard import KEPT_SECONDS, Leaderboard, Metric, Ranking, RankingQuery, Standing
from bot.store.schema import ALL_GAMES
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME
from bot.tables.ratings import BEHIND
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, CLEO, HERE
from tests.bot.results import NOW, Played
from tests.clock import Clock

BY_POINTS = RankingQuery(HERE.guild_id, ALL_GAMES, "people", ALL_TIME, "points")
WEEK, MONTH = replace(BY_POINTS, period="7d"), replace(BY_POINTS, period="30d")


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


async def points(leaderboard: Leaderboard, question: RankingQuery = BY_POINTS) -> dict[str, int]:
    return {line.name: line.points for line in (await ask(leaderboard, question)).lines}


async def test_a_line_sums_up_all_matches_under_the_newest_name(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 3), (BEN, 1), (CLEO, 0))
    await played((Person(ANA.user_id, "Anouk"), 0), (BEN, 1), game="chess")

    line = (await ask(leaderboard)).lines[0]

    assert (line.name, line.matches, line.wins, line.points) == ("Anouk", 2, 1, 3)


async def test_each_game_server_and_field_has_its_ranking(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((BEN, 1), (CLEO, 0), game="chess")
    await played((CLEO, 2), (BEN, 0), guild_id=11)
    await played((CLEO, 5), field="computer")

    assert await points(leaderboard) == {"Ana": 1, "Ben": 1, "Cleo": 0}
    assert await points(leaderboard, replace(BY_POINTS, game="chess")) == {"Ben": 1, "Cleo": 0}
    assert await points(leaderboard, replace(BY_POINTS, community_id=11)) == {"Cleo": 2, "Ben": 0}
    assert await points(leaderboard, replace(BY_POINTS, field="computer")) == {"Cleo": 5}


async def test_everyone_provisional_comes_last_and_is_no_champion(leaderboard: Leaderboard, played: Played) -> None:
    season = replace(BY_POINTS, metric="rating", period="1970Q1")
    for day in range(10):
        await played((Person(8, "Farmer"), 1), (Person(7, "Sock"), 0), at=NOW + day * DAY_SECONDS)
    assert await leaderboard.champions(season) == ()

    gil = Person(9, "Gil")
    for day, (winner, loser) in enumerate([(ANA, BEN), (ANA, CLEO), (ANA, gil), (BEN, ANA), (BEN, ANA)]):
        await played((winner, 1), (loser, 0), at=NOW + day * DAY_SECONDS)
    leaderboard.note_end(HERE.guild_id)

    first, second, *_ = (await ask(leaderboard, season)).lines
    assert (first.name, second.name, second.is_provisional) == ("Ana", "Farmer", True)
    assert second.rating > first.rating
    assert await leaderboard.champions(season) == (first,)
    assert await leaderboard.seasons(season) == ("1970Q1",)


async def test_a_reader_without_a_line_and_a_page_behind_the_last_one_know_how_many_there_are(
    leaderboard: Leaderboard, played: Played
) -> None:
    assert await ask(leaderboard) == Ranking()

    leaderboard.note_end(HERE.guild_id)
    await played((ANA, 2), (BEN, 1))

    assert await ask(leaderboard, reader=CLEO, first=10) == Ranking(total=2)


@pytest.mark.parametrize(
    ("period", "metric"),
    [(ALL_TIME, "points"), (ALL_TIME, "rating"), ("1970Q1", "wins"), ("30d", "rating"), ("7d", "matches")],
)
async def test_any_page_shows_its_part_of_the_whole_ranking(
    leaderboard: Leaderboard, played: Played, metric: Metric, period: str
) -> None:
    rng = Random(metric + period)
    people = [Person(number, str(number)) for number in range(1, 8)]
    for _ in range(8):
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


async def test_a_page_is_kept_for_a_short_while(
    leaderboard: Leaderboard, played: Played, engine: AsyncEngine, clock: Clock
) -> None:
    await played((ANA, 2), (BEN, 1))
    asked: list[object] = []
    event.listen(engine.sync_engine, "before_cursor_execute", lambda *query: asked.append(query[2]))

    page = await ask(leaderboard)
    queries = len(asked)
    assert await ask(leaderboard) == page
    assert len(asked) == queries

    clock.now += KEPT_SECONDS
    await ask(leaderboard)
    assert len(asked) == 2 * queries


async def test_a_match_that_ends_is_on_the_next_page_of_its_server(leaderboard: Leaderboard, played: Played) -> None:
    await ask(leaderboard)
    await played((ANA, 2), (BEN, 1))

    leaderboard.note_end(HERE.guild_id + 1)
    assert await points(leaderboard) == {}
    leaderboard.note_end(HERE.guild_id)
    assert await points(leaderboard) == {"Ana": 2, "Ben": 1}


@pytest.mark.parametrize(
    "change", [lambda board: board.note_end(HERE.guild_id), lambda board: board.drop()], ids=["end", "drop"]
)
async def test_a_page_is_not_kept_if_it_changes_while_it_is_read(
    leaderboard: Leaderboard, played: Played, engine: AsyncEngine, change: Callable[[Leaderboard], None]
) -> None:
    await played((ANA, 2), (BEN, 1))
    event.listen(engine.sync_engine, "after_cursor_execute", lambda *_: change(leaderboard))

    await ask(leaderboard)

    assert not leaderboard.is_kept(BY_POINTS, reader=ANA.user_id, first=0, lines=10)


async def test_a_rolling_period_has_its_last_days_and_no_others(
    leaderboard: Leaderboard, played: Played, clock: Clock
) -> None:
    clock.now = 100 * DAY_SECONDS
    await played((CLEO, 1), (BEN, 0), at=99 * DAY_SECONDS)
    await played((ANA, 1), (BEN, 0), at=94 * DAY_SECONDS - 1)  # its end was stored late
    await played((CLEO, 1), (BEN, 0), at=94 * DAY_SECONDS)

    assert await points(leaderboard, WEEK) == {"Cleo": 2, "Ben": 0}
    assert await points(leaderboard, MONTH) == {"Ana": 1, "Cleo": 2, "Ben": 0}
    clock.now += DAY_SECONDS
    assert await points(leaderboard, WEEK) == {"Cleo": 1, "Ben": 0}
