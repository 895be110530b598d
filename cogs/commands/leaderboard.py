"""`/leaderboard`: who is best on this server, by game and period, among people and against the computer."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.replies import Private, Public, Reply, reply
from bot.interactions.switchboard import Click
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Row, Text
from bot.store import Ranking, RankingQuery, Standing
from bot.tables.standings import Field
from bot.words import Words, phrase
from cogs.parts.names import escape
from cogs.table.answers import place, say_to
from games.catalogue import GAMES

LINES = 10
"""Lines on one page."""

LAST_PAGE = 100_000
"""No server has a million players, but a forged button can name any page, and database numbers have a limit."""

MOST_LOOKUPS = 8
"""Pages that one person may have looked up in the database within `LOOKUP_SECONDS`. Pages in memory are free."""

LOOKUP_SECONDS = 10

ACCENT = 0x5865A8
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

Period = Literal["all", "30d", "7d"]
PERIODS: dict[Period, str] = {"all": phrase("All time"), "30d": phrase("30 days"), "7d": phrase("7 days")}
FIELDS: dict[Field, str] = {"people": phrase("With other people"), "computer": phrase("Against the computer")}

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True)
class PageQuery:
    """One page of a leaderboard, as buttons name it. Shape: `game` is `all` or a game's key; `page` counts from 0."""

    game: str = ALL_GAMES
    period: Period = "all"
    field: Field = "people"
    page: int = 0

    def custom_id(self, verb: str) -> str:
        """The custom_id of a button that asks for this page."""
        return CustomId(verb, text=f"{self.game} {self.period} {self.field} {self.page}").to_text()

    @classmethod
    def from_text(cls, text: str) -> "PageQuery":
        """Parses the text of a button; anything malformed gives the first page."""
        game, period, field, page = (text.split(" ") + [""] * 4)[:4]
        if game not in (ALL_GAMES, *GAMES) or period not in PERIODS or field not in FIELDS or not page.isdecimal():
            return cls()
        return cls(game, period, field, min(int(page), LAST_PAGE))


class LookupLimit:
    """Limits how many pages each person may have looked up in a short time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lookups: OrderedDict[int, list[float]] = OrderedDict()  # ordered by each person's latest lookup

    def take(self, user_id: int) -> None:
        """Counts one more page for this person. Raises: NotAllowed if they have asked for too many lately."""
        now = self._clock()
        while self._lookups and next(iter(self._lookups.values()))[-1] <= now - LOOKUP_SECONDS:
            self._lookups.popitem(last=False)
        lately = [at for at in self._lookups.get(user_id, ()) if at > now - LOOKUP_SECONDS]
        if len(lately) >= MOST_LOOKUPS:
            raise NotAllowed("That was quick! Give the leaderboard a few seconds, then try again.")
        self._lookups[user_id] = [*lately, now]
        self._lookups.move_to_end(user_id)


class Rankings:
    """Answers the command and the buttons of the leaderboard."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = LookupLimit(bot.clock)
        bot.switchboard.on("rank", self.turn_page)
        bot.switchboard.on("rankpage", self.turn_page)  # two buttons may open one page, but a custom_id must be unique
        bot.switchboard.on("rankall", self.show_to_all)

    async def turn_page(self, click: Click) -> Reply:
        """Shows another page to the person who clicked."""
        return await self.page_for(click.interaction, PageQuery.from_text(click.id.text))

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the same page for everyone, without the reader's own line."""
        wanted = PageQuery.from_text(click.id.text)
        say = say_to(click.interaction)
        ranking = await self._ranking(click.interaction, wanted)
        return Public(Page(self._lines(wanted, replace(ranking, around=()), say, None), ACCENT))

    async def first_page_for(self, interaction: discord.Interaction, wanted: PageQuery) -> Private:
        """The reader's first page: if they have only ever played alone, it is the one against the computer."""
        alone = replace(wanted, field="computer")
        if not (await self._ranking(interaction, wanted)).around and (await self._ranking(interaction, alone)).around:
            return await self.page_for(interaction, alone)
        return await self.page_for(interaction, wanted)

    async def page_for(self, interaction: discord.Interaction, wanted: PageQuery) -> Private:
        """The page for one reader, with their own line and the buttons to other pages."""
        say = say_to(interaction)
        ranking = await self._ranking(interaction, wanted)
        wanted = _on_existing_page(wanted, ranking.total)
        parts = (
            *self._lines(wanted, ranking, say, interaction.user.id),
            Divider(),
            *_buttons(wanted, ranking.total, say),
        )
        return Private(Page(parts, ACCENT))

    async def _ranking(self, interaction: discord.Interaction, wanted: PageQuery) -> Ranking:
        query = RankingQuery(
            community_id=place(interaction).community_id,
            game="" if wanted.game == ALL_GAMES else wanted.game,
            field=wanted.field,
            period=wanted.period,
            metric="points",
        )
        user_id, first = interaction.user.id, wanted.page * LINES
        if not self._bot.leaderboard.is_kept(query, reader=user_id, first=first, lines=LINES):
            self._limit.take(user_id)
        ranking = await self._bot.leaderboard.ranking(query, reader=user_id, first=first, lines=LINES)
        there = _on_existing_page(wanted, ranking.total)
        return ranking if there == wanted else await self._ranking(interaction, there)

    def _lines(self, wanted: PageQuery, ranking: Ranking, say: Words, reader: int | None) -> tuple[Part, ...]:
        game = say("All games") if wanted.game == ALL_GAMES else say(self._bot.screens[wanted.game].title)
        title = Text(
            say("## Leaderboard · {game}\n-# {field} · {period}",
                game=game, field=say(FIELDS[wanted.field]), period=say(PERIODS[wanted.period]))
        )  # fmt: skip
        if not ranking.total:
            return (title, Text(_nobody(wanted, say)))
        lines = [_line(standing, say) for standing in ranking.lines]
        own = next((line for line in ranking.around if line.user_id == reader), None)
        if own and own not in ranking.lines:
            lines += ["…", _line(own, say)]
        return title, Text("\n".join(lines)), Text(_rule(wanted.field, say))


def _on_existing_page(wanted: PageQuery, total: int) -> PageQuery:
    """The same leaderboard, on its last page if the page asked for is beyond it."""
    return replace(wanted, page=min(wanted.page, max(0, (total - 1) // LINES)))


def _nobody(wanted: PageQuery, say: Words) -> str:
    if wanted.period != "all":
        return say("No finished matches in this period yet.")
    if wanted.field == "people":
        return say("No match with two or more people has been finished here yet. Start the first with /play!")
    return say("Nobody has finished a match alone against the computer here yet. Start the first with /play!")


def _line(standing: Standing, say: Words) -> str:
    rank = MEDALS.get(standing.rank, f"{standing.rank}.")
    return say(
        "{rank} **{name}** · {points} · {wins}/{matches} won · {rate}%",
        rank=rank,
        name=escape(standing.name),
        points=say.many("**{n}** pt", "**{n}** pts", standing.points),
        wins=standing.wins,
        matches=standing.matches,
        rate=round(100 * standing.wins / standing.matches),
    )


def _rule(field: Field, say: Words) -> str:
    if field == "people":
        return say(
            "-# In matches with two or more people, you get a point for every person who finishes behind you. "
            "Ties: more wins, then fewer matches."
        )
    return say(
        "-# When you play alone against the computer, you get a point for every computer player who finishes behind "
        "you. Ties: more wins, then fewer matches."
    )


def _buttons(wanted: PageQuery, total: int, say: Words) -> tuple[Part, ...]:
    first = replace(wanted, page=0)
    last_page = max(0, (total - 1) // LINES)
    periods = [
        Button(
            say(PERIODS[period]),
            replace(first, period=period).custom_id("rank"),
            "primary" if period == wanted.period else "plain",
            disabled=period == wanted.period,
        )
        for period in get_args(Period)
    ]
    other: Field = "computer" if wanted.field == "people" else "people"
    turns = [
        Button("◀", replace(wanted, page=max(0, wanted.page - 1)).custom_id("rankpage"), disabled=wanted.page == 0),
        Button("▶", replace(wanted, page=wanted.page + 1).custom_id("rankpage"), disabled=wanted.page >= last_page),
    ]
    shown = [
        Button(say(FIELDS[other]), replace(first, field=other).custom_id("rank")),
        Button(say("Show everyone"), wanted.custom_id("rankall")),
    ]
    return Row(tuple(periods)), Row((*(turns if last_page else ()), *shown))


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    rankings = Rankings(bot)
    games = [Choice(name=bot.screens[key].title, value=key) for key in GAMES]

    @bot.tree.command(name="leaderboard", description=phrase("Who's best on this server"))
    @app_commands.describe(
        game=phrase("Which game (default: all)"),
        period=phrase("How far back (default: all time)"),
        field=phrase("With other people or against the computer (default: people)"),
    )
    @app_commands.choices(
        game=games,
        period=[Choice(name=name, value=key) for key, name in PERIODS.items()],
        field=[Choice(name=name, value=key) for key, name in FIELDS.items()],
    )
    async def leaderboard(
        interaction: discord.Interaction[Finte],
        game: str = ALL_GAMES,
        period: str = "all",
        field: str | None = None,
    ) -> None:
        wanted = PageQuery.from_text(f"{game} {period} {field or 'people'} 0")
        await reply(interaction, (rankings.page_for if field else rankings.first_page_for)(interaction, wanted))
