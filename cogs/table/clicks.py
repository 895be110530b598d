"""The clicks at a match under way: moves, panels, rematches."""

from functools import partial

from bot.errors import MatchOver, StaleClick
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Reply, Sentence
from bot.matches.match import Match
from cogs.table.answers import check_rights, may_see, new_table, panel_reply, person, place, say_to
from cogs.table.daily_result import daily_reply
from cogs.table.lesson_page import NEWS
from games.core import IllegalAction


class TableClicks:
    """Handles the buttons of boards and panels."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "play": self.play,
            "go": self.go_on,
            "show": self.show,
            "why": self.why,
            "hand": self.hand,
            "rematch": self.rematch,
        }.items():
            bot.router.on(verb, handler)

    async def play(self, click: Click) -> Reply:
        """Plays a move. A click that comes too late gets the current page, with the reason above it."""
        interaction, custom_id = click.interaction, click.id
        user_id = interaction.user.id
        try:
            match = await self._bot.matches.play.move(custom_id.match_id, user_id, custom_id.decision, custom_id.text)
        except (StaleClick, MatchOver) as error:
            match = await self._bot.matches.get(custom_id.match_id)
            return panel_reply(self._bot, interaction, match, error=error)
        except IllegalAction as error:
            match = await self._bot.matches.get(custom_id.match_id)
            screens = self._bot.screens[match.table.game]
            return Sentence(screens.refusal(error, say_to(interaction)), "refused")
        if match.table.is_lesson and self._has_taught(match, user_id):
            match = await self._bot.matches.lessons.end(match.table.id)
        if match.table.day is not None:
            return await daily_reply(self._bot, interaction, match)
        return panel_reply(self._bot, interaction, match, show=NEWS if match.table.is_lesson else "")

    async def go_on(self, click: Click) -> Reply:
        """Notes that the player has read the result of a round."""
        interaction, custom_id = click.interaction, click.id
        user_id = interaction.user.id
        try:
            match = await self._bot.matches.play.go_on(custom_id.match_id, user_id, custom_id.decision)
        except MatchOver as error:
            match = await self._bot.matches.get(custom_id.match_id)
            return panel_reply(self._bot, interaction, match, error=error)
        return panel_reply(self._bot, interaction, match)

    def _has_taught(self, match: Match, learner: int) -> bool:
        return self._bot.screens[match.table.game].has_taught(match.view(match.table.seat_of(learner)))

    async def show(self, click: Click) -> Reply:
        """Shows another part of the same panel."""
        match = await self._bot.matches.get(click.id.match_id)
        is_current = match.state is not None and match.state.decision == click.id.decision
        show = (click.chosen or click.id.text) if is_current else ""
        return panel_reply(self._bot, click.interaction, match, show=show)

    async def why(self, click: Click) -> Reply:
        """Explains why the panel's greyed-out choices are not allowed, if the player is asked to move now."""
        interaction, custom_id = click.interaction, click.id
        match = await self._bot.matches.get(custom_id.match_id)
        seat = match.table.seat_of(interaction.user.id)
        if seat is None or not match.asks(interaction.user.id) or match.decision != custom_id.decision:
            return panel_reply(self._bot, interaction, match)
        screens = self._bot.screens[match.table.game]
        reasons = screens.why(match.view(seat), say_to(interaction), custom_id.text)
        return panel_reply(self._bot, interaction, match, notice=reasons, show=custom_id.text)

    async def hand(self, click: Click) -> Reply:
        """Shows the player's panel."""
        match = await self._bot.matches.get(click.id.match_id)
        return panel_reply(self._bot, click.interaction, match)

    async def rematch(self, click: Click) -> Reply:
        """Opens a table for the next match with the same seats, or joins the one that is already open.

        Raises: NotYourSeat, also if that one is where this person can't see it.
        """
        interaction = click.interaction
        check_rights(interaction)
        match, is_new = await self._bot.matches.lobby.rematch(
            click.id.match_id, person(interaction), place(interaction), partial(may_see, self._bot, interaction)
        )
        if is_new:
            return new_table(self._bot, interaction, match)
        return panel_reply(self._bot, interaction, match)


async def setup(bot: Finte) -> None:
    """Registers the handlers."""
    TableClicks(bot)
