"""Answers as Discord receives them: each kind, at once and after a deferral, wherever it was asked for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import bot.interactions.replies
from bot.errors import NotAllowed
from bot.interactions.replies import Noted, Private, Public, Reply, Sentence, apologise
from bot.messages.posted import Posted
from bot.pages.faces import TWINS
from bot.pages.layout import layout
from bot.pages.page import Page, Text
from localcord import Localcord, Person
from localcord.interaction import AnswerKind
from tests.bot.answering import Answering, Way, page, seen
from tests.bot.catalogues import language
from tests.clock import Clock
from tests.localcord.bot import Use

SECRET = "roll 1 2 3 4 5"

BEFORE: dict[Way, list[tuple[str, str]]] = {
    "command": [],
    "public": [("public", "table")],
    "private": [("private", "panel")],
}


@pytest.fixture(params=["at once", "deferred"])
def is_deferred(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "deferred")


async def answered(client: Answering, ana: Person, way: Way, answer: Reply, *, is_deferred: bool) -> None:
    """Ana asks, and gets this answer: at once, or after so long that Discord had to be told to wait."""
    await client.prepare(ana, way)
    if not is_deferred:
        await client.do(ana, way, answer)
        return
    gate = asyncio.Event()

    async def slow(_interaction: Use) -> Reply:
        await gate.wait()
        return answer

    client.work = slow
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.interactions.replies, "ANSWER_WITHIN_SECONDS", 0)
        opened = await client.asked(ana, way)
    assert opened.callback_type in {AnswerKind.DEFERRED_MESSAGE, AnswerKind.DEFERRED_UPDATE}
    gate.set()
    await client.answered()


@pytest.mark.parametrize("way", ["command", "public"])
async def test_a_private_page_is_a_new_message(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, Private(page("hand")), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("private", "hand")]


async def test_a_private_page_takes_the_place_of_the_one_clicked_on(
    client: Answering, ana: Person, is_deferred: bool
) -> None:
    await answered(client, ana, "private", Private(page("hand")), is_deferred=is_deferred)

    assert seen(ana) == [("private", "hand")]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_public_page_comes_with_a_private_one(
    client: Answering, ana: Person, way: Way, is_deferred: bool
) -> None:
    answer = Public(page("board"), aside=Private(page("hand")))
    await answered(client, ana, way, answer, is_deferred=is_deferred)

    assert sorted(seen(ana)) == sorted([*BEFORE[way], ("public", "board"), ("private", "hand")])


@pytest.mark.parametrize("way", ["public", "private"])
async def test_a_public_page_may_come_alone(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, Public(page("board")), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("public", "board")]


@pytest.mark.parametrize("way", ["public", "private"])
async def test_a_click_may_be_noted_and_no_more(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, Noted(), is_deferred=is_deferred)

    assert seen(ana) == BEFORE[way]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_sentence_is_for_the_one_who_asked(
    client: Answering, local: Localcord, ana: Person, way: Way, is_deferred: bool
) -> None:
    await answered(client, ana, way, Sentence("Not now."), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("private", "Not now.")]
    assert ("private", "Not now.") not in seen(local.person("Ben"))


@pytest.mark.parametrize("way", BEFORE)
async def test_a_private_page_can_be_repainted(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    await answered(client, ana, way, Private(page("hand"), note), is_deferred=is_deferred)
    await repaint(client, posted)

    assert seen(ana)[-1] == ("private", "repainted")
    assert ana.messages()[-1]["id"] == str(posted[0].message_id)


@pytest.mark.parametrize("way", BEFORE)
async def test_a_private_page_beside_a_public_one_can_be_repainted(
    client: Answering, ana: Person, way: Way, is_deferred: bool
) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    answer = Public(page("board"), aside=Private(page("hand"), note))
    await answered(client, ana, way, answer, is_deferred=is_deferred)
    await repaint(client, posted)

    assert sorted(seen(ana)) == sorted([*BEFORE[way], ("public", "board"), ("private", "repainted")])


async def repaint(client: Answering, posted: list[Posted]) -> None:
    """Edits the one message that was posted, by its token."""
    (where,) = posted
    handle: Any = where.handle  # discord.py's types know only numbers here
    await client.webhook(where.token).edit_message(handle, view=layout(page("repainted"), TWINS, {}))


@pytest.mark.parametrize("way", BEFORE)
async def test_where_a_public_page_stands_is_told(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    await answered(client, ana, way, Public(page("board"), note, Private(page("hand"))), is_deferred=is_deferred)

    (board,) = [message for message in ana.messages() if seen_of(ana, message["id"]) == ("public", "board")]
    assert [str(where.message_id) for where in posted] == [board["id"]]


def seen_of(person: Person, message_id: str) -> tuple[str, str]:
    """What one message on somebody's screen says."""
    ids = [message["id"] for message in person.messages()]
    return seen(person)[ids.index(message_id)]


async def test_a_refusal_is_a_sentence(client: Answering, ana: Person, is_deferred: bool) -> None:
    gate = asyncio.Event()

    async def refused(_interaction: Use) -> Reply:
        if is_deferred:
            await gate.wait()
        raise NotAllowed("You need at least {least} players to start.", least=2)

    client.work = refused
    with pytest.MonkeyPatch.context() as patch:
        if is_deferred:
            patch.setattr(bot.interactions.replies, "ANSWER_WITHIN_SECONDS", 0)
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
    await client.do(ana, "command", Private(Page((Text("x" * 5000),), accent=0)))

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
    too_long = Page((Text("x" * 5000),), accent=0)
    await client.do(ana, "command", Private(too_long, on_lost=lambda: lost.append("hand")))

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

    monkeypatch.setattr(bot.interactions.replies, "ANSWER_WITHIN_SECONDS", 0)
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
        return Noted()

    client.work = gone
    await client.asked(ana, "command")
    await client.answered()

    assert "no answer possible: NotFound (HTTP 404, code 10062)" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize("way", BEFORE)
async def test_no_answer_pings_anybody(client: Answering, local: Localcord, ana: Person, way: Way) -> None:
    ben = local.person("Ben")
    named = page(f"{ben.mention} @everyone")

    await answered(client, ana, way, Public(named, aside=Private(named)), is_deferred=False)

    assert ben.pings == []
