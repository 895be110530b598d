"""Finds errors in the log of a soak that none of its faults explains."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Kind = Literal["request failed", "connection reset", "helper process killed"]


@dataclass(frozen=True)
class Fault:
    """Something that was done to the bot, and that it may log as an error. Units: seconds since 1970."""

    kind: Kind
    time: float


EXPLAINS: dict[Kind, re.Pattern[str]] = {
    "request failed": re.compile(r"DiscordServerError \(HTTP 50[0-9], "),
    "connection reset": re.compile(r"ClientOSError|ConnectionResetError|ServerDisconnectedError"),
    "helper process killed": re.compile(r"BrokenExecutor"),
}
"""What an error says that a fault of this kind explains."""

WITHIN_SECONDS = 5.0
"""How long after its fault an error is logged at most, by a bot that may be suspended or busy."""

SERIOUS = re.compile(r"^(?P<time>\S+ \S+) (?P<line>(?:ERROR|CRITICAL) .*)")

SLOW = re.compile(
    r"^\S+ \S+ ERROR .*(?:renderer: a \w+ took too long to draw|TimeoutError \(the database was busy for too long\))",
    re.MULTILINE,
)
"""What a machine whose processors or disk are busy can cause alone. It breaks nothing by itself."""

NEVER = ("Traceback (most recent call last)", "was never retrieved", "was destroyed but it is pending")
"""Signs of an error that nobody caught, or of a task that nobody awaited, which no fault explains."""


def unexplained(log: str, faults: Collection[Fault]) -> list[str]:
    """The lines that only a bug can have caused. Shape: each once, without its time, and with how often it's there."""
    lines = Counter[str]()
    for line in log.splitlines():
        found = SERIOUS.match(line)
        if any(part in line for part in NEVER):
            lines[re.sub(r"^[\d-]+ [\d:,]+ ", "", line)] += 1
        elif (
            found
            and not SLOW.match(line)
            and not any(_explains(fault, found["time"], found["line"]) for fault in faults)
        ):
            lines[found["line"]] += 1
    return [f"{line} ({times} times)" for line, times in lines.items()]


def log_time(seconds: float) -> str:
    """When this was, as the bot's log writes it. Units: seconds since 1970."""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S,%f")[:-3]


def _explains(fault: Fault, time: str, line: str) -> bool:
    late = datetime.strptime(time, "%Y-%m-%d %H:%M:%S,%f").astimezone().timestamp() - fault.time
    return 0 <= late <= WITHIN_SECONDS and bool(EXPLAINS[fault.kind].search(line))
