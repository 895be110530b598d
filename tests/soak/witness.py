"""Notes how each click was answered, and drops the requests as it goes, so that a long soak needs little memory."""

import asyncio

from bot.requests.error_codes import INVALID_FORM_BODY
from localcord import Interaction, Localcord
from localcord.interactions import ANSWER_SECONDS
from tests.end_to_end.ledger import Ledger
from tests.soak.log import Fault

EACH_SECONDS = 5.0

RESET = 0
"""The status of a request whose connection was reset."""


class Witness:
    """Watches the traffic from now on."""

    def __init__(self, discord: Localcord, ledger: Ledger) -> None:
        self._discord = discord
        self._ledger = ledger
        self._came: dict[str, float] = {}
        self.clicks: list[Interaction] = []
        self.malformed: list[str] = []
        """The requests that Discord refused as malformed, which no fault explains."""
        self.failures: list[Fault] = []
        """The requests to which Discord gave an error of its own, or none."""

    async def go_on(self) -> None:
        """Notes and forgets until cancelled."""
        while True:
            await asyncio.sleep(EACH_SECONDS)
            self.note()

    def note(self) -> None:
        """Notes what has happened so far."""
        self._ledger.note()
        for request in self._discord.requests:
            _, route, interaction_id, *_ = (*request.path.split("/"), "", "")
            if route == "interactions":
                self._came.setdefault(interaction_id, request.time)
            if request.code == INVALID_FORM_BODY:
                self.malformed.append(f"malformed: {request.method} {route} {request.body}")
            if request.status == RESET:
                self.failures.append(Fault("connection reset", request.time))
            elif request.status >= 500:
                self.failures.append(Fault("request failed", request.time))
        self._discord.requests.clear()

    @property
    def late(self) -> int:
        """How many answers came later than Discord waits for them."""
        waits = [self._came[one.id] - one.created for one in self.clicks if one.answered and one.id in self._came]
        return sum(wait > ANSWER_SECONDS for wait in waits)
