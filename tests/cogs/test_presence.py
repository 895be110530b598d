"""The pages about players who are away or have left."""

from dataclasses import replace
from textwrap import dedent

import pytest

from bot.matches.match import Match
from bot.tables.clock import SeatClock
from bot.tables.table import Person
from cogs.catalogue import GAME_UIS
from cogs.table.table_pages import GamePages
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, match_at, seated
from tests.games.bluff.tables import table
from tests.pages import as_text
from tests.preferences import nothing_chosen

NOW = 1_800_000_000


@pytest.fixture
def frame() -> GamePages:
    return GamePages(GAME_UIS, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def sitting(*clocks: SeatClock, host: Person = ANA) -> Match:
    """Ana, Ben and Cleo at Bluff, with these clocks."""
    match = match_at(table("1 2 * / 3 3 5 5 / 4 * *"), ANA, BEN, CLEO)
    return replace(match, table=replace(match.table, clocks=clocks, host_id=host.user_id, changed_at=NOW))


HERE, AWAY, LEFT = SeatClock(), SeatClock(presence="away"), SeatClock(presence="left")


def board(frame: GamePages, match: Match) -> list[str]:
    return as_text(frame.board(match).parts).splitlines()


def page(text: str) -> str:
    return dedent(text).strip()


def seats(frame: GamePages, match: Match, reader: Person, *, moderator: bool = False, asks: Seat | None = None) -> str:
    return as_text(frame.seats(match, reader.user_id, "en-US", moderator=moderator, asks=asks).parts)


def test_the_board_says_until_when_a_player_has_time(frame: GamePages) -> None:
    asked = SeatClock().asked(NOW, "live")
    assert board(frame, sitting(HERE, asked, HERE))[-2] == f"-# ⏳ <t:{NOW + 60}:R>"


def test_of_several_who_choose_the_board_names_the_first_to_run_out_of_time(frame: GamePages) -> None:
    clocks = [SeatClock(bank).asked(NOW, "live") for bank in (30, 10, 20)]
    assert board(frame, sitting(*clocks))[-2] == f"-# ⏳ <t:{NOW + 70}:R>"


@pytest.mark.parametrize("clocks", [(HERE, HERE, HERE), (LEFT, SeatClock(wish="play"), LEFT)], ids=["nobody", "alone"])
def test_where_nobody_waits_the_board_says_no_time(frame: GamePages, clocks: tuple[SeatClock, ...]) -> None:
    assert "<t:" not in "\n".join(board(frame, sitting(*clocks)))


def test_where_everyone_is_away_the_board_says_when_the_match_closes(frame: GamePages) -> None:
    assert board(frame, sitting(AWAY, LEFT, AWAY))[-2] == (
        f"-# Everyone is away, so the match is paused. It closes if nobody comes back: <t:{NOW + 3600}:R>"
    )


@pytest.mark.parametrize(
    ("clocks", "line"),
    [
        ((HERE, AWAY, LEFT), "-# 💤 Away: **Ben** · 🤖 Plays for **Cleo**"),
        ((AWAY, AWAY, HERE), "-# 💤 Away: **Ana**, **Ben**"),
        ((SeatClock(misses=1), HERE, LEFT), "-# ⏰ Out of time: **Ana** · 🤖 Plays for **Cleo**"),
        ((LEFT, SeatClock(wish="play"), LEFT), "-# 🤖 Plays for **Ana**, **Cleo**"),
    ],
)
def test_the_board_says_in_one_line_for_whom_the_computer_plays(
    frame: GamePages, clocks: tuple[SeatClock, ...], line: str
) -> None:
    assert board(frame, sitting(*clocks))[-2] == line


def test_where_everyone_else_has_left_the_board_says_so_once(frame: GamePages) -> None:
    shown = board(frame, sitting(LEFT, HERE, LEFT))

    assert "All other people have left. ② **Ben** can take the win or play on." in shown
    assert "🤖" not in "\n".join(shown)


def test_whoever_is_away_can_come_back(frame: GamePages) -> None:
    shown = as_text(frame.panel(sitting(HERE, AWAY, HERE), BEN.user_id, "en-US").parts)
    title, told, button = shown.splitlines()
    assert (title, button) == ("## Bluff", "[I'm back +]")
    assert told.startswith("💤 You were away, so the computer is playing for you.")


def test_whoever_has_left_is_told_so_and_shown_nothing(frame: GamePages) -> None:
    shown = as_text(frame.panel(sitting(HERE, LEFT, HERE), BEN.user_id, "en-US").parts)
    assert shown == (
        "## Bluff\nYou left this match. The computer plays for you to the end, and the match counts as a loss for you."
    )


def test_a_player_may_leave(frame: GamePages) -> None:
    assert seats(frame, sitting(HERE, HERE, HERE), BEN) == (
        "## Bluff\n① **Ana** · host\n② **Ben**\n③ **Cleo**\n[Leave the match… x] [My dice]"
    )


@pytest.mark.parametrize(
    ("clocks", "warning"),
    [
        (
            (HERE, HERE, HERE),
            "If you leave, the computer plays for you to the end, and the match counts as a loss for you.",
        ),
    ],
)
def test_a_player_who_leaves_is_told_what_it_costs(
    frame: GamePages, clocks: tuple[SeatClock, ...], warning: str
) -> None:
    shown = seats(frame, sitting(*clocks), BEN, asks=Seat(1))
    assert shown == f"## Bluff\n{warning}\n[Leave for good x] [Stay]"


@pytest.mark.parametrize(("reader", "moderator"), [(ANA, False), (CLEO, True)], ids=["host", "moderator"])
def test_host_and_moderators_may_give_up_the_seat_of_who_is_away(
    frame: GamePages, reader: Person, *, moderator: bool
) -> None:
    shown = seats(frame, sitting(HERE, AWAY, HERE), reader, moderator=moderator)
    assert "💤 ② **Ben** is away; the computer is playing" in shown
    assert "[Replace Ben… x]" in shown


def test_they_are_asked_whether_they_mean_it(frame: GamePages) -> None:
    assert seats(frame, sitting(HERE, AWAY, HERE), ANA, asks=Seat(1)) == page("""
        ## Bluff
        The computer will play ② **Ben**'s seat until the end, and the match counts as a loss for ② **Ben**.
        [Replace Ben x] [Back]
    """)


@pytest.mark.parametrize("asks", [None, Seat(1)], ids=["the list", "the question"])
@pytest.mark.parametrize(
    ("clocks", "reader"), [((HERE, AWAY, HERE), CLEO), ((AWAY, AWAY, HERE), ANA)], ids=["a player", "an absent host"]
)
def test_others_may_not(frame: GamePages, clocks: tuple[SeatClock, ...], reader: Person, asks: Seat | None) -> None:
    assert "Replace" not in seats(frame, sitting(*clocks), reader, asks=asks)


def test_players_cannot_replace_themselves(frame: GamePages) -> None:
    assert "Replace" not in seats(frame, sitting(AWAY, HERE, HERE), ANA, moderator=True)


def test_a_player_who_has_come_back_is_not_taken_out(frame: GamePages) -> None:
    assert "Replace" not in seats(frame, sitting(HERE, HERE, HERE), ANA, asks=Seat(1))


def test_a_player_who_is_away_may_come_back_here_too(frame: GamePages) -> None:
    assert "[I'm back +] [Leave the match… x]" in seats(frame, sitting(HERE, AWAY, HERE), BEN)


def test_a_stranger_sees_who_plays_where(frame: GamePages) -> None:
    assert seats(frame, sitting(HERE, LEFT, HERE), Person(99, "Dora")) == (
        "## Bluff\n① **Ana** · host\n🤖 ② **Ben** left the match; the computer plays on\n③ **Cleo**"
    )


def test_at_a_table_that_is_closed_there_are_no_seats(frame: GamePages) -> None:
    assert seats(frame, Match(seated(ANA, STEADY, phase="lobby")), ANA) == "This table is closed."


def test_a_call_leads_to_the_hand_and_to_the_table(frame: GamePages) -> None:
    called = frame.ping(seated(ANA, BEN, board_id=5), BEN.user_id)
    assert as_text(called.parts).splitlines() == [
        f"<@{BEN.user_id}>, it's your turn.",
        "[My dice !] [Go to the table -> https://discord.com/channels/10/20/5]",
    ]
