"""The pages of a table before its match: the board, the host's panel, and everyone else's."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import dedent

import pytest

from bot.matches.match import Match
from bot.pages.page import Part
from bot.tables.table import Person, Place, Robot, Sitter
from cogs.catalogue import GAME_UIS
from cogs.table.table_pages import GamePages, sitter_from_text, sitter_to_text
from games.bluff.rules import BluffState
from tests.cogs.tables import ANA, BEN, CLEO, match_at, seated
from tests.games.bluff.tables import table
from tests.pages import as_text, custom_ids
from tests.preferences import nothing_chosen

IRIS, OTTO = Robot("hard", "Iris"), Robot("easy", "Otto")

PACE = "1 minute per move, 3 in reserve"


@pytest.fixture
def frame() -> GamePages:
    return GamePages(GAME_UIS, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def lobby(*sitters: Sitter, capacity: int = 4, **options: bool | int) -> Match:
    return Match(seated(*sitters, phase="lobby", capacity=capacity, options=options))


def alone(*sitters: Sitter, capacity: int = 4) -> Match:
    """A lobby in a direct message."""
    match = lobby(*sitters, capacity=capacity)
    return replace(match, table=replace(match.table, place=Place(0, 20)))


def board(frame: GamePages, match: Match) -> str:
    return as_text(frame.board(match).parts)


def panel(frame: GamePages, match: Match, reader: Person = ANA, show: str = "") -> str:
    return as_text(frame.panel(match, reader.user_id, "en-US", show).parts)


def page(text: str) -> str:
    return dedent(text).strip()


def test_the_board_shows_who_sits_where_and_the_ways_in_and_out(frame: GamePages) -> None:
    assert board(frame, lobby(ANA, IRIS, BEN)) == page(f"""
        ## Bluff
        -# 3/4 seats taken · {PACE}
        ① **Ana** · host
        ② **🤖 Iris · hard**
        ③ **Ben**
        [Join +] [Leave] [My panel !]
        [Rules]
    """)


def test_the_lobby_names_the_options_that_are_switched_on(frame: GamePages) -> None:
    assert (
        board(frame, lobby(ANA, reroll=True)).splitlines()[1]
        == f"-# 1/4 seats taken · at least 2 to start · show dice and reroll · {PACE}"
    )


def test_the_lobby_says_when_the_last_card_of_a_hand_is_not_played_by_itself(frame: GamePages) -> None:
    match = lobby(ANA)
    clicked = replace(match, table=replace(match.table, plays_forced=False))

    assert (
        board(frame, clicked).splitlines()[1]
        == f"-# 1/4 seats taken · at least 2 to start · no auto-play of the last card · {PACE}"
    )


def test_nobody_joins_a_full_table_but_opens_another(frame: GamePages) -> None:
    assert board(frame, lobby(ANA, BEN, capacity=2)).splitlines()[-2:] == [
        "[Open another like this] [Leave] [My panel !]",
        "[Rules]",
    ]


def test_the_lobby_makes_the_fingerprint_public_in_one_button(frame: GamePages) -> None:
    match = lobby(ANA, BEN)
    sealed = replace(match, table=replace(match.table, fingerprint="0123456789abcdef" * 4))

    assert board(frame, sealed).splitlines()[-1] == "[Rules] [🔒 0123 4567 89ab cdef]"


def test_in_a_direct_message_nobody_is_expected(frame: GamePages) -> None:
    assert board(frame, alone(ANA, IRIS)) == page("""
        ## Bluff
        -# 2/4 seats taken
        ① **Ana** · host
        ② **🤖 Iris · hard**
        [My panel !]
        [Rules]
    """)


def test_the_hosts_panel_has_what_the_host_decides(frame: GamePages) -> None:
    assert panel(frame, lobby(ANA, IRIS, BEN)) == page("""
        ## Bluff
        You're the host. Press *Start* when everyone's here.
        -# 3/4 seats taken · closes if nothing happens: <t:1800001800:R>
        Add a computer player:
        [Easy] [Medium] [Hard]
        [Start !] [Rules]
        [Remove…] [Cancel table x]
    """)


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (
            lobby(ANA),
            "You're the host. You need at least 2 players to start: wait for others or add computer players.",
        ),
        (alone(ANA), "You need at least 2 players to start: add computer players."),
    ],
    ids=["server", "direct message"],
)
def test_a_lonely_host_cannot_start(frame: GamePages, match: Match, text: str) -> None:
    shown = panel(frame, match)

    assert text in shown
    assert shown.splitlines()[-2:] == ["[Easy] [Medium] [Hard]", "(Start) [Rules] [Cancel table x]"]


def test_in_a_direct_message_the_host_starts_when_ready(frame: GamePages) -> None:
    shown = panel(frame, alone(ANA, IRIS))

    assert "Press *Start* when you're ready.\n-# 2/4 seats taken\n" in shown


def test_a_full_table_takes_no_computer_player(frame: GamePages) -> None:
    shown = panel(frame, lobby(ANA, BEN, capacity=2))

    assert "Add a computer player" not in shown
    assert shown.splitlines()[-2:] == ["[Start !] [Rules]", "[Remove…] [Cancel table x]"]


@pytest.mark.parametrize(
    ("match", "reader", "text"),
    [
        (lobby(ANA, BEN), BEN, "You're in seat ②. ① **Ana** starts the match."),
        (lobby(ANA, BEN), CLEO, "You're not at this table yet. Press *Join* on its message."),
        (
            lobby(ANA, BEN, capacity=2),
            CLEO,
            "This table is full. Press *Open another like this* on its message to open your own.",
        ),
    ],
    ids=["guest", "passer-by", "passer-by at a full table"],
)
def test_everyone_else_reads_what_to_wait_for(frame: GamePages, match: Match, reader: Person, text: str) -> None:
    assert panel(frame, match, reader) == f"## Bluff\n{text}\n[Rules]"


def test_a_guest_whom_the_host_has_removed_is_told_so(frame: GamePages) -> None:
    match = lobby(ANA, IRIS)
    without = replace(match, table=replace(match.table, removed=(BEN.user_id,)))

    assert panel(frame, without, BEN) == page("""
        ## Bluff
        ① **Ana** removed you from this table.
        [Open another like this]
    """)
    assert "removed" not in panel(frame, without, CLEO)


def choice(frame: GamePages, match: Match, show: str, reader: Person = ANA) -> Sequence[Part]:
    """The panel of the host, or of another reader, after pressing the button for this part of the lobby."""
    return frame.panel(match, reader.user_id, "en-US", show).parts


@pytest.mark.parametrize("show", ["remove", "cancel"])
def test_the_choices_of_the_host_are_for_nobody_else(frame: GamePages, show: str) -> None:
    assert "You're in seat ②." in as_text(choice(frame, lobby(ANA, BEN), show, BEN))


def test_the_host_is_asked_before_a_table_with_others_closes(frame: GamePages) -> None:
    assert as_text(choice(frame, lobby(ANA, BEN), "cancel")) == page("""
        ## Bluff
        Cancel this table?
        ① **Ana** · host
        ② **Ben**
        -# 2/4 seats taken
        [Cancel table x] [Back]
    """)


@pytest.mark.parametrize("show", ["remove", "cancel"])
def test_the_choices_of_the_host_end_with_the_start(frame: GamePages, show: str) -> None:
    playing: BluffState = table("1 2 * / 3 3 5 5 / 4 * *")
    match = match_at(playing, ANA, BEN, CLEO)

    assert choice(frame, match, show) == choice(frame, match, "")


def test_the_host_chooses_whose_seat_to_empty(frame: GamePages) -> None:
    parts = choice(frame, lobby(ANA, IRIS, BEN, OTTO), "remove")

    assert as_text(parts) == page("""
        ## Bluff
        Who should leave the table? People whom you remove can't sit down here again.
        [🤖 Iris · hard x]
        [Ben x]
        [🤖 Otto · easy x]
        [Done]
    """)
    assert custom_ids(parts)[:3] == ["f1|remove|7|0|hard Iris", "f1|remove|7|0|2", "f1|remove|7|0|easy Otto"]


def test_people_of_the_same_name_have_a_button_each(frame: GamePages) -> None:
    parts = choice(frame, lobby(ANA, BEN, replace(BEN, user_id=9)), "remove")

    assert custom_ids(parts) == ["f1|remove|7|0|2", "f1|remove|7|0|9", "f1|hand|7|0|"]


def test_a_host_alone_has_nobody_to_remove(frame: GamePages) -> None:
    assert as_text(choice(frame, lobby(ANA), "remove")).splitlines()[1:] == [
        "You're the only one at the table.",
        "[Done]",
    ]


@pytest.mark.parametrize("sitter", [BEN, IRIS, OTTO], ids=["person", "Iris", "Otto"])
def test_a_button_names_a_sitter(sitter: Sitter) -> None:
    named = sitter_from_text(sitter_to_text(sitter))

    assert named == (Person(sitter.user_id, "") if isinstance(sitter, Person) else sitter)


def test_a_button_of_before_there_were_names_has_a_level_alone() -> None:
    assert sitter_from_text("hard") == Robot("hard")


def test_any_other_text_names_nobody_at_the_table() -> None:
    assert sitter_from_text("") == Robot("")
