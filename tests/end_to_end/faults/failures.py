"""How requests to Discord can fail."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS

Fault: TypeAlias = Callable[[Localcord, str, str], object]
"""Makes the next requests with this method and path fail."""

TIMES = 2

FAULTS: dict[str, Fault] = {
    "429": lambda discord, *route: discord.limit_next(*route, seconds=0.01, times=TIMES),
    "global 429": lambda discord, *route: discord.limit_next(*route, seconds=0.01, is_global=True, times=TIMES),
    "503": lambda discord, *route: discord.fail_next(*route, status=503, times=TIMES),
    "500 after it was done": lambda discord, *route: discord.fail_next(*route, is_done=True),
    "reset after it was done": lambda discord, *route: discord.reset_next(*route, is_done=True),
    "no answer": lambda discord, *route: discord.hold_next(*route),
    "no answer though it was done": lambda discord, *route: discord.hold_next(*route, is_done=True),
}


IMPATIENT_SECONDS = 0.5


def request_seconds(test: str) -> float:
    """How long the bot waits for Discord in a test of this name. Shape: not long if some answer never comes.

    In all other tests a busy machine is waited for.
    """
    return PATIENCE_SECONDS if "[" in test and "no answer" not in test else IMPATIENT_SECONDS


def waiting(discord: Localcord) -> Counter[tuple[str, str]]:
    """How often each route is still to fail."""
    return Counter((planned.method, planned.path_part) for planned in discord.api.outages)
