"""The result of a match with its turning point: the final standings, a sentence, and the dice or cards it's about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.pictures.canvas import WIDTH, Canvas, Sprite
from bot.pictures.cards import card, card_width, halo
from bot.pictures.dice import Look, die
from bot.pictures.faces import FACES
from bot.pictures.palette import GOLD, TEXT
from bot.pictures.scores import FinalPlace, draw_standings, standings_height
from bot.pictures.type import width

MARGIN = 26
"""Units: pixels, as everywhere in this module."""
GAP = 18
LETTERS, LINE, FACE = 34, 48, 40
"""The sentence."""
NARROWER = 24
"""By how much lines are made shorter at a time."""
BADGE = 34
DIE, DIE_PITCH, DICE_LEFT, DICE_ROW, IN_A_ROW = 41, 46, 14, 58, 3
CARD, CARDS_ROW = 132, 176

Word = tuple[str, ...]
"""A word of a sentence. Shape: texts and the names of faces between them, a text first."""


@dataclass(frozen=True, slots=True)
class Group:
    """The dice or cards of a seat, None for nobody's. Shape: `hits` counts the dice in front that counted."""

    seat: int | None
    faces: tuple[str, ...]
    hits: int = 0
    is_marked: bool = False


Scene = tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A result to show around. Shape: `sentence` and `scene` are empty if there's nothing to tell."""

    standings: tuple[FinalPlace, ...]
    sentence: tuple[Word, ...] = ()
    scene: Scene = ()

    def draw(self) -> Image.Image:
        """Draws the standings, and below them what turned the match."""
        lines = _in_lines(self.sentence, WIDTH - 4 * MARGIN)
        bottom = MARGIN + standings_height(self.standings)
        told = GAP + LINE * len(lines) + (GAP if lines else 0)
        canvas = Canvas(round(bottom + told + _height(self.scene) + MARGIN / 2))
        draw_standings(canvas, self.standings, MARGIN)
        for number, line in enumerate(lines):
            _write(canvas, line, bottom + GAP + LINE * (number + 0.5))
        _draw_scene(canvas, self.scene, bottom + told)
        return canvas.image


def _in_lines(sentence: Sequence[Word], room: int) -> list[list[Word]]:
    """The words in as few lines as they need, about as long as each other."""
    lines = _broken(sentence, room)
    while len(narrower := _broken(sentence, room - NARROWER)) == len(lines) and room > WIDTH / 2:
        lines, room = narrower, room - NARROWER
    return lines


def _broken(sentence: Sequence[Word], room: int) -> list[list[Word]]:
    lines: list[list[Word]] = []
    taken = room
    for word in sentence:
        taken += _length(word)
        if taken > room or not lines:
            lines.append([])
            taken = _length(word)
        lines[-1].append(word)
    return lines


def _length(word: Word) -> int:
    """The width of a word with the space behind it."""
    return sum(FACE if number % 2 else width(piece, LETTERS) for number, piece in enumerate(word)) + width(" ", LETTERS)


def _write(canvas: Canvas, line: Sequence[Word], y: float) -> None:
    x = (canvas.width - sum(map(_length, line)) + width(" ", LETTERS)) / 2
    for word in line:
        end = x + _length(word)
        for number, piece in enumerate(word):
            if number % 2:
                canvas.put(_face(piece), x + FACE / 2, y)
                x += FACE
            else:
                canvas.write(piece, x, y, LETTERS, TEXT, anchor="left")
                x += width(piece, LETTERS)
        x = end


@lru_cache(64)
def _face(name: str) -> Sprite:
    return FACES[name].draw().convert("RGBA").resize((FACE - 4, FACE - 4), Image.Resampling.LANCZOS)


def _has_dice(scene: Scene) -> bool:
    return any(face.startswith("die_") for group in scene for face in group.faces)


def _height(scene: Scene) -> int:
    if not scene:
        return 0
    return DICE_ROW * -(-len(scene) // IN_A_ROW) if _has_dice(scene) else CARDS_ROW


def _draw_scene(canvas: Canvas, scene: Scene, top: float) -> None:
    if not scene:
        return
    if not _has_dice(scene):
        pitch = min(card_width(CARD) + 44, (canvas.width - 2 * MARGIN) / len(scene))
        left = (canvas.width - pitch * len(scene)) / 2
        for number, group in enumerate(scene):
            _draw_card(canvas, group, left + pitch * (number + 0.5), top + CARDS_ROW / 2)
        return
    columns = min(len(scene), IN_A_ROW)
    pitch = (canvas.width - 2 * MARGIN) / columns
    spare = pitch - BADGE - DICE_LEFT - DIE_PITCH * max(len(group.faces) for group in scene)
    for number, group in enumerate(scene):
        row, column = divmod(number, columns)
        _draw_dice(canvas, group, MARGIN + spare / 2 + pitch * column, top + DICE_ROW * (row + 0.5))


def _draw_card(canvas: Canvas, group: Group, x: float, y: float) -> None:
    if group.is_marked:
        canvas.put(halo(CARD), x, y)
    canvas.put(card(group.faces[0], CARD), x, y)
    if group.seat is not None:
        canvas.seat(group.seat, x - card_width(CARD) / 2 + 4, y + CARD / 2 - 8, BADGE)


def _draw_dice(canvas: Canvas, group: Group, left: float, y: float) -> None:
    if group.is_marked:
        canvas.mark("circle", left + BADGE / 2, y, BADGE + 10, GOLD)
    if group.seat is not None:
        canvas.seat(group.seat, left + BADGE / 2, y, BADGE)
    for number, face in enumerate(group.faces):
        look: Look = "hit" if number < group.hits else "miss"
        canvas.put(die(face, DIE, look), left + BADGE + DICE_LEFT + DIE_PITCH * number + DIE / 2, y)
