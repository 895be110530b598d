"""How answers count in the metrics."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import Busy, MatchOver, NotAllowed, StaleClick
from bot.interactions.interactions import NoAnswer, Private, Reply, Sentence, error_kind, outcome_of
from bot.ops.metrics import Outcome
from games.core import IllegalAction, PlayerError
from localcord import Localcord, Person
from tests.bot.answering import Answering, Way, page
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


def answers(client: Answering, kind: str) -> float | None:
    """How many latencies have been measured."""
    return client.metrics.registry.get_sample_value("finte_answer_seconds_count", {"kind": kind})


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Private(page("hand")), "answered"),
        (Private(page("hand"), outcome="stale"), "stale"),
        (Sentence("Not now.", "refused"), "refused"),
        (NoAnswer(), "answered"),
    ],
    ids=["page", "stale page", "refusal", "nothing"],
)
@pytest.mark.parametrize(("way", "kind"), [("command", "command"), ("private", "click")])
async def test_an_answer_counts_by_what_it_says(
    client: Answering, ana: Person, *, way: Way, kind: str, answer: Reply, outcome: str
) -> None:
    await client.prepare(ana, way)
    before = counted(client)
    await client.do(ana, way, answer)

    assert counted(client)[kind, outcome] == before.get((kind, outcome), 0) + 1


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(NotAllowed("This table is closed."), "refused"), (NoConnection("limit"), "busy"), (ValueError("x"), "failed")],
    ids=["refused", "busy", "failed"],
)
async def test_an_error_counts_by_whose_fault_it_is(
    client: Answering, ana: Person, error: Exception, outcome: str
) -> None:
    async def fails(_interaction: Use) -> Reply:
        raise error

    client.work = fails
    await client.asked(ana, "command")
    await client.answered()

    assert counted(client) == {("command", outcome): 1}
    assert answers(client, "command") == (0 if outcome == "failed" else 1)


async def test_an_answer_that_came_too_late_is_lost(client: Answering, local: Localcord, ana: Person) -> None:
    async def late(_interaction: Use) -> Reply:
        local.fail_next("POST", "/callback", status=404)
        return NoAnswer()

    client.work = late
    asking = asyncio.create_task(client.asked(ana, "command"))
    await client.answered()
    asking.cancel()

    assert counted(client) == {("command", "lost"): 1}


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (StaleClick(), "stale"),
        (MatchOver(), "stale"),
        (Busy(), "busy"),
        (NotAllowed("This table is closed."), "refused"),
        (IllegalAction("That isn't possible right now."), "refused"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, PlayerError) else value,
)
def test_a_sentence_counts_by_why_it_was_said(error: PlayerError, outcome: Outcome) -> None:
    assert outcome_of(error) == outcome


async def ask(_interaction: discord.Interaction) -> None:
    """Asks."""


COMMAND: app_commands.Command[Any, ..., None] = app_commands.Command(name="ask", description="Asks", callback=ask)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OperationalError("", {}, Exception()), "database"),
        (unknown_message(), "discord"),
        (aiohttp.ClientConnectionError(), "discord"),
        (TimeoutError(), "timeout"),
        (OSError(28, "No space left on device"), "system"),
        (KeyError("x"), "bug"),
        (app_commands.CommandInvokeError(COMMAND, TimeoutError()), "timeout"),
    ],
)
def test_an_error_is_of_one_of_a_few_kinds(error: Exception, kind: str) -> None:
    assert error_kind(error) == kind
