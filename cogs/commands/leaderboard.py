"""`/leaderboard`: who is best, by rating, wins, points or matches; on this server or everywhere."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from itertools import product
from typing import Literal, cast, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply, reply
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Picture, Row, Select, SelectOption, Text
from bot.pages.size import MOST_ALT_CHARACTERS, units
from bot.pictures.ranking import RankingLine, RankingTable
from bot.pictures.type import writable
from bot.store import schema
from bot.store.leaderboard import Metric, Ranking, RankingQuery, Standing
from bot.tables.periods import ALL_TIME, ROLLING, season_before, season_begins, season_of
from bot.tables.ratings import LEAST_OPPONENTS, NEWCOMER, PROVISIONAL_MATCHES
from bot.tables.standings import Field
from bot.tables.table import Person
from bot.words import Words, phrase
from cogs.commands.lookups import ALL_GAMES, lookup_limit, title_of
from cogs.parts.names import ACCENT, FORMER_PLAYER, escape, numbered, plain_name
from cogs.parts.scores import together
from cogs.table.answers import for_everyone, place, say_to
from games.catalogue import GAMES

LINES = 10
"""Lines on one page."""

LAST_PAGE = 100_000
"""No server has a million players, but a forged button can name any page, and database numbers have a limit."""

Scope = Literal["here", "everywhere"]

Menu = Literal["game", "period", "view"]

MENUS: Mapping[Menu, tuple[str, ...]] = {"game": ("game",), "period": ("period",), "view": ("metric", "field")}
"""The fields of `PageQuery` that each menu chooses; its choices name their values one after the other."""


@dataclass(frozen=True, slots=True)
class PageQuery:
    """One page of a leaderboard.

    Shape: `game` is `all` or a game's key; `period` is one of those in bot/tables/periods.py; `page` counts from 0.
    """

    game: str = ALL_GAMES
    period: str = ALL_TIME
    field: Field = "people"
    page: int = 0
    metric: Metric = "rating"
    scope: Scope = "here"

    def to_text(self) -> str:
        """The text for a custom_id; `from_text` parses it."""
        return " ".join(map(str, astuple(self)))

    @classmethod
    def from_text(cls, text: str) -> "PageQuery":
        """Parses a button's text; malformed gives the first page. Old buttons name only the first four parts."""
        game, period, field, page, metric, scope = (*text.split(" "), *_DEFAULTS[text.count(" ") + 1 :], *[""] * 6)[:6]
        if game not in (ALL_GAMES, *GAMES) or not is_period(period) or not page.isdecimal():
            return cls()
        if field not in get_args(Field) or metric not in get_args(Metric) or scope not in get_args(Scope):
            return cls()
        return cls(game, period, cast("Field", field), min(int(page), LAST_PAGE), cast("Metric", metric),
                   cast("Scope", scope))  # fmt: skip

    def custom_id(self, verb: str) -> str:
        """The custom_id of a component that asks for this page."""
        return CustomId(verb, text=self.to_text()).to_text()

    def choosing(self, menu: Menu, value: str) -> "PageQuery":
        """The first page of the leaderboard that a menu leads to; anything malformed gives that of all games."""
        chosen = dict(zip(MENUS[menu], value.split(" "), strict=False))
        return PageQuery.from_text(" ".join(map(str, (asdict(self) | {"page": 0} | chosen).values())))

    def choice(self, menu: Menu) -> str:
        """The value of this leaderboard in a menu; `choosing` parses it."""
        facts = asdict(self)
        return " ".join(str(facts[field]) for field in MENUS[menu])

    def on_existing_page(self, total: int) -> "PageQuery":
        """The same leaderboard, on its last page if the page asked for is beyond it."""
        return replace(self, page=min(self.page, last_page(total)))

    def ranking(self, community_id: int) -> RankingQuery:
        """The query to the store for a reader in this community."""
        community_id = community_id if self.scope == "here" else schema.EVERYWHERE
        game = schema.ALL_GAMES if self.game == ALL_GAMES else self.game
        return RankingQuery(community_id, game, self.field, period=self.period, metric=self.metric)

    def season_before(self, season: str) -> str | None:
        """The season whose champions a first page of all time or of a season names, from the present one."""
        if self.page or self.period in ROLLING:
            return None
        return season_before(season if self.period == ALL_TIME else self.period)


_DEFAULTS = PageQuery().to_text().split(" ")


def last_page(total: int) -> int:
    """The number of the last page, from 0."""
    return max(0, (total - 1) // LINES)


def is_period(text: str) -> bool:
    """Whether the text names a period; a season needs not have been played."""
    return text == ALL_TIME or text in ROLLING or is_season(text)


def is_season(text: str) -> bool:
    """Whether the text names a season."""
    try:
        season_begins(text)
    except (ValueError, OverflowError):
        return False
    return True


METRIC_NAMES: dict[Metric, str] = {
    "rating": phrase("Rating"),
    "wins": phrase("Wins"),
    "points": phrase("Points"),
    "matches": phrase("Matches"),
}
"""The figures by which people are ranked, in the order of the picture's columns."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

NO_RATING = "–"
"""Stands for a rating that is still provisional."""

GAP = "…"
"""Stands for people who are left out between the page and the reader's own line."""

SHORT_NAMES = (32, 20, 10)
"""How much of each name is read aloud: as much as fits into the description of a picture. Units: characters."""

_Rows = tuple[Standing | None, ...]
"""Lines from top to bottom, with None for a gap."""


def table(metric: Metric, ranking: Ranking, reader: int | None, say: Words) -> tuple[Part, ...]:
    """The lines of one page. Shape: `reader` is None if nobody's own line is to be marked."""
    rows = _rows(ranking)
    lines = [_Line(row, metric, say, is_own=row.user_id == reader) if row else None for row in rows]
    words = Text("\n".join(line.text if line else GAP for line in lines))
    unwritten = [line for line in lines if line and not writable(line.plain_name)]
    if len(unwritten) > len(rows) / 2:
        return (words,)
    headings = tuple(say(name) for name in METRIC_NAMES.values())
    drawing = RankingTable(
        headings, list(METRIC_NAMES).index(metric), tuple(line.drawn if line else None for line in lines)
    )
    picture = Picture(drawing, _alt(lines), (words,))
    if not unwritten:
        return (picture,)
    names = " · ".join(f"{numbered(line.standing.rank)} **{line.name}**" for line in unwritten)
    return picture, Text(say("-# Not in the picture: {names}", names=names))  # the typeface lacks their letters


def name_of(standing: Standing, say: Words) -> str:
    """The person's name as text in a page."""
    return say(FORMER_PLAYER) if standing.is_former else escape(standing.name)


def _rows(ranking: Ranking) -> _Rows:
    """The lines of the page, and those around the reader's own above or below them."""
    if not ranking.lines:
        return ranking.around
    there = {line.user_id for line in ranking.lines}
    others = [line for line in ranking.around if line.user_id not in there]
    above = tuple(line for line in others if _order(line) < _order(ranking.lines[0]))
    below = tuple(line for line in others if line not in above)
    first, last = ranking.lines[0].rank, ranking.lines[-1].rank
    follows = above[-1].rank + 1 == first if above else bool(below) and last + 1 == below[0].rank
    gap = () if len(others) < len(ranking.around) or follows else (None,)  # certain only where nobody shares a rank
    return (*above, *(gap if above else ()), *ranking.lines, *(gap if below else ()), *below)


def _order(standing: Standing) -> tuple[int, int]:
    return standing.rank, -standing.user_id


class _Line:
    """One person's line, in words and as it is drawn."""

    def __init__(self, standing: Standing, metric: Metric, say: Words, *, is_own: bool) -> None:
        self.standing = standing
        self.name = name_of(standing, say)
        self.plain_name = self.name if standing.is_former else plain_name(Person(0, standing.name), say)
        self._metric, self._say, self._is_own = metric, say, is_own

    @property
    def has_medal(self) -> bool:
        """Whether the first three ranks get a medal here: not for a rating that may still be luck."""
        is_settled = self._metric != "rating" or not self.standing.is_provisional
        return self.standing.rank in MEDALS and is_settled

    @property
    def rating(self) -> str:
        """The figure. Shape: a dash for a provisional one, of which nobody reads the number."""
        return NO_RATING if self.standing.is_provisional else str(self.standing.rating)

    @property
    def text(self) -> str:
        """The line in a page, with what people are ordered by in bold."""
        rank = MEDALS[self.standing.rank] if self.has_medal else numbered(self.standing.rank)
        return self._line(rank, f"**{self.name}**", bold=self._metric)

    def spoken(self, most: int) -> str:
        """The line as it is read aloud. Units: `most` characters of the name."""
        short = self.plain_name if len(self.plain_name) <= most else f"{self.plain_name[: most - 1]}…"
        return self._line(f"{self.standing.rank}.", short)

    @property
    def drawn(self) -> RankingLine:
        standing = self.standing
        figures = (self.rating, *map(str, (standing.wins, standing.points, standing.matches)))
        return RankingLine(standing.rank, self.plain_name, figures, has_medal=self.has_medal, is_own=self._is_own)

    def _line(self, rank: str, name: str, bold: Metric | None = None) -> str:
        say, standing = self._say, self.standing
        rating = say("rating {rating}", rating=self.rating)
        points = say.many("{n} pt", "{n} pts", standing.points)
        wins, matches = str(standing.wins), str(standing.matches)
        facts = {"rating": rating, "points": points, "wins": wins, "matches": matches}
        if bold:
            facts[bold] = f"**{facts[bold]}**"
        name = say("{name} (you)", name=name) if self._is_own else name
        return say("{rank} {name} · {rating} · {points} · {wins}/{matches} won", rank=rank, name=name, **facts)


def _alt(lines: Iterable[_Line | None]) -> str:
    """The description of the picture. Shape: as much of each name as there is room for."""
    alt = ""
    for most in SHORT_NAMES:
        alt = "\n".join(line.spoken(most) if line else GAP for line in lines)
        if units(alt) <= MOST_ALT_CHARACTERS:
            break
    return alt


PERIOD_NAMES = {"all": phrase("All time"), "30d": phrase("30 days"), "7d": phrase("7 days")}
FIELD_NAMES: dict[Field, str] = {"people": phrase("With other people"), "computer": phrase("Against the computer")}
SCOPE_NAMES: dict[Scope, str] = {"here": phrase("This server"), "everywhere": phrase("Everywhere")}

QUARTERS = {
    "Q1": phrase("Jan–Mar {year}"),
    "Q2": phrase("Apr–Jun {year}"),
    "Q3": phrase("Jul–Sep {year}"),
    "Q4": phrase("Oct–Dec {year}"),
}

RULES: Mapping[tuple[Metric, Field], str] = {
    ("rating", "people"): phrase(
        "Your rating rises when you finish ahead of people, most when they're rated above you. Rematches with the "
        "same people within a day count less and less."
    ),
    ("rating", "computer"): phrase(
        "From matches that you play alone against the computer. Each level has a fixed rating: the higher it is, "
        "the more you gain by beating it."
    ),
    ("wins", "people"): phrase(
        "You win a match with two or more people if no person finishes ahead of you; computer players don't count."
    ),
    ("wins", "computer"): phrase(
        "When you play alone against the computer, you win if no computer player finishes ahead of you."
    ),
    ("points", "people"): phrase(
        "In matches with two or more people, you get a point for every person who finishes behind you."
    ),
    ("points", "computer"): phrase(
        "When you play alone against the computer, you get a point for every computer player who finishes behind you."
    ),
    ("matches", "people"): phrase("Matches with two or more people, including those that you left."),
    ("matches", "computer"): phrase("Matches alone against the computer, including those that you left."),
}

ORDERS: dict[Metric, str] = {
    "rating": phrase("By rating"),
    "wins": phrase("By wins"),
    "points": phrase("By points"),
    "matches": phrase("By matches"),
}

SHOWN_SEASONS = 8
"""How many earlier seasons the menu lists, the latest ones."""


@dataclass(frozen=True, slots=True)
class FoundRanking:
    """Everything that a page shows.

    Shape: `season` is the present one; `seasons` are the earlier ones that exist, latest first; `champions` are those
    of the season before the page's own. `hint` tells the reader of a page across servers how to be on it, or is "".
    """

    ranking: Ranking
    season: str
    seasons: tuple[str, ...] = ()
    champions: tuple[Standing, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class RankingPages:
    """Draws the pages of the leaderboard in one language. Shape: `is_private` in a direct message with the bot."""

    game_uis: Mapping[str, GameUI]
    say: Words
    is_private: bool = False

    def own(self, query: PageQuery, found: FoundRanking, reader: int) -> Page:
        """The page for one reader, with their own line, and menus for all other pages."""
        hint = (Text(f"-# {found.hint}"),) if found.hint and found.ranking.total else ()
        turns = self._turns(query, found.ranking, reader)
        buttons = [self._elsewhere(query)]
        if found.ranking.total and not self.is_private:
            buttons.append(Button(self.say("Show everyone"), query.custom_id("rankall")))
        buttons.append(Button("?", query.custom_id("rankwhy")))
        parts = (
            *self._shown(query, found, reader),
            *hint,
            *((Row(turns),) if turns else ()),
            *self._menus(query, found),
            Row(tuple(buttons)),
        )
        return Page(parts, ACCENT)

    def public(self, query: PageQuery, found: FoundRanking) -> Page:
        """The same page for everyone, which doesn't say who has asked for it."""
        shown = self._shown(query, replace(found, ranking=replace(found.ranking, around=())), None)
        notes = (Text(f"-# {note}") for note in self._notes(query) if found.ranking.total)
        return Page((*shown, *notes), ACCENT)

    def _shown(self, query: PageQuery, found: FoundRanking, reader: int | None) -> tuple[Part, ...]:
        say = self.say
        title = say(
            "## Leaderboard · {game}\n-# {metric} · {period} · {field} · {scope}",
            game=title_of(query.game, self.game_uis, say),
            metric=say(METRIC_NAMES[query.metric]),
            period=self._period(query.period, found.season),
            field=say(FIELD_NAMES[query.field]),
            scope=self._scope(query.scope),
        )
        if champions := self._champions(query, found):
            title = f"{title}\n{champions}"
        if not found.ranking.total:
            return Text(title), Text(self._nobody(query))
        return Text(title), *table(query.metric, found.ranking, reader, say)

    def explained(self, query: PageQuery) -> Page:
        """The page about what this leaderboard counts."""
        say = self.say
        metric, field = say(METRIC_NAMES[query.metric]), say(FIELD_NAMES[query.field])
        title = say("## {metric} · {field}", metric=metric, field=field)
        return Page((Text("\n".join((title, *self._notes(query)))),), ACCENT)

    def _notes(self, query: PageQuery) -> Iterator[str]:
        say = self.say
        yield say(RULES[query.metric, query.field])
        if query.metric == "rating" and is_season(query.period):
            yield say("Everyone's rating starts afresh each season, at {rating}.", rating=NEWCOMER.shown)
        elif query.metric == "rating":
            yield say("Everyone's rating starts at {rating}.", rating=NEWCOMER.shown)
        if query.metric == "rating" and query.period in ROLLING:
            yield say("Ratings are all-time. Only people who played in this period are listed.")
        yield self._provisional(query)

    def _champions(self, query: PageQuery, found: FoundRanking) -> str:
        """The champions of the season before. Shape: "" if there are none."""
        say = self.say
        who = together([f"**{name_of(champion, say)}** ({champion.rating})" for champion in found.champions], say)
        if not who:
            return ""
        if query.period in {ALL_TIME, found.season}:
            return say("Last season: 🏆 {champions}", champions=who)
        return say("The season before: 🏆 {champions}", champions=who)

    def _nobody(self, query: PageQuery) -> str:
        say = self.say
        if query.scope == "everywhere":
            return say("Nobody is listed on this page yet. Two things are needed: members with *Manage Server* choose "
                       "with `/server everywhere` that matches on their server count here, and each player chooses "
                       "with `/settings` to be listed.")  # fmt: skip
        if query.period != ALL_TIME:
            return say("No finished matches in this period yet.")
        if query.field == "people":
            return say("No match with two or more people has been finished here yet. Start the first with /play!")
        return say("Nobody has finished a match alone against the computer here yet. Start the first with /play!")

    def _provisional(self, query: PageQuery) -> str:
        """The conditions for a rating to show."""
        waits = self.say.many(
            "A rating shows after {n} rated match. Until then, people are listed with a dash, behind all others.",
            "A rating shows after {n} rated matches. Until then, people are listed with a dash, behind all others.",
            PROVISIONAL_MATCHES,
        )
        if query.field != "people":
            return waits
        others = self.say.many(
            "It also needs {n} different opponent.", "It also needs {n} different opponents.", LEAST_OPPONENTS
        )
        return f"{waits} {others}"

    # Menus

    def _menus(self, query: PageQuery, found: FoundRanking) -> tuple[Select, ...]:
        say, season = self.say, found.season
        periods = dict.fromkeys((ALL_TIME, season, *ROLLING, *found.seasons[:SHOWN_SEASONS], query.period))
        return (
            _menu(
                query, "game", say("Game"), {game: title_of(game, self.game_uis, say) for game in (ALL_GAMES, *GAMES)}
            ),
            _menu(query, "period", say("Period"), {period: self._period(period, season) for period in periods}),
            _menu(query, "view", say("Order and opponents"), dict(self._views(query))),
        )

    def _views(self, query: PageQuery) -> Iterator[tuple[str, str]]:
        """Every order with other people, then every order against the computer: one menu, to fit on a phone."""
        for field, metric in product(FIELD_NAMES, ORDERS):
            value = replace(query, metric=metric, field=field).choice("view")
            yield value, f"{self.say(ORDERS[metric])} · {self.say(FIELD_NAMES[field])}"

    def _elsewhere(self, query: PageQuery) -> Button:
        """The button to the same leaderboard across servers, or back to this one."""
        scope: Scope = "everywhere" if query.scope == "here" else "here"
        return Button(self._scope(scope), replace(query, scope=scope, page=0).custom_id("rankwhere"))

    def _turns(self, query: PageQuery, ranking: Ranking, reader: int) -> tuple[Button, ...]:
        """The buttons to other pages of the same leaderboard. Shape: empty if there is nothing to do."""
        say, last = self.say, last_page(ranking.total)
        buttons = []
        if last:
            back, on = replace(query, page=max(0, query.page - 1)), replace(query, page=query.page + 1)
            buttons.append(Button("◀", back.custom_id("rankpage"), disabled=not query.page))
            buttons.append(Button(f"{query.page + 1}/{last + 1}", query.custom_id("rankat"), disabled=True))
            buttons.append(Button("▶", on.custom_id("rankpage"), disabled=query.page >= last))
        own = next((line for line in ranking.around if line.user_id == reader), None)
        if own and own not in ranking.lines:
            there = replace(query, page=(own.rank - 1) // LINES)
            if there != query:  # with many ties, one's own line may be a page further down
                buttons.append(Button(say("My place"), there.custom_id("rankown")))
        return tuple(buttons)

    # Words

    def _period(self, period: str, season: str) -> str:
        if not is_season(period):
            return self.say(PERIOD_NAMES[period])
        year, quarter = period[:-2], period[-2:]
        name = self.say(QUARTERS[quarter], year=year)
        if period == season:
            return self.say("This season ({months})", months=name)
        return self.say("Season {months}", months=name)

    def _scope(self, scope: Scope) -> str:
        return self.say("This chat") if scope == "here" and self.is_private else self.say(SCOPE_NAMES[scope])


def _menu(query: PageQuery, menu: Menu, name: str, labels: Mapping[str, str]) -> Select:
    chosen = query.choice(menu)
    choices = (SelectOption(label, value, chosen=value == chosen) for value, label in labels.items())
    return Select(name, replace(query, page=0).custom_id(f"rank{menu}"), tuple(choices))


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
            bot.router.on(f"rank{menu}", partial(self._choose, menu))

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
        return Private(self._pages(interaction).own(query, found, interaction.user.id))

    async def _choose(self, menu: Menu, click: Click) -> Reply:
        return await self.page_for(click.interaction, PageQuery.from_text(click.id.text).choosing(menu, click.chosen))

    def _pages(self, interaction: discord.Interaction) -> RankingPages:
        return RankingPages(self._bot.game_uis, say_to(interaction), is_private=place(interaction).is_private)

    async def _is_on(self, interaction: discord.Interaction, wanted: PageQuery) -> bool:
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
            hints.append(say("You aren't listed here. If you'd like to be, choose so in /settings."))
        if interaction.guild_id and not preferences.counts_everywhere(place(interaction)):
            hints.append(say("Matches on this server don't count here. Members with *Manage Server* can change that "
                             "with /server everywhere."))  # fmt: skip
        return " ".join(hints)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    rankings = Rankings(bot)
    games = [Choice(name=bot.game_uis[key].title, value=key) for key in GAMES]
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
