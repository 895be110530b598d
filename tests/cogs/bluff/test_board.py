"""The board of Bluff."""

from dataclasses import replace
from textwrap import dedent

import pytest

from bot.tables.table import Person, RevealPause, Sitter
from bot.words import ENGLISH
from cogs.bluff import GAME_UI
from cogs.bluff.board import board, revealed
from cogs.table.table_pages import held_board, held_panel
from games.bluff import GAME
from games.bluff.rules import BluffState
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, LONGEST_NAMES, STEADY, match_at, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text, beside_pictures

THREE = "1 2 * / 3 3 5 5 / 4 * *"


def shown(state: BluffState, *sitters: Sitter) -> str:
    return as_text(board(seated(*sitters), state.view(None), ENGLISH))


def page(text: str) -> str:
    return dedent(text).strip()


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


def test_a_bid_stands_on_the_path_and_its_answer_is_asked_for() -> None:
    assert shown(act(table(THREE), "bid 2x3"), ANA, BEN, CLEO) == page("""
        ## Bluff · round 1 · 10 dice
        ① **Ana** 3 · ▫️▫️▫️
        ② **Ben** 4 · ▫️▫️▫️▫️ ◀
        ③ **Cleo** 3 · ▫️▫️▫️
        `1 ★1 [2] 3 ★2 4 5`
        -# ① **2 × 3**
        ▶ ② **Ben**'s turn: raise 2 × 3 or doubt
    """)


def test_every_bid_of_the_round_is_shown_a_line_for_each_time_round() -> None:
    texts = ["bid 1x3", "bid 1x4", "bid 1x*", "bid 2x1", "bid 2x2", "bid 2x3", "bid 2x4"]
    state = act(table("1 2 / 3 3 / 4 4 / 5 5"), *texts)

    assert shown(state, ANA, BEN, CLEO, STEADY).splitlines()[5:] == [
        "`1 ★1 [2] 3 ★2 4 5`",
        "-# ① 1 × 3 → ② 1 × 4 → ③ 1 × ★ → ④ 2 × 1 →",
        "-# ① 2 × 2 → ② 2 × 3 → ③ **2 × 4**",
        "▶ ④ **🤖 Steady**'s turn: raise 2 × 4 or doubt",
    ]


def test_the_first_bids_of_a_very_long_round_are_folded() -> None:
    bids = [f"bid {quantity}x{die}" for quantity in (2, 3, 4, 5, 6, 7, 8) for die in (1, 2, 3, 4, 5)]
    lines = shown(act(table("1 2 3 4 5 / 1 2 3 4 5"), *bids), ANA, BEN).splitlines()

    assert lines[4] == "-# 6 earlier bids →"
    assert lines[5] == "-# ① 3 × 2 → ② 3 × 3 → ① 3 × 4 → ② 3 × 5 → ① 4 × 1 → ② 4 × 2 →"
    assert lines[9] == "-# ① 8 × 1 → ② 8 × 2 → ① 8 × 3 → ② 8 × 4 → ① **8 × 5**"


def test_where_only_a_few_play_a_line_has_several_times_round() -> None:
    state = act(table("1 2 3 / 3 4 4"), *("bid 1x1", "bid 1x2", "bid 1x3", "bid 1x4", "bid 1x5", "bid 1x*", "bid 2x1"))

    assert shown(state, ANA, BEN).splitlines()[4:6] == [
        "-# ① 1 × 1 → ② 1 × 2 → ① 1 × 3 → ② 1 × 4 → ① 1 × 5 → ② 1 × ★ →",
        "-# ① **2 × 1**",
    ]


def test_the_path_ends_with_the_last_star_in_play() -> None:
    assert "`5 ★3 6 7 [★4]`" in shown(act(table("1 2 / 3 4"), "bid 4x*"), ANA, BEN).splitlines()


def test_dice_that_were_shown_lie_open() -> None:
    state = act(table(THREE, reroll=True), "bid 2x3", "expose *", "reroll 1 4")

    assert shown(state, ANA, BEN, CLEO) == page("""
        ## Bluff · round 1 · 10 dice
        ① **Ana** 3 · ★ ▫️▫️
        ② **Ben** 4 · ▫️▫️▫️▫️ ◀
        ③ **Cleo** 3 · ▫️▫️▫️
        `1 ★1 [2] 3 ★2 4 5`
        -# ① **2 × 3**, shows ★
        ▶ ② **Ben**'s turn: raise 2 × 3 or doubt
    """)


def test_a_player_who_has_bid_is_asked_whether_to_show_dice() -> None:
    assert shown(act(table(THREE, reroll=True), "bid 2x3"), ANA, BEN, CLEO).splitlines()[-1] == (
        "▶ ① **Ana** can show dice and reroll the rest"
    )


def test_the_reveal_shows_everyones_dice_and_what_they_count() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")

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


def test_shown_dice_are_part_of_the_reveal() -> None:
    state = act(table(THREE, reroll=True), "bid 2x3", "expose *", "reroll 1 4", "lift")

    assert "① **Ana**  [★] 1 4  → **1**" in shown_after_roll(state).splitlines()


def shown_after_roll(state: BluffState) -> str:
    """The page once the next round's dice have been rolled."""
    counts = state.table.dice_counts
    return shown(act(state, f"roll {' / '.join(' '.join('1' * dice) or '-' for dice in counts)}"), ANA, BEN, CLEO)


def test_the_reveal_becomes_a_line_with_the_first_bid_of_the_next_round() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")
    reveal = "③ **Cleo**  [★ ★] 4  → **2**"

    assert reveal in shown(state, ANA, BEN, CLEO)
    after = shown(act(state, "bid 1x2"), ANA, BEN, CLEO)
    assert reveal not in after
    assert after.splitlines()[-1] == "-# Round 1: 5 × 1 → 4. 5 − 4 = 1: ① loses 1 die."


def test_beside_its_picture_the_board_says_whose_turn_it_is_and_lists_no_bids() -> None:
    parts = board(seated(ANA, BEN, CLEO), act(table(THREE), "bid 2x3", "bid 3x3").view(None), ENGLISH)

    assert beside_pictures(parts).splitlines()[1:] == ["▶ ③ **Cleo**'s turn: raise 3 × 3 or doubt"]


@pytest.mark.parametrize(
    ("bid", "verdict"),
    [
        ("bid 1x4", "4 − 1 = 3: ② **Ben** loses 3 dice."),
        ("bid 4x4", "Exactly right: everyone but ① **Ana** loses a die."),
        ("bid 6x4", "6 − 4 = 2: ① **Ana** loses 2 dice."),
    ],
    ids=["more", "exactly", "fewer"],
)
def test_the_reveal_says_who_loses_what(bid: str, verdict: str) -> None:
    state = act(table(THREE), bid, "lift")

    assert shown_after_roll(state).splitlines()[-3] == verdict
    assert "there are **4** (1 × 4 + 3 × ★)." in shown_after_roll(state)


def test_a_player_who_goes_out_by_a_doubt_is_named_with_it() -> None:
    state = act(table("1 / 2 3 / 4 5"), "bid 2x1", "lift")

    assert as_text(revealed(seated(ANA, BEN, CLEO), state.view(None), ENGLISH)).splitlines()[-1] == (
        "2 − 1 = 1: ① **Ana** loses 1 die. ① **Ana** is out."
    )


@pytest.mark.parametrize(
    ("reader", "verdict"),
    [
        (None, "Exactly right: everyone but ① **Ana** loses a die. ② **Ben** and ③ **Cleo** are out."),
        (1, "Exactly right: everyone but ① **Ana** loses a die. You're out. ③ **Cleo** is out."),
    ],
)
def test_players_who_go_out_together_are_named_in_one_sentence(reader: Seat | None, verdict: str) -> None:
    state = act(table("1 2 / 3 / 4"), "bid 1x1", "lift")

    assert as_text(revealed(seated(ANA, BEN, CLEO), state.view(reader), ENGLISH)).splitlines()[-1] == verdict


@pytest.mark.parametrize(
    ("reader", "told", "verdict"),
    [
        (0, "② **Ben** doubted your 6 × 4: there are **4** (1 × 4 + 3 × ★).", "6 − 4 = 2: you lose 2 dice."),
        (
            1,
            "You doubted ① **Ana**'s 6 × 4: there are **4** (1 × 4 + 3 × ★).",
            "6 − 4 = 2: ① **Ana** loses 2 dice.",
        ),
        (
            2,
            "② **Ben** doubted ① **Ana**'s 6 × 4: there are **4** (1 × 4 + 3 × ★).",
            "6 − 4 = 2: ① **Ana** loses 2 dice.",
        ),
    ],
    ids=["bidder", "doubter", "another"],
)
def test_everyone_reads_a_result_from_their_own_seat(reader: int, told: str, verdict: str) -> None:
    state = act(table(THREE), "bid 6x4", "lift")
    lines = as_text(revealed(seated(ANA, BEN, CLEO), state.view(Seat(reader)), ENGLISH)).splitlines()

    assert (lines[0], lines[-1]) == (told, verdict)


def verdict(cups: str, bid: str, reader: int | None = None) -> tuple[str, str]:
    """What a doubt came to, and what it cost, as this seat reads it."""
    seat = None if reader is None else Seat(reader)
    lines = as_text(revealed(seated(ANA, BEN, CLEO), act(table(cups), bid, "lift").view(seat), ENGLISH)).splitlines()
    return lines[0].partition(": ")[2], lines[-1]


def test_who_loses_fewer_dice_than_the_bid_was_off_had_no_more() -> None:
    assert (
        verdict("1 / 2 3 / 4 5", "bid 4x1")[1] == "4 − 1 = 3: ① **Ana** had only 1 die and loses it. ① **Ana** is out."
    )
    assert verdict("2 2 2 2 / 2 3 / 4 5", "bid 1x2")[1] == (
        "5 − 1 = 4: ② **Ben** had only 2 dice and loses them all. ② **Ben** is out."
    )
    assert verdict("2 2 2 2 / 2 3 / 4 5", "bid 1x2", 1)[1] == (
        "5 − 1 = 4: you had only 2 dice and lose them all. You're out."
    )


def test_stars_are_named_where_they_count_as_another_number() -> None:
    assert verdict(THREE, "bid 3x2")[0] == "there are **4** (1 × 2 + 3 × ★)."
    assert verdict("2 * / 3 3 / 4", "bid 2x2")[0] == "there are **2** (1 × 2 + 1 × ★)."
    assert verdict("3 * / 3 3 / 4", "bid 1x2")[0] == "there is **1** (1 × ★)."
    assert verdict(THREE, "bid 2x*")[0] == "there are **3**."
    assert verdict("2 3 / 3 3 / 4", "bid 1x2")[0] == "there is **1**."


def test_an_exact_bid_says_so_to_its_bidder() -> None:
    state = act(table(THREE), "bid 4x4", "lift")
    mine = as_text(revealed(seated(ANA, BEN, CLEO), state.view(Seat(0)), ENGLISH))

    assert mine.splitlines()[-1] == "Exactly right: everyone else loses a die."


def test_a_player_who_has_lost_the_last_die_reads_so() -> None:
    state = act(table("1 / 2 3 / 4 5"), "bid 2x1", "lift")
    mine = as_text(revealed(seated(ANA, BEN, CLEO), state.view(Seat(0)), ENGLISH))

    assert mine.splitlines()[-1] == "2 − 1 = 1: you lose 1 die. You're out."


def test_a_player_who_is_out_is_named_with_their_place() -> None:
    state = act(table("1 / 2 3 / 4 5"), "bid 2x1", "lift", "roll - / 1 1 / 1 1", "bid 1x1")

    assert "① **Ana** is out · 3rd place" in shown(state, ANA, BEN, CLEO).splitlines()


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


@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_a_name_adds_no_line(name: str) -> None:
    state = act(table(THREE), "bid 2x3")

    odd = shown(state, Person(1, name), BEN, CLEO)

    assert len(odd.splitlines()) == len(shown(state, ANA, BEN, CLEO).splitlines())


def test_a_result_that_waits_for_its_only_reader_promises_no_next_round() -> None:
    scored_now = act(table(THREE), "bid 5x1", "lift")

    def held(*sitters: Sitter) -> str:
        match = match_at(scored_now, *sitters)
        match = replace(match, table=replace(match.table, hold=RevealPause(3)))
        return as_text((*held_board(match, GAME_UI, ENGLISH), *held_panel(match, Seat(0), GAME_UI, ENGLISH)))

    assert held(ANA, BEN, STEADY).count("The next round begins in a moment") == 2
    assert "next round" not in held(ANA, STEADY, STEADY)
