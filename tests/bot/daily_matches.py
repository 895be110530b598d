"""Plays daily matches in tests: somebody's whole match, by the first or the last of their legal moves."""

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.tables.table import Person, Place
from games.core import Move, Seat
from tests.bot.people import ANA, HERE, decision

ELSEWHERE = Place(guild_id=11, channel_id=21)
"""Another server."""

DAY = 24 * 3600


async def take(matches: Matches, game: str = "bluff", *, player: Person = ANA, place: Place = HERE) -> Match:
    """Somebody's match of today."""
    return await matches.dailies.take(game, place=place, player=player)


async def move(matches: Matches, match: Match, which: int = 0) -> Match:
    """The match after its player has made this one of their legal moves, and the computer players theirs."""
    (person,) = match.table.people
    text = match.view(Seat(0)).legal_actions[which].to_text()
    return await matches.play.move(match.table.id, person.user_id, decision(match), text)


async def finish(matches: Matches, match: Match, which: int = 0) -> Match:
    """The match once it has been played to its end."""
    while match.table.phase == "playing":
        match = await move(matches, match, which)
    return match


async def log_of(matches: Matches, match: Match) -> list[Move]:
    """Every move of a match."""
    return await matches.store.log(match.table.id)
