"""The floor: the least possible bot that sends what Finte has sent. `python -m bench.floor`.

Its client is set up like the one in bot/interactions/client.py, and runs on the same event loop. It answers a click
with bytes that were ready before, over discord.py's own connections, and sends the edits that followed the same click
at Finte, as long after it as they came then. At each click, it first commits one row, with the pragmas
of bot/store/connection.py. It has no rules, matches, pages or pictures, counts no rate limits, and reads no reply.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bench.script import SCRIPT, Sending, load
from bot.interactions.client import point_at
from bot.loop import new_loop
from bot.settings import Settings
from localcord.wire import to_bytes

log = logging.getLogger(__name__)

COMMANDS = ({"name": "floor", "description": "A table"}, {"name": "load", "description": "What to send from now on"})
NEW_MESSAGE = 4
COMPONENTS, PRIVATE = 1 << 15, 1 << 6
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")
BOUNDARY = "floor-f9d1c2"


@dataclass(frozen=True, slots=True)
class Ready:
    """A request with its bytes. Shape: `path` and `user_id` as for `Sending`."""

    after: float
    method: str
    path: str
    user_id: int
    content_type: str
    body: bytes

    @property
    def is_answer(self) -> bool:
        """Whether this is the first answer to an interaction."""
        return self.path.startswith("/interactions")


class Rows:
    """A table with a row for each click that Finte stored, written by one thread."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("CREATE TABLE IF NOT EXISTS clicks (id INTEGER PRIMARY KEY, user_id INTEGER)")

    async def add(self, user_id: int) -> None:
        """Commits a row. SQLite makes a transaction of the one statement."""
        insert = partial(self._connection.execute, "INSERT INTO clicks (user_id) VALUES (?)", (user_id,))
        await asyncio.get_running_loop().run_in_executor(self._thread, insert)


class Floor(discord.AutoShardedClient):
    """A bot that sends what its script says."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._rows = rows
        self._steps: list[list[Ready]] = []
        self._tokens: dict[int, str] = {}  # of each person's newest click that was answered
        self._sending: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Registers the commands."""
        await self.http.bulk_upsert_global_commands(self.application_id or 0, [*COMMANDS])

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Takes the step that the button's custom_id names, opens a table or reads a new script."""
        data: Any = interaction.data
        if "custom_id" in data and data["custom_id"].isdecimal():
            await self._take(interaction, self._steps[int(data["custom_id"])])
            return
        if data.get("name") == "load":
            self._steps = [[*map(_ready, sendings)] for sendings in load(Path(SCRIPT))]
        is_private = data.get("name") != "floor"
        await self._send(interaction, _message("/interactions/{id}/{token}/callback", is_private, is_answer=True))
        if not is_private:
            path = f"/webhooks/{self.application_id}/{{token}}"
            await self._send(interaction, _message(path, is_private=True, is_answer=False))

    async def _take(self, interaction: discord.Interaction, requests: Iterable[Ready]) -> None:
        for ready in requests:
            if not ready.is_answer:
                self.loop.call_later(ready.after, self._send_later, interaction, ready)
        await self._rows.add(interaction.user.id)
        for ready in requests:
            if ready.is_answer:
                await self._send(interaction, ready)

    def _send_later(self, interaction: discord.Interaction, ready: Ready) -> None:
        task = self.loop.create_task(self._send(interaction, ready))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, interaction: discord.Interaction, ready: Ready) -> None:
        newest = self._tokens.get(ready.user_id, interaction.token)
        token = interaction.token if ready.is_answer else newest
        url = discord.http.Route.BASE + ready.path.replace("{id}", str(interaction.id)).replace("{token}", token)
        headers = {"Content-Type": ready.content_type, "User-Agent": self.http.user_agent}
        if ready.path.startswith("/channels"):
            headers["Authorization"] = f"Bot {self.http.token}"
        session = self.http._HTTPClient__session  # type: ignore[attr-defined] # noqa: SLF001 - for discord.py's connections
        async with session.request(ready.method, url, data=ready.body, headers=headers) as response:
            reply = await response.read()
            if ready.is_answer:
                self._tokens[interaction.user.id] = interaction.token
            if not response.ok:
                log.error("refused: %s %s: %s", ready.method, ready.path, reply.decode())


def _message(path: str, is_private: bool, *, is_answer: bool) -> Ready:
    """A request for a new message with a fixed text."""
    flags = COMPONENTS | (PRIVATE if is_private else 0)
    shown = {"flags": flags, "components": [{"type": 10, "content": "A fixed text."}]}
    body = {"type": NEW_MESSAGE, "data": shown} if is_answer else shown
    return Ready(0, "POST", path, 0, "application/json", to_bytes(body))


def _ready(sending: Sending) -> Ready:
    """The request as bytes."""
    content_type, body = "application/json", sending.body.encode()
    if sending.files:
        content_type = f"multipart/form-data; boundary={BOUNDARY}"
        parts = [('name="payload_json"\r\nContent-Type: application/json', body)]
        for at, (name, size) in enumerate(sending.files):
            parts.append((f'name="files[{at}]"; filename="{name}"\r\nContent-Type: image/png', bytes(size)))
        heads = (f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() for head, _ in parts)
        wrapped = b"".join(head + content + b"\r\n" for head, (_, content) in zip(heads, parts, strict=True))
        body = wrapped + f"--{BOUNDARY}--\r\n".encode()
    return Ready(sending.after, sending.method, sending.path, sending.user_id, content_type, body)


async def _run(settings: Settings) -> None:
    await Floor(Rows(Path("floor.sqlite3"))).start(settings.discord_token.get_secret_value())


def main() -> None:
    """Runs until killed."""
    settings = Settings()
    logging.basicConfig(level=logging.INFO)
    point_at(settings)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(_run(settings))


if __name__ == "__main__":
    main()
