"""A person's finished matches, newest first, in pages that begin at a match."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import HistoryPage, HistoryStore, PersonQuery, PrivacyStore, Store
from bot.store.history import LINES
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, CLEO, HERE
from tests.bot.results import Played

ALL = PersonQuery(HERE.guild_id, ANA.user_id, "")


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def history(engine: AsyncEngine) -> HistoryStore:
    return HistoryStore(engine)


def ids(page: HistoryPage) -> list[int]:
    return [line.table.id for line in page.lines]


async def test_before_the_first_match_there_is_none(history: HistoryStore, played: Played) -> None:
    await played((BEN, 1), (CLEO, 0))

    assert await history.page(ALL) == HistoryPage()


async def test_a_line_has_the_people_the_place_and_the_change_of_rating(history: HistoryStore, played: Played) -> None:
    await played((BEN, 2), (ANA, 1), (CLEO, 0), at=1234)

    (line,) = (await history.page(ALL)).lines

    assert [person.name for person in line.table.people] == ["Ben", "Ana", "Cleo"]
    assert (line.place, line.has_won, line.ended_at, line.table.game) == (2, False, 1234, "bluff")
    assert line.rating_before == 1000
    assert line.rating_after is not None


async def test_equals_share_a_place(history: HistoryStore, played: Played) -> None:
    await played((BEN, 1), (ANA, 1), (CLEO, 0))

    assert [line.place for line in (await history.page(ALL)).lines] == [1]


@pytest.mark.parametrize(
    ("gone", "points", "place"),
    [(BEN, (2, 1, 0), 2), (CLEO, (2, 1, 0), 2), (BEN, (2, 0, 1), 3), (CLEO, (0, 2, 1), 1), (BEN, (1, 1, 0), 1)],
    ids=["the one ahead", "the one behind", "one of two ahead", "one of two behind", "an equal"],
)
async def test_a_place_stays_when_somebody_else_is_forgotten(
    engine: AsyncEngine, history: HistoryStore, played: Played, *, gone: Person, points: tuple[int, ...], place: int
) -> None:
    match_id = await played(*zip((BEN, ANA, CLEO), points, strict=True))

    await PrivacyStore(engine).forget(gone.user_id, [match_id])

    assert [line.place for line in (await history.page(ALL)).lines] == [place]


async def test_against_the_computer_there_is_no_place_among_people(history: HistoryStore, played: Played) -> None:
    await played((ANA, 1), field="computer")

    assert [(line.place, line.points) for line in (await history.page(ALL)).lines] == [(None, 1)]


async def test_pages_follow_each_other_in_both_directions(history: HistoryStore, played: Played) -> None:
    matches = [await played((ANA, 1), (BEN, 0)) for _ in range(2 * LINES + 1)]
    newest_first = matches[::-1]

    first = await history.page(ALL)
    second = await history.page(ALL, "older", first.lines[-1].number)
    third = await history.page(ALL, "older", second.lines[-1].number)
    back = await history.page(ALL, "newer", third.lines[0].number)

    assert ids(first) == newest_first[:LINES]
    assert ids(second) == newest_first[LINES : 2 * LINES]
    assert ids(third) == newest_first[2 * LINES :]
    assert back == second
    assert [(page.has_newer, page.has_older) for page in (first, second, third)] == [
        (False, True),
        (True, True),
        (True, False),
    ]
    assert await history.page(ALL, "newer", second.lines[0].number) == first


async def test_a_match_that_ends_meanwhile_moves_no_page(history: HistoryStore, played: Played) -> None:
    for _ in range(LINES + 1):
        await played((ANA, 1), (BEN, 0))
    first = await history.page(ALL)
    second = await history.page(ALL, "older", first.lines[-1].number)

    await played((ANA, 1), (BEN, 0))

    assert await history.page(ALL, "older", first.lines[-1].number) == second
    assert (await history.page(ALL, "newer", second.lines[0].number)).has_newer


async def test_a_game_and_a_server_have_their_own_matches(history: HistoryStore, played: Played) -> None:
    bluff = await played((ANA, 1), (BEN, 0))
    tuecke = await played((ANA, 1), (BEN, 0), game="tuecke")
    elsewhere = await played((ANA, 1), (BEN, 0), guild_id=11)

    assert ids(await history.page(replace(ALL, game="bluff"))) == [bluff]
    assert ids(await history.page(ALL)) == [tuecke, bluff]
    assert ids(await history.page(replace(ALL, community_id=11))) == [elsewhere]


@pytest.mark.parametrize("number", [0, 99, 2**63 - 1])
async def test_a_page_beside_a_match_that_never_existed_is_still_a_page(
    history: HistoryStore, played: Played, number: int
) -> None:
    await played((ANA, 1), (BEN, 0))

    for way in ("older", "newer"):
        assert (await history.page(ALL, "older" if way == "older" else "newer", number)).name == "Ana"
