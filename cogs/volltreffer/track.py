"""The score track of Volltreffer as pictures: the loop with the zone and the bull's-eye, and a slim strip."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.canvas import WIDTH, Canvas, Sprite, field, symbol
from bot.pictures.palette import FAINT, FELT_DARK, FELT_LIGHT, GOLD, GOLD_DARK, NIGHT, RED, SEATS, TEXT, WHITE, Ink
from bot.pictures.type import font, writable
from games.volltreffer.track import BULLSEYE, SQUARES

COLUMNS, ROWS = 14, 8
LOOP = range(41, 41 + 2 * (COLUMNS + ROWS) - 4)
"""The squares of the loop, from whose last one the markers go on to its first. Source: RULES.md 1.3."""

PITCH, CELL = 62, 56
"""Units: pixels, as all here."""
DIGITS = 34
"""On a phone, where the picture is a third as wide, just about 12 pixels."""
LEFT, TOP = (WIDTH - COLUMNS * PITCH + PITCH - CELL) // 2, 24
HEIGHT = ROWS * PITCH - PITCH + CELL + 2 * TOP

WAY_PITCH, WAY_CELL = 51, 46
WAY_LEFT, WAY_TOP = (WIDTH - COLUMNS * WAY_PITCH + WAY_PITCH - WAY_CELL) // 2, TOP + PITCH + 12

SEATS_TOP, SEATS_BOTTOM = WAY_TOP + 3 * WAY_PITCH + 8, HEIGHT - TOP - PITCH - 10

FANNED: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-11, -9), (11, 9)),
    3: ((0, -13), (-14, 10), (14, 10)),
    4: ((-13, -13), (13, -13), (-13, 13), (13, 13)),
    5: ((0, -21), (21, -6), (13, 18), (-13, 18), (-21, -6)),
}
"""How so many markers lie on one square."""


@dataclass(frozen=True, slots=True)
class Track:
    """Everyone's square on the track. Shape: one entry a seat; `zone` has its first and its last square."""

    names: tuple[str, ...]
    squares: tuple[int, ...]
    distances: tuple[int, ...]
    zone: tuple[int, int]
    bullseye: int

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEIGHT)
        middles = _middles()
        for square, (x, y) in enumerate(middles):
            canvas.put(self._square(square), x, y)
        self._draw_arrows(canvas)
        self._draw_seats(canvas)
        standing: dict[int, list[int]] = defaultdict(list)
        for seat, square in enumerate(self.squares):
            standing[square].append(seat)
        for square, seats in standing.items():
            _draw_markers(canvas, seats, *middles[square])
        return canvas.image

    def _square(self, square: int) -> Sprite:
        if square not in LOOP:
            return _cell(str(square), WAY_CELL, FELT_LIGHT, FAINT)
        if square == self.bullseye:
            return bullseye_cell(str(square))
        return square_cell(square, self.zone)

    @staticmethod
    def _draw_arrows(canvas: Canvas) -> None:
        """From the way into the loop, and from the loop's end to its beginning."""
        canvas.put(symbol("arrow", 40, FAINT).rotate(135, expand=True), WAY_LEFT + 20, WAY_TOP + 20)
        x, y = LEFT + CELL / 2, TOP + PITCH - (PITCH - CELL) / 2
        canvas.mark("circle", x, y, 28, NIGHT)
        canvas.put(symbol("arrow", 20, WHITE).rotate(90), x, y)

    def _draw_seats(self, canvas: Canvas) -> None:
        """Everyone's square, and how far it is from the bull's-eye."""
        left, right = LEFT + PITCH + 6, WIDTH - LEFT - PITCH - 6
        room, height = (right - left) / len(self.names), SEATS_BOTTOM - SEATS_TOP
        for seat, (name, square, distance) in enumerate(zip(self.names, self.squares, self.distances, strict=True)):
            x = left + room * (seat + 0.5)
            canvas.field(x, SEATS_TOP + height / 2, room - 8, height, FELT_DARK)
            canvas.seat(seat, x - 34, SEATS_TOP + 86, 48)
            canvas.put(square_cell(square, self.zone, 60), x + 32, SEATS_TOP + 86)
            canvas.write(writable(name), x, SEATS_TOP + 32, 28, room=round(room) - 24)
            canvas.mark("target", x - 34, SEATS_TOP + 146, 36, RED)
            canvas.write(str(distance), x + 32, SEATS_TOP + 146, 36)


def square_cell(square: int, zone: tuple[int, int], side: int = CELL) -> Sprite:
    """A square of the loop, or one that somebody stands on; gold in the zone."""
    first, last = zone
    return _cell(str(square), side, *((GOLD, GOLD_DARK) if first <= square <= last else (TEXT, NIGHT)))


def _draw_markers(canvas: Canvas, seats: Sequence[int], x: float, y: float) -> None:
    size = 46 if len(seats) == 1 else 34 if len(seats) < 5 else 30
    for seat, (across, down) in zip(seats, FANNED[len(seats)], strict=True):
        canvas.mark("circle", x + across, y + down, size + 6, NIGHT)
        canvas.seat(seat, x + across, y + down, size)


@lru_cache(1)
def _middles() -> tuple[tuple[int, int], ...]:
    """The middle of every square, from 0 on: the way in three rows, then the loop clockwise."""
    way = [
        *((column, 2) for column in reversed(range(COLUMNS))),
        *((column, 1) for column in range(COLUMNS)),
        *((column, 0) for column in reversed(range(1, COLUMNS))),
    ]
    loop = [
        *((column, 0) for column in range(COLUMNS)),
        *((COLUMNS - 1, row) for row in range(1, ROWS - 1)),
        *((column, ROWS - 1) for column in reversed(range(COLUMNS))),
        *((0, row) for row in reversed(range(1, ROWS - 1))),
    ]
    inside = ((WAY_LEFT + WAY_CELL // 2 + WAY_PITCH * x, WAY_TOP + WAY_CELL // 2 + WAY_PITCH * y) for x, y in way)
    around = ((LEFT + CELL // 2 + PITCH * x, TOP + CELL // 2 + PITCH * y) for x, y in loop)
    return (*inside, *around)


@lru_cache(256)
def _cell(text: str, side: int, fill: Ink, ink: Ink) -> Sprite:
    cell = field(side, side, fill, round(side * 0.2)).copy()
    ImageDraw.Draw(cell).text((side / 2, side / 2), text, fill=ink, font=font(DIGITS), anchor="mm")
    return cell


@lru_cache(4)
def bullseye_cell(text: str) -> Sprite:
    """The square in the middle of the zone."""
    cell = field(CELL, CELL, RED, 12).copy()
    for side, ink in ((CELL - 10, WHITE), (CELL - 16, RED)):
        cell.alpha_composite(field(side, side, ink, 9), ((CELL - side) // 2,) * 2)
    ImageDraw.Draw(cell).text((CELL / 2, CELL / 2), text, fill=WHITE, font=font(DIGITS), anchor="mm")
    return cell


STRIP_HEIGHT = 92
"""Units: pixels, as all here."""

BAR_LEFT, STRIP_PITCH = 34, 11
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
    return BAR_LEFT + STRIP_PITCH * (square + 0.5)


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
    bar = field(STRIP_PITCH * len(SQUARES), BAR_HEIGHT, FELT_DARK, 10).copy()
    pen = ImageDraw.Draw(bar)
    for ten in range(0, len(SQUARES), 10):
        if not first - 3 <= ten <= last:
            x = (ten + 0.5) * STRIP_PITCH
            anchor = "lm" if ten == 0 else "rm" if ten == SQUARES[-1] else "mm"
            at = 8 if ten == 0 else bar.width - 8 if ten == SQUARES[-1] else x
            pen.text((at, BAR_HEIGHT / 2), str(ten), fill=FAINT, font=font(24), anchor=anchor)
    left, right = first * STRIP_PITCH, (last + 1) * STRIP_PITCH
    bar.paste(field(right - left, BAR_HEIGHT, GOLD, 6), (left, 0))
    for text, x, anchor in ((str(first), left + 3, "lm"), (str(last), right - 3, "rm")):
        pen.text((x, BAR_HEIGHT / 2), text, fill=GOLD_DARK, font=font(22), anchor=anchor)
    size = 32
    at = round((BULLSEYE + 0.5) * STRIP_PITCH - size / 2)
    bar.alpha_composite(symbol("circle", size, RED), (at, (BAR_HEIGHT - size) // 2))
    pen.text((at + size / 2, BAR_HEIGHT / 2), str(BULLSEYE), fill=WHITE, font=font(21), anchor="mm")
    return bar
