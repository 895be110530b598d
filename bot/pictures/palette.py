"""The visual language in one place: every colour, the ink on it, and the symbol that goes with it.

Source of the five hues: a search for the set whose two closest colours differ most (CIEDE2000), under normal sight and
three kinds of colour blindness; a test measures it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Ink = str
"""A colour. Shape: #rrggbb or #rrggbbaa."""


@dataclass(frozen=True, slots=True)
class Suit:
    """One of the five card colours. Shape: `symbol` names a shape; `twin` is its Unicode text."""

    fill: Ink
    ink: Ink
    rim: Ink
    symbol: str
    twin: str


SUITS: Mapping[str, Suit] = {
    "red": Suit("#b40f1a", "#ffffff", "#ff9a9f", "heart", "❤️"),
    "yellow": Suit("#f6c722", "#2a1e00", "#a37c00", "sun", "☀️"),
    "green": Suit("#0ba77a", "#ffffff", "#8ff0d0", "clover", "🍀"),
    "blue": Suit("#1a60ff", "#ffffff", "#a9c6ff", "drop", "💧"),
    "violet": Suit("#4e1a78", "#ffffff", "#c79bec", "moon", "🌙"),
}

SEATS: tuple[Ink, ...] = ("#ff8a5c", "#7cc4ff", "#ffd84d", "#b79bff", "#6fe0b5", "#ff9ec4")
"""The colours of the badges beside players' names. The numbers tell them apart; the colours only help."""

IVORY = "#fbf7ec"
WHITE = "#ffffff"
NIGHT = "#10171b"
FELT = "#1b343d"
FELT_EDGE = "#3a6875"
FELT_DARK = "#142830"
FELT_LIGHT = "#2a4954"
TEXT = "#f2f6f7"
FAINT = "#a9bcc3"
GOLD = "#f5b731"
GOLD_DARK = "#3a2c00"
GOLD_FIELD = "#4a4a33"
SILVER = "#c3ccd1"
BRONZE = "#d08b52"
BACK = "#2b4a7c"
BACK_STAR = "#7fa7dc"
GREY = "#5a6d75"
RED = "#e03a38"
MINUS = "#8c1c2b"
PLUS = "#41c795"
MISS = "#8fa5ae"
LOST = "#223f49"

SHADE = 0x88 / 255
"""How strongly the table covers the cards of a trick that is over."""
FADE = 0xA0 / 255
"""How strongly the ground covers what has gone: a player's badge, a colour that was given up."""
SHEEN = 0x14 / 255
"""How strongly the place of a missing card is lighter than what it's on."""
HINT = 0.3
"""How strongly a card's colour shows as a large symbol behind its number."""
GLOW = 0.6
"""How strongly a star shows behind a number."""
DIM_GLOW = 0x18 / 255
"""How strongly a star shows where it can't be reached."""


def translucent(ink: Ink, strength: float) -> Ink:
    """The ink, letting through what's below it. Shape: `strength` from 0 to 1."""
    return f"{ink}{round(255 * strength):02x}"


def is_translucent(ink: Ink) -> bool:
    """Whether the ink lets through what's below it."""
    return len(ink) > len(FELT)
