"""What has happened in a round of Volltreffer."""

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.volltreffer.board import tell
from games.core import Options
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import SHELF, bought, deck

HANDS = ("g1 g2 g3 g4 g5 y1 v1 b1", "y2 y3 y4 y5 y6 g6 b2 v2", "b3 b4 b5 b6 b7 v3 v4 y7")
TURNS = [card for turn in zip(*(hand.split() for hand in HANDS), strict=True) for card in turn]
DECK = deck(0, "r10", f"{SHELF} {' '.join(TURNS)}")
START = ["Trump: ❤️ red (❤️ 10)", "First row: **❤️ 9** for 4 · **❤️ 8** for 2 · **❤️ 7** for 1 · **🍀 1** for 0"]


def told(state: VolltrefferState, *texts: str) -> list[str]:
    return [plain(line) for line in tell(seated(ANA, BEN, CLEO), seen(GAME, state, *texts), ENGLISH)]


def match(options: Options | None = None) -> VolltrefferState:
    return GAME.start(3, options or {})


def test_purchases_are_told_in_lines_for_each_time_round() -> None:
    assert told(match(), DECK, *(f"buy {card}" for card in TURNS[:4])) == [
        *START,
        "Bought: ① 🍀 1 for 0 · ② ☀️ 2 for 0 · ③ 💧 3 for 0",
        "① 🍀 2 for 0",
    ]


def test_melds_are_told_once_all_are_shown() -> None:
    state = bought(*HANDS)
    waiting = told(state, "declare four:1", "declare -")

    assert waiting == told(state, "declare -", "declare -") == START[:1]
    assert told(state, "declare four:1", "declare -", "declare -")[1:] == [
        "① **Ana** · four 1s (☀️ 1 · 🍀 1 · 💧 1 · 🌙 1) **+10**",
        "① **Ana** · smallest total (18) **+5**",
    ]


def test_tricks_have_numbers_and_crowns_and_the_one_on_the_table_has_none() -> None:
    state = bought(*HANDS)
    tricks = ("play b1", "play b2", "play b3", "play y7")

    assert told(state, *["declare -"] * 3, *tricks)[-2:] == ["**1.** ① 💧 1\u2002② 💧 2\u2002③ 💧 3 👑", "**2.** ③ ☀️ 7"]
