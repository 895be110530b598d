"""The page of `/history`. Pure: a function from some of a person's matches to the parts of a page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.messages.screens import Screens
from bot.pages.page import Button, Page, Part, Row, Section, Text
from bot.store.statistics import Finished, HistoryPage, Way
from bot.tables.table import Robot
from bot.words import Words, phrase
from cogs.commands.ranking_pages import title_of
from cogs.commands.ranking_query import ALL_GAMES
from cogs.commands.someone import LARGEST_ID, Someone, accent_of, game_menu
from cogs.parts.names import escape, sitter_name
from cogs.parts.scores import PLACES
from cogs.parts.titles import short_title
from cogs.table.rating_lines import signed

NAMED_SITTERS = 2
"""Names in one line: with more, a page would be higher than a phone's screen."""


class PageTurn(NamedTuple):
    """A page of a history, as buttons name it: the matches older or newer than the one with this number.

    Shape: without a number, the newest.
    """

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
    screens: Mapping[str, Screens]
    say: Words
    name: str | None = None
    keep_days: int = 0
    unseen: frozenset[int] = frozenset()

    def page(self) -> Page:
        """The page with its buttons."""
        return Page((*self._parts(), *self._controls()), accent_of(self.someone.game, self.screens))

    def _parts(self) -> Iterator[Part]:
        say = self.say
        facts = {"game": title_of(self.someone.game, self.screens, say), "name": escape(self.name or "")}
        own, other = phrase("## Your matches · {game}"), phrase("## {name}: matches · {game}")
        yield Text(say(own if self.name is None else other, **facts))
        if not self.found.lines:
            yield Text(self._nothing(facts))
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

    def _nothing(self, facts: Mapping[str, str]) -> str:
        if self.someone.game != ALL_GAMES:
            return self.say("No finished match of {game} yet.", **facts)
        if self.name is not None:
            return self.say("{name} hasn't finished a match here yet.", **facts)
        return self.say("You haven't finished a match here yet. Start one with /play!")

    def _facts(self, line: Finished) -> str:
        """Date, game and place."""
        facts = [f"<t:{line.ended_at}:d>", self._result(line)]
        if self.someone.game == ALL_GAMES:
            facts.insert(1, short_title(self.screens[line.table.game].title, self.say))
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
        behind = say.many(
            "ahead of {points} of {n} computer player", "ahead of {points} of {n} computer players", robots,
            points=line.points,
        )  # fmt: skip
        return f"{cup}{behind}"

    def _people(self, line: Finished) -> str:
        """The people and computer players whom the person played with."""
        say, table = self.say, line.table
        own = table.seat_of(self.someone.user_id)
        others = [sitter for seat, sitter in enumerate(table.sitters) if seat != own]
        names = ", ".join(sitter_name(sitter, say).strip("*") for sitter in others[:NAMED_SITTERS])
        more = len(others) - NAMED_SITTERS
        if more > 0:
            return say.many("with {names} and {n} more", "with {names} and {n} more", more, names=names)
        return say("with {names}", names=names)

    def _controls(self) -> Iterator[Part]:
        yield game_menu(self.someone, "history", self.screens, self.say)
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
