"""The pages of `/daily` around its matches: the day's matches, how one went, a line to share. Pure."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Row, Section, Select, SelectOption, Text
from bot.store.dailies import Ranked, Try
from bot.tables.dailies import DailyScore, Field, closes_at, day_begins
from bot.words import Words
from cogs.parts.names import escape
from cogs.parts.one_page import without_details
from cogs.parts.places import numbered
from cogs.parts.scores import PLACES
from cogs.parts.titles import ACCENT, short_title
from cogs.table.daily_page import about, all_dailies, date
from cogs.table.story_page import story_button
from games.catalogue import GAMES

BEATEN, AHEAD = "🟩", "⬛"
"""A computer player that wasn't better than somebody, and one that was."""

FEW = 10
"""Fewer others than this are counted one by one: a percentage of three people says little."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The dailies of a day, and how far somebody has come with them.

    Shape: `fields` for every game that they have finished. `late` are yesterday's that they can still finish, until
    they close; then `is_past` is true, and yesterday's best match can be shown of the games in `with_best`.
    """

    day: int
    tries: Mapping[str, Try]
    fields: Mapping[str, Field]
    streak: int
    late: Sequence[Try]
    is_past: bool
    with_best: Container[str]
    screens: Mapping[str, Screens]
    say: Words

    def page(self) -> Page:
        """The page of `/daily`."""
        say = self.say
        lines = (
            say("## 📅 Daily · {date}", date=date(self.day)),
            say(
                "One daily match per game, the same for everyone. You play alone against the computer and have one "
                "try. New ones {time}.",
                time=f"<t:{day_begins(self.day + 1)}:R>",
            ),
            _streak(self.streak, say),
        )
        games = [game for game in GAMES if game in self.screens]
        return Page((Text("\n".join(filter(None, lines))), *map(self._game, games), *self._yesterday(games)), ACCENT)

    def _yesterday(self, games: Sequence[str]) -> Iterator[Part]:
        """The rest of the day before: matches to finish, or else the best ones to look at."""
        say, day = self.say, self.day - 1
        if not self.is_past:
            yield Divider()
            until = f"<t:{closes_at(day)}:t>"
            buttons = tuple(
                Button(short_title(self.screens[one.game].title, say), CustomId("dailygo", one.match_id or 0).to_text())
                for one in self.late
            )
            yield Text(say("Yesterday's matches can be finished until {time}.", time=until))
            if buttons:
                yield Row(buttons)
            return
        best = tuple(
            SelectOption(short_title(self.screens[game].title, say), f"{day} {game} 0")
            for game in games
            if game in self.with_best
        )
        if best:
            yield Divider()
            yield Select(say("Yesterday's best match"), CustomId("dailybest").to_text(), best)

    def _game(self, game: str) -> Section:
        say, found = self.say, self.tries.get(game)
        title = f"**{short_title(self.screens[game].title, say)}**"
        if found is not None and found.score is not None:
            text = _short(game, found.score, self.fields[game], say)
            button = Button(say("Result"), about("dailyend", self.day, game))
        else:
            text = say("not played yet") if found is None else say("begun")
            label = say("Play") if found is None else say("Go on")
            button = Button(label, about("dailyplay", self.day, game), "primary")
        return Section(Text(f"{title}\n{text}"), button)


@dataclass(frozen=True, slots=True)
class DailyOutcome:
    """The result of somebody's daily match.

    Shape: `seen` is the board at the end, empty if it's no longer kept. `streak` is that of the deal's day. `best` are
    the best on the reader's server. `is_closed` says whether nobody can play the deal any more. `match_id` is None if
    the match is no longer kept.
    """

    day: int
    game: str
    score: DailyScore
    seen: tuple[Part, ...]
    field: Field
    streak: int
    best: Sequence[Ranked]
    reader_id: int
    is_today: bool
    screens: Mapping[str, Screens]
    say: Words
    is_closed: bool = False
    match_id: int | None = None

    def page(self) -> Page:
        """The private page after the match."""
        return Page((*self._parts(), *without_details(self.seen)), self.screens[self.game].accent)

    def public(self, name: str) -> Page:
        """The line for everyone. It says nothing about the cards or dice."""
        return Page((Text(self._line(name)),), self.screens[self.game].accent)

    def _parts(self) -> Iterator[Part]:
        say, day, game = self.say, self.day, self.game
        title = say("### 📅 Daily · {date} · {game}", date=date(day), game=self._title)
        place = f"{squares(game, self.score)} **{place_of(game, self.score, say)}**"
        lines = (title, place, self._points(), *self._compared(), _streak(self.streak, say))
        yield Text("\n".join(filter(None, lines)))
        if self.best:
            yield Text("\n".join((say("**The best on this server**"), *self._ranking())))
        if self.is_today:
            soon = say("New dailies {time}.", time=f"<t:{day_begins(day + 1)}:R>")
            yield Text(f"-# {soon}")
        told = () if self.match_id is None else (story_button(self.match_id, say),)
        yield Row((Button(say("Share"), about("dailyshare", day, game), "good"), *told, all_dailies(say)))

    @property
    def _title(self) -> str:
        return short_title(self.screens[self.game].title, self.say)

    def _points(self) -> str:
        return self.say.many("Score: {n} point", "Score: {n} points", self.score.points)

    def _compared(self) -> Iterator[str]:
        say, field = self.say, self.field
        if not field.others and self.is_closed:
            yield say("Nobody else has finished this daily.")
            return
        if not field.others:
            yield say("You're the first to finish this daily! Look again later to see how others did.")
            return
        if self.is_closed and field.worse == field.others == 1:
            yield say("Better than the only other player")
        else:
            yield _beaten(field, say)
        if field.equal:
            yield say.many(
                "{n} player did exactly as well as you", "{n} players did exactly as well as you", field.equal
            )

    def _ranking(self) -> Iterator[str]:
        place, before = 0, None
        for number, line in enumerate(self.best, 1):
            place, before = (place if line.score == before else number), line.score
            name = escape(line.name)
            own = f"**{name}**" if line.user_id == self.reader_id else name
            yield f"{numbered(place)} {own} · {place_of(self.game, line.score, self.say)} · {line.score.points}"

    def _line(self, name: str) -> str:
        say = self.say
        facts = [f"{squares(self.game, self.score)} {place_of(self.game, self.score, say)}"]
        facts += [*_beaten_in_short(self.field, say), say("streak {days}", days=self.streak)]
        return say("**{name}** · Finte daily {date} · {game}: {facts}", name=escape(name), date=date(self.day),
                   game=self._title, facts=", ".join(facts))  # fmt: skip


def squares(game: str, score: DailyScore) -> str:
    """One square for each computer player, without their names: those behind or level first, then those ahead."""
    others = GAMES[game].daily.seats - 1
    ahead = score.place - 1
    return BEATEN * (others - ahead) + AHEAD * ahead


def place_of(game: str, score: DailyScore, say: Words) -> str:
    """The place, and how many seats there were."""
    return say("{place} of {seats}", place=say(PLACES[score.place]), seats=GAMES[game].daily.seats)


def _short(game: str, score: DailyScore, field: Field, say: Words) -> str:
    """A result in a line of the overview."""
    place = f"{squares(game, score)} {place_of(game, score, say)}"
    return " · ".join((place, *_beaten_in_short(field, say)))


def _beaten(field: Field, say: Words) -> str:
    """How many of the others did worse, as a line. Shape: only how many others there are if nobody did."""
    if not field.worse:
        return say.many(
            "{n} other player has finished this daily", "{n} other players have finished this daily", field.others
        )
    if field.others < FEW:
        return say.many(
            "Better than the only other player so far", "Better than {worse} of the {n} other players", field.others,
            worse=field.worse,
        )  # fmt: skip
    return say("Better than {percent}% of the {others} other players", percent=field.percent, others=field.others)


def _beaten_in_short(field: Field, say: Words) -> Iterator[str]:
    """The same as a fact among others. Shape: empty if nobody did worse."""
    if not field.worse:
        return
    if field.others < FEW:
        yield say("better than {worse} of {others}", worse=field.worse, others=field.others)
    else:
        yield say("better than {percent}%", percent=field.percent)


def _streak(days: int, say: Words) -> str:
    """How many days in a row. Shape: "" for none."""
    return say.many("🔥 Streak: {n} day in a row", "🔥 Streak: {n} days in a row", days) if days else ""
