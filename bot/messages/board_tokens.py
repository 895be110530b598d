"""Interaction tokens that edit boards without counting towards Discord's global limit.

`/play` is answered with the table's message, so its token can edit that message for 15 minutes. So can the token of a
click on the message, if the first answer only acknowledged the click. They are only kept in memory: after a restart,
boards are edited with the bot's own token.
"""

from collections import OrderedDict
from collections.abc import Callable

import discord

from bot.messages.posted import TOKEN_SECONDS, Posted
from bot.requests.error_codes import INVALID_WEBHOOK_TOKEN

MOST_KEPT = 20_000
"""Beyond this number, the oldest are forgotten."""

REFUSED = frozenset({401, 404})


class BoardTokens:
    """The newest token for each table's message."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._answers: OrderedDict[int, tuple[Posted, float]] = OrderedDict()  # by match, oldest first

    def note(self, match_id: int, posted: Posted) -> None:
        """Uses this answer's token for the table's message from now on."""
        self._answers.pop(match_id, None)
        self._answers[match_id] = posted, self._clock() + TOKEN_SECONDS
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)

    def fresh(self, match_id: int) -> Posted | None:
        """The answer whose token can edit the table's message; None if there is none or it has expired."""
        posted, until = self._answers.get(match_id, (None, 0.0))
        if posted is not None and self._clock() >= until:
            self.forget(match_id)
            return None
        return posted

    def forget(self, match_id: int) -> None:
        """Forgets a table's token, because Discord has refused it or the table has another message."""
        self._answers.pop(match_id, None)


def refuses_token(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the token, or no longer finds its message by it, rather than refusing the page."""
    return error.status in REFUSED or error.code == INVALID_WEBHOOK_TOKEN
