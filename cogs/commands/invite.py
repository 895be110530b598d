"""*Invite to my table*, in the menu of a person."""

import discord
from discord import app_commands

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Reply, Sentence, reply
from bot.tables.table import Person
from bot.words import phrase
from cogs.commands.tables import link_line
from cogs.parts.names import escape
from cogs.table.answers import say_to
from cogs.table.invitations import invite, notices

NAME = phrase("Invite to my table")


async def invite_to_own_table(interaction: discord.Interaction[Finte], user: discord.User | discord.Member) -> Reply:
    """Invites somebody to the newest table on this server that hasn't started and whose host is the person who asks."""
    bot, user_id = interaction.client, interaction.user.id
    tables = [
        table
        for table in await bot.store.open_tables_of(user_id)
        if (table.phase, table.host_id, table.place.guild_id) == ("lobby", user_id, interaction.guild_id)
    ]
    if not tables:
        raise NotAllowed("You have no table here that's waiting for players. Type /play to open one.")
    match, guest = await invite(bot, interaction, tables[-1].id, Person(user.id, user.display_name))
    say = say_to(interaction)
    said = say("You've invited {name}.", name=escape(guest.person.name))
    return Sentence(" ".join((said, *notices([guest], say), *link_line(match.table, say))))


async def setup(bot: Finte) -> None:
    """Adds the command."""

    @app_commands.allowed_contexts(guilds=True, dms=False)
    @app_commands.context_menu(name=NAME)
    async def invite_somebody(interaction: discord.Interaction[Finte], user: discord.Member | discord.User) -> None:
        await reply(interaction, invite_to_own_table(interaction, user))

    bot.tree.add_command(invite_somebody)
