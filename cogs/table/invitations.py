"""Invitations to a table: who can be invited, and what their host is told."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click
from bot.matches.match import Match
from bot.messages.access import Guest
from bot.messages.sending import payload_of
from bot.tables.table import Person, Place, Table
from bot.words import Words
from cogs.parts.names import escape
from cogs.table.answers import place
from games.core import MalformedAction


def chosen_person(click: Click) -> Person:
    """The person who was chosen in a list of people. Raises: MalformedAction for a forged click."""
    resolved = cast("Mapping[str, Any]", payload_of(click.interaction).get("resolved") or {})
    user: Mapping[str, Any] | None = resolved.get("users", {}).get(click.chosen)
    if user is None or not click.chosen.isdecimal():
        raise MalformedAction(UNKNOWN_BUTTON)
    return Person(int(click.chosen), user.get("global_name") or user["username"])


async def judged(
    bot: Finte, interaction: discord.Interaction, where: Place, asked: Sequence[Person]
) -> list[Guest | NotAllowed]:
    """Each of these people as a guest, or why the person who clicked can't invite them to that place.

    Raises: NotAllowed in direct messages, and if the person who clicked can't see that place.
    """
    host = interaction.user
    if not isinstance(host, discord.Member):
        raise NotAllowed("You can invite people only on a server.")
    if where not in await bot.access.seen(interaction, {where}):
        raise NotAllowed("You can't see the channel of your table.")
    found = await bot.access.guests(host, where, [one.user_id for one in asked])
    return [await _judged(bot, host.id, one, found.get(one.user_id)) for one in asked]


async def _judged(bot: Finte, host_id: int, asked: Person, guest: Guest | None) -> Guest | NotAllowed:
    """The guest, or a refusal, in the same words for those who can't see the place and those who don't want this."""
    if asked.user_id == host_id:
        return NotAllowed("You have a seat already.")
    if guest is not None and guest.is_bot:
        return NotAllowed("{name} is a bot. Add computer players instead.", name=escape(asked.name))
    if guest is None or not await _is_willing(bot, host_id, asked.user_id):
        return NotAllowed("{name} can't be invited.", name=escape(asked.name))
    return guest


async def _is_willing(bot: Finte, host_id: int, user_id: int) -> bool:
    """Whether this person lets that host invite them."""
    inviters = bot.preferences.inviters(user_id)
    return inviters == "everyone" or (inviters == "known" and await bot.invitations.have_played(user_id, host_id))


def notices(answers: Sequence[Guest | NotAllowed], say: Words) -> list[str]:
    """What the host is told about these people: who can't be invited, and who will see more than before."""
    refusals = [say.error(answer) for answer in answers if isinstance(answer, NotAllowed)]
    added = [answer.person.name for answer in answers if isinstance(answer, Guest) and answer.is_added]
    return [*refusals, *(say("{name} will see this thread.", name=escape(name)) for name in added)]


async def invite(bot: Finte, interaction: discord.Interaction, match_id: int, asked: Person) -> tuple[Match, Guest]:
    """Invites somebody to a table for its host. Raises: NotAllowed."""
    host_id = interaction.user.id
    table = (await bot.matches.lobby.check_host(match_id, host_id)).table
    (answer,) = await judged(bot, interaction, table.place, [asked])
    if isinstance(answer, NotAllowed):
        raise answer
    return await bot.matches.lobby.invite(match_id, host_id, answer.person), answer


async def players_to_mention(bot: Finte, interaction: discord.Interaction, over: Table) -> list[Person]:
    """The others who played a match to its end, and can be invited to its rematch where somebody asks for it."""
    host = interaction.user
    others = [
        one for seat in over.remaining if isinstance(one := over.sitters[seat], Person) and one.user_id != host.id
    ]
    if not others or not isinstance(host, discord.Member):
        return []
    found = await bot.access.guests(host, place(interaction), [one.user_id for one in others if not one.is_former])
    seen = [guest.person for guest in found.values() if not guest.is_added]
    return [one for one in seen if await _is_willing(bot, host.id, one.user_id)]
