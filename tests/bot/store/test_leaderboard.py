"""The ranking: sums, ties, periods, pages, and one's own line."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Leaderboard, Question, Ranking, Store
from bot.table import Person
from tests.bot.people import ANA, BEN, CLEO, HERE
from tests.bot.results import NOW, Played

ALL_TIME = Question(community_id=HERE.guild_id, field="people", game=None, since=0)


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def leaderboard(engine: AsyncEngine) -> Leaderboard:
    return Leaderboard(engine)


async def ask(
    leaderboard: Leaderboard, question: Question = ALL_TIME, *, reader: Person = ANA, first: int = 0, lines: int = 10
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


async def test_who_has_not_played_has_no_line(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))

    assert (await ask(leaderboard, reader=CLEO)).own is None


async def test_a_line_shows_the_newest_name(leaderboard: Leaderboard, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((Person(ANA.user_id, "Anouk"), 1), (BEN, 0))

    assert (await ask(leaderboard)).lines[0].name == "Anouk"
