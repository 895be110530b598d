"""Dice at any size; a die is named by its face."""

from functools import lru_cache
from typing import Literal

from PIL import ImageDraw

from bot.pictures.canvas import Sprite, field, symbol
from bot.pictures.palette import FELT_LIGHT, GOLD, GOLD_DARK, GREY, LOST, MISS, RED, TEXT, WHITE, Ink
from bot.pictures.type import font

Look = Literal["gold", "red", "hit", "miss"]
"""Gold dice lie open, red ones are the bid; when the cups are lifted, dice are a hit or a miss."""

_LOOKS: dict[Look, tuple[Ink, Ink]] = {
    "gold": (GOLD, GOLD_DARK),
    "red": (RED, WHITE),
    "hit": (GOLD, GOLD_DARK),
    "miss": (FELT_LIGHT, MISS),
}

_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "die_1": ((0.5, 0.5),),
    "die_2": ((0.28, 0.28), (0.72, 0.72)),
    "die_3": ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    "die_4": ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    "die_5": ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
}

STAR_FACE, HIDDEN_FACE = "die_star", "die_hidden"


@lru_cache(256)
def die(face: str, size: int, look: Look = "gold") -> Sprite:
    """A die. Shape: `face` is a key of FACES: `die_1` to `die_5`, `die_star` or `die_hidden`."""
    radius = round(size * 0.2)
    if face == HIDDEN_FACE:
        sprite = field(size, size, GREY, radius).copy()
        ImageDraw.Draw(sprite).text((size / 2, size / 2), "?", fill=TEXT, font=font(round(size * 0.6)), anchor="mm")
        return sprite
    fill, ink = _LOOKS[look]
    sprite = field(size, size, WHITE if look == "hit" else fill, radius).copy()
    if look == "hit":
        rim = max(2, round(size * 0.08))
        sprite.alpha_composite(field(size - 2 * rim, size - 2 * rim, fill, radius - rim), (rim, rim))
    if face == STAR_FACE:
        star = round(size * 0.72)
        sprite.alpha_composite(symbol("star", star, ink), ((size - star) // 2, (size - star) // 2))
        return sprite
    pip = round(size * 0.23)
    for x, y in _PIPS[face]:
        sprite.alpha_composite(symbol("circle", pip, ink), (round(x * size - pip / 2), round(y * size - pip / 2)))
    return sprite


@lru_cache(16)
def lost_die(size: int) -> Sprite:
    """The place of a die that its player has lost."""
    return field(size, size, LOST, round(size * 0.2))
