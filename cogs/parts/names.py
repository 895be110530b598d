"""The names of people, computer players and games. Users choose names, so they are escaped, and never ping."""

import re
import unicodedata
from functools import cache

from bot.pages.faces import MARKS, face
from bot.tables.table import Person, Robot, Sitter, Table
from bot.words import Words, phrase
from games.core import Seat

MOST_CHARACTERS = 32
"""How much of a name is shown; Discord's own limit for display names."""

LEVEL_NAMES = {"easy": phrase("Easy"), "medium": phrase("Medium"), "hard": phrase("Hard")}
"""How strong computer players are, as choices: gettext keys by the key in the catalogue."""

LEVELS_BESIDE_NAMES = {"easy": phrase("easy"), "medium": phrase("medium"), "hard": phrase("hard")}
"""How strong a computer player is, behind its name. Those in a lesson show no level."""

ROBOT = "🤖"
"""The mark of a seat that the computer plays."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and symbols that leave no ink: Hangul's fillers, the empty Braille cell, a note without a head."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
"""Unicode categories that leave no ink by themselves. Unassigned ones do: they may be emojis newer than Python."""

FORMER_PLAYER = phrase("a former player")
"""Stands in place of the name of somebody whose data has been deleted."""

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in r"\*_~`|>#<[]():@-."})
"""Signs that Discord would read as markdown, a mention, an address or an invite, and how they're written instead."""

_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # control characters; the rest of them are spaces
    "\u00ad\u200b\u2060-\u2065\ufeff\ufff9-\ufffb"  # changes where a line breaks, or stands between lines
    f"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f{MARKS}]"  # changes the direction of writing, or marks faces
    f"|[{ROBOT}👾🦾🦿][\ufe0e\ufe0f]?"  # could be taken for the mark of a computer player
)
"""Characters to remove from names: they change how later text reads, or look like something they are not."""

_DOT = "[\u00b7\u0387\u1427\u16eb\u2022\u2027\u2219\u22c5\u25cf\u2981\u2e31\u2e33\u30fb\ua78f\uff65]"
_BETWEEN = r"[lL\u3040-\u9fff]"
_DOTS = re.compile(f"(?<!{_BETWEEN}){_DOT}|{_DOT}(?!{_BETWEEN})")
"""Dots like the one between a computer player's name and level. Catalan (l·l) and Japanese names keep theirs."""


def escape(name: str) -> str:
    """The name, with nothing that Discord would read as markdown, a mention, an address or an invite."""
    return _flat(name).translate(_ESCAPED)


def escape_text(text: str) -> str:
    """A player's own words, in one line, as `escape` does it; not cut like a name."""
    return " ".join(_UNWANTED.sub("", text).split()).translate(_ESCAPED)


def plain_name(sitter: Sitter, say: Words) -> str:
    """The name alone, for places without markdown, such as pictures and alternative texts."""
    if isinstance(sitter, Robot):
        return f"{ROBOT} {sitter.name}"
    return say(FORMER_PLAYER) if sitter.is_former else _flat(sitter.name)


def label(sitter: Sitter, say: Words) -> str:
    """The name for a button's label; a computer player's comes with its level."""
    if isinstance(sitter, Robot) and sitter.level in LEVELS_BESIDE_NAMES:
        return f"{ROBOT} {sitter.name} · {say(LEVELS_BESIDE_NAMES[sitter.level])}"
    return plain_name(sitter, say)


def name(table: Table, seat: Seat, say: Words) -> str:
    """A seat's badge and name, for a page's text."""
    return f"{badge(seat)} {sitter_name(table.sitters[seat], say)}"


@cache
def badge(seat: Seat) -> str:
    """A seat's badge, shown beside its name. Its number tells seats apart; its colour only helps."""
    return face(f"seat_{seat + 1}")


def sitter_name(sitter: Sitter, say: Words) -> str:
    """The name in bold, for a page's text."""
    if isinstance(sitter, Person) and not sitter.is_former:
        return f"**{escape(sitter.name)}**"
    return f"**{label(sitter, say)}**"


def _flat(name: str) -> str:
    """The name in one line and one direction of writing, at most 32 characters and not empty: no button may be.

    It cannot look like the name of a computer player, which has a mark before it and its level behind a dot.
    """
    if not (name.isascii() and name.isprintable()):  # in these, nothing is replaced
        name = _DOTS.sub("-", _UNWANTED.sub("", name))
    flat = " ".join(name.split())[:MOST_CHARACTERS]
    return flat if any(map(_is_seen, flat)) else "?"


def _is_seen(character: str) -> bool:
    """Whether the character leaves ink; some that Unicode counts as letters do not."""
    return character not in BLANKS and unicodedata.category(character) not in UNSEEN


_SUBTITLE = " ("

ACCENT = 0x5865A8
"""The colour of pages about no single game, 0xRRGGBB."""


def short_title(title: str, say: Words) -> str:
    """A game's name without the subtitle that explains it. Shape: `title` is a gettext key."""
    return say(title).partition(_SUBTITLE)[0]


def numbered(place: int) -> str:
    """The place with a dot, escaped: as a list, Discord would count on even if people share a place."""
    return f"{place}\\."
