"""Gets answers for tests of replies."""

import asyncio

import pytest

import bot.interactions.interactions
from bot.interactions.interactions import Reply
from localcord import Person
from localcord.interactions import AnswerKind
from tests.bot.answering import Answering, Way
from tests.localcord.bot import Use

SECRET = "roll 1 2 3 4 5"

BEFORE: dict[Way, list[tuple[str, str]]] = {
    "command": [],
    "public": [("public", "table")],
    "private": [("private", "panel")],
}


async def answered(client: Answering, ana: Person, way: Way, answer: Reply, *, is_deferred: bool) -> None:
    """Ana asks and gets this answer, at once or deferred."""
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
        patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
        opened = await client.asked(ana, way)
    assert opened.callback_type in {AnswerKind.DEFERRED_MESSAGE, AnswerKind.DEFERRED_UPDATE}
    gate.set()
    await client.answered()
