"""The frame of a match, which all games share: under way, with somebody away, and at a closed table."""

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.tables.clock import SeatClock
from bot.tables.table import Person, RevealPause
from games.core import Seat
from tests.cogs.tables import (
    ANA,
    AWAY,
    BEN,
    CLEO,
    DORA,
    HERE,
    LEFT,
    PLAYS_ON,
    match_at,
    seated,
    shown_board,
    shown_panel,
    shown_seats,
    under_way,
)
from tests.games.bluff.tables import act, table

THREE = "1 2 * / 3 3 5 5 / 4 * *"
NOW = 1_800_000_000


def test_under_way_a_board_leads_to_ones_panel_and_says_nothing_about_seals_or_closing() -> None:
    match = under_way()
    sealed = replace(match, table=replace(match.table, fingerprint="0123456789abcdef" * 4))
    shown = shown_board(match)

    assert shown == shown_board(sealed)
    assert shown.splitlines()[0] == "## Bluff · round 1 · 10 dice"
    assert shown.splitlines()[-1] == "[My dice !] [What happened] [Watch] [Seats]"
    assert "<t:" not in shown


def test_a_panel_ends_with_what_helps() -> None:
    bid = match_at(act(table(THREE), "bid 1x1"), ANA, BEN, CLEO)
    doubted = match_at(act(table(THREE), "bid 1x1", "lift"), ANA, BEN, CLEO)
    held = replace(doubted, table=replace(doubted.table, hold=RevealPause(2_000_000_000)))
    last = [shown_panel(match, reader).splitlines()[-1] for match, reader in
            ((under_way(), ANA), (bid, BEN), (bid, CLEO), (held, ANA))]  # fmt: skip

    assert last == [
        "[What happened] [Rules] [Why not?]",
        "[Doubt! x] [What happened] [Rules] [Why not?]",
        "[What happened] [Rules]",
        "[Go on !] [What happened] [Rules]",
    ]


def test_a_passer_by_is_shown_nothing_hidden() -> None:
    assert shown_panel(under_way(), DORA) == "You don't play in this match.\n[Watch]"


def test_a_match_that_was_cancelled_shows_no_dice() -> None:
    match = Match(seated(ANA, BEN, CLEO, phase="cancelled"), table(THREE))
    closed = "This table was cancelled before the match began. Type /play to open a new one."
    shown = f"## Bluff\n{closed}\n[What happened] [Replay]"

    assert shown_board(match) == shown_panel(match, BEN) == shown


@pytest.mark.parametrize(
    ("clocks", "line"),
    [
        ((HERE, AWAY, LEFT), "-# 💤 Away: **Ben** · 🤖 Plays for **Cleo**"),
        ((AWAY, AWAY, HERE), "-# 💤 Away: **Ana**, **Ben**"),
        ((SeatClock(misses=1), HERE, LEFT), "-# ⏰ Out of time: **Ana** · 🤖 Plays for **Cleo**"),
        ((LEFT, PLAYS_ON, LEFT), "-# 🤖 Plays for **Ana**, **Cleo**"),
        (
            (AWAY, LEFT, AWAY),
            f"-# Everyone is away, so the match is paused. It closes if nobody comes back: <t:{NOW + 3600}:R>",
        ),
    ],
)
def test_the_board_says_in_one_line_for_whom_the_computer_plays(clocks: tuple[SeatClock, ...], line: str) -> None:
    assert shown_board(under_way(*clocks)).splitlines()[-2] == line


def test_a_player_may_leave_and_is_told_what_it_costs() -> None:
    match = under_way(HERE, HERE, HERE)

    assert shown_seats(match, BEN) == (
        "## Bluff\n① **Ana** · host\n② **Ben**\n③ **Cleo**\n[Pause for up to a day] [Leave the match… x]\n[My dice]"
    )
    assert shown_seats(match, BEN, asks=Seat(1)) == (
        "## Bluff\nIf you leave, the computer plays for you to the end, and the match counts as a loss for you.\n"
        "[Leave for good x] [Stay]"
    )
    assert "[I'm back +] [Leave the match… x]" in shown_seats(under_way(HERE, AWAY, HERE), BEN)


@pytest.mark.parametrize(("reader", "moderator"), [(ANA, False), (CLEO, True)], ids=["host", "moderator"])
def test_host_and_moderators_may_give_up_the_seat_of_who_is_away(reader: Person, *, moderator: bool) -> None:
    match = under_way(HERE, AWAY, HERE)
    shown = shown_seats(match, reader, moderator=moderator)

    assert "💤 ② **Ben** is away; the computer is playing" in shown
    assert "[Replace Ben… x]" in shown
    assert shown_seats(match, reader, moderator=moderator, asks=Seat(1)) == (
        "## Bluff\nThe computer will play ② **Ben**'s seat until the end, and the match counts as a loss for"
        " ② **Ben**.\n[Replace Ben x] [Back]"
    )


@pytest.mark.parametrize("asks", [None, Seat(1)], ids=["the list", "the question"])
@pytest.mark.parametrize(
    ("clocks", "reader", "moderator"),
    [
        ((HERE, AWAY, HERE), CLEO, False),
        ((AWAY, AWAY, HERE), ANA, False),
        ((HERE, AWAY, HERE), BEN, True),
        ((HERE, HERE, HERE), ANA, True),
    ],
    ids=["by a player", "by an absent host", "by themselves", "while they are here"],
)
def test_nobody_else_is_replaced(
    clocks: tuple[SeatClock, ...], reader: Person, asks: Seat | None, *, moderator: bool
) -> None:
    assert "Replace" not in shown_seats(under_way(*clocks), reader, moderator=moderator, asks=asks)


def test_what_the_computer_did_for_a_late_player_stands_where_a_panel_says_that_its_not_their_turn() -> None:
    bid = match_at(act(table(THREE), "bid 1x1"), ANA, BEN, CLEO)
    late = replace(bid, stood_in={Seat(0): ("bid 1x1",), Seat(1): ("lift",)})
    waits, asked = (shown_panel(late, reader).splitlines() for reader in (ANA, BEN))

    assert waits[:2] == ["⏰ Time's up. Played for you: Bid 1 × 1", "▶ ② **Ben**'s turn: raise 1 × 1 or doubt"]
    assert asked[:2] == ["⏰ Time's up. Played for you: Doubt", "## Raise 1 × 1 or doubt"]
