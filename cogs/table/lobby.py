"""The lobby: who comes and goes, and the start."""

from bot.errors import NotAllowed, NotYourSeat, StaleClick
from bot.interactions.client import Finte
from bot.interactions.replies import Reply, Sentence
from bot.interactions.switchboard import UNKNOWN_BUTTON, Click
from bot.tables.table import Robot, Table
from cogs.table.answers import board_locale, check_rights, is_moderator, new_table, panel_reply, person, place, say_to
from cogs.table.lobby_pages import sitter_named
from games.catalogue import LEVELS
from games.core import MalformedAction


class Lobby:
    """The clicks on a table that has not started."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "join": self.join,
            "another": self.another,
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
        interaction = click.interaction
        await self._table_here(click)
        match = await self._bot.matches.lobby.join(click.id.match_id, person(interaction))
        return panel_reply(self._bot, interaction, match)

    async def another(self, click: Click) -> Reply:
        """A table like this one for those who find it full; whoever asks is its host."""
        interaction = click.interaction
        like = await self._table_here(click)
        check_rights(interaction)
        match = await self._bot.matches.lobby.open(
            like.game,
            options=like.options,
            capacity=like.capacity,
            place=like.place,
            host=person(interaction),
            pace=like.pace,
            plays_forced=like.plays_forced,
            locale=board_locale(interaction),
        )
        return new_table(self._bot, interaction, match)

    async def _table_here(self, click: Click) -> Table:
        """The table that a button belongs to. Raises: NotYourSeat for a forged click from elsewhere."""
        table = (await self._bot.matches.get(click.id.match_id)).table
        if table.place != place(click.interaction) or table.is_lesson:
            raise NotYourSeat
        return table

    async def leave(self, click: Click) -> Reply:
        """One seat fewer."""
        await self._bot.matches.lobby.leave(click.id.match_id, click.interaction.user.id)
        say = say_to(click.interaction)
        return Sentence(say("You've left the table."))

    async def invite(self, click: Click) -> Reply:
        """The host's choice of how well a computer player is to play."""
        match = await self._bot.matches.lobby.check_host(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match, show="invite")

    async def add(self, click: Click) -> Reply:
        """One more computer player; the choice stays open for the next while there is a seat."""
        interaction, level = click.interaction, click.id.text
        if level not in LEVELS:
            raise MalformedAction(UNKNOWN_BUTTON)
        match = await self._bot.matches.lobby.add_robot(click.id.match_id, interaction.user.id, Robot(level))
        return panel_reply(self._bot, interaction, match, show="" if match.table.is_full else "invite")

    async def ask(self, click: Click) -> Reply:
        """The host's choice of whose seat to empty."""
        match = await self._bot.matches.lobby.check_host(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match, show="remove")

    async def remove(self, click: Click) -> Reply:
        """One seat emptied; the choice stays open for the next."""
        interaction = click.interaction
        sitter = sitter_named(click.id.text)
        match = await self._bot.matches.lobby.remove(click.id.match_id, interaction.user.id, sitter)
        return panel_reply(self._bot, interaction, match, show="remove")

    async def start(self, click: Click) -> Reply:
        """The match begins; everyone's panel wakes up."""
        interaction = click.interaction
        match = await self._bot.matches.lobby.start(click.id.match_id, interaction.user.id)
        return panel_reply(self._bot, interaction, match)

    async def cancel(self, click: Click) -> Reply:
        """The table closes before the start."""
        interaction = click.interaction
        user_id = interaction.user.id
        table = (await self._bot.matches.get(click.id.match_id)).table
        may = is_moderator(interaction, table)
        try:
            match = await self._bot.matches.endings.cancel(table.id, user_id, "lobby", moderator=may)
        except StaleClick as error:
            raise NotAllowed("This match has started. Its host and moderators can cancel it with /cancel.") from error
        return panel_reply(self._bot, interaction, match)


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    Lobby(bot)
