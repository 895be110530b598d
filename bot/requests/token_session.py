"""The session for requests with an interaction's token, which takes less CPU time than discord.py's own.

They don't count towards Discord's global limit, so none waits for its turn (bot/requests/tracing.py). The messages that
Discord replies with aren't parsed, since the bot doesn't use them. Knows no page.
"""

import aiohttp

from bot.requests.budget import Budget
from bot.requests.tracing import note_answer


def token_session(
    connector: aiohttp.BaseConnector, budget: Budget, timeout: aiohttp.ClientTimeout
) -> aiohttp.ClientSession:
    """A session on discord.py's connections, which ends with them. Call it after the login."""

    async def note(request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
        response = await send(request)
        note_answer(budget, response)
        return response

    return aiohttp.ClientSession(
        connector=connector,
        connector_owner=False,
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=timeout,
        middlewares=(note,),
        response_class=_Reply,
    )


class _Reply(aiohttp.ClientResponse):
    """Discord's reply. Only the text of an error is read."""

    async def text(self, encoding: str | None = None, errors: str = "strict") -> str:
        """The body, or an empty object in place of a message. discord.py parses it as JSON."""
        if self.ok:
            await self.read()  # so that the connection can be used again
            return "{}"
        return await super().text(encoding, errors)
