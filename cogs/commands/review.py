"""`/review`: what each of somebody's decisions in a finished match was worth, and what would have been better."""

import discord
from discord import app_commands

from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.limits import Limit
from bot.interactions.live_answer import LiveAnswer
from bot.interactions.replies import Private, Reply, reply
from bot.matches.reviews import Review
from bot.pages.page import Page
from bot.words import phrase
from cogs.commands.review_pages import GO_ON, VERB, ReviewPages
from cogs.commands.someone import MOST_LOOKUPS, lookup_limit
from cogs.commands.which_match import MATCH_HELP, MatchNumber, number_or_latest
from cogs.table.answers import say_to


class ReviewClicks:
    """Answers the command and the buttons. Everything is about the seat of the person who clicks."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._following = LiveAnswer(bot.renderer)
        self._limit: Limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("review", self.begin)
        bot.router.on(VERB, self.turn)

    async def command(self, interaction: discord.Interaction, match_id: int | None) -> Reply:
        """Reviews a match, or the latest one."""
        return await self._asked(interaction, await number_or_latest(self._bot, interaction, match_id, {"over"}))

    async def begin(self, click: Click) -> Reply:
        """Handles the button on a result."""
        return await self._asked(click.interaction, click.id.match_id, in_new_message=True)

    async def turn(self, click: Click) -> Reply:
        """Shows another page of a review."""
        interaction, asked = click.interaction, click.chosen or click.id.text
        self._following.let_go(interaction)
        if asked == GO_ON:
            return await self._asked(interaction, click.id.match_id)
        self._limit.take(interaction.user.id)
        review = await self._bot.reviews.look(click.id.match_id, interaction.user.id)
        return Private(self._page(interaction, review, asked))

    async def _asked(self, interaction: discord.Interaction, match_id: int, *, in_new_message: bool = False) -> Private:
        """The review as far as it has come, on a page that follows it."""
        self._limit.take(interaction.user.id)
        review = await self._bot.reviews.ask(match_id, interaction.user.id)
        page = self._page(interaction, review)
        if review.is_done:
            return Private(page, in_new_message=in_new_message)

        async def draw() -> tuple[Page, bool]:
            now = await self._bot.reviews.look(match_id, interaction.user.id)
            return self._page(interaction, now), now.place is not None

        return Private(page, self._following.follow(interaction, page, draw), in_new_message=in_new_message)

    def _page(self, interaction: discord.Interaction, review: Review, asked: str = "") -> Page:
        screens = self._bot.screens[review.table.game]
        return ReviewPages(review, screens, say_to(interaction)).page(asked)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    clicks = ReviewClicks(bot)

    @bot.tree.command(name="review", description=phrase("What each of your decisions in a finished match was worth"))
    @app_commands.describe(match=MATCH_HELP)
    async def review(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, clicks.command(interaction, match))
