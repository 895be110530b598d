"""Who is told about matches, and when. Knows no Discord."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.matches.match import Match

Listener = Callable[[Match], None]


@dataclass(frozen=True, slots=True)
class Listeners:
    """Functions that are called with matches."""

    change: list[Listener] = field(default_factory=list)
    """Called with each new state of a match, after it is on disk."""
    load: list[Listener] = field(default_factory=list)
    """Called with each open match that is read from disk."""
    result: list[Listener] = field(default_factory=list)
    """Called with each match that ends a round, while it is being stored; that may fail, so nobody may see it yet."""

    def announce_result(self, before: Match, match: Match) -> None:
        """Has a round's result prepared, if there is one. Listeners are called soon; their errors stop nobody."""
        if match.rounds_over > before.rounds_over:
            for listener in self.result:
                asyncio.get_running_loop().call_soon(listener, match)
