"""Names that people choose look as they are written, and ping nobody."""

from random import Random

import pytest

from localcord import Localcord, Person
from localcord.components import texts
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table, text_of

pytestmark = pytest.mark.usefixtures("bot")

NAMES = {
    "@everyone": r"\@everyone",
    "<@&1234567890>": r"\<\@&1234567890\>",
    "**Bold** _and_ `code`": r"\*\*Bold\*\* \_and\_ \`code\`",
    "[click](https://evil.example)": r"\[click\]\(https\://evil.example\)",
    "||spoiler|| ~~gone~~": r"\|\|spoiler\|\| \~\~gone\~\~",
    "# Title": r"\# Title",
}


@pytest.fixture
def seen(discord: Localcord) -> Recorder:
    return Recorder(discord)


@pytest.fixture
async def table(discord: Localcord, seen: Recorder) -> Table:  # noqa: ARG001 - it listens from the beginning
    """A whole match of people with such names, and everything else that they can look at."""
    people = [discord.person(name) for name in NAMES]
    table = await Table.started(discord, people, reroll=True)
    for person in people:
        await person.command("table")
    await table.play_on(Random(1))
    await people[0].command("leaderboard")
    return table


async def test_nobody_is_pinged(table: Table, seen: Recorder) -> None:
    for version in seen.versions:
        assert not version.body["mentions"]
        assert not version.body["mention_roles"]
        assert not version.body["mention_everyone"]
    assert all(person.pings == [] for person in table.people)


async def test_every_message_that_the_bot_sends_forbids_all_pings(discord: Localcord, table: Table) -> None:  # noqa: ARG001
    sent = [
        body
        for request in discord.requests
        if isinstance(request.body, dict)
        for body in (request.body, request.body.get("data") or {})
        if isinstance(body, dict) and body.get("components")
    ]
    assert sent
    assert [body for body in sent if body.get("allowed_mentions") != {"parse": []}] == []


async def test_names_are_escaped_on_every_page(table: Table, seen: Recorder) -> None:
    assert table.board
    for escaped in NAMES.values():
        assert any(f"**{escaped}**" in version.text for version in seen.versions)
    for version in seen.versions:
        plain = "\n".join(texts(version.body["components"]))  # alt texts aren't markdown
        for escaped in NAMES.values():
            plain = plain.replace(escaped, "")
        assert [name for name in NAMES if name in plain] == []


async def test_a_name_may_change(discord: Localcord) -> None:
    ana: Person = discord.person("Ana")
    await Table.opened(discord, ana, seats=2)
    ana.user.name = "Anna *neu*"
    table = await Table.opened(discord, ana, seats=3)
    assert r"**Anna \*neu\***" in text_of(table.board)
