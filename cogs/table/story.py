"""The clicks on what has happened in a match. Knows no game by name."""

import asyncio

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply
from bot.matches.history import rounds_seen
from cogs.table.answers import may_see, say_to
from cogs.table.story_page import Spot, story


class Stories:
    """Tells what has happened, to everyone the same."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        bot.router.on("story", self.tell)

    async def tell(self, click: Click) -> Reply:
        """Shows a page of the story: from a board or a panel in a new message, from its own buttons in the same one.

        Raises: MatchOver; NotAllowed for a person who couldn't see the board, and if there is nothing to tell.
        """
        match = await self._bot.matches.get(click.id.match_id)
        table = match.table
        if not await may_see(self._bot, click.interaction, table):
            raise NotAllowed("Only people who can see the channel of this match can see what happened in it.")
        if table.phase == "outdated":
            raise NotAllowed("This match was played under older rules and can no longer be shown.")
        rounds = await asyncio.to_thread(rounds_seen, table, await self._bot.store.log(table.id))
        if not rounds:
            raise NotAllowed("Nothing has happened yet: this match hasn't begun.")
        spot = Spot.from_text(click.chosen or click.id.text)
        idle_seconds = int(self._bot.settings.idle_minutes * 60)
        say, screens = say_to(click.interaction), self._bot.screens[table.game]
        page = story(table, rounds, screens, say, spot, idle_seconds=idle_seconds)
        return Private(page, in_new_message=not click.id.text)


async def setup(bot: Finte) -> None:
    """Registers the handler."""
    Stories(bot)
