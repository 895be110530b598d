"""The choice of the two colours to keep, read by hand."""

from bot.pages import Row
from bot.words import ENGLISH
from cogs.tuecke.panel import panel
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, seated
from tests.games.tuecke.tables import own_view, play, table
from tests.pages import as_text

FOUR_COLOURS = play(
    table("r1 r9 / g1 b2 / r5 b3 / r6 b4", taken="r10 r11 y2 b3 / - / - / -"), "r9 g1 r5 r6, take r5 g1"
)


def test_the_colours_to_keep_stand_in_threes_with_what_they_are_worth_and_one_is_suggested() -> None:
    parts = panel(seated(ANA, BEN, CLEO, STEADY), own_view(FOUR_COLOURS), ENGLISH, "")
    first, second, *_ = [part for part in parts if isinstance(part, Row)]

    assert as_text([first, second]).splitlines() == [
        "[❤️ 3 + ☀️ 1 → 1] [❤️ 3 + 🍀 1 → 1] [❤️ 3 + 💧 1 → 1 !]",
        "[☀️ 1 + 🍀 1 → 0] [☀️ 1 + 💧 1 → 0] [🍀 1 + 💧 1 → 0]",
    ]
