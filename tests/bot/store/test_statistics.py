"""Sums about one person: standings, streaks, opponents, curves, figures and firsts."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.results import First
from bot.store.statistics import (
    MOST_POINTS,
    Count,
    FigureSums,
    Opponent,
    PersonQuery,
    Statistics,
    StatisticsStore,
    Streak,
    thinned,
)
from bot.store.store import Store
from bot.tables.match_result import Participant
from bot.tables.table import Person
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played, ending

BLUFF = PersonQuery(HERE.guild_id, ANA.user_id, "bluff")
ALL = replace(BLUFF, game="")


@pytest.fixture
def statistics(engine: AsyncEngine) -> StatisticsStore:
    return StatisticsStore(engine)


async def play_as(store: Store, *changes: dict[str, object]) -> None:
    """Stores a match that Ana has won against Ben, with these changes to how it counts for them."""
    table = await store.open(draft(ANA, BEN, changed_at=NOW))
    ended = ending(table.id, (ANA, 1), (BEN, 0), community_id=HERE.guild_id, game="bluff", field="people", at=NOW)

    def changed(participant: Participant, facts: dict[str, object]) -> Participant:
        return replace(participant, **facts)  # type: ignore[arg-type]

    participants = tuple(map(changed, ended.participants, changes))
    over = replace(table, version=1, phase="over")
    await store.append(over, 0, [Move(Seat(0), "x")], replace(ended, participants=participants))


async def test_games_servers_and_fields_are_apart_and_all_games_have_the_sum(
    statistics: StatisticsStore, played: Played
) -> None:
    assert await statistics.read(BLUFF) == Statistics()
    await played((ANA, 1), (BEN, 0))
    await played((ANA, 1), (BEN, 0), game="tuecke")
    await played((ANA, 1), (CLEO, 0), guild_id=11)
    await played((ANA, 1), field="computer")

    bluff, together = await statistics.read(BLUFF), await statistics.read(ALL)
    elsewhere = await statistics.read(replace(BLUFF, community_id=11))

    assert {field: (one.matches, one.wins) for field, one in bluff.standings.items()} == {
        "people": (1, 1),
        "computer": (1, 1),
    }
    assert together.standings["people"].matches == 2
    assert together.by_game["tuecke", "people"].matches == 1
    assert bluff.opponents == (Opponent(BEN.user_id, "Ben", 1, 1, 0),)
    assert together.opponents == (Opponent(BEN.user_id, "Ben", 2, 2, 0),)
    assert [one.name for one in elsewhere.opponents] == ["Cleo"]
    assert (bluff.counts["pace", "live"], together.counts["pace", "live"]) == (Count(1, 1), Count(2, 2))
    assert (elsewhere.standings["people"].matches, elsewhere.curves["people"].matches) == (1, 1)


async def test_ranks_places_and_wins_in_a_row_are_counted(statistics: StatisticsStore, played: Played) -> None:
    for points in (1, 1, 0, 1):
        await played((ANA, points), (BEN, 1 - points))

    ana, ben = [await statistics.read(replace(BLUFF, user_id=one.user_id)) for one in (ANA, BEN)]

    assert [one.standings["people"].rank for one in (ana, ben)] == [1, 2]
    assert (ana.counts["place", "1"].matches, ana.counts["place", "2"].matches) == (3, 1)
    assert ana.won["bluff"] == Streak(1, 2)
    assert ana.finished == Streak(4, 4)


async def test_the_most_frequent_opponents_come_first(statistics: StatisticsStore, played: Played) -> None:
    await played((ANA, 1), (CLEO, 0))
    for _ in range(2):
        await played((ANA, 0), (BEN, 1))

    ben, cleo = Opponent(BEN.user_id, "Ben", 2, 0, 2), Opponent(CLEO.user_id, "Cleo", 1, 1, 0)
    assert (await statistics.read(BLUFF)).opponents == (ben, cleo)
    assert await statistics.met(BLUFF, BEN.user_id) == ben
    assert await statistics.met(BLUFF, 99) is None


@pytest.mark.parametrize("query", [BLUFF, ALL], ids=["one game", "all games"])
async def test_a_curve_goes_from_before_the_first_match_to_the_rating_of_now(
    statistics: StatisticsStore, played: Played, query: PersonQuery
) -> None:
    for points in (1, 0):
        await played((ANA, points), (BEN, 1 - points))
    await played((ANA, 1), (BEN, 0), game="tuecke")
    await played((ANA, 1), field="computer")

    found = await statistics.read(query)

    curve = found.curves["people"]
    assert (curve.matches, len(curve.points), curve.points[0]) == ((2, 3, 1000) if query == BLUFF else (3, 4, 1000))
    assert curve.points[-1] == found.standings["people"].rating
    assert found.curves["computer"].matches == 1


async def test_a_rating_says_what_it_comes_from_and_stays_settled_after_a_match_that_is_not_rated(
    statistics: StatisticsStore, played: Played, store: Store
) -> None:
    for other in (BEN, CLEO, Person(4, "Dora"), BEN, CLEO):
        await played((ANA, 1), (other, 0))
    await played((ANA, 1), field="computer")

    await play_as(store, {"place": None}, {"place": None})

    found = (await statistics.read(BLUFF)).standings
    people, computer = found["people"], found["computer"]
    assert (people.matches, people.rated, people.opponents, people.is_provisional) == (6, 5, 3, False)
    assert (computer.rated, computer.opponents) == (1, None)


async def test_figures_stand_beside_those_of_everyone(statistics: StatisticsStore, store: Store) -> None:
    own, other = {"doubts_right": (1, 2)}, {"doubts_right": (1, 1), "bids_held": (0, 1)}
    await play_as(store, {"figures": own}, {"figures": other})
    await play_as(store, {"figures": own, "has_finished": False}, {"has_finished": False})  # they didn't stay

    assert (await statistics.read(BLUFF)).figures == {"doubts_right": FigureSums(1, 2, 2, 3)}
    assert (await statistics.read(ALL)).figures == {}


async def test_firsts_are_told_once_and_easy_players_are_not_among_them(
    statistics: StatisticsStore, played: Played
) -> None:
    for _ in range(10):
        await played((ANA, 1), (BEN, 0))
    await played((ANA, 1), field="computer")

    assert (await statistics.read(ALL)).firsts == (First("ten finished", ""), First("win", "bluff"))
    assert (await statistics.read(BLUFF)).firsts == (First("win", "bluff"),)


def test_a_long_curve_keeps_its_ends_and_its_peaks() -> None:
    points = [1000 + number % 7 for number in range(5000)]
    points[0], points[1234], points[4321], points[-1] = 900, 2000, 500, 1111

    thin = thinned(points, MOST_POINTS)

    assert len(thin) <= MOST_POINTS
    assert (thin[0], thin[-1], max(thin), min(thin)) == (900, 1111, 2000, 500)
    assert thin.index(2000) < thin.index(500)
    assert thinned(points[:MOST_POINTS], MOST_POINTS) == tuple(points[:MOST_POINTS])
