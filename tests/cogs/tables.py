"""Makes the tables and matches that tests of pages show."""

from bot.matches.match import Match
from bot.tables.table import Person, Phase, Place, Robot, Sitter, Table
from games.bluff.rules import BluffState
from localcord import Person as User

ANA, BEN, CLEO = Person(1, "Ana"), Person(2, "Ben"), Person(3, "Cleo")
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
