"""Requests to Discord's REST API that return the answer's headers too, which discord.py doesn't."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

TIMEOUT_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord answered. Shape: `body` is decoded JSON, or None if the answer isn't JSON."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def is_ok(self) -> bool:
        """Whether the request succeeded."""
        return self.status < 300

    @property
    def refusal(self) -> str:
        """Why it failed, as HTTP status and Discord's error code."""
        code = self.body.get("code") if isinstance(self.body, dict) else None
        return f"HTTP {self.status}" + (f", code {code}" if code else "")


class Rest:
    """Discord's REST API with the bot's token. Raises: aiohttp.ClientError, OSError, TimeoutError at each request."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self._session, self._url = session, url
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (Finte doctor)"}

    async def get(self, path: str) -> Answer:
        """Sends a GET request."""
        return await self.send("GET", path)

    async def send(self, method: str, path: str, body: object = None, *, with_token: bool = True) -> Answer:
        """Sends one request, without retries. Shape: routes with an interaction's token need none of the bot's."""
        async with self._session.request(
            method,
            self._url + path,
            json=body,
            headers=self._headers if with_token else {},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS),
        ) as answer:
            is_json = answer.content_type == "application/json"
            return Answer(answer.status, await answer.json() if is_json else None, answer.headers)
