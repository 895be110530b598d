"""Answers when something can't be done, or goes wrong."""

import asyncio
from pathlib import Path

import pytest

import bot.interactions.interactions
from bot.errors import NotAllowed
from bot.interactions.interactions import NoAnswer, Private, Public, Reply, Sentence, apologise
from bot.pages.page import Button, Page, Row
from localcord import Localcord, Person
from tests.bot.answering import Answering, Way, page, seen
from tests.bot.catalogues import language
from tests.bot.interactions.asking import BEFORE, SECRET, answered
from tests.clock import Clock
from tests.localcord.bot import Use

REFUSED = Page((Row((Button("x" * 81, "f1|press|0|0|"),)),), accent=0)
"""A page with a label that's too long for Discord."""


async def test_a_refusal_is_a_sentence(client: Answering, ana: Person, is_deferred: bool) -> None:
    gate = asyncio.Event()

    async def refused(_interaction: Use) -> Reply:
        if is_deferred:
            await gate.wait()
        raise NotAllowed("You need at least {least} players to start.", least=2)

    client.work = refused
    with pytest.MonkeyPatch.context() as patch:
        if is_deferred:
            patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
        await client.asked(ana, "command")
    gate.set()
    await client.answered()

    assert seen(ana) == [("private", "You need at least 2 players to start.")]


async def test_a_refusal_is_said_in_ones_language(client: Answering, local: Localcord, tmp_path: Path) -> None:
    async def refused(_interaction: Use) -> Reply:
        raise NotAllowed("You can ask for a rematch once the match is over.")

    client.work = refused
    anouk = local.person("Anouk", locale="fr")
    with language(
        tmp_path, "fr", {"You can ask for a rematch once the match is over.": "Pas de revanche avant la fin."}
    ):
        await client.asked(anouk, "command")
        await client.answered()

    assert seen(anouk) == [("private", "Pas de revanche avant la fin.")]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_fault_of_ours_is_answered_with_a_reference_that_the_log_has(
    client: Answering, ana: Person, way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_interaction: Use) -> Reply:
        raise ValueError(SECRET)

    await client.prepare(ana, way)
    client.work = fails
    await client.asked(ana, way)
    await client.answered()

    *before, (kind, sentence) = seen(ana)
    reference = sentence.partition("(reference ")[2][:6]
    assert (before, kind) == (BEFORE[way], "private")
    assert sentence.startswith("Something went wrong (reference ")
    assert f"reference {reference}: ValueError at " in caplog.text
    assert SECRET not in sentence + caplog.text


async def test_a_page_that_discord_refuses_is_a_fault_of_ours(client: Answering, ana: Person) -> None:
    await client.do(ana, "command", Private(REFUSED))

    ((kind, sentence),) = seen(ana)
    assert (kind, sentence.partition(" (")[0]) == ("private", "Something went wrong")


async def test_an_answer_that_comes_too_late_is_a_line_in_the_log(
    client: Answering, local: Localcord, ana: Person, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def slow(_interaction: Use) -> Reply:
        clock.now += 4
        local.clock_moved()
        return Sentence(SECRET)

    client.work = slow
    opened = await client.asked(ana, "command")
    await client.answered()

    assert opened.failed
    assert "an interaction was gone before its answer: NotFound (HTTP 404, code 10062)" in caplog.text
    assert SECRET not in caplog.text


async def test_whoever_gave_an_answer_that_was_lost_hears_of_it(
    client: Answering, local: Localcord, ana: Person, clock: Clock
) -> None:
    lost: list[str] = []

    async def slow(_interaction: Use) -> Reply:
        clock.now += 4
        local.clock_moved()
        aside = Private(page("hand"), on_lost=lambda: lost.append("hand"))
        return Public(page("board"), aside=aside, on_lost=lambda: lost.append("board"))

    client.work = slow
    await client.asked(ana, "command")
    await client.answered()

    assert lost == ["board", "hand"]


async def test_an_answer_that_discord_refuses_is_lost_too(client: Answering, ana: Person) -> None:
    lost: list[str] = []
    await client.do(ana, "command", Private(REFUSED, on_lost=lambda: lost.append("hand")))

    assert lost == ["hand"]


async def test_an_answer_that_arrives_is_not_lost(client: Answering, ana: Person, is_deferred: bool) -> None:
    lost: list[str] = []
    hand = Private(page("hand"), on_lost=lambda: lost.append("hand"))
    await answered(client, ana, "command", hand, is_deferred=is_deferred)

    assert lost == []


async def test_work_is_seen_to_its_end_where_no_time_could_be_bought_for_it(
    client: Answering, local: Localcord, ana: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str] = []
    gate = asyncio.Event()

    async def slow(_interaction: Use) -> Reply:
        clock.now += 4
        local.clock_moved()
        await gate.wait()
        return Private(page("hand"), on_lost=lambda: lost.append("hand"))

    monkeypatch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
    client.work = slow
    await client.asked(ana, "command")
    gate.set()
    await client.answered()

    assert lost == ["hand"]


async def test_where_not_even_an_apology_arrives_the_log_says_so(
    client: Answering, local: Localcord, ana: Person, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def gone(interaction: Use) -> Reply:
        clock.now += 4
        local.clock_moved()
        await apologise(interaction, ValueError(SECRET))
        return NoAnswer()

    client.work = gone
    await client.asked(ana, "command")
    await client.answered()

    assert "no answer possible: NotFound (HTTP 404, code 10062)" in caplog.text
    assert SECRET not in caplog.text
