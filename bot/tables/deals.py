"""What a table shows of its sealed deals: the fingerprint of the key, and the words that players add. Knows no key."""

import unicodedata
from collections.abc import Sequence

from bot.tables.table import Person, Sitter, Table
from games.sealed import Terms, digest_of

MOST_CHARACTERS = 40
"""How long a player's words may be."""


def terms_of(table: Table) -> Terms:
    """What a table's fingerprint binds. Only for a table with a number."""
    return Terms(table.id, table.game, table.rules_version, table.options)


def tidied(words: str) -> str:
    """A player's words as they enter the deals: in one line, composed, and not too long."""
    encodable = words.encode(errors="ignore").decode()
    seen = "".join(" " if character.isspace() else character for character in encodable)
    printable = "".join(character for character in seen if unicodedata.category(character) != "Cc")
    return unicodedata.normalize("NFC", " ".join(printable.split()))[:MOST_CHARACTERS].strip()


def digests_of(sitters: Sequence[Sitter]) -> tuple[str, ...]:
    """What everyone's words are in the derivation. Shape: one a seat, in their order; see `digest_of`."""
    return tuple(digest_of(sitter.words if isinstance(sitter, Person) else "") for sitter in sitters)
