"""How people find together and come back, read from stored matches."""

from math import isnan

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.store.operations import FIRST_WEEK, FOURTH_WEEK, WEEK_SECONDS, figures, share_of_returns
from bot.store.schema import EVERYWHERE, results
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Place
from tests.bot.people import ANA, BEN, CLEO, lobby
from tests.clock import Clock

HERE = Place(5, 6)
NOW = 1_800_000_000


async def test_lobbies_are_counted_that_have_begun_and_the_minutes_until_they_were_full(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    full, early, lapsed, _open = [await lobby(matches, place=HERE, seats=3) for _ in range(4)]
    await lobby(matches, place=HERE, seats=2, robots=1)  # full at once
    clock.now += 120
    await matches.lobby.join(full.id, BEN)
    await matches.lobby.join(early.id, BEN)
    clock.now += 120
    await matches.lobby.start(early.id, ANA.user_id)
    await matches.lobby.leave(lapsed.id, ANA.user_id)
    clock.now += 120
    await matches.lobby.join(full.id, CLEO)
    clock.now += 120
    await matches.lobby.start(full.id, ANA.user_id)
    found = await figures(engine, int(clock.now))

    assert round(found["finte_lobbies_begun_ratio"], 6) == round(2 / 3, 6)
    assert found["finte_lobby_full_minutes"] == (6 + 4) / 2
    assert isnan(found["finte_matches_of_three_ratio"])
    later = await figures(engine, int(clock.now) + 2 * DAY_SECONDS)
    assert isnan(later["finte_lobbies_begun_ratio"])


async def test_matches_of_three_people_are_counted_among_those_played_to_their_end(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    for others in ((BEN,), (BEN, CLEO)):
        table = await lobby(matches, *others, robots=1, place=HERE)
        await matches.lobby.start(table.id, ANA.user_id)
        await matches.seats.quit(table.id, BEN.user_id)
        for person in (ANA, *others):
            if person is not BEN:
                await matches.seats.settle(table.id, person.user_id)

    assert (await figures(engine, int(clock.now)))["finte_matches_of_three_ratio"] == 0.5


async def test_those_come_back_who_play_on_the_same_server_on_a_later_day_of_the_week(engine: AsyncEngine) -> None:
    first = NOW - 5 * WEEK_SECONDS
    played = {  # by person and server: the days after the first match
        (1, 10): (0, 3),
        (2, 10): (0, 0.5),  # the same evening
        (3, 10): (0, 8, 24),
        (4, 10): (0,),
        (4, 11): (0, 22),
        (-5, 10): (0, 3),  # forgotten
        (6, EVERYWHERE): (0, 3),  # of a server that is gone
    }
    rows = [
        {"match_id": number, "user_id": user_id, "community_id": community_id, "game": "bluff", "field": "people",
         "won": 0, "points": 0, "ended_at": first + int(day * DAY_SECONDS), "number": number}
        for number, (user_id, community_id, day) in enumerate(
            sorted(((*key, day) for key, days in played.items() for day in days), key=lambda row: row[2])
        )
    ]  # fmt: skip
    async with engine.begin() as db:
        await db.execute(insert(results), rows)

    assert [await share_of_returns(engine, NOW, week) for week in (FIRST_WEEK, FOURTH_WEEK)] == [0.2, 0.4]
    assert isnan(await share_of_returns(engine, first + DAY_SECONDS, FIRST_WEEK))
