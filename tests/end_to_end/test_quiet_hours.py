"""Quiet hours as people set and see them: in `/settings`, and in the time on the board."""

from pathlib import Path

import pytest

from bot.interactions.client import Finte
from bot.tables.clock import DAY_SECONDS
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table, said, text_of

HOUR = 3600


@pytest.fixture
def midnight(clock: Clock) -> int:
    """The start of the day in UTC, nine hours ago."""
    clock.now -= clock.now % DAY_SECONDS
    clock.now += 9 * HOUR
    return int(clock.now) - 9 * HOUR


async def quiet(person: Person, begins: int, ends: int, **more: object) -> str:
    """The answer to a person who sets these hours."""
    return said(await person.command("settings", {"quiet_from": begins, "quiet_until": ends, **more}))


async def tables_time_is_up(table: Table, moment: int) -> None:
    """Waits until the board says that the player's time will be up at this moment."""
    await table.until(lambda: f"<t:{moment}:R>" in text_of(table.board))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("utc_offset", "begins", "ends"), [(1, 21, 6), (-5, 27 - 24, 12), (5.5, 16.5, 1.5), (None, 22, 7)]
)
async def test_the_hours_are_those_of_the_players_day(
    discord: Localcord, midnight: int, utc_offset: float | None, begins: float, ends: float
) -> None:
    more = {} if utc_offset is None else {"utc_offset": utc_offset}
    answer = await quiet(discord.person("Ana"), 22, 7, **more)

    assert f"<t:{midnight + int(begins * HOUR)}:t>" in answer
    assert f"<t:{midnight + int(ends * HOUR)}:t>" in answer


@pytest.mark.usefixtures("bot")
async def test_a_player_s_clock_stands_still_in_their_quiet_hours_by_correspondence_alone(
    discord: Localcord, midnight: int
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    for person in (ana, ben):
        await quiet(person, 22, 7, utc_offset=1)
    slow = await Table.started(discord, (ana, ben), pace="correspondence")
    await tables_time_is_up(slow, midnight + (9 + 24 + 9) * HOUR)  # nine of the 24 hours are quiet

    for person in (ana, ben):
        await quiet(person, 9, 19, utc_offset=1)
    quick = await Table.started(discord, (ana, ben), pace="relaxed")
    await tables_time_is_up(quick, midnight + 9 * HOUR + 600)


@pytest.mark.usefixtures("bot")
async def test_twelve_hours_of_a_day_can_be_quiet_and_no_more(discord: Localcord, midnight: int) -> None:
    ana = discord.person("Ana")
    assert f"<t:{midnight + 20 * HOUR}:t>" in await quiet(ana, 20, 8)

    refused = await quiet(ana, 20, 9)
    assert "<t:" not in refused
    assert "12" in refused
    assert f"<t:{midnight + 8 * HOUR}:t>" in said(await ana.command("settings"))  # unchanged


@pytest.mark.usefixtures("bot", "midnight")
@pytest.mark.parametrize("options", [{"quiet_from": 22}, {"quiet_until": 7}, {"utc_offset": 1}], ids=str)
async def test_half_of_the_hours_are_none(discord: Localcord, options: dict[str, object]) -> None:
    ana = discord.person("Ana")
    await ana.command("settings", options)

    assert "<t:" not in said(await ana.command("settings"))


@pytest.mark.usefixtures("bot", "midnight")
async def test_the_same_hour_twice_ends_the_quiet_hours(discord: Localcord) -> None:
    ana = discord.person("Ana")
    await quiet(ana, 22, 7)

    assert "<t:" not in await quiet(ana, 22, 22)


async def test_quiet_hours_outlive_a_restart(discord: Localcord, clock: Clock, midnight: int, tmp_path: Path) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    async with ready_bot(discord, clock, tmp_path):
        for person in (ana, ben):
            await quiet(person, 22, 7, utc_offset=1)
        table = await Table.started(discord, (ana, ben), pace="correspondence")
        await table.until(lambda: table.asked)
    async with ready_bot(discord, clock, tmp_path):
        asked = table.asked
        assert asked
        clock.now += HOUR
        await table.move(asked)
        await tables_time_is_up(table, midnight + (10 + 24 + 9) * HOUR)


async def test_time_in_which_the_bot_was_not_there_is_given_back_outside_of_them(
    discord: Localcord, clock: Clock, midnight: int, bot: Finte
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    for person in (ana, ben):
        await quiet(person, 22, 7, utc_offset=1)
    table = await Table.started(discord, (ana, ben), pace="correspondence")
    await tables_time_is_up(table, midnight + 42 * HOUR)
    await bot.jobs.every_second()
    clock.now += 4 * HOUR
    await bot.jobs.every_second()

    await tables_time_is_up(table, midnight + (42 + 4 + 9) * HOUR)  # three hours before the night, and one after it
