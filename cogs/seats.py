"""The clicks around an empty chair: leaving a match, coming back, and having someone replaced who is away."""

from bot.buttons import Click
from bot.client import Finte
from bot.errors import NotAllowed, NotYourSeat
from bot.live import Match
from bot.replies import Private, Reply
from bot.table import Table
from cogs.table import is_moderator, panel_reply, place
from games.core import Seat


class Seats:
    """The clicks on *Seats…* and what it opens."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "seats": self.seats,
            "leaving": self.leaving,
            "replacing": self.replacing,
            "quit": self.quit,
            "back": self.back,
            "replace": self.replace,
        }.items():
            bot.switchboard.on(verb, handler)

    async def seats(self, click: Click) -> Reply:
        """Who plays where, and what this person may do about it."""
        return self._page(click, await self._bot.matches.get(click.id.match_id))

    async def leaving(self, click: Click) -> Reply:
        """Whether he means it."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, leaves=match.table.seat_of(click.interaction.user.id))

    async def replacing(self, click: Click) -> Reply:
        """Whether somebody means to have a seat emptied for good."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, leaves=_empty_seat(click, match.table))

    async def quit(self, click: Click) -> Reply:
        """He does."""
        match = await self._bot.matches.absences.quit(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match)

    async def back(self, click: Click) -> Reply:
        """His panel, with the hand in it again."""
        match = await self._bot.matches.absences.come_back(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match)

    async def replace(self, click: Click) -> Reply:
        """A seat that the computer keeps for good; the list stays open for the next."""
        interaction, match_id = click.interaction, click.id.match_id
        table = (await self._bot.matches.get(match_id)).table
        match = await self._bot.matches.absences.replace(
            match_id, interaction.user.id, _empty_seat(click, table), moderator=is_moderator(interaction, table)
        )
        return self._page(click, match)

    def _page(self, click: Click, match: Match, *, leaves: Seat | None = None) -> Private:
        interaction = click.interaction
        is_there = match.table.place == place(interaction) and not match.table.is_lesson
        if not is_there and match.table.seat_of(interaction.user.id) is None:
            raise NotYourSeat  # who sits at a table elsewhere is nobody else's business
        page = self._bot.pages.seats(
            match,
            interaction.user.id,
            str(interaction.locale),
            moderator=is_moderator(interaction, match.table),
            leaves=leaves,
        )
        return Private(page)


def _empty_seat(click: Click, table: Table) -> Seat:
    """The seat that a click names, whose player is away. Raises: NotAllowed where there is none like it."""
    text = click.id.text
    is_seat = text.isascii() and text.isdecimal() and int(text) < len(table.sitters)
    if not is_seat or table.clock(Seat(int(text))).presence != "away":
        raise NotAllowed("That seat is not empty any more.")
    return Seat(int(text))


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    Seats(bot)
