"""How a rating has changed, as a line."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import FAINT, FELT_LIGHT, GOLD
from bot.pictures.type import width

HEIGHT: Final = 360
"""Units: pixels, as everywhere in this module."""
MARGIN: Final = 34
LABELS: Final = 116
"""The room for the numbers beside the curve."""
STROKE: Final = 6
DOT: Final = 22
SMALL, LARGE = 28, 40
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The distances between two lines of the grid, in points of a rating."""
MOST_LINES: Final = 4
LEAST_SPAN: Final = 40
"""The fewest points of a rating that the picture's height stands for: a change of two is no mountain."""
SHARPNESS: Final = 2
"""How many times larger the line is drawn. More would look the same, and take ten times as long."""


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A rating from the first to the last point. Shape: at least two points."""

    points: tuple[int, ...]

    def draw(self) -> Image.Image:
        """Draws the line over a grid with its numbers, and the last rating beside the end of the line."""
        canvas = Canvas(HEIGHT)
        last = str(self.points[-1])
        left, right = MARGIN + LABELS, WIDTH - MARGIN - width(last, LARGE) - DOT - 8
        low, high = min(self.points), max(self.points)
        spare = max(0, LEAST_SPAN - (high - low)) // 2
        low, high = low - spare, high + spare
        top, room = MARGIN + 12, HEIGHT - 2 * (MARGIN + 12)

        def y(rating: float) -> float:
            return top + room * (high - rating) / (high - low)

        for line in _grid(low, high):
            canvas.line((left, y(line)), (right, y(line)), FELT_LIGHT)
            canvas.write(str(line), left - 18, y(line), SMALL, FAINT, anchor="right", room=LABELS)
        step = (right - left) / (len(self.points) - 1)
        stroke = _stroke([(left + step * at, y(point)) for at, point in enumerate(self.points)])
        canvas.put(stroke, WIDTH / 2, HEIGHT / 2)
        canvas.mark("circle", right, y(self.points[-1]), DOT, GOLD)
        canvas.write(last, right + DOT, y(self.points[-1]), LARGE, GOLD, anchor="left")
        return canvas.image


def _grid(low: int, high: int) -> range:
    """The ratings that have a line: round numbers between the lowest and the highest one, if there are any."""
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    return range(-(-low // step) * step, high + 1, step)


def _stroke(points: list[tuple[float, float]]) -> Image.Image:
    """The line through these points, drawn large and shrunk so that it's smooth. Shape: as large as the picture."""
    mask = Image.new("L", (WIDTH * SHARPNESS, HEIGHT * SHARPNESS))
    pen = ImageDraw.Draw(mask)
    large = [(x * SHARPNESS, y * SHARPNESS) for x, y in points]
    thick = STROKE * SHARPNESS
    for one, other in pairwise(large):
        pen.line((*one, *other), fill=255, width=thick)
    for x, y in large:
        pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
    sprite = Image.new("RGBA", (WIDTH, HEIGHT), GOLD)
    sprite.putalpha(mask.reduce(SHARPNESS))
    return sprite
