"""The lobby: how a table is opened, who comes and goes, and the start."""

from typing import cast

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.buttons import Click
from bot.client import Finte
from bot.clock import Pace
from bot.errors import NotAllowed, OutOfDate, StaleClick
from bot.replies import Noted, Reply, Sentence, reply
from bot.table import Robot
from bot.words import phrase
from cogs.frame import sitter_named
from cogs.names import LEVEL_NAMES
from cogs.table import board_locale, check_rights, is_moderator, new_table, panel_reply, person, place, say_to
from games.catalogue import LEVELS
from games.core import Options

play = app_commands.Group(name="play", description=phrase("Open a table in this channel"))
"""`/play`: each game adds its own subcommand."""


SHARED_OPTIONS = {
    "seats": phrase("How many may sit down (as many as the game is for)"),
    "bots": phrase("How many of them are computer players (0)"),
    "level": phrase("How the computer players play (medium)"),
    "pace": phrase("How long a player may think before the computer moves for him (live)"),
    "last_card": phrase("The last card of a hand is played without a click (yes)"),
}
"""What the options of every game's `/play` do."""

DEFAULT_LEVEL = "medium"

DEFAULT_PACE = "live"

PACE_CHOICES = [
    Choice(name=phrase("Live: a minute a move, and three more a match"), value="live"),
    Choice(name=phrase("Relaxed: ten minutes a move"), value="relaxed"),
    Choice(name=phrase("By correspondence: a day a move"), value="correspondence"),
]

LEVEL_CHOICES = [Choice(name=LEVEL_NAMES[level], value=level) for level in LEVELS]


async def open_table(
    interaction: discord.Interaction[Finte],
    game: str,
    *,
    seats: int,
    bots: int,
    level: str,
    pace: str,
    options: Options,
    plays_forced: bool = True,
) -> None:
    """Answers `/play <game>`: a lobby for everyone, and a panel for the host."""

    async def opened() -> Reply:
        check_rights(interaction)
        if level not in LEVELS:
            raise OutOfDate
        match = await interaction.client.matches.open(
            game,
            options=options,
            capacity=seats,
            place=place(interaction),
            host=person(interaction),
            robots=[Robot(level)] * bots,
            pace=cast("Pace", pace),  # which is checked there
            plays_forced=plays_forced,
            locale=board_locale(interaction),
        )
        return new_table(interaction.client, interaction, match)

    await reply(interaction, opened())


class Lobby:
    """The clicks on a table that has not started."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "join": self.join,
            "leave": self.leave,
            "invite": self.invite,
            "add": self.add,
            "ask": self.ask,
            "remove": self.remove,
            "start": self.start,
            "cancel": self.cancel,
        }.items():
            bot.switchboard.on(verb, handler)

    async def join(self, click: Click) -> Reply:
        """A seat, and the panel that wakes up when the match starts."""
        match = await self._bot.matches.join(click.id.match_id, person(click.interaction))
        return panel_reply(self._bot, click.interaction, match)

    async def leave(self, click: Click) -> Reply:
        """One seat fewer."""
        await self._bot.matches.leave(click.id.match_id, click.interaction.user.id)
        say = say_to(click.interaction)
        return Sentence(say("You have left the table."))

    async def invite(self, click: Click) -> Reply:
        """The host's choice of how well a computer player is to play."""
        match = await self._bot.matches.check_host(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match, show="invite")

    async def add(self, click: Click) -> Reply:
        """One more computer player; the choice stays open for the next."""
        interaction, level = click.interaction, click.id.text
        if level not in LEVELS:
            raise NotAllowed("There is no such computer player.")
        with self._bot.panels.answering(click.id.match_id, interaction.user.id):
            match = await self._bot.matches.add_robot(click.id.match_id, interaction.user.id, Robot(level))
        return panel_reply(self._bot, interaction, match, show="invite")

    async def ask(self, click: Click) -> Reply:
        """The host's choice of whose seat to empty."""
        match = await self._bot.matches.check_host(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match, show="remove")

    async def remove(self, click: Click) -> Reply:
        """One seat emptied; the choice stays open for the next."""
        interaction = click.interaction
        sitter = sitter_named(click.id.text)
        with self._bot.panels.answering(click.id.match_id, interaction.user.id):
            match = await self._bot.matches.remove(click.id.match_id, interaction.user.id, sitter)
        return panel_reply(self._bot, interaction, match, show="remove")

    async def start(self, click: Click) -> Reply:
        """The match begins; everyone's panel wakes up."""
        await self._bot.matches.start(click.id.match_id, click.interaction.user.id)
        return Noted()

    async def cancel(self, click: Click) -> Reply:
        """The table closes before the start."""
        interaction = click.interaction
        table = (await self._bot.matches.get(click.id.match_id)).table
        may = is_moderator(interaction, table)
        try:
            await self._bot.matches.endings.cancel(table.id, interaction.user.id, "lobby", moderator=may)
        except StaleClick as error:
            raise NotAllowed("This match has begun. Its host and moderators can close it with /cancel.") from error
        return Noted()


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    Lobby(bot)
    bot.tree.add_command(play)
