"""Answers in the metrics."""

from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import Busy, Full, MatchOver, NotAllowed, StaleClick
from bot.interactions.interactions import NoAnswer, Private, Reply, Sentence, error_kind, outcome_of
from games.core import IllegalAction
from localcord import Person
from tests.bot.answering import Answering, Way, page, seen
from tests.bot.refusals import unknown_message
from tests.localcord.bot import Use


@pytest.mark.parametrize(
    ("way", "answer", "outcome", "sentence"),
    [
        ("command", Private(page("hand")), "answered", "hand"),
        ("private", Private(page("hand"), outcome="stale"), "stale", "hand"),
        ("private", Sentence("Not now.", "refused"), "refused", "Not now."),
        ("private", NoAnswer(), "answered", "panel"),
        ("command", NotAllowed("This table is closed."), "refused", "This table is closed."),
        ("command", NoConnection("limit"), "busy", Busy().template),
        ("command", ValueError("x"), "failed", "Something went wrong"),
    ],
    ids=["page", "stale page", "refusal", "nothing", "refused", "busy", "failed"],
)
async def test_an_answer_counts_by_what_it_says_and_an_error_by_whose_fault_it_is(
    client: Answering, ana: Person, *, way: Way, answer: Reply | Exception, outcome: str, sentence: str
) -> None:
    async def work(_interaction: Use) -> Reply:
        if isinstance(answer, Exception):
            raise answer
        return answer

    def measured(name: str, **labels: str) -> float:
        labels["kind"] = "command" if way == "command" else "click"
        return client.metrics.registry.get_sample_value(name, labels) or 0

    await client.prepare(ana, way)
    client.work = work
    await client.asked(ana, way)
    await client.answered()

    assert seen(ana)[-1][1].startswith(sentence)
    assert measured("finte_interactions_total", outcome=outcome) == 1
    assert measured("finte_answer_seconds_count") == (outcome != "failed")


def test_a_sentence_counts_by_why_it_was_said() -> None:
    errors = (StaleClick(), MatchOver(), Busy(), Full(), IllegalAction("That isn't possible right now."))

    assert [outcome_of(error) for error in errors] == ["stale", "stale", "busy", "busy", "refused"]


async def ask(_interaction: discord.Interaction) -> None:
    """Asks."""


def test_an_error_is_of_one_of_a_few_kinds() -> None:
    command: app_commands.Command[Any, ..., None] = app_commands.Command(name="ask", description="Asks", callback=ask)
    kinds = [
        (OperationalError("", {}, Exception()), "database"),
        (unknown_message(), "discord"),
        (aiohttp.ClientConnectionError(), "discord"),
        (TimeoutError(), "timeout"),
        (OSError(28, "No space left on device"), "system"),
        (KeyError("x"), "bug"),
        (app_commands.CommandInvokeError(command, TimeoutError()), "timeout"),
    ]

    assert [(error, error_kind(error)) for error, _ in kinds] == kinds
