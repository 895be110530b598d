"""The pages of `/daily` and of its matches, and what their clicks answer. Knows no game by name."""

import asyncio
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Private
from bot.matches.dailies import DailyDecision, decisions, under_name
from bot.matches.match import Match
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Row, Section, Select, SelectOption, Text, rows
from bot.pages.size import joined
from bot.store.dailies import Ranked, Try
from bot.tables.periods import (
    NO_RUN,
    RECENT_DAYS,
    DailyScore,
    Field,
    Run,
    closes_at,
    day_begins,
    has_closed,
    noon,
    streak,
)
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.names import ACCENT, escape, numbered, short_title, sitter_name
from cogs.parts.one_page import one_page, without_details
from cogs.parts.panel import story_button, with_help_below
from cogs.parts.scores import PLACES
from cogs.table.answers import back_to_hub, panel_reply, place, say_to
from games.catalogue import GAMES
from games.core import Seat


def daily_parts(match: Match, seat: Seat, ui: GameUI, say: Words, show: str) -> tuple[Part, ...]:
    """The player's page, from the first decision to the end, where a button leads to what it came to."""
    table = match.table
    if match.state is None or not (table.is_open or table.is_decided):
        closed = say("This match wasn't played to the end, so it has no result.")
        if table.phase == "outdated":
            closed = say("This match was played under older rules and can no longer be shown.")
        return (Text(f"{_heading(table, ui, say)}\n{closed}"), Row((all_dailies(say),)))
    board = ui.board(table, match.view(None), say)
    if table.is_decided:
        compare = Button(say("How others did"), about("dailyend", table.day or 0, table.game), "primary")
        return (Text(_heading(table, ui, say)), Row((compare, all_dailies(say))), *without_details(board))
    if not match.asks(table.host_id):
        go_on = Button(say("Go on"), CustomId("dailygo", table.id).to_text(), "primary")
        return (Text(_heading(table, ui, say)), Row((go_on, all_dailies(say))), *joined(board))
    view = match.view(seat)
    page = one_page(board, ui.panel(table, view, say, show), ui.hand(view, say))
    place = say("📅 Daily · {place}", place=page.place)
    until = say("One try, until {time}.", time=f"<t:{closes_at(match.table.day or 0)}:f>")
    below = () if match.rounds_over else (Text(f"-# {until}"),)
    head = Text(f"### {page.task}\n-# {place}")
    return joined((head, *page.table, *with_help_below(page.panel, table, say), *page.before, *below))


def _heading(table: Table, ui: GameUI, say: Words) -> str:
    game = short_title(ui.title, say)
    return say("### 📅 Daily · {date} · {game}", date=date(table.day or 0), game=game)


def date(day: int) -> str:
    """A day as Discord writes it in the reader's language; of its noon, so that it's the same day in any time zone."""
    return f"<t:{noon(day)}:D>"


def about(verb: str, day: int, game: str, *more: int) -> str:
    """The custom_id of a button about a day's match of a game."""
    return CustomId(verb, text=" ".join(map(str, (day, game, *more)))).to_text()


def play_it_too(custom_id: str, say: Words) -> Button:
    """The button under what somebody shares, which opens the same for whoever presses it."""
    return Button(say("Play it too"), custom_id, "primary")


def all_dailies(say: Words) -> Button:
    """The button that leads to the dailies of all games."""
    return Button(say("All dailies"), CustomId("daily").to_text())


BEATEN, AHEAD = "🟩", "⬛"
"""A computer player that wasn't better than somebody, and one that was."""

FEW = 10
"""Fewer others than this are counted one by one: a percentage of three people says little."""


@dataclass(frozen=True, slots=True)
class ServerDay:
    """A day on a server: its streak, and who finished a daily begun there, without those who hide it.

    Shape: `names` by user id.
    """

    run: Run
    names: Mapping[int, str]

    def line(self, say: Words) -> str:
        """How many days in a row somebody has played there, and how many today. Shape: "" for none."""
        run, count = self.run.days, len(self.names)
        facts = [say.many("This server's streak: {n} day", "This server's streak: {n} days", run)] if run else []
        if count:
            facts.append(say.many("{n} of you today", "{n} of you today", count))
        return "👥 " + " · ".join(facts) if facts else ""


NO_SERVER = ServerDay(NO_RUN, {})


@dataclass(frozen=True, slots=True)
class Overview:
    """The dailies of a day, and how far somebody has come with them.

    Shape: `fields` for every game that they have finished. `late` are yesterday's that they can still finish, until
    they close; then `is_past` is true, and yesterday's best match can be shown of the games in `with_best`. `here` is
    the day on the reader's server.
    """

    day: int
    tries: Mapping[str, Try]
    fields: Mapping[str, Field]
    streak: Run
    here: ServerDay
    late: Sequence[Try]
    is_past: bool
    with_best: Container[str]
    game_uis: Mapping[str, GameUI]
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
            streak_line(self.streak, say),
            self.here.line(say),
        )
        games = [game for game in GAMES if game in self.game_uis]
        return Page((Text("\n".join(filter(None, lines))), *map(self._game, games), *self._below(games)), ACCENT)

    def _below(self, games: Sequence[str]) -> Iterator[Part]:
        """The rest of the day before: matches to finish, or else the best ones to look at; and the way back."""
        say, day = self.say, self.day - 1
        if not self.is_past:
            yield Divider()
            until = f"<t:{closes_at(day)}:t>"
            yield Text(say("Yesterday's matches can be finished until {time}.", time=until))
            yield from rows(
                Button(self._title(one.game), CustomId("dailygo", one.match_id or 0).to_text()) for one in self.late
            )
        elif best := tuple(
            SelectOption(self._title(game), f"{day} {game} 0") for game in games if game in self.with_best
        ):
            yield Divider()
            yield Select(say("Yesterday's best match"), CustomId("dailybest").to_text(), best)
        yield Row((back_to_hub(say),))

    def _game(self, game: str) -> Section:
        say, found = self.say, self.tries.get(game)
        title = f"**{self._title(game)}**"
        if found is not None and found.score is not None:
            place = f"{squares(game, found.score)} {place_of(game, found.score, say)}"
            text = " · ".join((place, *_beaten_in_short(self.fields[game], say)))
            button = Button(say("Result"), about("dailyend", self.day, game))
        else:
            text = say("not played yet") if found is None else say("begun")
            label = say("Play") if found is None else say("Go on")
            button = Button(label, about("dailyplay", self.day, game), "primary")
        return Section(Text(f"{title}\n{text}"), button)

    def _title(self, game: str) -> str:
        return short_title(self.game_uis[game].title, self.say)


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
    streak: Run
    best: Sequence[Ranked]
    reader_id: int
    is_today: bool
    game_uis: Mapping[str, GameUI]
    say: Words
    is_closed: bool = False
    match_id: int | None = None

    def page(self) -> Page:
        """The private page after the match."""
        return Page((*self._parts(), *without_details(self.seen)), self.game_uis[self.game].accent)

    def public(self, name: str) -> Page:
        """The line for everyone. It says nothing about the cards or dice."""
        play = play_it_too(about("dailyplay", self.day, self.game), self.say)
        return Page((Text(self._line(name)), Row((play,))), self.game_uis[self.game].accent)

    def _parts(self) -> Iterator[Part]:
        say, day, game = self.say, self.day, self.game
        title = say("### 📅 Daily · {date} · {game}", date=date(day), game=self._title)
        place = f"{squares(game, self.score)} **{place_of(game, self.score, say)}**"
        points = say.many("Score: {n} point", "Score: {n} points", self.score.points)
        lines = (title, place, points, *self._compared(), streak_line(self.streak, say))
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
        return short_title(self.game_uis[self.game].title, self.say)

    def _compared(self) -> Iterator[str]:
        say, field = self.say, self.field
        if not field.others and self.is_closed:
            yield say("Nobody else has finished this daily.")
        elif not field.others:
            yield say("You're the first to finish this daily! Look again later to see how others did.")
        elif self.is_closed and field.worse == field.others == 1:
            yield say("Better than the only other player")
        else:
            yield _beaten(field, say)
        if field.equal:
            yield say.many("{n} player did exactly as well as you", "{n} players did exactly as well as you",
                           field.equal)  # fmt: skip

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
        facts += [*_beaten_in_short(self.field, say), say("streak {days}", days=self.streak.days)]
        return say("**{name}** · Finte daily {date} · {game}: {facts}", name=escape(name), date=date(self.day),
                   game=self._title, facts=", ".join(facts))  # fmt: skip


def squares(game: str, score: DailyScore) -> str:
    """One square for each computer player, without their names: those behind or level first, then those ahead."""
    return BEATEN * (GAMES[game].daily.seats - score.place) + AHEAD * (score.place - 1)


def place_of(game: str, score: DailyScore, say: Words) -> str:
    """The place, and how many seats there were."""
    return say("{place} of {seats}", place=say(PLACES[score.place]), seats=GAMES[game].daily.seats)


def _beaten(field: Field, say: Words) -> str:
    """How many of the others did worse, as a line. Shape: only how many others there are if nobody did."""
    if not field.worse:
        return say.many("{n} other player has finished this daily", "{n} other players have finished this daily",
                        field.others)  # fmt: skip
    if field.others < FEW:
        return say.many("Better than the only other player so far", "Better than {worse} of the {n} other players",
                        field.others, worse=field.worse)  # fmt: skip
    return say("Better than {percent}% of the {others} other players", percent=field.percent, others=field.others)


def _beaten_in_short(field: Field, say: Words) -> Iterator[str]:
    """The same as a fact among others. Shape: empty if nobody did worse."""
    if not field.worse:
        return
    if field.others < FEW:
        yield say("better than {worse} of {others}", worse=field.worse, others=field.others)
    else:
        yield say("better than {percent}%", percent=field.percent)


def streak_line(run: Run, say: Words) -> str:
    """A run, and the days of the last ones. Shape: "" for none."""
    facts = [say.many("Streak: {n} day", "Streak: {n} days", run.days)] if run.days else []
    if run.recent:
        facts.append(say("{days} of the last {all} days", days=run.recent, all=RECENT_DAYS))
    return "🔥 " + " · ".join(facts) if facts else ""


def best_page(
    tried: Try,
    score: DailyScore,
    match: tuple[Table, Sequence[DailyDecision]],
    *,
    at: int,
    name: str,
    ui: GameUI,
    say: Words,
) -> Page:
    """One decision of the best match. Shape: `at` counts from 0, and is brought within the match."""
    table, line = match
    at = max(0, min(at, len(line) - 1))
    game = short_title(ui.title, say)
    title = say("### 📅 Daily · {date} · {game} · best match", date=date(tried.day), game=game)
    result = f"{squares(tried.game, score)} {place_of(tried.game, score, say)}"
    head = "\n".join((title, say("{name}: {result}", name=name, result=result)))
    if not line:
        return Page((Text(head), Row((all_dailies(say),))), ui.accent)
    now = line[at]
    page = one_page(ui.board(table, now.seen, say))
    done = ui.action_label(now.action, say) or now.action.to_text()
    count = say("Decision {number} of {all}", number=at + 1, all=len(line))
    told = (say("**Next move:** {move}", move=done), ui.hand(now.view, say), f"-# {page.place} · {count}")
    back = Button("◀", about("dailybest", tried.day, tried.game, at - 1), disabled=at == 0)
    on = Button("▶", about("dailybest", tried.day, tried.game, at + 1), disabled=at + 1 >= len(line))
    turns = Row((back, on, all_dailies(say)))
    return Page(joined((Text(head), *page.table, Text("\n".join(told)), turns, *page.before)), ui.accent)


MOST_LISTED = 5
"""How many of a server's best are listed."""

LOOKED_AT = 25
"""How many of them are read from disk: some keep their statistics to themselves."""


async def daily_reply(bot: Finte, interaction: discord.Interaction, match: Match) -> Private:
    """The match while it is played, and then what it came to."""
    table, user_id = match.table, interaction.user.id
    if match.table.is_decided and table.day is not None and table.host_id == user_id:
        found = (await bot.store.dailies.tries(user_id, table.day)).get(table.game)
        if found is not None and found.score is not None:
            await bot.panels.forget(table.id, user_id)  # its message shows something else from now on
            return Private((await outcome(bot, interaction, found, found.score)).page())
    return panel_reply(bot, interaction, match)


async def outcome(bot: Finte, interaction: discord.Interaction, tried: Try, score: DailyScore) -> DailyOutcome:
    """Everything that is said about somebody's own result."""
    seen = await _board(bot, interaction, tried)
    store, reader_id, today = bot.store.dailies, interaction.user.id, bot.matches.dailies.today
    return DailyOutcome(
        day=tried.day,
        game=tried.game,
        score=score,
        seen=seen,
        field=await store.field(tried.day, tried.game, reader_id, score),
        streak=streak(await store.days(reader_id), tried.day),
        best=await _best_here(bot, interaction, tried),
        reader_id=reader_id,
        is_today=tried.day == today,
        game_uis=bot.game_uis,
        say=say_to(interaction),
        is_closed=has_closed(tried.day, bot.clock()),
        match_id=tried.match_id if seen else None,
    )


async def best_of(bot: Finte, interaction: discord.Interaction, day: int, game: str, at: int) -> Private:
    """One decision of a day's best match, whose player is named if listed here. Raises: NotAllowed if there's none."""
    if not has_closed(day, bot.clock()):
        raise NotAllowed("This daily is still open, so nobody can see how others played it.")
    tried = await bot.store.dailies.best(day, game)
    if tried is None or tried.score is None or tried.match_id is None:
        raise NotAllowed("Nobody has finished this daily, or it's no longer stored.")
    table, say, ui = (await bot.matches.get(tried.match_id)).table, say_to(interaction), bot.game_uis[game]
    if table.phase == "outdated":
        raise NotAllowed("This match was played under older rules and can no longer be shown.")
    is_own = tried.user_id == interaction.user.id
    is_here = table.place.community_id == place(interaction).community_id
    is_named = is_own or (is_here and not bot.preferences.hides_stats(tried.user_id))
    if not is_named:
        table = under_name(table, say("Best player"))
    name = sitter_name(table.people[0], say)
    line = await asyncio.to_thread(decisions, table, await bot.store.log(table.id))
    return Private(best_page(tried, tried.score, (table, line), at=at, name=name, ui=ui, say=say))


async def _board(bot: Finte, interaction: discord.Interaction, tried: Try) -> tuple[Part, ...]:
    """The board at the end of the match. Shape: empty if its moves are no longer kept."""
    with suppress(MatchOver):
        match = await bot.matches.get(tried.match_id or 0)
        if match.state is not None and match.table.is_decided:
            return bot.game_uis[tried.game].board(match.table, match.view(None), say_to(interaction))
    return ()


async def _best_here(bot: Finte, interaction: discord.Interaction, tried: Try) -> list[Ranked]:
    """The best on the reader's server, without those who keep their statistics to themselves."""
    here = place(interaction)
    if here.is_private:
        return []
    found = await bot.store.dailies.best_in(tried.day, tried.game, here.guild_id, LOOKED_AT)
    hides = bot.preferences.hides_stats
    listed = [line for line in found if line.user_id == interaction.user.id or not hides(line.user_id)]
    return listed[:MOST_LISTED]
