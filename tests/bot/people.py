"""Makes tables and matches of Bluff for tests, with people and computer players."""

from dataclasses import replace

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.tables.clock import Pace
from bot.tables.table import Person, Place, Robot, Table

ANA = Person(1, "Ana")
BEN = Person(2, "Ben")
CLEO = Person(3, "Cleo")

STEADY = Robot("steady")
"""A computer player as it's asked for, without the name that it gets at a table."""
HERE = Place(guild_id=10, channel_id=20)


async def lobby(
    matches: Matches,
    *others: Person,
    seats: int = 6,
    robots: int = 0,
    reroll: bool = False,
    place: Place = HERE,
    pace: Pace = "live",
) -> Table:
    """A table of Bluff that Ana has opened, with this many computer players and others who have joined."""
    match = await matches.lobby.open(
        "bluff", options={"reroll": reroll}, capacity=seats, place=place, host=ANA, robots=[STEADY] * robots, pace=pace
    )
    for person in others:
        match = await matches.lobby.join(match.table.id, person)
    return match.table


async def begun(matches: Matches, *others: Person, robots: int = 0, reroll: bool = False) -> Match:
    """A match of Bluff that has just started."""
    table = await lobby(matches, *others, robots=robots, reroll=reroll)
    return await matches.lobby.start(table.id, ANA.user_id)


def to_act(match: Match) -> Person:
    """The person whose turn it is."""
    assert match.state is not None
    (seat,) = match.state.to_act
    sitter = match.table.sitters[seat]
    assert isinstance(sitter, Person)
    return sitter


def waiting(match: Match) -> Person:
    """A person whose turn it isn't."""
    return next(person for person in match.table.people if person != to_act(match))


def decision(match: Match) -> int:
    """The number of the current decision, as buttons carry it."""
    assert match.state is not None
    return match.state.decision


async def play(matches: Matches, match: Match, text: str) -> Match:
    """The match after the seat to act has played this."""
    return await matches.play.move(match.table.id, to_act(match).user_id, decision(match), text)


async def play_robot(matches: Matches, match: Match) -> Match:
    """The match after the computer player to act has made the last of its legal moves."""
    seat = match.robot_to_act
    assert seat is not None
    return await matches.play.move_robot(match.table.id, seat, match.decision, match.view(seat).legal_actions[-1])


async def play_out(matches: Matches, match: Match) -> Match:
    """The match at its end, after everyone has always made their last legal move: the highest bid, or the doubt."""
    while match.table.phase == "playing":
        if match.robot_to_act is not None:
            match = await play_robot(matches, match)
        else:
            seat = match.table.seat_of(to_act(match).user_id)
            match = await play(matches, match, match.view(seat).legal_actions[-1].to_text())
    return match


def draft(host: Person | Robot, *others: Person | Robot, **facts: object) -> Table:
    """A table of Bluff that isn't stored yet. Its host is the first sitter, if that's a person."""
    table = Table(
        id=0,
        game="bluff",
        rules_version=1,
        options={"reroll": True},
        capacity=4,
        phase="lobby",
        place=HERE,
        host_id=host.user_id if isinstance(host, Person) else ANA.user_id,
        changed_at=0,
        sitters=(host, *others),
    )
    return replace(table, **facts)  # type: ignore[arg-type]


def reaches_everywhere(_guild_id: int) -> bool:
    """Clicks arrive from every server."""
    return True
