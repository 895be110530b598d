"""The score sheet and the final standings as pictures, the same for every game."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import FAINT, FELT_DARK, GOLD, GOLD_FIELD, TEXT
from bot.pictures.type import width

LINE = 52
"""Units: pixels, as everywhere in this module."""
HEAD = 70
TALL_HEAD = 104
MARGIN = 26
LEAST_LABELS, MOST_LABELS = 100, 270
ROOMY = 4
"""With more players than this, the lines of the final standings are closer, to leave room on a phone's screen."""
NARROW = 200
"""In a column narrower than this, the badge is above the name, which then has the full width."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One round of the sheet. Shape: one number for each seat."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Points by round and seat, with their totals."""

    names: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]

    def draw(self) -> Image.Image:
        """Draws one line for each round, then the totals with the best in gold."""
        labels = min(max(LEAST_LABELS, *(width(line.label, 28) + 30 for line in self.lines)), MOST_LABELS)
        column = (WIDTH - 2 * MARGIN - labels) / len(self.names)
        head = HEAD if column >= NARROW else TALL_HEAD
        canvas = Canvas(head + LINE * (len(self.lines) + 1) + 30)
        middles = [MARGIN + labels + column * (seat + 0.5) for seat in range(len(self.names))]
        for seat, (name, x) in enumerate(zip(self.names, middles, strict=True)):
            if head == HEAD:
                canvas.name(seat, name, x, HEAD / 2 + 4, room=round(column) - 14, size=28)
            else:
                canvas.seat(seat, x, 34, 34)
                canvas.person(name, x, 76, room=round(column) - 10, size=28, anchor="middle")
        best = max(self.totals)
        for number, line in enumerate((*self.lines, ScoreLine("Σ", self.totals))):
            is_total = number == len(self.lines)
            y = head + LINE * (number + 0.5) + (14 if is_total else 0)
            if is_total or number % 2 == 0:
                ink = GOLD_FIELD if is_total else FELT_DARK
                canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN + 8, LINE - 4, ink, radius=10)
            canvas.write(line.label, MARGIN + 14, y, 28, FAINT, anchor="left", room=labels - 20)
            for points, x in zip(line.points, middles, strict=True):
                ink = GOLD if is_total and points == best else TEXT
                canvas.write(_signed(points), x, y, 34 if is_total else 30, ink)
        return canvas.image


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One player at the end. Shape: `seat` from 0, `place` from 1; several players may share a place."""

    place: int
    seat: int
    name: str
    score: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class Podium:
    """The final standings. Shape: best first."""

    standings: tuple[FinalPlace, ...]

    def draw(self) -> Image.Image:
        """Draws one line for each player, the winners in gold with a crown."""
        canvas = Canvas(standings_height(self.standings) + 2 * MARGIN)
        draw_standings(canvas, self.standings, MARGIN)
        return canvas.image


def standings_height(standings: Sequence[FinalPlace]) -> int:
    """How much room the final standings take."""
    return len(standings) * (74 if len(standings) <= ROOMY else 62)


def draw_standings(canvas: Canvas, standings: Sequence[FinalPlace], top: float) -> None:
    """Draws one line for each player, the winners in gold with a crown."""
    line = standings_height(standings) / len(standings)
    for number, standing in enumerate(standings):
        y, has_won = top + line * (number + 0.5), standing.has_won
        canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN, line - 8, GOLD_FIELD if has_won else FELT_DARK)
        if has_won:
            canvas.mark("crown", MARGIN + 52, y, 46, GOLD)
        else:
            canvas.write(str(standing.place), MARGIN + 52, y, 40, FAINT)
        canvas.seat(standing.seat, MARGIN + 128, y, 48)
        ink = GOLD if has_won else TEXT
        canvas.person(standing.name, MARGIN + 168, y, room=560, ink=ink, size=38)
        canvas.write(standing.score, WIDTH - MARGIN - 30, y, 40, ink, anchor="right", room=180)


def _signed(points: int) -> str:
    return str(points).replace("-", "−")
