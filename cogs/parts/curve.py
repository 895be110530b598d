"""The curve of a rating, in a picture and in words. Pure."""

from collections.abc import Sequence

from bot.pages.page import Picture, Text
from bot.pictures.curve import RatingCurve
from bot.words import Words


def curve(points: Sequence[int], matches: int, say: Words) -> Picture:
    """How a rating has changed. Shape: at least two points; the last of them comes from the last of the matches."""
    facts = {"first": points[0], "last": points[-1], "lowest": min(points), "highest": max(points)}
    words = say.many(
        "Rating over the last {n} match: from {first} to {last}, lowest {lowest}, highest {highest}",
        "Rating over the last {n} matches: from {first} to {last}, lowest {lowest}, highest {highest}",
        matches,
        **facts,
    )
    return Picture(RatingCurve(tuple(points)), words, (Text(f"-# {words}"),))
