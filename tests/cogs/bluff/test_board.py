"""The board of Bluff."""

import pytest

from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.bluff.board import board, revealed
from games.bluff import GAME
from games.bluff.rules import BluffState
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, page, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text

THREE = "1 2 * / 3 3 5 5 / 4 * *"


def shown(state: BluffState, *sitters: Sitter) -> str:
    return as_text(board(seated(*sitters), state.view(None), ENGLISH))


def test_the_first_round_tells_who_opens_and_why() -> None:
    state = act(
        GAME.start(3, {}),
        "opening 1 1 1 1 1 / 5 5 5 5 5 / 5 5 5 5 5",
        "opening - / 1 2 3 4 * / 1 2 3 4 4",
        "roll 1 1 1 1 1 / 2 2 2 2 2 / 3 3 3 3 3",
    )

    assert shown(state, ANA, BEN, STEADY) == page("""
        ## Bluff · round 1 · 15 dice
        ① **Ana** 5 · ▫️▫️▫️▫️▫️
        ② **Ben** 5 · ▫️▫️▫️▫️▫️
        ③ **🤖 Steady** 5 · ▫️▫️▫️▫️▫️ ◀
        ▶ ③ **🤖 Steady**'s turn: make the first bid
        -# The highest roll opens: 14
    """)


def test_bids_stand_a_line_for_each_time_round_and_the_first_of_a_very_long_round_are_folded() -> None:
    texts = ["bid 1x3", "bid 1x4", "bid 1x*", "bid 2x1", "bid 2x2", "bid 2x3", "bid 2x4"]
    assert shown(act(table("1 2 / 3 3 / 4 4 / 5 5"), *texts), ANA, BEN, CLEO, STEADY).splitlines()[5:] == [
        "`1 ★1 [2] 3 ★2 4 5`",
        "-# ① 1 × 3 → ② 1 × 4 → ③ 1 × ★ → ④ 2 × 1 →",
        "-# ① 2 × 2 → ② 2 × 3 → ③ **2 × 4**",
        "▶ ④ **🤖 Steady**'s turn: raise 2 × 4 or doubt",
    ]
    bids = [f"bid {quantity}x{die}" for quantity in (2, 3, 4, 5, 6, 7, 8) for die in (1, 2, 3, 4, 5)]
    assert shown(act(table("1 2 3 4 5 / 1 2 3 4 5"), *bids), ANA, BEN).splitlines()[4:6] == [
        "-# 6 earlier bids →",
        "-# ① 3 × 2 → ② 3 × 3 → ① 3 × 4 → ② 3 × 5 → ① 4 × 1 → ② 4 × 2 →",
    ]
    assert "`5 ★3 6 7 [★4]`" in shown(act(table("1 2 / 3 4"), "bid 4x*"), ANA, BEN)


def test_dice_that_were_shown_lie_open() -> None:
    bid = act(table(THREE, reroll=True), "bid 2x3")
    assert shown(bid, ANA, BEN, CLEO).splitlines()[-1] == "▶ ① **Ana** can show dice and reroll the rest"

    state = act(bid, "expose *", "reroll 1 4")
    assert shown(state, ANA, BEN, CLEO).splitlines()[1] == "① **Ana** 3 · ★ ▫️▫️"
    assert shown(state, ANA, BEN, CLEO).splitlines()[5] == "-# ① **2 × 3**, shows ★"
    after = act(state, "lift", "roll 1 1 1 / 2 / 3 3 3")
    assert "① **Ana**  [★] 1 4  → **1**" in shown(after, ANA, BEN, CLEO)


def test_the_reveal_shows_everyones_dice_and_becomes_a_line_with_the_first_bid_of_the_next_round() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")
    after = shown(act(state, "bid 1x2"), ANA, BEN, CLEO)

    assert shown(state, ANA, BEN, CLEO) == page("""
        ## Bluff · round 2 · 9 dice
        ② **Ben** doubted ① **Ana**'s 5 × 1: there are **4** (1 × 1 + 3 × ★).
        ① **Ana**  [1 ★] 2  → **2**
        ② **Ben**  3 3 5 5  → **0**
        ③ **Cleo**  [★ ★] 4  → **2**
        5 − 4 = 1: ① **Ana** loses 1 die.
        ▶ ② **Ben**'s turn: make the first bid
        -# Dice now: ① 2 · ② 4 · ③ 3
    """)
    assert "③ **Cleo**  [★ ★] 4  → **2**" not in after
    assert after.splitlines()[-1] == "-# Round 1: 5 × 1 → 4. 5 − 4 = 1: ① loses 1 die."


@pytest.mark.parametrize(
    ("cups", "bid", "reader", "told", "cost"),
    [
        (THREE, "1x4", None, "② **Ben** doubted ① **Ana**'s 1 × 4: there are **4** (1 × 4 + 3 × ★).",
         "4 − 1 = 3: ② **Ben** loses 3 dice."),
        (THREE, "6x4", 0, "② **Ben** doubted your 6 × 4: there are **4** (1 × 4 + 3 × ★).",
         "6 − 4 = 2: you lose 2 dice."),
        (THREE, "6x4", 1, "You doubted ① **Ana**'s 6 × 4: there are **4** (1 × 4 + 3 × ★).",
         "6 − 4 = 2: ① **Ana** loses 2 dice."),
        (THREE, "4x4", 0, "(1 × 4 + 3 × ★).", "Exactly right: everyone else loses a die."),
        ("3 * / 3 3 / 4", "1x2", None, "there is **1** (1 × ★).",
         "Exactly right: everyone but ① **Ana** loses a die. ③ **Cleo** is out."),
        ("1 2 / 3 / 4", "1x1", 1, "there is **1**.",
         "Exactly right: everyone but ① **Ana** loses a die. You're out. ③ **Cleo** is out."),
        ("1 2 / 3 / 4", "1x1", None, "there is **1**.",
         "Exactly right: everyone but ① **Ana** loses a die. ② **Ben** and ③ **Cleo** are out."),
        ("1 / 2 3 / 4 5", "4x1", None, "there is **1**.",
         "4 − 1 = 3: ① **Ana** had only 1 die and loses it. ① **Ana** is out."),
        ("2 2 2 2 / 2 3 / 4 5", "1x2", None, "there are **5**.",
         "5 − 1 = 4: ② **Ben** had only 2 dice and loses them all. ② **Ben** is out."),
        ("2 2 2 2 / 2 3 / 4 5", "1x2", 1, "there are **5**.",
         "5 − 1 = 4: you had only 2 dice and lose them all. You're out."),
    ],
)  # fmt: skip
def test_everyone_reads_from_their_own_seat_what_a_doubt_came_to_and_cost(
    cups: str, bid: str, reader: Seat | None, told: str, cost: str
) -> None:
    state = act(table(cups), f"bid {bid}", "lift")
    lines = as_text(revealed(seated(ANA, BEN, CLEO), state.view(reader), ENGLISH)).splitlines()

    assert lines[0].endswith(told)
    assert lines[-1] == cost


def test_the_end_shows_the_ranking_and_the_last_reveal() -> None:
    state = act(table("1 / 2 2"), "bid 2x1", "lift")

    assert shown(state, ANA, BEN) == page("""
        ## Bluff · ② **Ben** wins!
        1\\. ② **Ben** · 2 🏆
        2\\. ① **Ana** · 0
        ② **Ben** doubted ① **Ana**'s 2 × 1: there is **1**.
        ① **Ana**  [1]  → **1**
        ② **Ben**  2 2  → **0**
        -# 2 − 1 = 1: ① **Ana** loses 1 die. ① **Ana** is out.
    """)
