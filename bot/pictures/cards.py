"""Cards as they look on the table, at any height; a card is named by its face."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.canvas import Sprite, field, symbol
from bot.pictures.palette import (
    BACK,
    BACK_STAR,
    FELT,
    FELT_DARK,
    GOLD,
    HINT,
    IVORY,
    SHADE,
    SUITS,
    WHITE,
    Ink,
    translucent,
)
from bot.pictures.shapes import faint, rounded, shape
from bot.pictures.type import font

JOKER, BACK_FACE = "joker", "card_back"

LINES = 3


def card_width(height: int) -> int:
    """The width of a card of this height. Units: pixels."""
    return round(height * 0.7)


@lru_cache(1024)
def card(face: str, height: int) -> Sprite:
    """A card. Shape: `face` is a key of FACES, such as `red_7`, `joker` or `card_back`."""
    width, rim = card_width(height), max(2, round(height * 0.028))
    radius = round(height * 0.09)
    sprite = field(width, height, IVORY, radius).copy()
    inside = (width - 2 * rim, height - 2 * rim)
    if face == BACK_FACE:
        front = _back(*inside)
    elif face == JOKER:
        front = _joker(*inside)
    else:
        colour, _, value = face.rpartition("_")
        front = _front(colour, value, *inside)
    sprite.paste(front, (rim, rim), rounded(*inside, radius - rim))
    return sprite


@lru_cache(256)
def dimmed(face: str, height: int) -> Sprite:
    """A card from a trick that has been taken, shown only as a reminder."""
    sprite = card(face, height).copy()
    shade = Image.new("RGBA", sprite.size, translucent(FELT, SHADE))
    shade.putalpha(ImageChops.multiply(shade.getchannel("A"), sprite.getchannel("A")))
    sprite.alpha_composite(shade)
    return sprite


@lru_cache(64)
def slot(height: int, ink: Ink = FELT_DARK) -> Sprite:
    """The place for a card that has not been played yet."""
    return field(card_width(height), height, ink, round(height * 0.09))


@lru_cache(64)
def halo(height: int) -> Sprite:
    """A golden rim to put under a card."""
    more = round(height * 0.07)
    return field(card_width(height) + more, height + more, GOLD, round(height * 0.12))


def _front(colour: str, value: str, width: int, height: int) -> Image.Image:
    suit = SUITS[colour]
    front = Image.new("RGB", (width, height), suit.fill)
    large = round(width * 1.05)
    front.paste(
        suit.rim, (width - round(large * 0.72), height - round(large * 0.78)), faint(shape(suit.symbol, large), HINT)
    )
    pen = ImageDraw.Draw(front)
    pen.text((width / 2, height * 0.37), value, fill=suit.ink, font=font(round(height * 0.44)), anchor="mm")
    small = round(height * 0.24)
    front.paste(suit.ink, (round(width / 2 - small / 2), round(height * 0.79 - small / 2)), shape(suit.symbol, small))
    return front


def _back(width: int, height: int) -> Image.Image:
    back = Image.new("RGB", (width, height), BACK)
    star = round(height * 0.14)
    for line in range(LINES):
        for column in (0.31, 0.69):
            x, y = round(width * column - star / 2), round(height * (0.22 + 0.28 * line) - star / 2)
            back.paste(BACK_STAR, (x, y), shape("star", star))
    return back


def _joker(width: int, height: int) -> Image.Image:
    joker = Image.new("RGB", (width, height))
    pen = ImageDraw.Draw(joker)
    halves = ((0, 0), (width // 2, 0), (0, height // 2), (width // 2, height // 2))
    for (x, y), colour in zip(halves, ("red", "yellow", "green", "blue"), strict=True):
        pen.rectangle((x, y, x + width, y + height), fill=SUITS[colour].fill)
    size = round(width * 0.78)
    joker.paste(WHITE, (round(width / 2 - size / 2), round(height / 2 - size / 2)), shape("star", size))
    return joker


@lru_cache(64)
def suit_chip(colour: str, size: int) -> Sprite:
    """A colour without a card: its symbol on a disc."""
    suit = SUITS[colour]
    chip = symbol("circle", size, IVORY).copy()
    inner = round(size * 0.9)
    chip.alpha_composite(symbol("circle", inner, suit.fill), ((size - inner) // 2, (size - inner) // 2))
    sign = round(size * 0.56)
    chip.alpha_composite(symbol(suit.symbol, sign, suit.ink), ((size - sign) // 2, (size - sign) // 2))
    return chip
