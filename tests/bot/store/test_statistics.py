"""What is kept about one person: standings, streaks, opponents, curves and figures, each read by an index."""

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
from bot.tables.table import Person
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played, ending

BLUFF = PersonQuery(HERE.guild_id, ANA.user_id, "bluff")
ALL = replace(BLUFF, game="")


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def statistics(engine: AsyncEngine) -> StatisticsStore:
    return StatisticsStore(engine)


async def play_counted(engine: AsyncEngine, *figures: dict[str, tuple[int, int]], stays: bool = True) -> None:
    """Stores a match of Ana and Ben, the first of whom wins, with their figures."""
    store = Store(engine)
    table = await store.open(draft(ANA, BEN, changed_at=NOW))
    ended = ending(table.id, (ANA, 1), (BEN, 0), community_id=HERE.guild_id, game="bluff", field="people", at=NOW)
    participants = [
        replace(participant, figures=own, has_finished=stays)
        for participant, own in zip(ended.participants, figures, strict=True)
    ]
    log = [Move(Seat(0), "x")]
    await store.append(
        replace(table, version=1, phase="over"), 0, log, replace(ended, participants=tuple(participants))
    )


async def test_nothing_is_kept_of_a_person_who_has_never_sat_down(statistics: StatisticsStore) -> None:
    assert await statistics.read(BLUFF) == Statistics()


async def test_matches_among_people_and_against_the_computer_are_apart(
    statistics: StatisticsStore, played: Played
) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((ANA, 0), (BEN, 1))
    await played((ANA, 1), field="computer")

    found = await statistics.read(BLUFF)

    assert {field: (one.matches, one.wins) for field, one in found.standings.items()} == {
        "people": (2, 1),
        "computer": (1, 1),
    }


async def test_a_game_has_its_own_numbers_and_all_games_have_the_sum(
    statistics: StatisticsStore, played: Played
) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((ANA, 1), (BEN, 0), game="tuecke")

    bluff, together = await statistics.read(BLUFF), await statistics.read(ALL)

    assert bluff.standings["people"].matches == 1
    assert together.standings["people"].matches == 2
    assert together.by_game["tuecke", "people"].matches == 1
    assert bluff.opponents == (Opponent(BEN.user_id, "Ben", 1, 1, 0),)
    assert together.opponents == (Opponent(BEN.user_id, "Ben", 2, 2, 0),)
    assert bluff.counts["pace", "live"] == Count(1, 1)
    assert together.counts["pace", "live"] == Count(2, 2)


async def test_another_server_knows_nothing_of_these_matches(statistics: StatisticsStore, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))
    await played((ANA, 1), (CLEO, 0), guild_id=11)

    found = await statistics.read(replace(BLUFF, community_id=11))

    assert [one.name for one in found.opponents] == ["Cleo"]
    assert found.standings["people"].matches == 1
    assert found.curves["people"].matches == 1


async def test_the_rank_counts_those_who_are_stronger(statistics: StatisticsStore, played: Played) -> None:
    await played((ANA, 1), (BEN, 2), (CLEO, 0))

    ranks = [
        (await statistics.read(replace(BLUFF, user_id=one.user_id))).standings["people"].rank for one in (ANA, BEN)
    ]

    assert ranks == [2, 1]


async def test_places_and_wins_in_a_row_are_counted(statistics: StatisticsStore, played: Played) -> None:
    for points in (1, 1, 0, 1):
        await played((ANA, points), (BEN, 1 - points))

    found = await statistics.read(BLUFF)

    assert (found.counts["place", "1"].matches, found.counts["place", "2"].matches) == (3, 1)
    assert found.won["bluff"] == Streak(1, 2)
    assert found.finished == Streak(4, 4)


async def test_the_most_frequent_opponents_come_first(statistics: StatisticsStore, played: Played) -> None:
    await played((ANA, 1), (CLEO, 0))
    for _ in range(2):
        await played((ANA, 0), (BEN, 1))

    assert (await statistics.read(BLUFF)).opponents == (
        Opponent(BEN.user_id, "Ben", 2, 0, 2),
        Opponent(CLEO.user_id, "Cleo", 1, 1, 0),
    )


async def test_two_people_have_met_or_they_have_not(statistics: StatisticsStore, played: Played) -> None:
    await played((ANA, 1), (BEN, 0))

    assert await statistics.met(BLUFF, BEN.user_id) == Opponent(BEN.user_id, "Ben", 1, 1, 0)
    assert await statistics.met(BLUFF, CLEO.user_id) is None


async def test_a_curve_begins_before_the_first_match(statistics: StatisticsStore, played: Played) -> None:
    for points in (1, 0):
        await played((ANA, points), (BEN, 1 - points))

    found = await statistics.read(BLUFF)

    assert found.curves["people"].matches == 2
    assert found.curves["people"].points[0] == 1000
    assert found.curves["people"].points[-1] == found.standings["people"].rating


async def test_all_games_together_have_a_curve_of_their_own(statistics: StatisticsStore, played: Played) -> None:
    for game in ("bluff", "tuecke", "bluff"):
        await played((ANA, 1), (BEN, 0), game=game)
    await played((ANA, 1), field="computer")

    bluff, together = await statistics.read(BLUFF), await statistics.read(ALL)

    assert [together.curves["people"].matches, together.curves["computer"].matches] == [3, 1]
    assert together.curves["people"].points[0] == 1000
    assert together.curves["people"].points[-1] == together.standings["people"].rating
    assert together.curves["people"].points[-1] > bluff.curves["people"].points[-1]


async def test_a_rating_says_what_it_comes_from(statistics: StatisticsStore, played: Played) -> None:
    for other in (BEN, BEN, CLEO):
        await played((ANA, 1), (other, 0))
    await played((ANA, 1), field="computer")

    found = (await statistics.read(BLUFF)).standings

    assert (found["people"].rated, found["people"].opponents) == (3, 2)
    assert (found["computer"].rated, found["computer"].opponents) == (1, None)


async def test_a_rating_stays_settled_after_a_match_that_is_not_rated(
    statistics: StatisticsStore, played: Played, engine: AsyncEngine
) -> None:
    for other in (BEN, CLEO, Person(4, "Dora"), BEN, CLEO):
        await played((ANA, 1), (other, 0))
    store = Store(engine)
    table = await store.open(draft(ANA, BEN, changed_at=NOW))
    ended = ending(table.id, (ANA, 0), (BEN, 0), community_id=HERE.guild_id, game="bluff", field="people", at=NOW)
    participants = tuple(replace(participant, place=None) for participant in ended.participants)

    unrated = replace(ended, participants=participants)
    await store.append(replace(table, version=1, phase="cancelled"), 0, [Move(Seat(0), "x")], unrated)

    found = (await statistics.read(BLUFF)).standings["people"]
    assert (found.matches, found.rated, found.is_provisional) == (6, 5, False)


async def test_figures_stand_beside_those_of_everyone(statistics: StatisticsStore, engine: AsyncEngine) -> None:
    await play_counted(engine, {"doubts_right": (1, 2)}, {"doubts_right": (1, 1), "bids_held": (0, 1)})

    assert (await statistics.read(BLUFF)).figures == {"doubts_right": FigureSums(1, 2, 2, 3)}
    assert (await statistics.read(ALL)).figures == {}


async def test_nothing_is_counted_for_those_who_did_not_stay(statistics: StatisticsStore, engine: AsyncEngine) -> None:
    await play_counted(engine, {"doubts_right": (1, 2)}, {}, stays=False)

    assert (await statistics.read(BLUFF)).figures == {}


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


@pytest.mark.parametrize("length", [1, 2, MOST_POINTS, MOST_POINTS + 1, 1001])
def test_a_curve_has_never_too_many_points(length: int) -> None:
    points = tuple(range(length))
    thin = thinned(points, MOST_POINTS)

    assert len(thin) <= MOST_POINTS
    assert list(thin) == sorted(thin)
    assert length > MOST_POINTS or thin == points
