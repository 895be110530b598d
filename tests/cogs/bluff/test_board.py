"""The board of Bluff, its pictures, and what has happened in a round."""

from dataclasses import replace

import pytest

from bot.pages.faces import plain
from bot.pages.page import Picture
from bot.pictures.encode import png
from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.bluff.board import board, revealed, tell
from cogs.bluff.picture import Cup, Lifted, Path, Reveal
from games.bluff import GAME
from games.bluff.rules import BluffState
from games.core import Seat
from tests.cogs.stories import seen
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


def pictures(state: BluffState, *sitters: Sitter) -> list[Picture]:
    parts = board(seated(*sitters), state.view(None), ENGLISH)
    return [part for part in parts if isinstance(part, Picture)]


def test_the_path_shows_the_bid_and_everyones_dice() -> None:
    state = act(table("1 2 * / 3 3 5 5 / -", reroll=True), "bid 2x3", "expose *", "reroll 1 4")
    (path,) = pictures(state, ANA, BEN, CLEO)

    assert path.drawing == Path(
        (
            Cup("Ana", ("die_star",), 2),
            Cup("Ben", (), 4, is_asked=True),
            Cup("Cleo", (), 0, place=3),
        ),
        space=3,
        quantity=2,
        face="die_3",
        bidder=0,
    )
    (before,) = pictures(table("1 2 / 3"), ANA, BEN)
    assert before.drawing == Path((Cup("Ana", (), 2, is_asked=True), Cup("Ben", (), 1)))


def test_earlier_bids_leave_a_mark_of_their_seat_on_the_path() -> None:
    (path,) = pictures(act(table(THREE), "bid 2x3", "bid 2x4", "bid 2x*"), ANA, BEN, CLEO)

    assert isinstance(path.drawing, Path)
    assert path.drawing.earlier == ((3, 0), (3, 1))
    assert png(path.drawing) != png(replace(path.drawing, earlier=()))
    assert path.alt.splitlines()[0] == "3 Cleo bid 2 × star"
    assert path.alt.splitlines()[-1] == "Bids before that: 1 Ana bid 2 × 3, 2 Ben bid 2 × 4"


def test_the_reveal_shows_every_die_those_that_count_first() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")
    (reveal,) = pictures(state, ANA, BEN, CLEO)

    assert reveal.drawing == Reveal(
        bidder=0,
        quantity=5,
        face="die_1",
        count=4,
        cups=(
            Lifted(0, "Ana", ("die_1", "die_star", "die_2"), hits=2, lost=1),
            Lifted(1, "Ben", ("die_3", "die_3", "die_5", "die_5"), hits=0, lost=0),
            Lifted(2, "Cleo", ("die_star", "die_star", "die_4"), hits=2, lost=0),
        ),
        winner=1,
        doubter=1,
        doubted_by="doubted by",
    )
    (held,) = pictures(act(table(THREE), "bid 4x1", "lift", "roll 1 1 1 / 2 2 2 / 3 3"), ANA, BEN, CLEO)
    assert isinstance(held.drawing, Reveal)
    assert held.drawing.winner == held.drawing.bidder


def test_the_marker_goes_round_a_third_time() -> None:
    cups = (Cup("Ana", (), 5),) * 6

    assert Path(cups, 89, 30, "die_star", 0).draw() != Path(cups, 29, 30, "die_star", 0).draw()


OPENING = "opening 1 1 1 1 1 / 1 2 3 4 4 / 1 2 3 4 4"
TIE = "opening - / 1 2 3 4 * / 1 2 3 4 4"
ROLL = "roll 1 2 3 4 5 / 1 1 1 1 1 / 2 2 2 * *"
BEGUN = (OPENING, TIE, ROLL)


def told(*texts: str, reroll: bool = False) -> list[str]:
    lines = tell(seated(ANA, BEN, CLEO), seen(GAME, GAME.start(3, {"reroll": reroll}), *texts), ENGLISH)
    return [plain(line) for line in lines]


def test_every_roll_for_the_first_turn_is_told_and_who_opens() -> None:
    assert told(*BEGUN) == [
        "Roll for the first turn: ① 1 1 1 1 1 · ② 1 2 3 4 4 · ③ 1 2 3 4 4",
        "Roll for the first turn: ② 1 2 3 4 ★ · ③ 1 2 3 4 4",
        "-# ③ rolled highest (14) and opens",
        "15 dice in play · ① 5 · ② 5 · ③ 5",
    ]


def test_no_bid_of_a_long_round_is_folded() -> None:
    bids = [f"bid {quantity}x{face}" for quantity in range(1, 15) for face in range(1, 6)]
    lines = told(*BEGUN, *bids)

    assert sum(line.count("×") for line in lines) == len(bids)
    assert lines[4] == "③ 1 × 1 → ① 1 × 2 → ② 1 × 3 → ③ 1 × 4 → ① 1 × 5 → ② 2 × 1 →"


def test_dice_that_were_shown_are_told_with_their_bid_also_when_the_round_has_ended() -> None:
    texts = (*BEGUN, "bid 3x2", "expose 2 *", "reroll 1 1 3", "bid 4x2")
    line = "③ 3 × 2, shows 2 ★ → ① **4 × 2**"

    assert [told(*texts, *more, reroll=True)[-1] for more in ((), ("stand", "lift"))] == [line, line]
