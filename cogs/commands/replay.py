"""`/replay`: a closed match at one of its moments: the board of then, what just happened, and the hands.

Who may see which hand is decided in bot/matches/history.py.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply, outcome_of, reply
from bot.matches.history import Replayed, Sight
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Picture, Row, Select, SelectOption, Text, rows
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words, phrase, words
from cogs.commands.lookups import MATCH_HELP, MatchNumber, lookup_limit, number_or_latest
from cogs.parts.names import ACCENT, badge, label, name
from cogs.parts.one_page import one_page
from cogs.table.answers import check_may_open, check_may_show, check_may_watch, for_everyone, may_show, say_to
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
    """One stop of a replay, for one reader. Shape: `sights` are those that the reader may choose; `verb` steps on."""

    replayed: Replayed
    stop: int
    sight: Sight
    sights: Sequence[Sight]
    ui: GameUI
    say: Words
    verb: str = "replayto"

    def own(self, *, may_post: bool, may_record: bool) -> Page:
        """The private page, with everything that leads on."""
        post = (Button(self.say("Show everyone"), self._id("replayall")),) if may_post else ()
        record = (Button(self.say("Record"), CustomId("record", self._table.id).to_text()),) if may_record else ()
        turns = (self._step(*step) for step in (("start", "⏮"), ("back", "◀"), ("on", "▶"), ("end", "⏭")))
        others = (("before", self.say("◀ Round")), ("next", self.say("Round ▶")))
        rounds = (self._step(*step) for step in others if len(self.replayed.replay.rounds) > 1)
        return self._page(Row((*turns, *record)), *rows((*rounds, *post)), *self._choice())

    def public(self) -> Page:
        """The same for everyone in the channel, who can open a replay of their own."""
        return self._page(Row((Button(self.say("Replay"), self._id("replay")),)))

    @property
    def _table(self) -> Table:
        return self.replayed.table

    def _page(self, *below: Part) -> Page:
        turn = self.replayed.replay.turn(self.stop)
        title, board = self._board(turn)
        stops = self.replayed.replay.stops
        where = self.say("-# Match {match} · step {step} of {steps}", match=self._table.id,
                         step=stops.index(self.stop) + 1, steps=len(stops))  # fmt: skip
        head, hands = (*self._told(turn), title), (*self._hands(turn), where)
        parts = (Text("\n".join(head)), *board, Text("\n".join(hands)), *below)
        return Page(joined(parts), self.ui.accent)

    def _board(self, turn: Stop) -> tuple[str, tuple[Part, ...]]:
        """The title of the public message of then, and its table without earlier tricks and rounds."""
        state = turn.after
        view, say = state.view(None), self.say
        if state.outcome:
            page = one_page(self.ui.board(self._table, view, say))
            return f"## {page.place}", page.table
        then = replace(self._table, phase="playing", hold=None)
        if CHANCE not in state.to_act:
            page = one_page(self.ui.board(then, view, say))
            return f"-# {page.place}", tuple(part for part in page.table if isinstance(part, Picture))
        title = say("## {title} · round {round} is over", title=say(self.ui.title), round=view.rounds_over)
        return title, self.ui.scored(then, view, say)

    def _told(self, turn: Stop) -> Iterator[str]:
        say = self.say
        known = [seat for seat, _ in turn.by_players if self.sight in {seat, OPEN}]
        if not turn.by_players:
            yield say("↳ A new round begins.")
        elif not turn.is_simultaneous:
            known = [turn.by_players[0][0]]
        elif len(known) < len(turn.by_players):
            chosen = [name(self._table, seat, say) for seat, _ in turn.by_players]
            yield say("↳ These players have chosen: {names}", names=" · ".join(chosen))
        for seat in known:
            done = (self.ui.action_label(action, say) for by, action in turn.by_players if by == seat)
            yield f"↳ {self._about(seat, ' · '.join(filter(None, done)))}"

    def _hands(self, turn: Stop) -> Iterator[str]:
        """The hands that this sight shows; if it shows all, by the badges that the board names."""
        for seat in map(Seat, range(len(self._table.sitters))):
            if self.sight not in {seat, OPEN}:
                continue
            if hand := self.ui.hand_line(turn.after.view(seat), self.say):
                yield f"-# {badge(seat)} {hand}" if self.sight == OPEN else self._about(seat, hand)

    def _about(self, seat: Seat, told: str) -> str:
        return self.say("{name}: {told}", name=name(self._table, seat, self.say), told=told)

    def _step(self, step: str, text: str) -> Button:
        leads = STEPS[step](self.replayed.replay, self.stop)
        return Button(text, self._id(self.verb, step), disabled=leads == self.stop)

    def _choice(self) -> tuple[Select, ...]:
        """The menu of sights. Shape: empty if there is only one."""
        if len(self.sights) == 1:
            return ()
        say, choices = self.say, []
        for sight in self.sights:
            called = say("As a spectator") if sight is None else say("All hands open")
            if isinstance(sight, int):
                called = say("As {name} sees it", name=label(self._table.sitters[sight], say))
            choices.append(SelectOption(called, sight_text(sight), chosen=sight == self.sight))
        return (Select(say("Whose hands?"), self._id("replayas"), tuple(choices)),)

    def _id(self, verb: str, step: str = "") -> str:
        text = f"{sight_text(self.sight)} {step}".rstrip()
        return CustomId(verb, self._table.id, self.stop, text).to_text()


MOST_OPENED = 15
"""Replays that one person may open within the time of `lookup_limit`: each may be played through from its start."""

UNSEEN = phrase("Only people who can see the channel of this match can replay it.")


class ReplayClicks:
    """Opens replays, and answers their buttons. Each click is checked anew: a custom_id is no permission."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_OPENED)
        bot.router.on("replay", self.open)
        bot.router.on("replayto", self.step)
        bot.router.on("replayas", self.choose)
        bot.router.on("replayall", self.show_to_all)
        bot.router.on("rounds", self.look_back)

    async def first(self, interaction: discord.Interaction, match_id: int | None) -> Reply:
        """Shows a match from its first deal; without a number, the reader's latest."""
        self._limit.take(interaction.user.id)
        found = await number_or_latest(self._bot, interaction, match_id)
        return self._private(interaction, await self._replayed(interaction, found), 0, "")

    async def open(self, click: Click) -> Reply:
        """Opens a replay in a new message, at the same moment as the public page with the button."""
        self._limit.take(click.interaction.user.id)
        replayed = await self._replayed(click.interaction, click.id.match_id)
        return self._private(click.interaction, replayed, click.id.decision, "", in_new_message=True)

    async def step(self, click: Click) -> Reply:
        """Goes on to another moment. Shape: a forged step stays where it is."""
        replayed = await self._replayed(click.interaction, click.id.match_id)
        sight, _, step = click.id.text.partition(" ")
        now = replayed.replay.stop(click.id.decision)
        to = STEPS[step](replayed.replay, now) if step in STEPS else now
        return self._private(click.interaction, replayed, to, sight)

    async def choose(self, click: Click) -> Reply:
        """Shows the same moment with the hands that the menu names."""
        replayed = await self._replayed(click.interaction, click.id.match_id)
        return self._private(click.interaction, replayed, click.id.decision, click.chosen)

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the reader's page, if everyone who reads it there can also see where the match was played."""
        interaction = click.interaction
        replayed = await self._replayed(interaction, click.id.match_id)
        await check_may_show(self._bot, interaction, replayed.table)
        say = words(self._bot.preferences.language(replayed.table))
        page = self._page(interaction, replayed, click.id.decision, click.id.text, say).public()
        return for_everyone(self._bot, interaction, page)

    async def look_back(self, click: Click) -> Reply:
        """Shows somebody who watches a match its latest round that's over, in a new message, and steps from there.

        Shape: a page that may no longer be seen goes.
        """
        interaction, say = click.interaction, say_to(click.interaction)
        self._limit.take(interaction.user.id)
        try:
            await check_may_watch(self._bot, interaction, (await self._bot.matches.get(click.id.match_id)).table)
            replayed = await self._bot.matches.replays.ended_rounds(click.id.match_id)
        except (NotAllowed, NotYourSeat, MatchOver) as error:
            if not click.id.text:
                raise
            return Private(Page((Text(say.error(error)),), ACCENT), outcome=outcome_of(error))
        _, _, step = click.id.text.partition(" ")
        now = replayed.replay.stop(click.id.decision) if step else replayed.replay.rounds[-1]
        stop = STEPS[step](replayed.replay, now) if step in STEPS else now
        sight, ui = replayed.watchers_sight(stop), self._bot.game_uis[replayed.table.game]
        page = ReplayPage(replayed, stop, sight, sights=(sight,), ui=ui, say=say, verb="rounds")
        return Private(page.own(may_post=False, may_record=False), in_new_message=not click.id.text)

    async def _replayed(self, interaction: discord.Interaction, match_id: int) -> Replayed:
        """The match, for somebody who may open it. Raises: NotAllowed."""
        matches = self._bot.matches
        await check_may_open(self._bot, interaction, await matches.replays.table(match_id), UNSEEN)
        return await matches.replays.of(match_id)

    def _private(
        self,
        interaction: discord.Interaction,
        replayed: Replayed,
        move: int,
        sight: str,
        *,
        in_new_message: bool = False,
    ) -> Private:
        has_record = replayed.is_open and replayed.table.seat_of(interaction.user.id) is not None
        page = self._page(interaction, replayed, move, sight, say_to(interaction)).own(
            may_post=may_show(self._bot, interaction, replayed.table), may_record=has_record
        )
        return Private(page, in_new_message=in_new_message)

    def _page(
        self, interaction: discord.Interaction, replayed: Replayed, move: int, sight: str, say: Words
    ) -> ReplayPage:
        sights = replayed.sights(interaction.user.id)
        return ReplayPage(
            replayed,
            stop=replayed.replay.stop(move),
            sight=parse_sight(sight, sights),
            sights=sights,
            ui=self._bot.game_uis[replayed.table.game],
            say=say,
        )


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    replays = ReplayClicks(bot)

    @bot.tree.command(name="replay", description=phrase("Step through a finished match, move by move"))
    @app_commands.describe(match=MATCH_HELP)
    async def replay(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, replays.first(interaction, match))
