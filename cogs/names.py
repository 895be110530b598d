"""How people and computer players are called on a page. Names come from users: they are escaped, and never ping."""

import re

from bot.table import Person, Robot, Sitter, Table
from bot.words import Words, phrase
from games.core import Seat

MOST_CHARACTERS = 32
"""Of a name; Discord's own limit for display names."""

BADGES = "①②③④⑤⑥"
"""One a seat, beside every name, so that nobody has to be told by colour."""

LEVELS = {"random": phrase("Random"), "steady": phrase("Steady")}
"""The computer players' names, as gettext keys, by their key in the catalogue."""

_MARKDOWN = re.compile(r"([\\*_~`|>#<\[\]():@-])")


def escape(name: str) -> str:
    """The name, with nothing that Discord would take for markdown, a mention or an address."""
    flat = " ".join(name.split())[:MOST_CHARACTERS]
    return _MARKDOWN.sub(r"\\\1", flat)


def plain_name(sitter: Sitter, say: Words) -> str:
    """The name for a button's label, where markdown means nothing."""
    if isinstance(sitter, Robot):
        return f"🤖 {say(LEVELS[sitter.level])}"
    return " ".join(sitter.name.split())[:MOST_CHARACTERS]


def name(table: Table, seat: Seat, say: Words) -> str:
    """Badge and name of a seat, for a page's text."""
    return f"{BADGES[seat]} {sitter_name(table.sitters[seat], say)}"


def sitter_name(sitter: Sitter, say: Words) -> str:
    """The name in bold, for a page's text."""
    if isinstance(sitter, Person):
        return f"**{escape(sitter.name)}**"
    return f"**{plain_name(sitter, say)}**"
