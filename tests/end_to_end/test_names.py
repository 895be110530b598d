"""Names that people choose look as they are written, and ping nobody."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from localcord import Localcord
from localcord.components import texts
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.recorder import Recorder, Version
from tests.end_to_end.tables import Table

NAMES = {
    "@everyone": r"\@everyone",
    "<@&1234567890>": r"\<\@&1234567890\>",
    "**Bold** _and_ `code`": r"\*\*Bold\*\* \_and\_ \`code\`",
    "[click](https://evil.example)": r"\[click\]\(https\://evil\.example\)",
    "||spoiler|| ~~gone~~": r"\|\|spoiler\|\| \~\~gone\~\~",
    "# Title discord.gg/evil\x1b[31m\u202e": r"\# Title discord\.gg/evil\[31m",
}


@dataclass(frozen=True)
class Evening:
    """All that was to be seen of a match, how often its players were pinged, and what the bot has sent."""

    seen: list[Version]
    pings: int
    sent: list[JsonObject]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return asyncio.run(an_evening(tmp_path_factory.mktemp("evening")))


async def an_evening(folder: Path) -> Evening:
    """A whole match of people with such names, and everything else that they can look at."""
    clock = Clock()
    async with Localcord(clock=clock, rate_limits=False) as discord, ready_bot(discord, clock, folder):
        recorder = Recorder(discord)
        people = [discord.person(name) for name in NAMES]
        table = await Table.started(discord, people, reroll=True)
        for person in people:
            await person.command("table")
        await table.play_on(Random(1))
        await people[0].command("leaderboard")
        bodies = [request.body for request in discord.requests if isinstance(request.body, dict)]
        sent = [body for outer in bodies for body in (outer, outer.get("data") or {}) if isinstance(body, dict)]
        return Evening(recorder.versions, sum(len(person.pings) for person in people), sent)


def test_nobody_is_pinged(evening: Evening) -> None:
    for version in evening.seen:
        assert not version.body["mentions"]
        assert not version.body["mention_roles"]
        assert not version.body["mention_everyone"]
    assert evening.pings == 0


def test_every_message_that_the_bot_sends_forbids_all_pings(evening: Evening) -> None:
    messages = [body for body in evening.sent if body.get("components")]
    assert messages
    assert [body for body in messages if body.get("allowed_mentions") != {"parse": []}] == []


def test_names_are_escaped_on_every_page(evening: Evening) -> None:
    for escaped in NAMES.values():
        assert any(f"**{escaped}**" in version.text for version in evening.seen)
    for version in evening.seen:
        plain = "\n".join(texts(version.body["components"]))  # alt texts aren't markdown
        for escaped in NAMES.values():
            plain = plain.replace(escaped, "")
        assert [name for name in NAMES if name in plain] == []
