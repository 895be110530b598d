"""The whole track as one slim bar: where the zone is, where 66, and where everyone stands. Knows no cards."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import ImageDraw

from bot.pictures.canvas import WIDTH, Canvas, Sprite, field, symbol
from bot.pictures.palette import FAINT, FELT_DARK, GOLD, GOLD_DARK, RED, SEATS, WHITE
from bot.pictures.type import font
from games.volltreffer.track import BULLSEYE, SQUARES

STRIP_HEIGHT = 92
"""Units: pixels, as all here."""

BAR_LEFT, PITCH = 34, 11
BAR_HEIGHT = 34
BADGE = 36
MARKERS_Y, BAR_Y = 22, 68


def draw_strip(canvas: Canvas, squares: Sequence[int], zone: tuple[int, int], top: float) -> None:
    """Draws the bar and everyone's badge above it, with a line to the very square. Shape: one square a seat."""
    bar = _bar(*zone)
    canvas.put(bar, BAR_LEFT + bar.width / 2, top + BAR_Y)
    for seat, x in enumerate(beside(squares)):
        at, ink = middle(squares[seat]), SEATS[seat]
        canvas.line((x, top + MARKERS_Y), (at, top + BAR_Y - BAR_HEIGHT / 2 + 4), ink)
        canvas.mark("circle", at, top + BAR_Y - BAR_HEIGHT / 2 + 4, 12, ink)
    for seat, x in enumerate(beside(squares)):
        canvas.seat(seat, x, top + MARKERS_Y, BADGE)


def middle(square: int) -> float:
    """The place of a square on the bar. Units: pixels from the left."""
    return BAR_LEFT + PITCH * (square + 0.5)


@lru_cache(256)
def _beside(squares: tuple[int, ...]) -> tuple[float, ...]:
    order = sorted(range(len(squares)), key=lambda seat: (squares[seat], seat))
    groups = [[middle(squares[seat]), 1] for seat in order]
    at = 0
    while at + 1 < len(groups):
        (x, count), (other, more) = groups[at], groups[at + 1]
        if other - x >= (count + more) / 2 * (BADGE + 2):
            at += 1
            continue
        groups[at : at + 2] = [[(x * count + other * more) / (count + more), count + more]]
        at = max(at - 1, 0)
    places = []
    for x, count in groups:
        half = count * (BADGE + 2) / 2
        left = min(max(x, BAR_LEFT + half), WIDTH - BAR_LEFT - half) - half
        places += [left + (BADGE + 2) * (number + 0.5) for number in range(int(count))]
    return tuple(place for _, place in sorted(zip(order, places, strict=True)))


def beside(squares: Sequence[int]) -> tuple[float, ...]:
    """The places of the badges, each as near to its square as the others leave room. Shape: one a seat."""
    return _beside(tuple(squares))


@lru_cache(2)
def _bar(first: int, last: int) -> Sprite:
    """The bar without anybody on it: tens in small, the zone in gold, a target on 66."""
    bar = field(PITCH * len(SQUARES), BAR_HEIGHT, FELT_DARK, 10).copy()
    pen = ImageDraw.Draw(bar)
    for ten in range(0, len(SQUARES), 10):
        if not first - 3 <= ten <= last:
            x = (ten + 0.5) * PITCH
            anchor = "lm" if ten == 0 else "rm" if ten == SQUARES[-1] else "mm"
            at = 8 if ten == 0 else bar.width - 8 if ten == SQUARES[-1] else x
            pen.text((at, BAR_HEIGHT / 2), str(ten), fill=FAINT, font=font(24), anchor=anchor)
    left, right = first * PITCH, (last + 1) * PITCH
    bar.paste(field(right - left, BAR_HEIGHT, GOLD, 6), (left, 0))
    for text, x, anchor in ((str(first), left + 3, "lm"), (str(last), right - 3, "rm")):
        pen.text((x, BAR_HEIGHT / 2), text, fill=GOLD_DARK, font=font(22), anchor=anchor)
    size = 32
    at = round((BULLSEYE + 0.5) * PITCH - size / 2)
    bar.alpha_composite(symbol("circle", size, RED), (at, (BAR_HEIGHT - size) // 2))
    pen.text((at + size / 2, BAR_HEIGHT / 2), str(BULLSEYE), fill=WHITE, font=font(21), anchor="mm")
    return bar
