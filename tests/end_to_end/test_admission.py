"""Which interactions a process answers while its lease is in doubt, when Discord delivers twice, and at its end."""

import asyncio

import pytest

from bot.interactions import interactions
from bot.interactions.client import Finte
from localcord import Interaction
from localcord.world import Event
from tests.clock import Clock
from tests.end_to_end.tables import Table, said
from tests.end_to_end.time import pass_by, time_left

BUSY = "The bot is very busy."


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holds nothing back for long."""
    monkeypatch.setattr(interactions, "HELD_BACK_SECONDS", 0.01)


def doubt(bot: Finte) -> None:
    """Has the process not know whether it still holds the lease."""
    bot.lease_holder.doubt()


def know(bot: Finte) -> None:
    bot.lease_holder._sure.set()


async def on_its_way(bot: Finte, number: int = 1) -> None:
    """Waits until this many interactions have reached the bot."""
    while len(bot.admission._answers) < number:  # noqa: ASYNC110 - they're on their way
        await asyncio.sleep(0)


@pytest.mark.usefixtures("impatient")
async def test_in_doubt_people_are_told_to_try_again(bot: Finte, table: Table) -> None:
    doubt(bot)

    assert BUSY in said(await table.press(table.people[0], "My dice"))
    assert BUSY in said(await table.people[0].command("table"))


@pytest.mark.usefixtures("leaves_soon")
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


async def test_no_clock_runs_while_clicks_are_refused(bot: Finte, table: Table, clock: Clock) -> None:
    doubt(bot)
    await pass_by(bot, clock, 600)
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert [one.misses for one in stored.clocks] == [0, 0]

    know(bot)
    await bot.jobs.every_second()

    assert await time_left(bot, table, clock) > 0


async def test_what_waits_is_answered_once_the_doubt_is_gone(bot: Finte, table: Table) -> None:
    doubt(bot)
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await on_its_way(bot)

    know(bot)

    assert BUSY not in said(await click)


async def test_a_click_that_is_delivered_twice_counts_once(
    bot: Finte, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Event] = []
    table.discord.world.watch(heard.append)
    person = table.asked
    assert person
    await table.move(person)
    before = (await bot.matches.get(int(table.match_id))).length

    table.discord.world.tell(next(event for event in reversed(heard) if event.name == "INTERACTION_CREATE"))
    while not number_left(bot):  # noqa: ASYNC110 - it's on its way
        await asyncio.sleep(0)

    assert "delivered an interaction twice" in caplog.text
    assert (await bot.matches.get(int(table.match_id))).length == before


async def test_nothing_is_answered_once_the_bot_leaves(bot: Finte, table: Table) -> None:
    bot.admission.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))

    while not number_left(bot):  # noqa: ASYNC110 - it's on its way
        await asyncio.sleep(0)

    click.cancel()


@pytest.fixture
def leaves_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuts answers off soon."""
    monkeypatch.setattr(interactions, "LAST_ANSWERS_SECONDS", 0.01)


@pytest.mark.usefixtures("leaves_soon")
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


@pytest.mark.usefixtures("leaves_soon")
async def test_clicks_that_wait_for_their_turn_are_cut_off_too(
    bot: Finte, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.reception, "_at_once", 0)
    click: asyncio.Task[Interaction] = asyncio.create_task(table.press(table.people[0], "My dice"))
    await on_its_way(bot)

    await bot.close()

    assert not bot.admission._answers
    assert not bot.reception.waiting
    click.cancel()


def number_left(bot: Finte) -> float | None:
    """How many clicks this process has left to others."""
    labels = {"kind": "click", "outcome": "left"}
    return bot.metrics.registry.get_sample_value("finte_interactions_total", labels)
