"""How people and computer players are called on a page. Names come from users: they are escaped, and never ping."""

import re
import unicodedata

from bot.faces import MARKS, face
from bot.table import Person, Robot, Sitter, Table
from bot.words import Words, phrase
from games.core import Seat

MOST_CHARACTERS = 32
"""Of a name; Discord's own limit for display names."""

LEVEL_NAMES = {
    "easy": phrase("Easy"),
    "medium": phrase("Medium"),
    "hard": phrase("Hard"),
    "random": phrase("Random"),
    "steady": phrase("Steady"),
}
"""The computer players' names, as gettext keys, by their key in the catalogue."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Hangul's fillers, the empty Braille cell, a note without a head: no ink, and yet letters or symbols for Unicode."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
"""Unicode's categories of what leaves no ink by itself. An unassigned one may be a newer emoji than Python knows."""

_MARKDOWN = re.compile(r"([\\*_~`|>#<\[\]():@-])")

_UNWANTED = re.compile(f"[\u200e\u200f\u202a-\u202e\u2066-\u2069{MARKS}]")
"""What changes the direction of writing, in a name that of everything after it; and what would be taken for a face."""


def escape(name: str) -> str:
    """The name, with nothing that Discord would take for markdown, a mention or an address."""
    return _MARKDOWN.sub(r"\\\1", _flat(name))


def plain_name(sitter: Sitter, say: Words) -> str:
    """The name for a button's label, where markdown means nothing."""
    if isinstance(sitter, Robot):
        return f"🤖 {say(LEVEL_NAMES[sitter.level])}"
    return _flat(sitter.name)


def name(table: Table, seat: Seat, say: Words) -> str:
    """Badge and name of a seat, for a page's text."""
    return f"{badge(seat)} {sitter_name(table.sitters[seat], say)}"


def badge(seat: Seat) -> str:
    """One a seat, beside every name: its number tells it apart, its colour only helps."""
    return face(f"seat_{seat + 1}")


def sitter_name(sitter: Sitter, say: Words) -> str:
    """The name in bold, for a page's text."""
    if isinstance(sitter, Person):
        return f"**{escape(sitter.name)}**"
    return f"**{plain_name(sitter, say)}**"


def _flat(name: str) -> str:
    """The name in one line, written in one direction, not too long and not empty: no button may be."""
    flat = " ".join(_UNWANTED.sub("", name).split())[:MOST_CHARACTERS]
    return flat if any(map(_is_seen, flat)) else "?"


def _is_seen(character: str) -> bool:
    """Whether the character leaves ink: some that Unicode counts as letters do not."""
    return character not in BLANKS and unicodedata.category(character) not in UNSEEN
