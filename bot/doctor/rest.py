"""A few requests to Discord, with the headers of their answers, which discord.py keeps to itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

TIMEOUT_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord answered. Shape: `body` is JSON, or None if there is none."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def is_ok(self) -> bool:
        """Whether Discord did what was asked."""
        return self.status < 300

    @property
    def refusal(self) -> str:
        """Why it didn't, by Discord's numbers."""
        code = self.body.get("code") if isinstance(self.body, dict) else None
        return f"HTTP {self.status}" + (f", code {code}" if code else "")


class Rest:
    """Discord's REST API with the bot's token. Raises: aiohttp.ClientError, OSError, TimeoutError at each request."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self._session, self._url = session, url
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (Finte doctor)"}

    async def get(self, path: str) -> Answer:
        """Reads something."""
        return await self.send("GET", path)

    async def send(self, method: str, path: str, body: object = None, *, with_token: bool = True) -> Answer:
        """Sends one request, without trying again. Shape: an interaction's own routes want no token."""
        async with self._session.request(
            method,
            self._url + path,
            json=body,
            headers=self._headers if with_token else {},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS),
        ) as answer:
            is_json = answer.content_type == "application/json"
            return Answer(answer.status, await answer.json() if is_json else None, answer.headers)
