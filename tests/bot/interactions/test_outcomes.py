"""How answers count in the metrics."""

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


def counted(client: Answering) -> dict[tuple[str, str], float]:
    """How many interactions have been counted, by kind and outcome."""
    return {
        (sample.labels["kind"], sample.labels["outcome"]): sample.value
        for family in client.metrics.registry.collect()
        for sample in family.samples
        if sample.name == "finte_interactions_total"
    }


@pytest.mark.parametrize(
    ("way", "answer", "kind", "outcome"),
    [
        ("command", Private(page("hand")), "command", "answered"),
        ("private", Private(page("hand"), outcome="stale"), "click", "stale"),
        ("private", Sentence("Not now.", "refused"), "click", "refused"),
        ("private", NoAnswer(), "click", "answered"),
    ],
    ids=["page", "stale page", "refusal", "nothing"],
)
async def test_an_answer_counts_by_what_it_says(
    client: Answering, ana: Person, *, way: Way, kind: str, answer: Reply, outcome: str
) -> None:
    await client.prepare(ana, way)
    before = counted(client)
    await client.do(ana, way, answer)

    assert counted(client)[kind, outcome] == before.get((kind, outcome), 0) + 1


@pytest.mark.parametrize(
    ("error", "outcome", "sentence"),
    [
        (NotAllowed("This table is closed."), "refused", "This table is closed."),
        (NoConnection("limit"), "busy", Busy().template),
        (ValueError("x"), "failed", "Something went wrong"),
    ],
    ids=["refused", "busy", "failed"],
)
async def test_an_error_counts_by_whose_fault_it_is(
    client: Answering, ana: Person, *, error: Exception, outcome: str, sentence: str
) -> None:
    async def fails(_interaction: Use) -> Reply:
        raise error

    client.work = fails
    await client.asked(ana, "command")
    await client.answered()

    assert seen(ana)[0][1].startswith(sentence)
    assert counted(client) == {("command", outcome): 1}
    latencies = client.metrics.registry.get_sample_value("finte_answer_seconds_count", {"kind": "command"})
    assert latencies == (0 if outcome == "failed" else 1)


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
