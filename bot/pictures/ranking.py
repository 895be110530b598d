"""A ranking as a picture: a line for each person, with what they are ordered by in gold."""

from dataclasses import dataclass

from PIL import Image

from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import BRONZE, FAINT, FELT_DARK, FELT_LIGHT, GOLD, NIGHT, SILVER, TEXT
from bot.pictures.type import ELLIPSIS, writable

HEAD = 58
"""Units: pixels, as everywhere in this module."""
LINE = 52
GAP = 34
MARGIN = 26
RANK = 62
"""The middle of the ranks."""
NAME = 118
COLUMN = 126
"""The width of a column of figures."""

MEDALS = {1: GOLD, 2: SILVER, 3: BRONZE}


@dataclass(frozen=True, slots=True)
class RankingLine:
    """One person. Shape: as many figures as the table has headings; the reader's own line is marked."""

    rank: int
    name: str
    figures: tuple[str, ...]
    has_medal: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class RankingTable:
    """People in the order of one of their figures.

    Shape: `chosen` is the index of that figure's heading; None among the lines stands for people who are left out.
    """

    headings: tuple[str, ...]
    chosen: int
    lines: tuple[RankingLine | None, ...]

    def draw(self) -> Image.Image:
        """Draws one line for each person, with a medal for the first three ranks, and the reader's own line framed."""
        canvas = Canvas(HEAD + sum(LINE if line else GAP for line in self.lines) + 14)
        first = WIDTH - MARGIN - COLUMN * len(self.headings)
        rights = [first + COLUMN * (number + 1) - 18 for number in range(len(self.headings))]
        for number, (heading, x) in enumerate(zip(self.headings, rights, strict=True)):
            ink = GOLD if number == self.chosen else FAINT
            canvas.person(heading, x, HEAD / 2 + 6, room=COLUMN - 14, ink=ink, size=24, anchor="right")
        y = float(HEAD)
        for number, line in enumerate(self.lines):
            if line is None:
                for x in (-26, 0, 26):
                    canvas.mark("circle", WIDTH / 2 + x, y + GAP / 2, 8, FAINT)
                y += GAP
                continue
            self._draw_line(canvas, line, y + LINE / 2, rights, is_shaded=number % 2 == 0)
            y += LINE
        return canvas.image

    def _draw_line(self, canvas: Canvas, line: RankingLine, y: float, rights: list[int], *, is_shaded: bool) -> None:
        if line.is_own:
            canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN + 8, LINE - 4, GOLD, radius=12)
            canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN, LINE - 12, FELT_LIGHT, radius=9)
        elif is_shaded:
            canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN + 8, LINE - 4, FELT_DARK, radius=12)
        if line.has_medal and line.rank in MEDALS:
            canvas.mark("circle", RANK, y, 42, MEDALS[line.rank])
            canvas.write(str(line.rank), RANK, y, 30, NIGHT)
        else:
            canvas.person(str(line.rank), RANK, y, room=66, ink=FAINT, anchor="middle")
        canvas.person(writable(line.name) or ELLIPSIS, NAME, y, room=rights[0] - COLUMN - NAME, size=34)
        for number, (figure, x) in enumerate(zip(line.figures, rights, strict=True)):
            ink = GOLD if number == self.chosen else TEXT
            canvas.person(figure, x, y, room=COLUMN - 14, ink=ink, anchor="right")
