"""What pages say of sealed deals."""

from dataclasses import replace

import pytest

from bot.matches.history import Verified
from bot.pages.page import Document
from bot.tables.table import Person, Table
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.verify import verified_page
from cogs.table.sealed_pages import sealed_line, sealed_parts
from tests.cogs.tables import ANA, BEN, STEADY, seated
from tests.pages import as_text

PRINT = "0123456789abcdef" * 4
TABLE = replace(seated(ANA, STEADY, replace(BEN, words="*x* `y`"), phase="lobby"), fingerprint=PRINT)


def sealed(table: Table, reader: Person) -> list[str]:
    return as_text(sealed_parts(table, GAME_UIS["bluff"], reader.user_id, ENGLISH)).splitlines()


def test_behind_the_fingerprint_are_all_of_its_digits_and_the_words_as_they_were_written() -> None:
    title, why, whole, *others = sealed(TABLE, BEN)

    assert sealed_line(TABLE, ENGLISH) == (f"🔒 Rolls and deals sealed: `{PRINT}`",)
    assert title == "## 🔒 Bluff · match 7"
    assert "secret key" in why
    assert whole == f"`{PRINT}`"
    assert others == [r"-# ③ **Ben** mixes in: \*x\* \`y\`", "[Mix in a word…]"]


FOUND = Verified(TABLE, moves=30, draws=4, fitting=4, has_kept_promise=True, file=b"{}")


@pytest.mark.parametrize(
    ("found", "expected", "is_right"),
    [
        (FOUND, "All 4 rolls and deals follow from the key.", True),
        (replace(FOUND, draws=1, fitting=1), "The 1 roll or deal follows from the key.", True),
        (replace(FOUND, lacks_words=True), "A player's words were deleted", True),
        (replace(FOUND, file=None), "the key stays hidden too", True),
        (replace(FOUND, fitting=3), "❌ 1 roll or deal doesn't follow", False),
        (replace(FOUND, has_kept_promise=False), "❌ The key or the players' words", False),
        (
            replace(FOUND, is_sealed=False, file=None),
            "began before rolls and deals were sealed: its 4 rolls and deals",
            False,
        ),
    ],
    ids=["right", "one", "words deleted", "no file", "another roll", "another key", "older"],
)
def test_a_check_says_what_came_of_it(found: Verified, expected: str, *, is_right: bool) -> None:
    page = verified_page(found, GAME_UIS["bluff"], ENGLISH)

    assert expected in as_text(page.parts)
    assert any(isinstance(part, Document) for part in page.parts) == (found.file is not None)
    assert ("✅" in as_text(page.parts)) == is_right
