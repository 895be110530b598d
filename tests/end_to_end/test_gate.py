"""How the gate holds clicks back, and which of them it admits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.interactions import gate, reception, replies, succession
from bot.interactions.client import Finte
from bot.interactions.reception import Reception
from bot.interactions.turns import Turns
from localcord import Interaction, Localcord
from localcord.interaction import AnswerKind
from localcord.world import Event
from tests.clock import Clock
from tests.end_to_end.tables import Table, said, text_of
from tests.end_to_end.time import pass_by, time_left

BUSY = "The bot is very busy."


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holds nothing back for long."""
    monkeypatch.setattr(gate, "HELD_BACK_SECONDS", 0.01)


class Arrivals:
    """The clicks that reach the bot."""

    def __init__(self, discord: Localcord) -> None:
        self._discord = discord
        self.ids: list[tuple[str, str]] = []
        self._came = asyncio.Event()
        discord.world.watch(self._heard)

    def _heard(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.ids.append((event.payload["id"], event.payload["token"]))
            self._came.set()

    async def answer_by_another(self) -> None:
        """Answers the next click as another process would."""
        await self._came.wait()
        self._discord.interactions.take_answer(*self.ids[-1], {"type": int(AnswerKind.DEFERRED_UPDATE)}, ())


@pytest.fixture
async def arrivals(table: Table) -> Arrivals:
    return Arrivals(table.discord)


async def held_back(bot: Finte, click: "asyncio.Task[Interaction]") -> None:
    """Waits until the click has reached the bot's gate."""
    while not bot.succession.gate.waiting:  # noqa: ASYNC110 - it's on its way
        await asyncio.sleep(0)
    assert not click.done()


@pytest.mark.usefixtures("impatient")
async def test_in_doubt_people_are_told_to_try_again(bot: Finte, table: Table) -> None:
    bot.succession.gate.doubt()

    assert BUSY in said(await table.press(table.people[0], "My dice"))
    assert BUSY in said(await table.people[0].command("table"))


async def test_no_clock_runs_while_clicks_are_refused(bot: Finte, table: Table, clock: Clock) -> None:
    bot.succession.gate.doubt()
    await pass_by(bot, clock, 600)
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert [one.misses for one in stored.clocks] == [0, 0]

    bot.succession.gate.reopen()
    await bot.jobs.every_second()

    assert await time_left(bot, table, clock) > 0


async def test_what_waits_is_answered_once_the_doubt_is_gone(bot: Finte, table: Table) -> None:
    bot.succession.gate.doubt()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held_back(bot, click)

    bot.succession.gate.reopen()

    assert BUSY not in said(await click)


async def test_what_was_held_back_is_acknowledged_all_the_sooner(
    bot: Finte, table: Table, arrivals: Arrivals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reception, "ANSWER_WITHIN_SECONDS", 1.5)
    hands = Clock(0)
    bot.reception = Reception(clock=hands)
    bot.succession.gate.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held_back(bot, click)
    hands.now += 1

    sent = discord.utils.snowflake_time(int(arrivals.ids[-1][0])).timestamp()
    assert bot.reception.seconds_left(sent, server=1) == pytest.approx(0.5)
    bot.succession.gate.open(frozenset())
    await click


async def test_what_another_process_has_taken_is_left_to_it(bot: Finte, table: Table, arrivals: Arrivals) -> None:
    bot.succession.gate.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held_back(bot, click)

    bot.succession.gate.open(frozenset({int(arrivals.ids[0][0])}))
    await arrivals.answer_by_another()

    assert (await click).callback_type is AnswerKind.DEFERRED_UPDATE


async def test_a_click_from_before_a_crash_is_claimed_before_it_counts(
    bot: Finte, table: Table, arrivals: Arrivals
) -> None:
    bot.succession.gate.close()
    person = table.asked
    assert person
    taken = asyncio.create_task(table.move(person))
    await held_back(bot, taken)
    await arrivals.answer_by_another()
    before = (await bot.matches.get(int(table.match_id))).length

    bot.succession.gate.open(None)

    assert (await taken).answered
    await table.move(person)
    assert (await bot.matches.get(int(table.match_id))).length > before
    assert [seen.code for seen in table.discord.requests if seen.path.endswith("/callback")].count(40060) == 1


async def test_a_command_from_before_a_crash_is_not_done_twice(bot: Finte, table: Table) -> None:
    bot.succession.gate.close()
    command = asyncio.create_task(table.people[0].command("play bluff"))
    await held_back(bot, command)

    bot.succession.gate.open(None)

    assert BUSY in said(await command)
    assert len(await bot.store.ids_to_draw()) == 1


async def test_a_click_from_before_a_crash_that_nobody_has_answered_counts(bot: Finte, table: Table) -> None:
    bot.succession.gate.close()
    person = table.asked
    assert person
    click = asyncio.create_task(table.move(person))
    await held_back(bot, click)

    bot.succession.gate.open(None)

    assert (await click).callback_type is AnswerKind.DEFERRED_UPDATE
    panel = table.panel(person)
    assert panel
    assert BUSY not in text_of(panel)
    await table.until(lambda: table.asked not in {person, None})


@pytest.mark.usefixtures("impatient")
async def test_while_a_process_takes_over_people_are_told_to_try_again(bot: Finte, table: Table) -> None:
    bot.succession.gate.take_over(None)
    held = table.discord.hold_next("POST", "/callback")
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held.came.wait()
    assert len(bot._answers) == 1, "a bot that is stopped waits for this"
    held.let_go()

    assert BUSY in said(await click)
    assert BUSY in said(await table.people[0].command("table"))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("takes_over", [False, True], ids=["standing by", "taking over"])
async def test_what_is_left_to_another_process_is_counted(
    bot: Finte, table: Table, arrivals: Arrivals, takes_over: bool
) -> None:
    gate = bot.succession.gate
    gate.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await arrivals.answer_by_another()
    if takes_over:
        gate.take_over(frozenset({int(arrivals.ids[0][0])}))
    answered = bot.metrics.lately

    while not number_left(bot):  # noqa: ASYNC110 - the gate gives up in a moment
        await asyncio.sleep(0)

    assert (await click).callback_type is AnswerKind.DEFERRED_UPDATE
    assert bot.metrics.lately == answered


async def test_a_click_from_before_a_crash_that_cannot_be_claimed_is_answered(bot: Finte, table: Table) -> None:
    bot.succession.gate.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held_back(bot, click)
    table.discord.reset_next("POST", "/callback", is_done=False)

    bot.succession.gate.open(None)

    assert BUSY in said(await click)


async def test_what_has_been_admitted_is_waited_for_before_its_turn_comes(
    bot: Finte, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Turns, "_is_free", lambda *_: False)
    gate = bot.succession.gate
    gate.close()
    clicks = [asyncio.create_task(table.press(person, "My dice")) for person in table.people]
    while gate.waiting < len(clicks):  # noqa: ASYNC110 - they're on their way
        await asyncio.sleep(0)

    gate.reopen()
    await gate.let_in()
    gate.close()

    assert len(bot._answers) == len(clicks)
    assert [BUSY in said(click) for click in await asyncio.gather(*clicks)] == [False, False]


@pytest.fixture
def leaves_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuts answers off soon."""
    monkeypatch.setattr(succession, "LAST_ANSWERS_SECONDS", 0.01)
    monkeypatch.setattr(succession, "FINISH_SECONDS", 0.01)


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
    assert not bot._answers
    for one, click in zip(held, clicks, strict=True):
        one.let_go()
        click.cancel()


@pytest.mark.usefixtures("leaves_soon")
async def test_answers_that_have_not_begun_are_cut_off_without_a_warning(
    bot: Finte, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def never(*_: object) -> AsyncIterator[None]:
        await asyncio.Event().wait()
        yield

    monkeypatch.setattr(replies, "acknowledged_in_time", never)
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    while not bot._answers:  # noqa: ASYNC110 - it's on its way
        await asyncio.sleep(0)

    await bot.close()

    assert not bot._answers
    click.cancel()


async def test_whoever_is_let_in_finds_the_gate_open(bot: Finte, table: Table) -> None:
    gate = bot.succession.gate
    gate.close()
    click = asyncio.create_task(table.press(table.people[0], "My dice"))
    await held_back(bot, click)
    before = gate.taken

    gate.reopen()
    gate.close()
    for _ in range(10):
        await asyncio.sleep(0)
    assert gate.taken == before

    gate.reopen()
    assert BUSY not in said(await click)


def number_left(bot: Finte) -> float | None:
    """How many clicks this process has left to others."""
    labels = {"kind": "click", "outcome": "left"}
    return bot.metrics.registry.get_sample_value("finte_interactions_total", labels)
