"""Every face that texts and buttons can show, by name: cards, colours, dice, seats. Readable at 22 pixels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from bot.pictures.canvas import badge, field, symbol
from bot.pictures.cards import BACK_FACE, JOKER, card, suit_chip
from bot.pictures.dice import HIDDEN_FACE, STAR_FACE, die
from bot.pictures.palette import GOLD, IVORY, SEATS, SUITS
from bot.pictures.shapes import rounded, shape
from bot.pictures.type import font

SIZE = 128
"""Units: pixels. Discord shows at most 48, and 22 in a line of text."""

VALUES: Mapping[str, range] = {
    "red": range(22),
    "yellow": range(22),
    "green": range(22),
    "blue": range(22),
    "violet": range(1, 11),
}
"""The numbers on the cards of each colour, over all games."""

DIE_TWINS = {**{f"die_{pips}": str(pips) for pips in range(1, 6)}, STAR_FACE: "★", HIDDEN_FACE: "▫️"}
"""Digits: the pips of a die in a line of text are too small for many eyes."""
SEAT_TWINS = "①②③④⑤⑥"


@dataclass(frozen=True, slots=True)
class Face:
    """One face. Shape: `twin` is its Unicode text, for places that cannot show a picture."""

    name: str
    twin: str
    draw: Callable[[], Image.Image]


def _small_card(colour: str, value: int) -> Image.Image:
    """A card for a line of text: its number on its colour, above a band with the symbol."""
    suit, edge, radius = SUITS[colour], 6, 22
    front = Image.new("RGB", (SIZE, SIZE), suit.fill)
    band = round(SIZE * 0.33)
    front.paste(IVORY, (0, SIZE - band, SIZE, SIZE))
    pen = ImageDraw.Draw(front)
    pen.text((SIZE / 2, (SIZE - band) / 2 + 3), str(value), fill=suit.ink, font=font(84), anchor="mm")
    sign = band - edge - 2
    front.paste(
        suit.fill if colour != "yellow" else suit.ink, ((SIZE - sign) // 2, SIZE - band + 1), shape(suit.symbol, sign)
    )
    small = field(SIZE, SIZE, suit.rim, radius).copy()
    inside = front.crop((edge, edge, SIZE - edge, SIZE - edge))
    small.paste(inside, (edge, edge), rounded(SIZE - 2 * edge, SIZE - 2 * edge, radius - edge))
    return small


def _standing(face: str) -> Image.Image:
    """A card as on the table, as large as fits."""
    square = Image.new("RGBA", (SIZE, SIZE))
    upright = card(face, SIZE)
    square.alpha_composite(upright, ((SIZE - upright.width) // 2, 0))
    return square


def _crown() -> Image.Image:
    return symbol("crown", SIZE, GOLD)


def _every() -> list[Face]:
    cards = [
        Face(f"{colour}_{value}", f"{SUITS[colour].twin} {value}", partial(_small_card, colour, value))
        for colour, values in VALUES.items()
        for value in values
    ]
    colours = [Face(colour, suit.twin, partial(suit_chip, colour, SIZE)) for colour, suit in SUITS.items()]
    dice = [Face(name, twin, partial(die, name, SIZE)) for name, twin in DIE_TWINS.items()]
    seats = [Face(f"seat_{seat + 1}", SEAT_TWINS[seat], partial(badge, seat, SIZE)) for seat in range(len(SEATS))]
    others = [
        Face(JOKER, "🃏", partial(_standing, JOKER)),
        Face(BACK_FACE, "🂠", partial(_standing, BACK_FACE)),
        Face("crown", "👑", _crown),
    ]
    return [*cards, *colours, *dice, *seats, *others]


FACES: Mapping[str, Face] = {face.name: face for face in _every()}
