"""The pages of the leaderboard: from what the store has found to a page. Pure; knows no game by name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from bot.messages.screens import Screens
from bot.pages.page import Button, Page, Part, Row, Select, SelectOption, Text
from bot.store.leaderboard import Metric, Ranking, Standing
from bot.tables.periods import ALL_TIME, ROLLING
from bot.tables.ratings import LEAST_OPPONENTS, NEWCOMER, PROVISIONAL_MATCHES
from bot.tables.standings import Field
from bot.words import Words, phrase
from cogs.commands.ranking_query import ALL_GAMES, LINES, Menu, PageQuery, Scope, is_season, last_page
from cogs.commands.ranking_table import METRIC_NAMES, name_of, table
from cogs.parts.scores import together
from cogs.parts.titles import ACCENT
from games.catalogue import GAMES

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

    screens: Mapping[str, Screens]
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
            game=title_of(query.game, self.screens, say),
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
        title = say(
            "## {metric} · {field}", metric=say(METRIC_NAMES[query.metric]), field=say(FIELD_NAMES[query.field])
        )
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
            return say(
                "Nobody is listed on this page yet. Two things are needed: members with *Manage Server* choose with "
                "`/server everywhere` that matches on their server count here, and each player chooses with `/settings "
                "everywhere` to be listed."
            )
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
                query, "game", say("Game"), {game: title_of(game, self.screens, say) for game in (ALL_GAMES, *GAMES)}
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


def title_of(game: str, screens: Mapping[str, Screens], say: Words) -> str:
    """The name of a game, or of all games together."""
    return say("All games") if game == ALL_GAMES else say(screens[game].title)


def _menu(query: PageQuery, menu: Menu, name: str, labels: Mapping[str, str]) -> Select:
    """A menu from which the reader chooses another leaderboard."""
    chosen = query.choice(menu)
    choices = (SelectOption(label, value, chosen=value == chosen) for value, label in labels.items())
    return Select(name, replace(query, page=0).custom_id(f"rank{menu}"), tuple(choices))
