"""The pages of a table before its match: the board, the host's panel, and everyone else's."""

from dataclasses import replace
from typing import Any

import pytest

from bot.matches.match import Match
from bot.tables.table import Person, Robot, Sitter
from tests.cogs.tables import ANA, BEN, CLEO, FRAME, page, seated, shown_board, shown_panel, under_way
from tests.pages import custom_ids

IRIS, OTTO = Robot("hard", "Iris"), Robot("easy", "Otto")

PACE = "1 minute per move, 3 in reserve"


def lobby(*sitters: Sitter, capacity: int = 4, **facts: object) -> Match:
    table = seated(*sitters, phase="lobby", capacity=capacity)
    return Match(replace(table, **facts))  # type: ignore[arg-type]


def test_the_board_shows_who_sits_where_and_the_ways_in_and_out() -> None:
    assert shown_board(lobby(ANA, IRIS, BEN)) == page(f"""
        ## Bluff
        -# 3/4 seats taken · one more wanted · {PACE}
        ① **Ana** · host
        ② **🤖 Iris · hard**
        ③ **Ben**
        [Join +] [Leave] [My panel !]
        [Rules]
    """)


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"options": {"reroll": True}}, "show dice and reroll"),
        ({"plays_forced": False}, "no auto-play of the last card"),
        ({"parent_id": 20}, "in a thread"),
    ],
)
def test_the_lobby_names_what_was_chosen(facts: dict[str, Any], named: str) -> None:
    assert shown_board(lobby(ANA, **facts)).splitlines()[1] == (
        f"-# 1/4 seats taken · one more wanted · {named} · {PACE}"
    )


def test_a_private_lobby_wants_nobody_who_is_not_invited() -> None:
    assert shown_board(lobby(ANA, IRIS, BEN, is_invite_only=True)).splitlines()[1] == (
        f"-# private · 3/4 seats taken · {PACE}"
    )


def test_the_hosts_panel_has_what_the_host_decides() -> None:
    assert shown_panel(lobby(ANA, IRIS, BEN)) == page("""
        ## Bluff
        You're the host. Press *Start* when everyone's here.
        -# 3/4 seats taken · closes if nothing happens: <t:1800001800:R>
        Add a computer player:
        [Easy] [Medium] [Hard]
        <Invite… @>
        [Start !] [Rules]
        [Remove…] [Cancel table x]
    """)


@pytest.mark.parametrize(
    ("match", "reader", "text"),
    [
        (lobby(ANA, BEN), BEN, "You're in seat ②. ① **Ana** starts the match.\n[Rules]"),
        (lobby(ANA, BEN), CLEO, "You're not at this table yet. Press *Join* on its message.\n[Rules]"),
        (
            lobby(ANA, BEN, capacity=2),
            CLEO,
            "This table is full. Press *Open another like this* on its message to open your own.\n[Rules]",
        ),
        (
            lobby(ANA, IRIS, removed=(BEN.user_id,)),
            BEN,
            "① **Ana** removed you from this table.\n[Open another like this]",
        ),
    ],
    ids=["guest", "passer-by", "passer-by at a full table", "removed"],
)
def test_everyone_else_reads_what_to_wait_for(match: Match, reader: Person, text: str) -> None:
    assert shown_panel(match, reader) == f"## Bluff\n{text}"


def test_the_host_chooses_whose_seat_to_empty() -> None:
    match = lobby(ANA, IRIS, BEN, replace(BEN, user_id=9))

    assert shown_panel(match, show="remove") == page("""
        ## Bluff
        Who should leave the table? People whom you remove can't sit down here again.
        [🤖 Iris · hard x]
        [Ben x]
        [Ben x]
        [Done]
    """)
    assert custom_ids(FRAME.panel(match, ANA.user_id, "en-US", "remove").parts)[:3] == [
        "f1|remove|7|0|hard Iris", "f1|remove|7|0|2", "f1|remove|7|0|9"
    ]  # fmt: skip
    assert "You're the only one at the table." in shown_panel(lobby(ANA), show="remove")


@pytest.mark.parametrize("show", ["remove", "cancel"])
def test_the_choices_are_the_hosts_alone_and_end_with_the_start(show: str) -> None:
    assert "You're in seat ②." in shown_panel(lobby(ANA, BEN), BEN, show)
    assert shown_panel(under_way(), show=show) == shown_panel(under_way())
