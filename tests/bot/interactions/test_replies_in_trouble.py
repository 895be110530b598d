"""Answers to clicks on deleted messages, and answers that arrive although Discord's confirmation is lost."""

import asyncio
import gc
from collections.abc import Callable

import pytest
from aiohttp import web
from sqlalchemy.exc import TimeoutError as NoConnection

import bot.interactions.interactions
from bot.errors import Busy
from bot.interactions.interactions import NoAnswer, Private, Public, Reply, Sentence
from bot.messages.sending import Posted
from localcord import Localcord, Person
from localcord.api import Outage
from tests.bot.answering import Answering, Way, page, seen
from tests.localcord.bot import Use

pytestmark = pytest.mark.usefixtures("retried_at_once")

WAYS: tuple[Way, ...] = ("command", "public", "private")


ANSWERS: tuple[Reply, ...] = (Private(page("hand")), Public(page("board")), Sentence("Done."), NoAnswer())


def kind_of(answer: Reply) -> str:
    return type(answer).__name__


@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "deferred"])
async def test_a_click_on_a_panel_that_is_gone_gets_a_new_one(client: Answering, ana: Person, is_late: bool) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    async def replaced(_interaction: Use) -> Reply:
        ana.dismiss(panel)
        return Private(page("hand"), note)

    await client.prepare(ana, "private")
    panel = ana.messages()[-1]
    client.work = replaced
    with pytest.MonkeyPatch.context() as patch:
        if is_late:
            patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
        opened = await client.asked(ana, "private")
    await client.answered()

    assert not opened.failed
    assert seen(ana) == [("private", "hand")]
    assert [str(where.message_id) for where in posted] == [ana.messages()[0]["id"]]


async def test_time_is_bought_where_the_panel_clicked_on_is_gone(
    client: Answering, local: Localcord, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()

    async def slow(_interaction: Use) -> Reply:
        await gate.wait()
        return Private(page("hand"))

    await client.prepare(ana, "private")
    panel = ana.messages()[-1]
    monkeypatch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
    local.api.outages.append(Deletion(lambda: ana.dismiss(panel)))
    client.work = slow
    opened = await client.asked(ana, "private")
    gate.set()
    await client.answered()

    assert not opened.failed
    assert seen(ana) == [("private", "hand")]


async def test_of_an_acknowledgement_that_fails_like_its_work_only_the_work_is_logged(
    client: Answering, local: Localcord, ana: Person, *, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    acknowledging = asyncio.Event()
    monkeypatch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
    local.api.outages.append(Deletion(acknowledging.set))
    local.fail_next("POST", "/callback", status=400)

    async def fail(_interaction: Use) -> Reply:
        await acknowledging.wait()
        raise RuntimeError

    client.work = fail
    await client.asked(ana, "command")
    await client.answered()
    gc.collect()

    assert [text.partition(": ")[2].split()[0] for text in caplog.messages if "never" in text or "refer" in text] == [
        "RuntimeError"
    ]


async def test_a_click_that_was_claimed_after_a_crash_needs_no_more_time(
    client: Answering, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(_interaction: Use) -> Reply:
        for _ in range(10):
            await asyncio.sleep(0)
        return Private(page("hand"))

    answer = client.react
    assert answer

    async def claim_and_answer(interaction: Use) -> None:
        await interaction.response.defer()
        await answer(interaction)

    await client.prepare(ana, "private")
    monkeypatch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
    client.work, client.react = slow, claim_and_answer
    await client.asked(ana, "private")
    await client.answered()

    assert seen(ana) == [("private", "hand")]


class Deletion(Outage):
    """Does something right before the next answer arrives."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__("POST", "/callback", 0, is_done=True)
        self._act = act

    def hits(self, request: web.Request) -> bool:
        if super().hits(request):
            self._act()
        return False


@pytest.mark.parametrize("answer", ANSWERS, ids=kind_of)
@pytest.mark.parametrize("way", WAYS)
async def test_an_answer_that_arrived_without_a_word_of_it_is_no_fault(
    client: Answering, local: Localcord, ana: Person, *, way: Way, answer: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    await client.prepare(ana, way)
    local.fail_next("POST", "/callback", is_done=True)
    await client.do(ana, way, answer)

    assert [request.code for request in local.requests if request.code] == [40060]
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_panel_that_arrived_without_a_word_of_it_is_the_players_all_the_same(
    client: Answering, local: Localcord, ana: Person
) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    local.fail_next("POST", "/callback", is_done=True)
    await client.do(ana, "command", Private(page("hand"), note))

    assert [str(where.message_id) for where in posted] == [ana.messages()[0]["id"]]


async def test_whoever_the_database_has_no_time_for_is_told_so(client: Answering, ana: Person) -> None:
    async def waits(_interaction: Use) -> Reply:
        raise NoConnection("QueuePool limit of size 1")

    client.work = waits
    await client.asked(ana, "command")
    await client.answered()

    assert seen(ana) == [("private", Busy().template)]
