"""The page of `/history`. Pure: a function from some of a person's matches to the parts of a page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Row, Section, Text
from bot.store import Finished, HistoryPage
from bot.tables.table import Robot
from bot.words import Words, phrase
from cogs.commands.ranking_query import ALL_GAMES
from cogs.commands.someone import Someone, accent_of, game_menu, title_of
from cogs.parts.names import escape, sitter_name
from cogs.parts.scores import PLACES
from cogs.parts.titles import short_title
from cogs.table.rating_lines import signed

NAMED_SITTERS = 3
"""Names in one line: eight lines with more would not fit into a message's 4,000 characters."""


@dataclass(frozen=True, slots=True)
class MatchList:
    """Everything that one page of a history shows.

    Shape: `name` is None for the reader's own page. Units: matches are kept for `keep_days` days; 0 for ever.
    """

    someone: Someone
    found: HistoryPage
    screens: Mapping[str, Screens]
    say: Words
    name: str | None = None
    keep_days: int = 0

    def page(self) -> Page:
        """The page with its buttons."""
        return Page((*self._parts(), Divider(), *self._controls()), accent_of(self.someone.game, self.screens))

    def _parts(self) -> Iterator[Part]:
        say = self.say
        facts = {"game": title_of(self.someone.game, self.screens, say), "name": escape(self.name or "")}
        own, other = phrase("## Your matches · {game}"), phrase("## {name}: matches · {game}")
        yield Text(say(own if self.name is None else other, **facts))
        if not self.found.lines:
            yield Text(self._nothing(facts))
        for line in self.found.lines:
            button = Button(say("Result"), CustomId("past", line.table.id).to_text())
            below = " · ".join((*_change(line), self._people(line)))
            yield Section(Text(f"{self._facts(line)}\n-# {below}"), button)
        if self.keep_days:
            yield Text(say.many("-# Matches are kept for {n} day here.", "-# Matches are kept for {n} days here.",
                                self.keep_days))  # fmt: skip

    def _nothing(self, facts: Mapping[str, str]) -> str:
        if self.someone.game != ALL_GAMES:
            return self.say("No finished match of {game} yet.", **facts)
        if self.name is not None:
            return self.say("{name} hasn't finished a match here yet.", **facts)
        return self.say("You haven't finished a match here yet. Start one with /play!")

    def _facts(self, line: Finished) -> str:
        """When, which game, and which place."""
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
        """Whom the person played with."""
        say, table = self.say, line.table
        own = table.seat_of(self.someone.user_id)
        others = [sitter for seat, sitter in enumerate(table.sitters) if seat != own]
        names = ", ".join(sitter_name(sitter, say).strip("*") for sitter in others[:NAMED_SITTERS])
        more = len(others) - NAMED_SITTERS
        if more > 0:
            return say.many("with {names} and {n} more", "with {names} and {n} more", more, names=names)
        return say("with {names}", names=names)

    def _controls(self) -> Iterator[Part]:
        yield game_menu(self.someone, "historypick", self.screens, self.say)
        lines, turns = self.found.lines, []
        if lines and (self.found.has_newer or self.found.has_older):
            newer, older = lines[0].number, lines[-1].number
            turns = [
                Button("◀", self.someone.custom_id("history", "newer", newer), disabled=not self.found.has_newer),
                Button("▶", self.someone.custom_id("history", "older", older), disabled=not self.found.has_older),
            ]
        yield Row((*turns, Button(self.say("Statistics"), self.someone.custom_id("stats"))))


def _change(line: Finished) -> tuple[str, ...]:
    """The change of rating, with its sign. Shape: empty for a match that isn't rated."""
    if line.rating_before is None or line.rating_after is None:
        return ()
    return (f"**{signed(line.rating_after - line.rating_before)}**",)
