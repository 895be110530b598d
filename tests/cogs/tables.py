"""Makes the tables and matches that tests of pages show, and shows them."""

from dataclasses import replace
from textwrap import dedent

from bot.matches.match import Match
from bot.messages.game_ui import Asks
from bot.tables.clock import SeatClock
from bot.tables.table import Person, Phase, Place, Robot, Sitter, Table
from cogs.catalogue import GAME_UIS
from cogs.table.table_pages import GamePages
from games.bluff.rules import BluffState
from localcord import Person as User
from tests.games.bluff.tables import table
from tests.pages import as_text
from tests.preferences import nothing_chosen

ANA, BEN, CLEO, DORA = Person(1, "Ana"), Person(2, "Ben"), Person(3, "Cleo"), Person(4, "Dora")
STEADY, RANDOM = Robot("steady", "Steady"), Robot("random", "Random")

LONGEST_NAMES = (
    "𝕎" * 32,
    "*_~`|>#<[]():@-\\" * 2,
    "<@123456789012345678> @everyone",
    "שלום עולם " * 3,
    "👩‍👩‍👧‍👦" * 4,
    "ㅤ" * 32,
)
"""Names that are wide, full of markdown, a mention, written from right to left, joined emojis, and blank."""


def player(person: User) -> Person:
    """A person as they sit at tables."""
    return Person(int(person.id), person.user.name)


def seated(
    *sitters: Sitter,
    phase: Phase = "playing",
    capacity: int | None = None,
    board_id: int | None = None,
    options: dict[str, bool | int] | None = None,
) -> Table:
    """A table with these sitters; the first is the host."""
    host = sitters[0]
    assert isinstance(host, Person)
    return Table(
        id=7,
        game="bluff",
        rules_version=1,
        options=options or {},
        capacity=capacity or len(sitters),
        phase=phase,
        place=Place(guild_id=10, channel_id=20),
        host_id=host.user_id,
        changed_at=1_800_000_000,
        sitters=sitters,
        board_id=board_id,
    )


def match_at(state: BluffState, *sitters: Sitter) -> Match:
    """A match in this state, with these sitters."""
    return Match(seated(*sitters, phase="over" if state.outcome else "playing"), state)


HERE, AWAY, LEFT = SeatClock(), SeatClock(presence="away"), SeatClock(presence="left")
PLAYS_ON = SeatClock(wish="play")

FRAME = GamePages(GAME_UIS, nothing_chosen(), lobby_minutes=30, idle_minutes=60)


def under_way(*clocks: SeatClock) -> Match:
    """Ana, Ben and Cleo at Bluff, with these clocks."""
    match = match_at(table("1 2 * / 3 3 5 5 / 4 * *"), ANA, BEN, CLEO)
    return replace(match, table=replace(match.table, clocks=clocks))


def shown_board(match: Match) -> str:
    return as_text(FRAME.board(match).parts)


def shown_panel(match: Match, reader: Person = ANA, show: str = "") -> str:
    return as_text(FRAME.panel(match, reader.user_id, "en-US", show).parts)


def shown_seats(match: Match, reader: Person, *, moderator: bool = False, asks: Asks = None) -> str:
    return as_text(FRAME.seats(match, reader.user_id, "en-US", moderator=moderator, asks=asks).parts)


def page(text: str) -> str:
    """A page as it's written in a test."""
    return dedent(text).strip()
