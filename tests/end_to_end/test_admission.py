"""Which interactions a process answers while its lease is in doubt, and at its end."""

import asyncio

import pytest

from bot.interactions import interactions
from bot.interactions.client import Finte
from tests.clock import Clock
from tests.end_to_end.tables import Table, said
from tests.end_to_end.time import pass_by, time_left

BUSY = "The bot is very busy."


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holds nothing back for long, and cuts answers off soon."""
    monkeypatch.setattr(interactions, "HELD_BACK_SECONDS", 0.01)
    monkeypatch.setattr(interactions, "LAST_ANSWERS_SECONDS", 0.01)


async def test_in_doubt_people_are_told_to_try_again_and_no_clock_runs(bot: Finte, table: Table, clock: Clock) -> None:
    bot.lease_holder.doubt()

    assert BUSY in said(await table.press(table.people[0], "My dice"))
    assert BUSY in said(await table.people[0].command("table"))
    await pass_by(bot, clock, 600)
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert [one.misses for one in stored.clocks] == [0, 0]

    bot.lease_holder._sure.set()
    await bot.jobs.every_second()
    assert await time_left(bot, table, clock) > 0


async def test_a_bot_that_can_no_longer_watch_its_lease_answers_nothing_more_and_ends(
    bot: Finte, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise RuntimeError("this is a bug")

    monkeypatch.setattr(bot.lease_holder, "keep", fail)

    await bot._watch_lease()
    await bot._stopping

    assert bot.failure.startswith("the lease can't be watched: RuntimeError")
    assert bot.is_closed()
    assert not table.discord.gateway._connected


async def test_answers_that_take_too_long_are_cut_off_before_the_bot_leaves(
    bot: Finte, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    held = [table.discord.hold_next("POST", "/callback") for _ in table.people]
    clicks = [asyncio.create_task(table.press(person, "My dice")) for person in table.people]
    for one in held:
        await one.came.wait()

    await bot.close()

    assert "cut off because they take too long: 2" in caplog.text
    assert [seen.getMessage() for seen in caplog.records if seen.levelname == "ERROR"] == []
    assert not bot.admission._answers
    for one, click in zip(held, clicks, strict=True):
        one.let_go()
        click.cancel()
