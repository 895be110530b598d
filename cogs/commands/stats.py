"""`/stats`: how somebody has played here, in all games or in one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import discord

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply
from bot.messages.game_ui import GameUI
from bot.pages.page import Button, Page, Part, Picture, Row, Text
from bot.pictures.curve import RatingCurve
from bot.store.statistics import NO_STREAK, FigureSums, Opponent, Record, Statistics, StatisticsStore, Streak
from bot.tables.standings import Field
from bot.words import Words, phrase
from cogs.commands.leaderboard import FIELD_NAMES
from cogs.commands.lookups import (
    ALL_GAMES,
    MOST_LOOKUPS,
    Someone,
    accent_of,
    add_lookup,
    check_visible,
    game_menu,
    lookup_limit,
    title_of,
)
from cogs.parts.names import FORMER_PLAYER, LEVELS_BESIDE_NAMES, escape, short_title
from cogs.parts.scores import PLACES
from cogs.table.answers import for_everyone, place, say_to
from cogs.table.endings import firsts_line, placement
from games.catalogue import GAMES
from games.figures import Figure

SHOWN_OPPONENTS = 3

LEAST_MATCHES = 3
"""With fewer rated matches than this, a rating's curve says nothing."""

DETAILS = "more"
"""How buttons name the page with the figures behind those that say most."""

LEAST_STREAK = 2
"""One match in a row is no streak."""

PACES: dict[str, str] = {
    "blitz": phrase("blitz"),
    "live": phrase("live"),
    "relaxed": phrase("relaxed"),
    "correspondence": phrase("by correspondence"),
}


class Topic(NamedTuple):
    """A difference between matches of a field. Shape: `name` as in `Statistics.counts`.

    The others are gettext keys: `wins` is the line of wins for all `names`; `only` is said if there is just one.
    """

    name: str
    names: Mapping[str, str]
    wins: str
    only: str


TOPICS: Mapping[Field, Topic] = {
    "people": Topic("pace", PACES, phrase("Wins by pace: {wins}"), phrase("pace: {name}")),
    "computer": Topic("level", LEVELS_BESIDE_NAMES, phrase("Wins by level: {wins}"), phrase("level: {name}")),
}


@dataclass(frozen=True, slots=True)
class StatsPage:
    """Everything that one page of statistics shows.

    Shape: the figures that say most, or if it `is_detailed` those behind them. `name` is None for the reader's own
    page. `opponents` has only those who may be shown. `met` says how the reader has done against the person, if they
    have played together. A page in a direct message has no other people.
    """

    someone: Someone
    stats: Statistics
    game_uis: Mapping[str, GameUI]
    say: Words
    name: str | None = None
    opponents: tuple[Opponent, ...] = ()
    met: Opponent | None = None
    is_direct: bool = False
    is_detailed: bool = False

    def private(self) -> Page:
        """The page with a menu of games and its buttons."""
        say, shown = self.say, (DETAILS,) if self.is_detailed else ()
        buttons = [Button(say("Match history"), self.someone.custom_id("history"))]
        if self.is_detailed:
            buttons.append(Button(say("Overview"), self.someone.custom_id("stats")))
        elif self.stats.standings:
            buttons.append(Button(say("Details"), self.someone.custom_id("stats", DETAILS)))
        if self.name is None and self.stats.by_game:
            buttons.append(Button(say("Show everyone"), self.someone.custom_id("statsall", *shown)))
        menu = game_menu(self.someone, "stats", self.game_uis, say)
        return self._page((*self._parts(), menu, Row(tuple(buttons))))

    def public(self) -> Page:
        """The page for everyone, without buttons."""
        return self._page(self._parts())

    def _page(self, parts: tuple[Part, ...]) -> Page:
        return Page(parts, accent_of(self.someone.game, self.game_uis))

    def _parts(self) -> tuple[Part, ...]:
        facts = {"game": title_of(self.someone.game, self.game_uis, self.say), "name": escape(self.name or "")}
        own, other = phrase("## Your statistics · {game}"), phrase("## {name}: statistics · {game}")
        title = self.say(own if self.name is None else other, **facts)
        if not self.stats.standings:
            return (Text(f"{title}\n{self._nothing(facts)}"),)
        fields = [field for field in FIELD_NAMES if field in self.stats.standings]
        if self.is_detailed:
            found = (*map(self._details, fields), self._figures(), self._opponents())
            return (Text(title), *map(Text, filter(None, found)))
        drawn = next((field for field in fields if self._has_curve(field)), None)
        of_fields = chain.from_iterable(self._of_field(field, is_drawn=field == drawn) for field in fields)
        rest = _small("\n".join(filter(None, (self._streaks(), self._firsts()))))
        return (Text(title), *of_fields, *map(Text, filter(None, (self._met(), rest))))

    def _nothing(self, facts: Mapping[str, str]) -> str:
        say = self.say
        if self.stats.by_game:
            return say("No finished match of {game} yet.", **facts)
        if self.name is not None:
            return say("{name} hasn't finished a match here yet.", **facts)
        if self.is_direct:
            return say("You haven't finished a match in this direct message yet. For matches on a server, type /stats "
                       "there.")  # fmt: skip
        return say("You haven't finished a match here yet. Start one with /play!")

    def _has_curve(self, field: Field) -> bool:
        """Shape: only for a rating that shows, and the one beside whose number it stands."""
        is_known = field in self.stats.curves and self.stats.curves[field].matches >= LEAST_MATCHES
        return is_known and not self.stats.standings[field].is_provisional

    def _of_field(self, field: Field, *, is_drawn: bool) -> Iterable[Part]:
        say, standing = self.say, self.stats.standings[field]
        heading = f"**{say(FIELD_NAMES[field])}**"
        games = [game for game in GAMES if self.someone.game == ALL_GAMES and (game, field) in self.stats.by_game]
        if len(games) == 1:
            heading = f"{heading} · {self._title(games[0])}"
        yield Text(f"{heading}\n{self._standing(standing, field)}")
        if is_drawn:
            found = self.stats.curves[field]
            yield curve(found.points, found.matches, say)

    def _details(self, field: Field) -> str:
        """A field's figures in detail: by game, by place, and by pace or level."""
        say, standing, topic = self.say, self.stats.standings[field], TOPICS[field]
        games = [game for game in GAMES if self.someone.game == ALL_GAMES and (game, field) in self.stats.by_game]
        lines = [self._in_game(game, self.stats.by_game[game, field]) for game in games] if len(games) > 1 else []
        if field == "people" and standing.matches > 1:
            lines.append(self._places())
        if len(keys := self._keys(field)) > 1:
            counts = ((topic.names[key], self.stats.counts[topic.name, key]) for key in keys)
            shown = (f"{say(name)} **{count.wins}/{count.matches}**" for name, count in counts)
            lines.append(say(topic.wins, wins=" · ".join(shown)))
        return "\n".join((f"**{say(FIELD_NAMES[field])}**", *map(_small, filter(None, lines)))) if lines else ""

    def _standing(self, standing: Record, field: Field) -> str:
        """Everything that a field comes to. Whatever all matches have in common is said here, and nowhere else."""
        say, topic = self.say, TOPICS[field]
        facts = [] if standing.is_provisional else [say("Rating **{rating}**", rating=standing.rating)]
        if standing.rank and not standing.is_provisional:
            facts.append(say("#{rank} on the leaderboard", rank=standing.rank))
        facts.append(say.many("**{n}** match", "**{n}** matches", standing.matches))
        place = next((place for place in PLACES if ("place", str(place)) in self.stats.counts), None)
        if standing.matches > 1:
            share = round(100 * standing.wins / standing.matches)
            facts.append(say.many("**{n}** win ({share}%)", "**{n}** wins ({share}%)", standing.wins, share=share))
        elif field == "people" and place:
            facts.append(f"**{say(PLACES[place])}**")
        else:
            facts.append(say.many("**{n}** win", "**{n}** wins", standing.wins))
        if len(keys := self._keys(field)) == 1:
            facts.append(say(topic.only, name=say(topic.names[keys[0]])))
        if standing.is_provisional:
            facts.append(placement(standing.rated, standing.opponents, say))
        return " · ".join(facts)

    def _in_game(self, game: str, standing: Record) -> str:
        """The rating in one of several games, if it shows."""
        rating = () if standing.is_provisional else (f"**{standing.rating}**",)
        won = self.say("{wins}/{matches} won", wins=standing.wins, matches=standing.matches)
        return self.say("{name}: {placed}", name=self._title(game), placed=" · ".join((*rating, won)))

    def _places(self) -> str:
        counts = ((name, self.stats.counts.get(("place", str(place)))) for place, name in PLACES.items())
        found = (self.say("{place}: {n}×", place=self.say(name), n=count.matches) for name, count in counts if count)
        return " · ".join(found)

    def _keys(self, field: Field) -> list[str]:
        """The paces at which somebody has played, or the levels that they have played against."""
        topic = TOPICS[field]
        return [key for key in topic.names if (topic.name, key) in self.stats.counts]

    def _streaks(self) -> str:
        say, stats = self.say, self.stats
        if self.someone.game != ALL_GAMES:
            won = phrase("Wins in a row: now **{current}**, best **{best}**")
            record = phrase("Wins in a row: **{current}** (best so far)")
            return self._streak(stats.won.get(self.someone.game, NO_STREAK), won, record)
        finished = phrase("Matches in a row played to the end: now **{current}**, best **{best}**")
        record = phrase("Matches in a row played to the end: **{current}** (best so far)")
        lines = [self._streak(stats.finished, finished, record)]
        game = max(stats.won, key=lambda one: stats.won[one].best, default=ALL_GAMES)
        if game in GAMES and stats.won[game].best >= LEAST_STREAK:
            lines.append(say("Most wins in a row: **{best}** ({game})", best=stats.won[game].best,
                             game=self._title(game)))  # fmt: skip
        return "\n".join(filter(None, lines))

    def _streak(self, streak: Streak, sentence: str, record: str) -> str:
        """Shape: `record` is said while the current streak is the longest one; "" for none worth telling."""
        if streak.best < LEAST_STREAK:
            return ""
        is_record = streak.current == streak.best
        return self.say(record if is_record else sentence, current=streak.current, best=streak.best)

    def _figures(self) -> str:
        """The game's own figures, each beside everyone's average."""
        if self.someone.game == ALL_GAMES:
            return ""
        labels = self.game_uis[self.someone.game].figures
        known = (figure for figure in GAMES[self.someone.game].figures if figure.key in self.stats.figures)
        lines = [self._figure(one, self.say(labels[one.key]), self.stats.figures[one.key]) for one in known]
        return "\n".join((self.say("**Style of play**"), *map(_small, lines))) if lines else ""

    def _figure(self, figure: Figure, label: str, sums: FigureSums) -> str:
        """Shape: without the average of everyone if there is nobody else."""
        say, own, of_all = self.say, (sums.total, sums.cases), (sums.total_of_all, sums.cases_of_all)
        facts: dict[str, str | int] = {"figure": label}
        if figure.kind == "mean":
            facts["own"] = _mean(*own, say)
            if own == of_all:
                return say("{figure}: **{own}**", **facts)
            return say("{figure}: **{own}** · server {average}", average=_mean(*of_all, say), **facts)
        facts |= {"n": sums.total, "cases": sums.cases, "share": round(100 * sums.total / sums.cases)}
        if own == of_all:
            return say("{figure}: **{n} of {cases}** ({share}%)", **facts)
        average = round(100 * sums.total_of_all / sums.cases_of_all)
        return say("{figure}: **{n} of {cases}** ({share}%) · server {average}%", average=average, **facts)

    def _met(self) -> str:
        if self.met is None or self.name is None:
            return ""
        return self.say("**You against {name}**: ahead {ahead}×, behind {behind}×, level {level}×",
                        name=escape(self.name), **_met(self.met))  # fmt: skip

    def _opponents(self) -> str:
        """The most frequent opponents. After a single match its place says it all, and they are only named."""
        shown = self.opponents[:SHOWN_OPPONENTS]
        if not shown:
            return ""
        if "people" in self.stats.standings and self.stats.standings["people"].matches == 1:
            return self.say("Opponents: {names}", names=", ".join(map(self._name, shown)))
        told = phrase("{name}: ahead of them {ahead}×, behind {behind}×, level {level}×")
        lines = [self.say(told, name=self._name(one), **_met(one)) for one in shown]
        return "\n".join((self.say("**Most frequent opponents**"), *map(_small, lines)))

    def _title(self, game: str) -> str:
        return short_title(self.game_uis[game].title, self.say) if game else ""

    def _name(self, opponent: Opponent) -> str:
        return self.say(FORMER_PLAYER) if opponent.name is None else escape(opponent.name)

    def _firsts(self) -> str:
        games: dict[str, list[str]] = {}
        for first in (first for first in self.stats.firsts if first.game in {"", *self.game_uis}):
            games.setdefault(first.kind, []).append(self._title(first.game))
        return "\n".join(firsts_line(kind, titles, self.say) for kind, titles in games.items())


def _met(opponent: Opponent) -> dict[str, int]:
    level = opponent.matches - opponent.ahead - opponent.behind
    return {"ahead": opponent.ahead, "behind": opponent.behind, "level": level}


def _small(lines: str) -> str:
    """These lines in small print. Shape: "" for none."""
    return "\n".join(f"-# {line}" for line in lines.splitlines())


def _mean(total: int, cases: int, say: Words) -> str:
    tenths = round(10 * total / cases)
    return say("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)


def curve(points: Sequence[int], matches: int, say: Words) -> Picture:
    """How a rating has changed. Shape: at least two points; the last of them comes from the last of the matches."""
    facts = {"first": points[0], "last": points[-1], "lowest": min(points), "highest": max(points)}
    words = say.many(
        "Rating over the last {n} match: from {first} to {last}, lowest {lowest}, highest {highest}",
        "Rating over the last {n} matches: from {first} to {last}, lowest {lowest}, highest {highest}",
        matches,
        **facts,
    )
    return Picture(RatingCurve(tuple(points)), words, (Text(f"-# {words}"),))


class Stats:
    """Makes the pages of statistics, and answers their buttons."""

    def __init__(self, bot: Finte, store: StatisticsStore) -> None:
        self._bot = bot
        self._store = store
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("stats", self.open)
        bot.router.on("statsall", self.show_to_all)

    async def open(self, click: Click) -> Reply:
        """Shows the statistics of the person that the button names."""
        text = click.id.text
        someone = Someone.from_text(text, click.interaction.user.id)
        return await self.page_for(click.interaction, someone, is_detailed=text.endswith(f" {DETAILS}"))

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the reader's own page for everyone. Raises: NotAllowed for anybody else's."""
        interaction = click.interaction
        someone = Someone.from_text(click.id.text, interaction.user.id)
        if someone.user_id != interaction.user.id:
            raise NotAllowed("You can only show everyone your own statistics.")
        stats = await self._read(interaction, someone)
        page = self._page(interaction, someone, stats, interaction.user.display_name)
        page = replace(page, is_detailed=click.id.text.endswith(f" {DETAILS}"))
        return for_everyone(self._bot, interaction, page.public())

    async def page_for(
        self, interaction: discord.Interaction, someone: Someone, name: str | None = None, *, is_detailed: bool = False
    ) -> Private:
        """The page for one reader, who may know the person's name. Raises: NotAllowed if they keep it to themselves."""
        check_visible(self._bot, interaction, someone)
        stats = await self._read(interaction, someone)
        reader_id = interaction.user.id
        page = self._page(interaction, someone, stats, None)
        if someone.user_id != reader_id:
            own = Someone(reader_id, someone.game).query(interaction)
            met = await self._store.met(own, someone.user_id)
            page = self._page(interaction, someone, stats, name or stats.name or "?", met)
        return Private(replace(page, is_detailed=is_detailed).private())

    async def _read(self, interaction: discord.Interaction, someone: Someone) -> Statistics:
        """Raises: NotAllowed if the reader has asked for too many pages lately."""
        self._limit.take(interaction.user.id)
        return await self._store.read(someone.query(interaction))

    def _page(
        self,
        interaction: discord.Interaction,
        someone: Someone,
        stats: Statistics,
        name: str | None,
        met: Opponent | None = None,
    ) -> StatsPage:
        """Shape: on a page with a name, nobody is listed who keeps their statistics to themselves, nor the reader."""
        hides, reader_id = self._bot.preferences.hides_stats, interaction.user.id
        return StatsPage(
            someone=someone,
            stats=stats,
            game_uis=self._bot.game_uis,
            say=say_to(interaction),
            name=name,
            opponents=tuple(
                one for one in stats.opponents if name is None or not (hides(one.user_id) or one.user_id == reader_id)
            ),
            met=met,
            is_direct=place(interaction).is_private,
        )


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    add_lookup(
        bot,
        "stats",
        Stats(bot, bot.statistics).page_for,
        description=phrase("How you or somebody else has played on this server"),
        whose=phrase("Whose statistics (default: your own)"),
    )
