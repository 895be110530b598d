"""A person's finished matches, newest first, in pages that begin at a match."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.privacy import PrivacyStore
from bot.store.statistics import LINES, HistoryPage, HistoryStore, PersonQuery
from bot.store.store import Store
from bot.tables.table import DECIDED_PHASES, Person, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import Played

ALL = PersonQuery(HERE.guild_id, ANA.user_id, "")


@pytest.fixture
def history(engine: AsyncEngine) -> HistoryStore:
    return HistoryStore(engine)


def ids(page: HistoryPage) -> list[int]:
    return [line.table.id for line in page.lines]


async def test_a_line_has_the_people_the_place_and_the_change_of_rating(history: HistoryStore, played: Played) -> None:
    await played((BEN, 2), (ANA, 1), (CLEO, 0), at=1234)
    for rival in range(5):
        await played((ANA, 1), (Person(70 + rival, "Rival"), 0))

    lines = (await history.page(ALL)).lines

    assert [line.is_placement for line in lines] == [False, *[True] * 5]
    assert [person.name for person in lines[-1].table.people] == ["Ben", "Ana", "Cleo"]
    assert (lines[-1].place, lines[-1].has_won, lines[-1].ended_at) == (2, False, 1234)
    assert lines[-1].rating_before == 1000
    assert lines[-1].rating_after == lines[-2].rating_before


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


async def test_pages_follow_each_other_in_both_directions(history: HistoryStore, played: Played) -> None:
    oldest_first = [await played((ANA, 1), (BEN, 0)) for _ in range(2 * LINES + 1)]
    matches = oldest_first[::-1]

    first = await history.page(ALL)
    second = await history.page(ALL, "older", first.lines[-1].number)
    third = await history.page(ALL, "older", second.lines[-1].number)

    pages = (first, second, third)
    assert [ids(page) for page in pages] == [matches[:LINES], matches[LINES : 2 * LINES], matches[2 * LINES :]]
    assert [page.has_newer for page in pages] == [False, True, True]
    assert [page.has_older for page in pages] == [True, True, False]
    assert await history.page(ALL, "newer", third.lines[0].number) == second
    assert await history.page(ALL, "newer", second.lines[0].number) == first

    await played((ANA, 1), (BEN, 0))  # a match that ends meanwhile moves no page
    assert await history.page(ALL, "older", first.lines[-1].number) == second
    assert (await history.page(ALL, "newer", second.lines[0].number)).has_newer


async def test_a_person_a_game_and_a_server_have_their_own_matches(history: HistoryStore, played: Played) -> None:
    await played((BEN, 1), (CLEO, 0))
    assert await history.page(ALL) == HistoryPage()

    bluff = await played((ANA, 1), (BEN, 0))
    tuecke = await played((ANA, 1), (BEN, 0), game="tuecke")
    elsewhere = await played((ANA, 1), (BEN, 0), guild_id=11)

    assert ids(await history.page(replace(ALL, game="bluff"))) == [bluff]
    assert ids(await history.page(ALL)) == [tuecke, bluff]
    assert ids(await history.page(replace(ALL, community_id=11))) == [elsewhere]


TODAY = 7

LATER = 2000
"""A moment after every match of `played`."""


@pytest.mark.parametrize(
    ("other", "is_latest"),
    [
        (draft(ANA, BEN, phase="over", changed_at=LATER), True),
        (draft(ANA, BEN, phase="settled", changed_at=LATER), True),
        (draft(ANA, phase="over", day=TODAY - 1, changed_at=LATER), True),
        (draft(ANA, BEN, phase="over", changed_at=1), False),
        (draft(ANA, BEN, phase="cancelled", changed_at=LATER), False),
        (draft(BEN, CLEO, phase="over", changed_at=LATER), False),
        (draft(ANA, phase="over", is_lesson=True, changed_at=LATER), False),
        (draft(ANA, phase="over", day=TODAY, changed_at=LATER), False),
    ],
    ids=["later", "settled", "of yesterday", "earlier", "cancelled", "of others", "lesson", "of today"],
)
async def test_the_latest_match_is_the_one_that_somebody_finished_last(
    history: HistoryStore, played: Played, store: Store, other: Table, *, is_latest: bool
) -> None:
    assert await history.latest(ANA.user_id, DECIDED_PHASES, before_day=TODAY) is None
    first = await played((ANA, 1), (BEN, 0))

    second = (await store.open(other)).id

    assert await history.latest(ANA.user_id, DECIDED_PHASES, before_day=TODAY) == (second if is_latest else first)
