"""The panel of Bluff, and its windows of bids: each legal bid is in one."""

import pytest

from bot.pages.custom_id import CustomId
from bot.pages.faces import plain
from bot.pages.page import Part, Select
from bot.words import ENGLISH
from cogs.bluff.panel import BIDS_IN_A_ROW, ROWS, STARS_IN_LAST_ROW, panel, why, windows
from games.bluff.actions import MOST_DICE, PATH, STAR, Bid, replies
from games.bluff.rules import BluffState
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, page, seated
from tests.games.bluff.tables import act, table
from tests.pages import as_text, button

THREE = "1 2 * / 3 3 5 5 / 4 * *"


def parts_of(state: BluffState, seat: int = 0, show: str = "") -> tuple[Part, ...]:
    return panel(seated(ANA, BEN, CLEO), state.view(Seat(seat)), ENGLISH, show)


def shown(state: BluffState, seat: int = 0, show: str = "") -> str:
    return as_text(parts_of(state, seat, show))


def played(custom_id: str) -> str:
    """The action that a button plays."""
    read = CustomId.from_text(custom_id)
    assert read is not None
    assert read.verb == "play"
    return read.text


def test_the_opener_chooses_among_bids_near_the_count_to_be_expected() -> None:
    assert shown(table(THREE)) == page("""
        ## Your turn: open the round
        -# 10 dice in play
        # 1 2 ★
        [1×1] [1×2] [1×3] [1×4] [1×5]
        [2×1] [2×2] [2×3] [2×4] [2×5]
        [3×1] [3×2] [3×3] [3×4] [3×5]
        [1×★]
        <Other bids… 4–6 × 1…5 · 2–3 × ★ | 7–9 × 1…5 · 4 × ★ | 10 × 1…5 · 5 × ★ | 6–10 × ★>
        [Why not?]
    """)


def test_a_player_who_is_to_act_raises_or_doubts() -> None:
    assert button(parts_of(table(THREE)), "3×4").custom_id == f"f1|play|7|{table(THREE).decision}|bid 3x4"
    assert shown(act(table(THREE), "bid 7x2"), seat=1) == page("""
        ## Raise 7 × 2 or doubt
        -# ① **7 × 2**
        -# 10 dice in play
        # 3 3 5 5
        [7×3] [7×4] [7×5]
        [8×1] [8×2] [8×3] [8×4] [8×5]
        [9×1] [9×2] [9×3] [9×4] [9×5]
        [4×★]
        <Other bids… 10 × 1…5 · 5 × ★ | 6–10 × ★>
        [Doubt! x] [Why not?]
    """)


def test_a_player_who_waits_sees_whose_turn_it_is_and_what_they_face() -> None:
    assert shown(act(table(THREE), "bid 2x3"), seat=2).splitlines() == [
        "## Not your turn",
        "▶ ② **Ben**'s turn: raise 2 × 3 or doubt",
        "-# ① **2 × 3**",
        "-# 10 dice in play",
        "# 4 ★ ★",
    ]
    out = act(table("1 / 2 3 / 4 5"), "bid 2x1", "lift", "roll - / 1 1 / 1 1")
    assert shown(out).splitlines()[0] == "## You're out · 3rd place"


@pytest.mark.parametrize(
    ("show", "dice", "told", "plays"),
    [
        ("", "[1] [2] [★]", "-# Tap dice to show them; the rest are rerolled.", "bid 2x3;stand"),
        (".2", "[1] [2] [★ +]", "-# You show ★ and reroll the other 2.", "bid 2x3;expose *"),
        (".02", "[1 +] (2) [★ +]", "-# You show 1 ★ and reroll the other die.", "bid 2x3;expose 1 *"),
        (".012", "[1 +] [2 +] (★)", "-# You show 1 2 and reroll the other die.", "bid 2x3;expose 1 2"),
    ],
    ids=["none", "one", "all but one", "a forged choice of all"],
)
def test_dice_that_were_tapped_are_shown_with_the_bid(show: str, dice: str, told: str, plays: str) -> None:
    parts = parts_of(table(THREE, reroll=True), show=show)

    assert as_text(parts).splitlines()[2:4] == [dice, told]
    assert played(button(parts, "2×3").custom_id) == plays


def test_another_window_keeps_the_chosen_dice_and_a_tap_on_a_die_the_window() -> None:
    parts = parts_of(table(THREE, reroll=True), show="1.02")
    (select,) = [part for part in parts if isinstance(part, Select)]

    assert [(choice.value, choice.chosen) for choice in select.choices[:2]] == [("0.02", False), ("2.02", False)]
    assert button(parts_of(table(THREE, reroll=True), show="1."), "★").custom_id.endswith("|1.2")


def test_after_a_bid_of_its_own_an_unfinished_click_can_be_finished() -> None:
    state = act(table(THREE, reroll=True), "bid 2x3")
    assert shown(state).splitlines() == ["## Show dice and reroll the rest?", "[1] [2] [★]", "[Leave them]"]

    parts = parts_of(state, show=".0")
    assert as_text(parts).splitlines()[-1] == "[Show and reroll !] [Leave them]"
    assert played(button(parts, "Show and reroll").custom_id) == "expose 1"
    assert played(button(parts, "Leave them").custom_id) == "stand"


@pytest.mark.parametrize(
    ("state", "reasons"),
    [
        (table(THREE), ["There's no bid to doubt yet: open the round with one."]),
        (
            act(table(THREE), "bid 8x3"),
            [
                "Anything up to 8 × 3 is too low: bid 8 × 4 or more, or doubt.",
                "You can't bid on more dice than are in play: 10.",
            ],
        ),
    ],
)
def test_each_reason_names_once_what_bars_a_move(state: BluffState, reasons: list[str]) -> None:
    (seat,) = state.to_act

    assert plain(why(state.view(seat), ENGLISH, "")).splitlines() == reasons


MOST_CHOICES = 25
"""Discord's limit for a list."""


def legal_bids(dice: int, last: Bid | None) -> list[Bid]:
    legal = replies(dice, last.space, last.face) if last else replies(dice, 0, 0)
    return [action for action in legal if isinstance(action, Bid)]


SITUATIONS = [
    (dice, last) for dice in range(2, MOST_DICE + 1) for last in (None, *PATH) if last is None or last.quantity <= dice
]
"""Every number of dice in play, before any bid and after each."""


def test_every_legal_bid_is_in_exactly_one_window() -> None:
    for dice, last in SITUATIONS:
        legal = legal_bids(dice, last)
        bids = [bid for window in windows(legal) for bid in window.bids]

        assert sorted(bids, key=lambda bid: (bid.space, bid.face)) == legal, (dice, last)


def test_windows_ascend_and_fit_into_their_place_on_a_page_and_into_one_list() -> None:
    for dice, last in SITUATIONS:
        every = windows(legal_bids(dice, last))
        rows = [row for window in every for row in window.rows if row[0].face != STAR]

        assert rows == sorted(rows, key=lambda row: PATH.index(row[0])), (dice, last)
        assert len(every) <= MOST_CHOICES, (dice, last)
        for window in every:
            assert 1 <= len(window.rows) <= ROWS, (dice, last)
            assert all(1 <= len(row) <= BIDS_IN_A_ROW for row in window.rows), (dice, last)
            assert len(window.stars) <= STARS_IN_LAST_ROW, (dice, last)


def test_bids_on_two_more_dice_than_the_last_one_and_the_next_star_are_in_the_first_window() -> None:
    for dice, last in SITUATIONS:
        legal = legal_bids(dice, last)
        if (last and last.face == STAR) or not legal:
            continue
        stars = [bid for bid in legal if bid.face == STAR]
        numbers = [bid for bid in legal if bid.face != STAR]
        near = {bid for bid in numbers if last and bid.quantity <= last.quantity + 2}
        if stars and (not numbers or stars[0].space < numbers[-1].space):
            near.add(stars[0])
        assert near <= {*windows(legal)[0].bids}, (dice, last)
