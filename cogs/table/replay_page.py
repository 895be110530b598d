"""A closed match at one of its moments: the board of then, what just happened, and the hands. Pure.

Knows no game by name, and not who may see which hand: bot/matches/history.py decides that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.matches.history import Replayed, Sight
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Picture, Row, Select, SelectOption, Text, rows
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.names import badge, label, name
from cogs.parts.one_page import one_page
from games.core import CHANCE, Seat
from games.steps import Replay, Stop

OPEN, NOBODY = "all", "-"
"""How custom_ids name the sights that are no seat."""


def sight_text(sight: Sight) -> str:
    """The text of a sight in a custom_id or a choice."""
    return NOBODY if sight is None else str(sight)


def parse_sight(text: str, allowed: Sequence[Sight]) -> Sight:
    """The sight that a button names. Shape: the first allowed one if that isn't allowed, or nothing at all."""
    return next((sight for sight in allowed if sight_text(sight) == text), allowed[0])


def _before(stops: Sequence[int], now: int) -> int:
    return max((stop for stop in stops if stop < now), default=now)


def _after(stops: Sequence[int], now: int) -> int:
    return min((stop for stop in stops if stop > now), default=now)


STEPS: Final[Mapping[str, Callable[[Replay, int], int]]] = {
    "start": lambda replay, _: replay.stops[0],
    "back": lambda replay, now: _before(replay.stops, now),
    "on": lambda replay, now: _after(replay.stops, now),
    "end": lambda replay, _: replay.stops[-1],
    "before": lambda replay, now: _before(replay.rounds, now),
    "next": lambda replay, now: _after(replay.rounds, now),
}
"""The stop to which each button leads from the one that a page shows."""


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """One stop of a replay, for one reader. Shape: `sights` are those that the reader may choose."""

    replayed: Replayed
    stop: int
    sight: Sight
    sights: Sequence[Sight]
    screens: Screens
    say: Words

    def own(self, *, may_post: bool, may_record: bool) -> Page:
        """The private page, with everything that leads on."""
        post = (Button(self.say("Show everyone"), self._id("replayall")),) if may_post else ()
        record = (Button(self.say("Record"), CustomId("record", self._table.id).to_text()),) if may_record else ()
        turns, rounds = self._steps()
        below = (Row((*turns, *record)), *rows((*rounds, *post)))
        return self._page(*below, *self._choice())

    def public(self) -> Page:
        """The same for everyone in the channel, who can open a replay of their own."""
        return self._page(Row((Button(self.say("Replay"), self._id("replay")),)))

    @property
    def _table(self) -> Table:
        return self.replayed.table

    def _page(self, *below: Part) -> Page:
        turn = self.replayed.replay.turn(self.stop)
        title, board = self._board(turn)
        head, hands = (*self._told(turn), title), (*self._hands(turn), self._where())
        parts = (Text("\n".join(head)), *board, Text("\n".join(hands)), *below)
        return Page(joined(parts), self.screens.accent)

    def _board(self, turn: Stop) -> tuple[str, tuple[Part, ...]]:
        """The title of the public message of then, and its table.

        Shape: without the tricks and rounds before, which have steps of their own.
        """
        state = turn.after
        view, say = state.view(None), self.say
        if state.outcome:
            page = one_page(self.screens.board(self._table, view, say))
            return f"## {page.place}", page.table
        then = replace(self._table, phase="playing", hold=None)
        if CHANCE not in state.to_act:
            page = one_page(self.screens.board(then, view, say))
            return f"-# {page.place}", tuple(part for part in page.table if isinstance(part, Picture))
        title = say("## {title} · round {round} is over", title=say(self.screens.title), round=view.rounds_over)
        return title, self.screens.scored(then, view, say)

    def _told(self, turn: Stop) -> Iterator[str]:
        """The latest moves, as far as this sight knows them."""
        say = self.say
        known = [seat for seat, _ in turn.by_players if self.sight in {seat, OPEN}]
        if not turn.by_players:
            yield say("↳ A new round begins.")
        elif not turn.is_simultaneous:
            known = [turn.by_players[0][0]]
        elif len(known) < len(turn.by_players):
            chosen = [name(self._table, seat, say) for seat, _ in turn.by_players]
            yield say("↳ These players have chosen: {names}", names=" · ".join(chosen))
        yield from (f"↳ {self._deeds(turn, seat)}" for seat in known)

    def _deeds(self, turn: Stop, seat: Seat) -> str:
        """A seat's moves in this turn."""
        done = (self.screens.action_label(action, self.say) for by, action in turn.by_players if by == seat)
        return self._about(seat, " · ".join(filter(None, done)))

    def _hands(self, turn: Stop) -> Iterator[str]:
        """The hands that this sight shows; if it shows all, by the badges that the board names."""
        for seat in map(Seat, range(len(self._table.sitters))):
            if self.sight not in {seat, OPEN}:
                continue
            if hand := self.screens.hand_line(turn.after.view(seat), self.say):
                yield f"-# {badge(seat)} {hand}" if self.sight == OPEN else self._about(seat, hand)

    def _about(self, seat: Seat, told: str) -> str:
        return self.say("{name}: {told}", name=name(self._table, seat, self.say), told=told)

    def _where(self) -> str:
        stops = self.replayed.replay.stops
        return self.say("-# Match {match} · step {step} of {steps}", match=self._table.id,
                        step=stops.index(self.stop) + 1, steps=len(stops))  # fmt: skip

    def _steps(self) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
        """The buttons that lead to other turns, and to other rounds if there are any."""
        turns = tuple(self._step(*step) for step in (("start", "⏮"), ("back", "◀"), ("on", "▶"), ("end", "⏭")))
        if len(self.replayed.replay.rounds) == 1:
            return turns, ()
        rounds = (("before", self.say("◀ Round")), ("next", self.say("Round ▶")))
        return turns, tuple(self._step(*step) for step in rounds)

    def _step(self, step: str, text: str) -> Button:
        leads = STEPS[step](self.replayed.replay, self.stop)
        return Button(text, self._id("replayto", step), disabled=leads == self.stop)

    def _choice(self) -> tuple[Select, ...]:
        """The menu of sights. Shape: empty if there is only one."""
        if len(self.sights) == 1:
            return ()
        choices = tuple(
            SelectOption(self._sight_name(sight), sight_text(sight), chosen=sight == self.sight)
            for sight in self.sights
        )
        return (Select(self.say("Whose hands?"), self._id("replayas"), choices),)

    def _sight_name(self, sight: Sight) -> str:
        if sight is None:
            return self.say("As a spectator")
        if sight == "all":
            return self.say("All hands open")
        return self.say("As {name} sees it", name=label(self._table.sitters[sight], self.say))

    def _id(self, verb: str, step: str = "") -> str:
        text = f"{sight_text(self.sight)} {step}".rstrip()
        return CustomId(verb, self._table.id, self.stop, text).to_text()
