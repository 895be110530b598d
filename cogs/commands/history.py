"""`/history`: the finished matches of a person, each with a button that opens its result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import discord

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply
from bot.matches.service import with_changes
from bot.messages.game_ui import GameUI
from bot.pages.page import Button, Page, Part, Row, Section, Text
from bot.store.statistics import Finished, HistoryPage, Way
from bot.tables.table import Robot
from bot.words import Words, phrase
from cogs.commands.lookups import (
    ALL_GAMES,
    LARGEST_ID,
    MOST_LOOKUPS,
    Someone,
    accent_of,
    add_lookup,
    check_visible,
    game_menu,
    lookup_limit,
    title_of,
)
from cogs.parts.names import escape, short_title, sitter_name
from cogs.parts.scores import PLACES
from cogs.table.answers import may_see, say_to, seen_of
from cogs.table.endings import signed

NAMED_SITTERS = 2
"""Names in one line: with more, a page would be higher than a phone's screen."""


class PageTurn(NamedTuple):
    """A page of a history, as buttons name it: the matches older or newer than this number; without one, the newest."""

    way: Way = "older"
    beside: int | None = None

    @classmethod
    def from_text(cls, text: str) -> "PageTurn":
        """Parses the text of a button, after the person and the game; anything malformed is the newest page."""
        way, number = ([*text.split(" "), "", "", "", ""])[2:4]
        known = number.isascii() and number.isdecimal() and int(number) <= LARGEST_ID
        return cls("newer" if way == "newer" else "older", int(number)) if known else NEWEST

    def custom_id(self, someone: Someone, verb: str = "history", match_id: int = 0) -> str:
        """The custom_id of a button that names this page of someone's history."""
        return someone.custom_id(verb, *() if self.beside is None else self, match_id=match_id)


NEWEST = PageTurn()


@dataclass(frozen=True, slots=True)
class MatchList:
    """Everything that one page of a history shows.

    Shape: `name` is None for the reader's own page. `unseen` are the numbers of matches in places that the reader can't
    see. Units: matches are kept for `keep_days` days; 0 for ever.
    """

    someone: Someone
    found: HistoryPage
    game_uis: Mapping[str, GameUI]
    say: Words
    name: str | None = None
    keep_days: int = 0
    unseen: frozenset[int] = frozenset()

    def page(self) -> Page:
        """The page with its buttons."""
        return Page((*self._parts(), *self._controls()), accent_of(self.someone.game, self.game_uis))

    def _parts(self) -> Iterator[Part]:
        say = self.say
        facts = {"game": title_of(self.someone.game, self.game_uis, say), "name": escape(self.name or "")}
        own, other = phrase("## Your matches · {game}"), phrase("## {name}: matches · {game}")
        yield Text(say(own if self.name is None else other, **facts))
        if not self.found.lines and self.someone.game != ALL_GAMES:
            yield Text(say("No finished match of {game} yet.", **facts))
        elif not self.found.lines and self.name is not None:
            yield Text(say("{name} hasn't finished a match here yet.", **facts))
        elif not self.found.lines:
            yield Text(say("You haven't finished a match here yet. Start one with /play!"))
        for line in self.found.lines:
            if line.table.id in self.unseen:
                continue
            button = Button(say("Result"), self._turn.custom_id(self.someone, "past", line.table.id))
            number = self.say("Match {match}", match=line.table.id)
            below = " · ".join((number, *_change(line), self._people(line)))
            yield Section(Text(f"{self._facts(line)}\n-# {below}"), button)
        if self.unseen:
            yield Text(say.many("-# {n} match isn't listed: it was played where you can't see it.",
                                "-# {n} matches aren't listed: they were played where you can't see them.",
                                len(self.unseen)))  # fmt: skip
        if self.keep_days:
            yield Text(say.many("-# Matches are kept for {n} day here.", "-# Matches are kept for {n} days here.",
                                self.keep_days))  # fmt: skip

    @property
    def _turn(self) -> PageTurn:
        """This page itself, for the way back to it."""
        return PageTurn("older", self.found.lines[0].number + 1) if self.found.has_newer else NEWEST

    def _facts(self, line: Finished) -> str:
        facts = [f"<t:{line.ended_at}:d>", self._result(line)]
        if self.someone.game == ALL_GAMES:
            facts.insert(1, short_title(self.game_uis[line.table.game].title, self.say))
        return " · ".join(facts)

    def _result(self, line: Finished) -> str:
        say, table = self.say, line.table
        seat = table.seat_of(self.someone.user_id)
        if seat is not None and not table.is_here(seat):
            return say("left early") if table.clock(seat).presence == "left" else say("away at the end")
        cup = "🏆 " if line.has_won else ""
        robots = sum(isinstance(sitter, Robot) for sitter in table.sitters)
        if line.place in PLACES:
            place = f"{cup}**{say(PLACES[line.place])}**"
            return say("{place} among people", place=place) if robots else place
        behind = say.many("ahead of {points} of {n} computer player", "ahead of {points} of {n} computer players",
                          robots, points=line.points)  # fmt: skip
        return f"{cup}{behind}"

    def _people(self, line: Finished) -> str:
        say, table = self.say, line.table
        own = table.seat_of(self.someone.user_id)
        others = [sitter for seat, sitter in enumerate(table.sitters) if seat != own]
        names = ", ".join(sitter_name(sitter, say).strip("*") for sitter in others[:NAMED_SITTERS])
        more = len(others) - NAMED_SITTERS
        if more > 0:
            return say.many("with {names} and {n} more", "with {names} and {n} more", more, names=names)
        return say("with {names}", names=names)

    def _controls(self) -> Iterator[Part]:
        yield game_menu(self.someone, "history", self.game_uis, self.say)
        lines, turns = self.found.lines, []
        if lines and (self.found.has_newer or self.found.has_older):
            newer, older = lines[0].number, lines[-1].number
            turns = [
                Button("◀", PageTurn("newer", newer).custom_id(self.someone), disabled=not self.found.has_newer),
                Button("▶", PageTurn("older", older).custom_id(self.someone), disabled=not self.found.has_older),
            ]
        yield Row((*turns, Button(self.say("Statistics"), self.someone.custom_id("stats"))))


def _change(line: Finished) -> tuple[str, ...]:
    """The change of rating, with its sign. Shape: empty for a match that isn't rated, or is one of the first."""
    if line.rating_before is None or line.rating_after is None or line.is_placement:
        return ()
    return (f"**{signed(line.rating_after - line.rating_before)}**",)


class Histories:
    """Makes the pages of histories, and answers their buttons."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("history", self.turn_page)
        bot.router.on("past", self.open_result)

    async def turn_page(self, click: Click) -> Reply:
        """Shows the matches before or after those on the page; without a number, the newest."""
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        return await self.page_for(click.interaction, someone, turn=PageTurn.from_text(click.id.text))

    async def page_for(
        self, interaction: discord.Interaction, someone: Someone, name: str | None = None, *, turn: PageTurn = NEWEST
    ) -> Private:
        """The page for one reader, who may know the person's name. Raises: NotAllowed if they keep it to themselves."""
        check_visible(self._bot, interaction, someone)
        found = await self._found(interaction, someone, turn)
        seen = await seen_of(self._bot, interaction, (line.table for line in found.lines))
        is_own = someone.user_id == interaction.user.id
        shown = MatchList(
            someone=someone,
            found=found,
            unseen=frozenset(line.table.id for line in found.lines) - seen,
            game_uis=self._bot.game_uis,
            say=say_to(interaction),
            name=None if is_own else name or found.name or "?",
            keep_days=self._bot.settings.keep_days,
        )
        return Private(shown.page())

    async def _found(self, interaction: discord.Interaction, someone: Someone, turn: PageTurn) -> HistoryPage:
        """The matches asked for; the newest if those are gone. Raises: NotAllowed if the reader has asked too often."""
        self._limit.take(interaction.user.id)
        query = someone.query(interaction)
        found = await self._bot.history.page(query, turn.way, turn.beside)
        return found if found.lines or turn == NEWEST else await self._bot.history.page(query)

    async def open_result(self, click: Click) -> Reply:
        """Shows how a match ended. Raises: NotAllowed if it hasn't, isn't kept, or they couldn't see its board."""
        interaction = click.interaction
        try:
            match = await self._bot.matches.get(click.id.match_id)
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        if not await may_see(self._bot, interaction, match.table):
            raise NotAllowed("Only people who can see the channel of this match can see its result.")
        if match.table.is_open:
            raise NotAllowed("This match isn't over yet.")
        match = await with_changes(self._bot.store, match)  # it may have been counted since it was kept in memory
        someone, turn = Someone.from_text(click.id.text, interaction.user.id), PageTurn.from_text(click.id.text)
        return Private(self._bot.pages.result(match, str(interaction.locale), back=turn.custom_id(someone)))


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    add_lookup(
        bot,
        "history",
        Histories(bot).page_for,
        description=phrase("Finished matches on this server, yours or somebody else's"),
        whose=phrase("Whose matches (default: your own)"),
    )
