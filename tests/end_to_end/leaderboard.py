"""Reads the leaderboard from the screen."""

import re

from localcord import Person
from tests.end_to_end.tables import told

Line = tuple[str, int, int, int]
"""A line of the leaderboard: name, points, matches won, matches."""

LINE = re.compile(r"^\S+ (.+?)(?: \(you\))? · rating (?:-?\d+|–) · (\d+) pts? · (\d+)/(\d+) won$", re.MULTILINE)


def rank(line: Line) -> tuple[int, int, str]:
    """A key that sorts by more points, then more wins, then name."""
    name, points, wins, _ = line
    return -points, -wins, name


def lines_of(page: str) -> list[Line]:
    """The lines that a page of the leaderboard shows, in words or in the description of its picture."""
    found = LINE.findall(page.replace("**", ""))
    return [(name, int(points), int(wins), int(matches)) for name, points, wins, matches in found]


async def leaderboard(reader: Person, field: str, *, channel_id: str | None = None) -> list[Line]:
    """The lines of `/leaderboard`, with equal players sorted by name."""
    answer = await reader.command("leaderboard", {"field": field}, channel_id=channel_id)
    return sorted(lines_of(await told(reader, answer)), key=rank)
