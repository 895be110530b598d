"""A row of players with the card that each has before him: the trick, or who is still to choose. Knows no game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.pictures.canvas import Canvas
from bot.pictures.cards import card, card_width, halo, slot, suit_chip
from bot.pictures.palette import FAINT, FELT_DARK, GOLD, GOLD_DARK, GOLD_FIELD, NIGHT, TEXT, WHITE

ROW_HEIGHT = 262
"""Units: pixels, names included."""

CARD_HEIGHT = 168
TRUMP_WIDTH = 150
MARGIN = 20

Crown = Literal["", "first", "second"]
"""Who would take the trick as it lies, or has taken it; in one game there are two."""


@dataclass(frozen=True, slots=True)
class Place:
    """One player of the row. Shape: `card` is a face's name, "" where none lies."""

    name: str
    card: str = ""
    leads: bool = False
    crown: Crown = ""
    is_asked: bool = False


def draw_places(canvas: Canvas, places: Sequence[Place], top: float, right: float) -> None:
    """Draws the row between the left margin and `right`. Units: pixels."""
    room = (right - MARGIN) / len(places)
    for seat, place in enumerate(places):
        _draw_place(canvas, place, seat, x=MARGIN + room * (seat + 0.5), top=top, room=room)


def _draw_place(canvas: Canvas, place: Place, seat: int, *, x: float, top: float, room: float) -> None:
    y = top + 24 + CARD_HEIGHT / 2
    if place.is_asked:
        canvas.field(x, top + ROW_HEIGHT / 2, min(room - 6, 190), ROW_HEIGHT - 16, GOLD_FIELD)
    if place.crown == "first":
        canvas.put(halo(CARD_HEIGHT), x, y)
    if place.card:
        canvas.put(card(place.card, CARD_HEIGHT), x, y)
    else:
        canvas.put(slot(CARD_HEIGHT), x, y)
        if place.is_asked:
            canvas.mark("triangle", x, y, 30, GOLD)
    half = card_width(CARD_HEIGHT) / 2
    if place.leads:
        canvas.mark("circle", x - half, y - CARD_HEIGHT / 2 + 6, 36, NIGHT)
        canvas.mark("arrow", x - half, y - CARD_HEIGHT / 2 + 6, 24, WHITE)
    if place.crown:
        canvas.mark("circle", x + half, y - CARD_HEIGHT / 2 + 6, 42, GOLD)
        if place.crown == "first":
            canvas.mark("crown", x + half, y - CARD_HEIGHT / 2 + 6, 28, GOLD_DARK)
        else:
            canvas.write("2", x + half, y - CARD_HEIGHT / 2 + 6, 26, GOLD_DARK)
    ink = GOLD if place.is_asked else TEXT
    canvas.name(seat, place.name, x, top + ROW_HEIGHT - 40, room=round(room) - 12, ink=ink, size=28)


def draw_trump(canvas: Canvas, colour: str, label: str, top: float) -> None:
    """Draws trump at the right end of a row, with its word below. Shape: `colour` is "" where there is none yet."""
    x = canvas.image.width - MARGIN - TRUMP_WIDTH / 2
    canvas.field(x, top + 24 + CARD_HEIGHT / 2, TRUMP_WIDTH - 20, CARD_HEIGHT, FELT_DARK)
    if colour:
        canvas.put(suit_chip(colour, 84), x, top + 12 + CARD_HEIGHT / 2)
    canvas.write(label, x, top + CARD_HEIGHT - 2, 26, FAINT, room=TRUMP_WIDTH - 30)


def draw_tally(canvas: Canvas, counts: Sequence[int], y: float, *, most: int) -> None:
    """Draws how many tricks each seat has, as numbers and as little cards. Shape: up to `most` little cards."""
    room = (canvas.image.width - 2 * MARGIN) / len(counts)
    for seat, count in enumerate(counts):
        left = MARGIN + room * seat + 14
        canvas.seat(seat, left + 18, y, 38)
        canvas.write(str(count), left + 48, y, 34, anchor="left")
        start = left + 48 + (26 if count < 10 else 46) + 10
        step = min(16.0, (room - (start - left) - 20) / max(most, 1))
        for number in range(count):
            canvas.field(start + step * number + 5, y, step - 3, 24, FAINT, radius=2)
