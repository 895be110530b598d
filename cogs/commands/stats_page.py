"""The page of `/stats`. Pure: a function from what is kept about a person to the parts of a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from bot.messages.screens import Screens
from bot.pages.page import Button, Divider, Page, Part, Row, Text
from bot.store import Opponent, Statistics
from bot.store.statistics import FigureSums, Record
from bot.tables.standings import Field
from bot.words import Words, phrase
from cogs.commands.ranking_pages import FIELD_NAMES
from cogs.commands.ranking_query import ALL_GAMES
from cogs.commands.someone import Someone, accent_of, game_menu, title_of
from cogs.parts.curve import curve
from cogs.parts.firsts import firsts_line
from cogs.parts.names import FORMER_PLAYER, LEVELS_BESIDE_NAMES, escape
from cogs.parts.scores import PLACES
from cogs.parts.titles import short_title
from games.catalogue import GAMES
from games.figures import Figure

SHOWN_OPPONENTS = 3

LEAST_MATCHES = 3
"""With fewer rated matches than this, a rating's curve says nothing."""

PACES: dict[str, str] = {
    "live": phrase("live"),
    "relaxed": phrase("relaxed"),
    "correspondence": phrase("by correspondence"),
}


@dataclass(frozen=True, slots=True)
class StatsPage:
    """Everything that one page of statistics shows.

    Shape: `name` is None for the reader's own page. `opponents` has only those who may be shown. `met` says how the
    reader has done against the person, if they have played together. A page in a direct message has no other people.
    """

    someone: Someone
    stats: Statistics
    screens: Mapping[str, Screens]
    say: Words
    name: str | None = None
    opponents: tuple[Opponent, ...] = ()
    met: Opponent | None = None
    is_direct: bool = False

    def private(self) -> Page:
        """The page with a menu of games and its buttons."""
        buttons = [Button(self.say("Match history"), self.someone.custom_id("history"))]
        if self.name is None and self.stats.by_game:
            buttons.append(Button(self.say("Show everyone"), self.someone.custom_id("statsall")))
        menu = game_menu(self.someone, "stats", self.screens, self.say)
        return self._page((*self._parts(), Divider(), menu, Row(tuple(buttons))))

    def public(self) -> Page:
        """The page for everyone, without buttons."""
        return self._page(self._parts())

    def _page(self, parts: tuple[Part, ...]) -> Page:
        return Page(parts, accent_of(self.someone.game, self.screens))

    def _parts(self) -> tuple[Part, ...]:
        facts = {"game": title_of(self.someone.game, self.screens, self.say), "name": escape(self.name or "")}
        own, other = phrase("## Your statistics · {game}"), phrase("## {name}: statistics · {game}")
        title = self.say(own if self.name is None else other, **facts)
        if not self.stats.standings:
            return (Text(f"{title}\n{self._nothing(facts)}"),)
        fields = [field for field in FIELD_NAMES if field in self.stats.standings]
        drawn = next((field for field in fields if self._has_curve(field)), None)
        of_fields = chain.from_iterable(self._of_field(field, is_drawn=field == drawn) for field in fields)
        rest = filter(None, (self._streaks(), self._figures(), self._met(), self._opponents(), self._firsts()))
        return (Text(title), *of_fields, *map(Text, rest))

    def _nothing(self, facts: Mapping[str, str]) -> str:
        say = self.say
        if self.stats.by_game:
            return say("No finished match of {game} yet.", **facts)
        if self.name is not None:
            return say("{name} hasn't finished a match here yet.", **facts)
        if self.is_direct:
            return say(
                "You haven't finished a match in this direct message yet. For matches on a server, type /stats there."
            )
        return say("You haven't finished a match here yet. Start one with /play!")

    def _has_curve(self, field: Field) -> bool:
        return field in self.stats.curves and self.stats.curves[field].matches >= LEAST_MATCHES

    def _of_field(self, field: Field, *, is_drawn: bool) -> Iterable[Part]:
        say = self.say
        lines = [f"**{say(FIELD_NAMES[field])}**", self._standing(self.stats.standings[field])]
        lines += self._by_game(field) if self.someone.game == ALL_GAMES else ()
        if field == "people":
            lines += [self._places(), self._won("pace", PACES, say("Wins by pace:"))]
        else:
            lines.append(self._won("level", LEVELS_BESIDE_NAMES, say("Wins by level:")))
        yield Text("\n".join(filter(None, lines)))
        if is_drawn:
            found = self.stats.curves[field]
            yield curve(found.points, found.matches, say)

    def _standing(self, standing: Record) -> str:
        say = self.say
        facts = [self._rating(standing)]
        if standing.rank and not standing.is_provisional:
            facts.append(say("#{rank} on the leaderboard", rank=standing.rank))
        facts.append(say.many("**{n}** match", "**{n}** matches", standing.matches))
        share = round(100 * standing.wins / standing.matches)
        facts.append(say.many("**{n}** win ({share}%)", "**{n}** wins ({share}%)", standing.wins, share=share))
        return " · ".join(facts)

    def _rating(self, standing: Record) -> str:
        if standing.is_provisional:
            return self.say("Rating **{rating}** (provisional)", rating=standing.rating)
        return self.say("Rating **{rating}**", rating=standing.rating)

    def _by_game(self, field: Field) -> list[str]:
        """The rating in each game."""
        say = self.say
        return [
            say("{game}: {rating} · {wins}/{matches} won", game=short_title(self.screens[game].title, say),
                rating=self._rating(standing), wins=standing.wins, matches=standing.matches)
            for game in GAMES
            if (standing := self.stats.by_game.get((game, field)))
        ]  # fmt: skip

    def _places(self) -> str:
        counts = {place: self.stats.counts.get(("place", str(place))) for place in PLACES}
        return " · ".join(
            self.say("{place}: {n}×", place=self.say(PLACES[place]), n=count.matches)
            for place, count in counts.items()
            if count
        )

    def _won(self, topic: str, names: Mapping[str, str], lead: str) -> str:
        """How often somebody has won at each pace, or against each level."""
        counts = {name: self.stats.counts.get((topic, key)) for key, name in names.items()}
        shown = [f"{self.say(name)} **{count.wins}/{count.matches}**" for name, count in counts.items() if count]
        return f"{lead} {' · '.join(shown)}" if shown else ""

    def _streaks(self) -> str:
        say, stats = self.say, self.stats
        if self.someone.game != ALL_GAMES:
            streak = stats.won.get(self.someone.game)
            if streak is None or not streak.best:
                return ""
            return say("Wins in a row: now **{current}**, best **{best}**", current=streak.current, best=streak.best)
        lines = []
        if stats.finished.best:
            current, best = stats.finished
            lines.append(say("Matches in a row played to the end: now **{current}**, best **{best}**",
                             current=current, best=best))  # fmt: skip
        games = [game for game in GAMES if game in stats.won and stats.won[game].best]
        if games:
            game = max(games, key=lambda one: stats.won[one].best)
            lines.append(say("Most wins in a row: **{best}** ({game})", best=stats.won[game].best,
                             game=short_title(self.screens[game].title, say)))  # fmt: skip
        return "\n".join(lines)

    def _figures(self) -> str:
        """What is special to the game, each beside everyone's average."""
        if self.someone.game == ALL_GAMES:
            return ""
        labels = self.screens[self.someone.game].figures
        lines = [
            self._figure(figure, self.say(labels[figure.key]), self.stats.figures[figure.key])
            for figure in GAMES[self.someone.game].figures
            if figure.key in self.stats.figures
        ]
        if not lines:
            return ""
        return "\n".join((self.say("**Style of play** · in brackets, the average of everyone here"), *lines))

    def _figure(self, figure: Figure, label: str, sums: FigureSums) -> str:
        say = self.say
        if figure.kind == "mean":
            mean, of_all = _mean(sums.total, sums.cases, say), _mean(sums.total_of_all, sums.cases_of_all, say)
            return say("{figure}: **{own}** ({average})", figure=label, own=mean, average=of_all)
        own, average = _share(sums.total, sums.cases), _share(sums.total_of_all, sums.cases_of_all)
        return say("{figure}: **{own}%** of {n} ({average}%)", figure=label, own=own, average=average, n=sums.cases)

    def _met(self) -> str:
        """How the reader has done against the person."""
        if self.met is None or self.name is None:
            return ""
        return self.say.many(
            "You've met in {n} match: you were ahead {ahead}×, behind {behind}×.",
            "You've met in {n} matches: you were ahead {ahead}×, behind {behind}×.",
            self.met.matches, ahead=self.met.ahead, behind=self.met.behind,
        )  # fmt: skip

    def _opponents(self) -> str:
        if not self.opponents:
            return ""
        lines = [
            self.say.many(
                "{name}: {n} match, {ahead}× ahead, {behind}× behind",
                "{name}: {n} matches, {ahead}× ahead, {behind}× behind",
                one.matches, name=self._name(one), ahead=one.ahead, behind=one.behind,
            )
            for one in self.opponents[:SHOWN_OPPONENTS]
        ]  # fmt: skip
        return "\n".join((self.say("**Most frequent opponents**"), *lines))

    def _title(self, game: str) -> str:
        return short_title(self.screens[game].title, self.say) if game else ""

    def _name(self, opponent: Opponent) -> str:
        return self.say(FORMER_PLAYER) if opponent.name is None else escape(opponent.name)

    def _firsts(self) -> str:
        games: dict[str, list[str]] = {}
        for first in (first for first in self.stats.firsts if first.game in {"", *self.screens}):
            games.setdefault(first.kind, []).append(self._title(first.game))
        return "\n".join(firsts_line(kind, titles, self.say) for kind, titles in games.items())


def _share(total: int, cases: int) -> int:
    """Units: percent."""
    return round(100 * total / cases)


def _mean(total: int, cases: int, say: Words) -> str:
    """A mean with one decimal."""
    tenths = round(10 * total / cases)
    return say("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)
