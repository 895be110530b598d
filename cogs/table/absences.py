"""The clicks around an empty chair: leaving, coming back, replacing absent players, ending what others have left."""

from collections.abc import Awaitable, Callable

from bot.errors import MatchOver, NotAllowed, StaleClick
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply
from bot.matches.match import Match
from bot.messages.screens import Asks
from bot.tables.table import Table
from cogs.table.answers import check_at_table, is_moderator, panel_reply, say_to
from cogs.table.ending_pages import agreement
from games.core import Seat

Intent = Callable[[int, int], Awaitable[Match]]
"""An action of a player at a table; takes the numbers of the match and the user."""


class SeatClicks:
    """Handles *Seats* and the buttons on the page that it opens."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "seats": self.seats,
            "leaving": self.leaving,
            "replacing": self.replacing,
            "settling": self.settling,
            "settle": self.settle,
            "playon": self.play_on,
            "quit": self.quit,
            "back": self.back,
            "replace": self.replace,
        }.items():
            bot.router.on(verb, handler)

    async def seats(self, click: Click) -> Reply:
        """Shows who plays where, and what this person can do about it."""
        return self._page(click, await self._bot.matches.get(click.id.match_id))

    async def leaving(self, click: Click) -> Reply:
        """Asks whether the player really wants to leave."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, asks=match.table.seat_of(click.interaction.user.id))

    async def replacing(self, click: Click) -> Reply:
        """Asks whether the computer should really keep an absent player's seat for good."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, asks=_empty_seat(click, match.table))

    async def settling(self, click: Click) -> Reply:
        """Explains what agreeing to end the match means, and asks for it."""
        return self._page(click, await self._bot.matches.get(click.id.match_id), asks="end")

    async def settle(self, click: Click) -> Reply:
        """Notes that a remaining player agrees to end the match, which may end it."""
        return await self._carry_out(click, self._bot.matches.seats.settle)

    async def play_on(self, click: Click) -> Reply:
        """Notes that a remaining player wants to go on with the match."""
        return await self._carry_out(click, self._bot.matches.seats.play_on)

    async def quit(self, click: Click) -> Reply:
        """Makes the player leave the match for good."""
        return await self._carry_out(click, self._bot.matches.seats.quit)

    async def back(self, click: Click) -> Reply:
        """Gives the seat back to a player who was away, and shows their panel again."""
        return await self._carry_out(click, self._bot.matches.seats.come_back)

    async def replace(self, click: Click) -> Reply:
        """Gives an absent player's seat to the computer for good, and shows the list of seats again."""
        interaction, match_id = click.interaction, click.id.match_id
        table = (await self._bot.matches.get(match_id)).table
        match = await self._bot.matches.seats.replace(
            match_id, interaction.user.id, _empty_seat(click, table), moderator=is_moderator(interaction, table)
        )
        return self._page(click, match)

    async def _carry_out(self, click: Click, intent: Intent) -> Private:
        """Does what the player wants, and shows their panel. If the click comes too late, it says so on the panel."""
        interaction, match_id = click.interaction, click.id.match_id
        try:
            match = await intent(match_id, interaction.user.id)
        except (StaleClick, MatchOver) as error:
            match = await self._bot.matches.get(match_id)
            return panel_reply(self._bot, interaction, match, error=error)
        agreed = agreement(match.table, say_to(interaction)) if match.table.phase == "playing" else ""
        return panel_reply(self._bot, interaction, match, notice=agreed)

    def _page(self, click: Click, match: Match, *, asks: Asks = None) -> Private:
        interaction = click.interaction
        check_at_table(interaction, match.table)
        page = self._bot.pages.seats(
            match,
            interaction.user.id,
            str(interaction.locale),
            moderator=is_moderator(interaction, match.table),
            asks=asks,
        )
        return Private(page)


def _empty_seat(click: Click, table: Table) -> Seat:
    """The seat named by a click, whose player is away. Raises: NotAllowed if there is no such seat."""
    text = click.id.text
    is_seat = text.isascii() and text.isdecimal() and int(text) < len(table.sitters)
    if not is_seat or table.clock(Seat(int(text))).presence != "away":
        raise NotAllowed("That player is back, so the seat stays theirs.")
    return Seat(int(text))


async def setup(bot: Finte) -> None:
    """Registers the handlers."""
    SeatClicks(bot)
