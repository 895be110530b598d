"""`/leaderboard`: who is best, by rating, wins, points or matches; on this server or everywhere."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply, reply
from bot.store.leaderboard import Ranking, Standing
from bot.tables.periods import season_of
from bot.words import phrase
from cogs.commands.ranking_pages import FIELD_NAMES, ORDERS, PERIOD_NAMES, SCOPE_NAMES, FoundRanking, RankingPages
from cogs.commands.ranking_query import ALL_GAMES, LINES, Menu, PageQuery
from cogs.commands.someone import lookup_limit
from cogs.table.answers import for_everyone, place, say_to
from games.catalogue import GAMES

MOST_LOOKUPS = 8
"""Pages that one person may have looked up in the database within `LOOKUP_SECONDS`. Pages in memory are free."""

THIS_SEASON = "season"
"""The present season, as a choice of the command."""


class Rankings:
    """Answers the command, and the buttons and menus of the leaderboard."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        for verb in ("rank", "rankpage", "rankown", "rankwhere"):  # two buttons may open one page, but ids are unique
            bot.router.on(verb, self.turn_page)
        bot.router.on("rankopen", self.open)
        bot.router.on("rankall", self.show_to_all)
        bot.router.on("rankwhy", self.explain)
        for menu in get_args(Menu):
            bot.router.on(f"rank{menu}", self._chooser(menu))

    async def turn_page(self, click: Click) -> Reply:
        """Shows another page to the person who clicked."""
        return await self.page_for(click.interaction, PageQuery.from_text(click.id.text))

    async def open(self, click: Click) -> Reply:
        """Shows the page beside the result whose button was clicked."""
        return replace(await self.page_for(click.interaction, PageQuery.from_text(click.id.text)), in_new_message=True)

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the same page for everyone, without the reader's own line."""
        query, found = await self._found(click.interaction, PageQuery.from_text(click.id.text))
        return for_everyone(self._bot, click.interaction, self._pages(click.interaction).public(query, found))

    async def explain(self, click: Click) -> Reply:
        """Says what the page counts, to the person who asked."""
        query = PageQuery.from_text(click.id.text)
        return Private(self._pages(click.interaction).explained(query), in_new_message=True)

    async def first_page_for(self, interaction: discord.Interaction, wanted: PageQuery) -> Private:
        """The reader's first page: if they have only ever played alone, it is the one against the computer."""
        alone = replace(wanted, field="computer")
        if not await self._is_on(interaction, wanted) and await self._is_on(interaction, alone):
            return await self.page_for(interaction, alone)
        return await self.page_for(interaction, wanted)

    async def page_for(self, interaction: discord.Interaction, wanted: PageQuery) -> Private:
        """The page for one reader, with their own line and the way to all other pages."""
        query, found = await self._found(interaction, wanted)
        page = self._pages(interaction).own(query, found, interaction.user.id)
        return Private(page)

    def _chooser(self, menu: Menu) -> Callable[[Click], Awaitable[Reply]]:
        async def choose(click: Click) -> Reply:
            wanted = PageQuery.from_text(click.id.text).choosing(menu, click.chosen)
            return await self.page_for(click.interaction, wanted)

        return choose

    def _pages(self, interaction: discord.Interaction) -> RankingPages:
        return RankingPages(self._bot.screens, say_to(interaction), is_private=place(interaction).is_private)

    async def _is_on(self, interaction: discord.Interaction, wanted: PageQuery) -> bool:
        """Whether the reader has a line there."""
        return bool((await self._ranking(interaction, wanted)).around)

    async def _found(self, interaction: discord.Interaction, wanted: PageQuery) -> tuple[PageQuery, FoundRanking]:
        """All that a page shows, and the query with the page that there is."""
        ranking = await self._ranking(interaction, wanted)
        query = wanted.on_existing_page(ranking.total)
        if query != wanted:
            ranking = await self._ranking(interaction, query)
        season = season_of(int(self._bot.clock()))
        asked = query.ranking(place(interaction).community_id)
        seasons = sorted(await self._bot.leaderboard.seasons(asked), reverse=True)
        champions: tuple[Standing, ...] = ()
        if (before := query.season_before(season)) in seasons:
            champions = await self._bot.leaderboard.champions(replace(asked, period=before, metric="rating"))
        earlier = tuple(one for one in seasons if one != season)
        return query, FoundRanking(ranking, season, earlier, champions, self._hint(interaction, query))

    async def _ranking(self, interaction: discord.Interaction, wanted: PageQuery) -> Ranking:
        query = wanted.ranking(place(interaction).community_id)
        user_id, first = interaction.user.id, wanted.page * LINES
        if not self._bot.leaderboard.is_kept(query, reader=user_id, first=first, lines=LINES):
            self._limit.take(user_id)
        return await self._bot.leaderboard.ranking(query, reader=user_id, first=first, lines=LINES)

    def _hint(self, interaction: discord.Interaction, query: PageQuery) -> str:
        """How the reader of a page across servers can be on it. Shape: "" if they are."""
        if query.scope == "here":
            return ""
        say, preferences = say_to(interaction), self._bot.preferences
        hints = []
        if not preferences.is_listed_everywhere(interaction.user.id):
            hints.append(say("You aren't listed here. If you'd like to be, type /settings and choose *everywhere*."))
        if interaction.guild_id and not preferences.counts_everywhere(place(interaction)):
            hints.append(
                say(
                    "Matches on this server don't count here. Members with *Manage Server* can change that with "
                    "/server everywhere."
                )
            )
        return " ".join(hints)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    rankings = Rankings(bot)
    games = [Choice(name=bot.screens[key].title, value=key) for key in GAMES]
    periods = {"all": PERIOD_NAMES["all"], THIS_SEASON: phrase("This season"), **PERIOD_NAMES}

    @bot.tree.command(name="leaderboard", description=phrase("Who's best on this server, or everywhere"))
    @app_commands.describe(
        game=phrase("Which game (default: all)"),
        by=phrase("What to rank people by (default: rating)"),
        period=phrase("How far back (default: all time)"),
        field=phrase("With other people or against the computer (default: people)"),
        where=phrase("On this server or on all that take part (default: this server)"),
    )
    @app_commands.choices(
        game=games,
        by=[Choice(name=name, value=key) for key, name in ORDERS.items()],
        period=[Choice(name=name, value=key) for key, name in periods.items()],
        field=[Choice(name=name, value=key) for key, name in FIELD_NAMES.items()],
        where=[Choice(name=name, value=key) for key, name in SCOPE_NAMES.items()],
    )
    async def leaderboard(  # noqa: PLR0917 - one parameter for each option
        interaction: discord.Interaction[Finte],
        game: str = ALL_GAMES,
        by: str = "rating",
        period: str = "all",
        field: str | None = None,
        where: str = "here",
    ) -> None:
        period = season_of(int(bot.clock())) if period == THIS_SEASON else period
        wanted = PageQuery.from_text(f"{game} {period} {field or 'people'} 0 {by} {where}")
        await reply(interaction, (rankings.page_for if field else rankings.first_page_for)(interaction, wanted))
