"""Estimates the load of bots of four sizes, by arithmetic and a simulation from the assumptions below.

Nothing is measured here. docs/scaling.md has the table, and says where each assumption comes from.
"""

from collections import deque
from dataclasses import dataclass
from math import ceil
from random import Random

from bot.interactions.session_starts import GAP_SECONDS

SIZES = (100, 2_500, 25_000, 250_000)
"""Servers."""

SECONDS = 600

ACTIVE = 0.004
"""The share of servers with a table in play in the busiest hour."""

CLICKS_PER_SECOND = 1 / 3
"""Clicks a second at a table in play: as fast as people have been simulated."""

FREE_EDITS = 0.5
"""The share of edits of boards that go by a fresh interaction's token, and so don't count."""

CPU_MS_PER_CLICK = 6.0
"""With the edits that follow; rounded up from what `python -m bench clicks` measures. docs/scaling.md has it too."""

MOST_OF_A_CORE = 0.6
"""How busy a process may be on average, so that bursts don't queue."""

BASE_MIB, KIB_PER_SERVER, KIB_PER_TABLE = 120.0, 1.4, 22.5
LIVE_TABLES_PER_SERVER = 0.1
"""Tables with a match that has not ended, in play or not."""

GLOBAL_LIMIT, PACE = 50.0, 0.8
SERVERS_PER_SHARD = 1_000
LARGE = 150_000
"""The number of servers from which Discord lets 16 shards start at a time."""


@dataclass(frozen=True)
class Load:
    """What one size comes to. Units: `edit_p99` in seconds from a change to its edit's turn."""

    servers: int
    tables: float
    clicks: float
    counted: float
    edit_p99: float
    skipped: float

    @property
    def processes(self) -> int:
        """How many processes the clicks need."""
        return max(1, ceil(self.clicks * CPU_MS_PER_CLICK / 1000 / MOST_OF_A_CORE))

    @property
    def shards(self) -> int:
        """How many shards these servers get."""
        return ceil(self.servers / SERVERS_PER_SHARD)

    @property
    def start_seconds(self) -> float:
        """How long it takes until the last shard begins its session, over all processes."""
        at_once = 16 if self.servers >= LARGE else 1
        return (ceil(self.shards / at_once) - 1) * GAP_SECONDS

    @property
    def mib_per_process(self) -> float:
        """How much memory each process takes."""
        shared = self.servers * (KIB_PER_SERVER + LIVE_TABLES_PER_SERVER * KIB_PER_TABLE) / 1024
        return BASE_MIB + shared / self.processes


def simulated(servers: int, rng: Random, seconds: int = SECONDS) -> Load:
    """Simulates so many seconds of the busiest hour: each click changes a board, and boards wait for their turn."""
    tables = max(1, round(servers * ACTIVE))
    waiting: deque[int] = deque()
    since: dict[int, int] = {}
    waits: list[int] = []
    clicks = counted = skipped = 0
    room = 0.0
    for now in range(seconds):
        for table in range(tables):
            if rng.random() >= CLICKS_PER_SECOND:
                continue
            clicks += 1
            if rng.random() < FREE_EDITS:
                continue
            if table in since:
                skipped += 1  # the edit that waits will show this change too
            else:
                since[table] = now
                waiting.append(table)
        room = min(room + GLOBAL_LIMIT * PACE, GLOBAL_LIMIT)
        while waiting and room >= 1:
            waits.append(now - since.pop(waiting.popleft()))
            counted += 1
            room -= 1
    waits.extend(seconds - began for began in since.values())
    p99 = sorted(waits)[int(0.99 * (len(waits) - 1))] if waits else 0
    return Load(servers, tables, clicks / seconds, counted / seconds, p99, skipped / max(1, clicks))


def run(*, quick: bool) -> None:
    """Prints the table."""
    rng = Random(1)
    print(
        "\n| servers | tables in play | clicks/s | counted requests/s | board's wait, p99 s | changes in one edit |",
        end="",
    )
    print(" processes | MiB each | shards | start, s | writes/s |")
    print("| ---: " * 11 + "|")
    for size in SIZES[:2] if quick else SIZES:
        load = simulated(size, rng, 60 if quick else SECONDS)
        print(
            f"| {size:,} | {load.tables:,} | {load.clicks:.1f} | {load.counted:.1f} | {load.edit_p99:.0f} "
            f"| {load.skipped:.0%} | {load.processes} | {load.mib_per_process:.0f} | {load.shards} "
            f"| {load.start_seconds:.0f} | {load.clicks:.1f} |"
        )
