"""A row of players, each with a card: the trick on the table, or who still has to choose."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.pictures.canvas import Canvas
from bot.pictures.cards import BACK_FACE, card, card_width, dimmed, halo, slot, suit_chip
from bot.pictures.palette import FAINT, FELT_DARK, GOLD, GOLD_DARK, GOLD_FIELD, NIGHT, TEXT, WHITE

ROW_HEIGHT = 262
"""Units: pixels, including the names."""

CARD_HEIGHT = 168
TRUMP_WIDTH = 150
MARGIN = 20

Crown = Literal["", "first", "second"]
"""Marks who takes the trick, or would take it as it stands. In one game there is a second taker."""


NARROW = 170
"""If a player has less room than this, the badge is on the card, so that the name has the full width."""


@dataclass(frozen=True, slots=True)
class TrickPlace:
    """One player of the row. Shape: `card` is a face's name, "" for none; it `is_past` once the trick is taken."""

    name: str
    card: str = ""
    leads: bool = False
    crown: Crown = ""
    is_asked: bool = False
    is_past: bool = False


def draw_places(canvas: Canvas, places: Sequence[TrickPlace], top: float, right: float) -> None:
    """Draws the row between the left margin and `right`. Units: pixels."""
    room = (right - MARGIN) / len(places)
    for seat, place in enumerate(places):
        _draw_place(canvas, place, seat, x=MARGIN + room * (seat + 0.5), top=top, room=room)
    for seat, place in enumerate(places):  # in a second pass, so that no card covers another's marks
        _draw_marks(canvas, place, seat, x=MARGIN + room * (seat + 0.5), top=top, room=room)


def _draw_place(canvas: Canvas, place: TrickPlace, seat: int, *, x: float, top: float, room: float) -> None:
    y = top + 24 + CARD_HEIGHT / 2
    if place.is_asked:
        canvas.field(x, top + ROW_HEIGHT / 2, min(room - 6, 240), ROW_HEIGHT - 16, GOLD_FIELD)
    if place.crown == "first" and not place.is_past:
        canvas.put(halo(CARD_HEIGHT), x, y)
    if place.card:
        canvas.put((dimmed if place.is_past else card)(place.card, CARD_HEIGHT), x, y)
    else:
        canvas.put(slot(CARD_HEIGHT), x, y)
        if place.is_asked:
            canvas.mark("triangle", x, y, 30, GOLD)
    if room >= NARROW:
        ink = GOLD if place.is_asked else TEXT
        canvas.name(seat, place.name, x, top + ROW_HEIGHT - 40, room=round(room) - 12, ink=ink, size=28)


def _draw_marks(canvas: Canvas, place: TrickPlace, seat: int, *, x: float, top: float, room: float) -> None:
    """Marks who leads and who takes the trick; in a narrow row also whose card it is."""
    half, y = card_width(CARD_HEIGHT) / 2, top + 30
    if place.leads:
        canvas.mark("circle", x - half, y, 36, NIGHT)
        canvas.mark("arrow", x - half, y, 24, FAINT if place.is_past else WHITE)
    if place.crown:
        canvas.mark("circle", x + half, y, 42, FAINT if place.is_past else GOLD)
        ink = NIGHT if place.is_past else GOLD_DARK
        if place.crown == "first":
            canvas.mark("crown", x + half, y, 28, ink)
        else:
            canvas.write("2", x + half, y, 26, ink)
    if room < NARROW:
        ink = GOLD if place.is_asked else TEXT
        canvas.seat(seat, x - half + 4, top + CARD_HEIGHT + 16, 36)
        canvas.person(place.name, x, top + ROW_HEIGHT - 40, room=round(room) - 8, ink=ink, size=28, anchor="middle")


def draw_trump(canvas: Canvas, colour: str, label: str, top: float, *, prize: str = "", past: str = "") -> None:
    """Draws the trump colour at the right end of a row, with its label below.

    Shape: `colour` is "" if there is none yet. `prize` is what a trick is worth, "" if that differs.
    `past` says in a word or two that the trick has been taken, "" before that.
    """
    x, y = canvas.width - MARGIN - TRUMP_WIDTH / 2, top + 24
    canvas.field(x, y + CARD_HEIGHT / 2, TRUMP_WIDTH - 20, CARD_HEIGHT, FELT_DARK)
    size, middle, below = (66, 44, 98) if prize else (84, 72, 142)
    if colour:
        canvas.put(suit_chip(colour, size), x, y + middle)
    canvas.write(label, x, y + below, 26, FAINT, room=TRUMP_WIDTH - 30)
    if prize:
        canvas.put(card(BACK_FACE, 36), x - 28, y + 140)
        canvas.write(prize, x + 18, y + 140, 32, GOLD)
    for number, word in enumerate(past.split(" ", 1) if past else ()):
        canvas.write(word, x, y + CARD_HEIGHT + 16 + 28 * number, 26, FAINT, room=TRUMP_WIDTH - 10)


def draw_tally(canvas: Canvas, counts: Sequence[int], y: float, *, most: int) -> None:
    """Draws how many tricks each seat has, as numbers and little cards. Shape: `most` little cards fit."""
    room = (canvas.width - 2 * MARGIN) / len(counts)
    for seat, count in enumerate(counts):
        left = MARGIN + room * seat + 14
        canvas.seat(seat, left + 18, y, 38)
        canvas.write(str(count), left + 48, y, 34, anchor="left")
        start = left + 48 + (26 if count < 10 else 46) + 10
        step = min(16.0, (room - (start - left) - 20) / max(most, 1))
        for number in range(count):
            canvas.field(start + step * number + 5, y, step - 3, 24, FAINT, radius=2)
