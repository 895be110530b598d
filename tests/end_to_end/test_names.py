"""Names that people choose look as they are written, and ping nobody."""

from pathlib import Path
from random import Random

from localcord import Localcord
from localcord.components import texts
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table

NAMES = {
    "@everyone": r"\@everyone",
    "<@&1234567890>": r"\<\@&1234567890\>",
    "**Bold** _and_ `code`": r"\*\*Bold\*\* \_and\_ \`code\`",
    "[click](https://evil.example)": r"\[click\]\(https\://evil\.example\)",
    "||spoiler|| ~~gone~~": r"\|\|spoiler\|\| \~\~gone\~\~",
    "# Title discord.gg/evil\x1b[31m\u202e": r"\# Title discord\.gg/evil\[31m",
}


async def test_names_are_escaped_on_every_page_and_ping_nobody(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    async with ready_bot(discord, clock, tmp_path):
        recorder = Recorder(discord)
        people = [discord.person(name) for name in NAMES]
        table = await Table.started(discord, people, reroll=True)
        for person in people:
            await person.command("table")
        await table.play_on(Random(1))
        await people[0].command("leaderboard")

    for escaped in NAMES.values():
        assert any(f"**{escaped}**" in version.text for version in recorder.versions)
    for version in recorder.versions:
        plain = "\n".join(texts(version.body["components"]))  # alt texts aren't markdown
        for escaped in NAMES.values():
            plain = plain.replace(escaped, "")
        assert [name for name in NAMES if name in plain] == []
        assert not version.body["mentions"] + version.body["mention_roles"]
        assert not version.body["mention_everyone"]
    assert [person.pings for person in people] == [[]] * len(people)

    bodies = [request.body for request in discord.requests if isinstance(request.body, dict)]
    sent = [body for outer in bodies for body in (outer, outer.get("data") or {}) if isinstance(body, dict)]
    messages = [body for body in sent if body.get("components")]
    assert messages
    assert [body for body in messages if body.get("allowed_mentions") != {"parse": []}] == []
