"""Cards on pages."""

import pytest

from bot.pages.page import Button
from cogs.parts.cards import hand_rows
from games.cards import NAMES, parse
from tests.pages import as_text


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("r1 y1 y2 g1 g2 b1", "[r1] [y1] [y2] [g1] [g2]/[b1]"),
        ("r1 r2 y1 y2 y3 g1 g2 g3 b1", "[r1] [r2]/[y1] [y2] [y3]/[g1] [g2] [g3]/[b1]"),
        ("r1 r2 y1 y2 y3 y4 y5 y6 g1 b1", "[r1] [r2] [y1] [y2] [y3]/[y4] [y5] [y6] [g1] [b1]"),
    ],
    ids=["a small hand in fives", "a large hand by colours", "in fives if its colours would take five rows"],
)
def test_a_hand_takes_four_rows_at_most(hand: str, shown: str) -> None:
    assert as_text(hand_rows(parse(hand), lambda held: Button(NAMES[held], "id"))).splitlines() == shown.split("/")
