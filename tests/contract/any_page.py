"""Pages at random: every kind of screen, with the longest names, at moments of matches played at random.

`python -m tests.contract.any_page 200000 1` draws that many with this seed, and prints how near they come to Discord's
limits.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from bot.matches.dailies import decisions
from bot.matches.history import Replayed, Round, rounds_seen
from bot.matches.match import LastAction, Match
from bot.matches.reviews import Review, past_of
from bot.messages.game_ui import Asks
from bot.pages.faces import TWINS, Faces, face, plain
from bot.pages.layout import components
from bot.pages.page import Button, Link, Page, Part, Picture, Row, Section, Select, Text
from bot.pictures.drawing import Drawing
from bot.store.dailies import Ranked, Try
from bot.store.leaderboard import Ranking, Standing
from bot.store.results import First
from bot.store.statistics import LINES, HistoryPage, Opponent
from bot.tables.clock import Presence, SeatClock
from bot.tables.periods import DailyScore, Field
from bot.tables.table import Person, Phase, Place, RevealPause, Robot, Sitter, Table, name_robots
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.commands.history import MatchList
from cogs.commands.leaderboard import METRIC_NAMES, FoundRanking, PageQuery, RankingPages
from cogs.commands.lookups import ALL_GAMES, Someone
from cogs.commands.puzzle import question, solution
from cogs.commands.replay import ReplayPage
from cogs.commands.review import ReviewPages
from cogs.commands.rules import page as chapter_page
from cogs.commands.stats import StatsPage
from cogs.puzzles import puzzles, with_puzzles
from cogs.table.daily import DailyOutcome, best_page
from cogs.table.story_page import Spot, story
from docs.statistics_screens import KEPT, history_lines
from games.catalogue import GAMES, LEVELS
from games.core import CHANCE, Action, Game, Move, Seat, State
from games.steps import Replay
from localcord.wire import JsonObject
from tests.bot.judging import verdict_on
from tests.contract.test_rendering import LANGUAGES, LONGEST_NOTICE, UPLOADED, changes, pages, settled, table_of

LIMITS = {
    "components": 40,
    "characters": 4_000,
    "buttons in a row": 5,
    "label of a button": 80,
    "custom_id": 100,
    "placeholder": 150,
    "options": 25,
    "label of an option": 100,
    "alt text": 1_024,
}
"""Discord's limits for a message and its parts. Units: UTF-16 units for texts."""

SPOILT = ("*_~|>#", "WMÄßæ")
"""Characters that names are made of: those that are escaped, and those that aren't."""

EMOJIS = ("🦊", "𝕎", "👩‍👩‍👧‍👦", "🏴‍☠️")
DAY = 20_833


def wide_name(rng: Random) -> str:
    """A name of 32 characters: letters, markdown, emojis, or now and then a short one."""
    kind = rng.randrange(7)
    if kind < 4:
        return "".join(rng.choices(SPOILT[kind % 2], k=32))
    return (rng.choice(EMOJIS) * 32)[:32] if kind < 6 else "Ana"


class Played:
    """A match played at random to its end, and all that pages need of it."""

    def __init__(self, game: Game[Any, Any], seats: int, options: dict[str, bool | int], rng: Random) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.states: list[State[Any, Any]] = [game.start(seats, options)]
        self.log: list[Move] = []
        self.chosen: list[LastAction | None] = [None]
        bend = rng.choice((1, 2, 8))  # those who prefer the first actions don't leap in their bids
        while (state := self.states[-1]).to_act and len(self.log) < 1_500:
            seat = rng.choice(sorted(state.to_act))
            action: Action
            if seat == CHANCE:
                action = state.sample_chance(rng)
            elif len(self.log) > 500:
                action = state.default_action(seat)
            else:
                legal = state.view(seat).legal_actions
                action = legal[int(len(legal) * rng.random() ** bend)]
            self.chosen.append(LastAction(state.view(seat), action) if seat == 0 else self.chosen[-1])
            self.log.append(Move(seat, action.to_text()))
            self.states.append(state.apply(seat, action).state)

    @property
    def table(self) -> Table:
        return table_of(self.game, self.seats, self.options, "over")

    @cached_property
    def replay(self) -> Replay:
        return Replay(self.game, self.seats, self.options, self.log)

    @cached_property
    def rounds(self) -> tuple[Round[Any], ...]:
        return rounds_seen(self.table, self.log)

    @cached_property
    def review(self) -> Review:
        past = past_of(self.table, self.log, Seat(0), ())
        return Review(self.table, Seat(0), past, tuple(map(verdict_on, past.decisions)), is_done=True)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page, and how it is sent. Shape: pictures that aren't among the `files` are late or not wanted."""

    kind: str
    page: Page
    faces: Faces
    files: Mapping[Drawing, str]

    @property
    def components(self) -> list[JsonObject]:
        return components(self.page, self.faces, self.files)


class AnyPage:
    """Draws pages at random."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.matches = [
            Played(listing.game, seats, self._options(listing.game, seats), rng)
            for listing in GAMES.values()
            for seats in (*listing.game.seats, listing.game.seats[-1])
        ]
        games = [listing.game for listing in GAMES.values()]
        self.lessons = [Played(game, game.seats[0], dict(GAME_UIS[game.key].lesson_options), rng) for game in games]
        self.dailies = [
            Played(listing.game, listing.daily.seats, dict(listing.daily.options), rng) for listing in GAMES.values()
        ]

    def _options(self, game: Game[Any, Any], seats: int) -> dict[str, bool | int]:
        return {
            option.key: self.rng.random() < 0.7
            if isinstance(option.default, bool)
            else self.rng.choice((option.default, min(option.high, option.low + 5)))
            for option in game.options(seats)
        }

    def shown(self) -> Shown:
        """Any page, sent in any way."""
        rng = self.rng
        self.say = words(rng.choice(LANGUAGES))
        self.language = rng.choice(LANGUAGES)
        name, make, _ = rng.choices(KINDS, weights=[weight for *_, weight in KINDS])[0]
        page = make(self)
        if rng.random() < 0.5:
            page = page.with_notice(LONGEST_NOTICE)
        faces = rng.choice((TWINS, UPLOADED, UPLOADED, UPLOADED))
        drawn = rng.choice((0.0, 0.5, 1.0))
        files = {drawing: f"{at:016x}.png" for at, drawing in enumerate(page.drawings) if rng.random() < drawn}
        return Shown(name, page, faces, files)

    # Tables

    def _sitters(self, seats: int, *, robots: int = 0) -> tuple[Sitter, ...]:
        rng = self.rng
        same = wide_name(rng) if rng.random() < 0.5 else ""
        people = tuple(
            Person(2**63 - 1 - seat, same or wide_name(rng), words=wide_name(rng) + "*" * 8)
            for seat in range(seats - robots)
        )
        return (*people, *name_robots([Robot(rng.choice(tuple(LEVELS))) for _ in range(robots)], people, "seed"))

    def _table(self, played: Played, phase: Phase = "playing") -> Table:
        rng, seats = self.rng, played.seats
        robots = rng.randrange(seats) if rng.random() < 0.3 else 0
        sitters = self._sitters(seats, robots=robots)
        clocks: tuple[SeatClock, ...] = ()
        if rng.random() < 0.6:
            clocks = tuple(map(self._clock, sitters))
        return replace(
            table_of(played.game, seats, played.options, phase),
            sitters=sitters,
            clocks=clocks,
            locale=self.language,
            fingerprint="0" * 64,
            plays_forced=rng.random() < 0.5,
            place=Place(rng.choice((0, 2**63 - 1)), 2**63 - 1),
        )

    def _clock(self, sitter: Sitter) -> SeatClock:
        rng = self.rng
        if isinstance(sitter, Robot):
            return SeatClock()
        presence: Sequence[Presence] = ("here", "here", "here", "away", "left")
        return SeatClock(
            asked_at=2**33 if rng.random() < 0.3 else None,
            due_at=2**33 if rng.random() < 0.3 else None,
            misses=rng.randrange(2),
            presence=rng.choice(presence),
            wish=rng.choice((None, "end", "play")),
        )

    def _match(self) -> Match:
        """A match at any moment, also between two rounds and at its end."""
        rng, played = self.rng, self.rng.choice(self.matches)
        at = len(played.log) if rng.random() < 0.1 else rng.randrange(1, len(played.states))
        state = played.states[at]
        table = self._table(played, "over" if state.outcome else "playing")
        rounds = state.view(None).rounds_over
        if CHANCE in state.to_act and rounds > played.states[at - 1].view(None).rounds_over:
            gone_on = tuple(seat for seat in table.seats_of_people if rng.random() < 0.5)
            return Match(replace(table, hold=RevealPause(2**33, gone_on)), state, at)
        state = settled(state, rng)
        move = played.log[at - 1]
        if not state.outcome and table.clocks and rng.random() < 0.1:
            table = replace(table, phase=rng.choice(("settled", "deserted", "cancelled")))
        kinds = ("win", "win against hard", "ten finished")
        return Match(
            table,
            state,
            at,
            stood_in={} if move.seat == CHANCE else {move.seat: (move.text,)},
            changes={} if table.is_open else changes(table),
            firsts={person.user_id: tuple(First(kind, table.game) for kind in kinds) for person in table.people},
        )

    def _asks(self) -> str:
        rng = self.rng
        window = str(rng.randrange(8)) if rng.random() < 0.5 else ""
        return rng.choice(("", f"{window}.{''.join(rng.choices('01234', k=rng.randrange(4)))}"))

    def board(self) -> Page:
        return pages().board(self._match())

    def panel(self) -> Page:
        match, show = self._match(), self._asks()
        reader = self.rng.choice((1, *(person.user_id for person in match.table.people)))
        page = pages().panel(match, reader, self.language, show)
        if match.asks(reader) and self.rng.random() < 0.3:
            seat, ui = match.table.seat_of(reader), GAME_UIS[match.table.game]
            return page.with_notice(ui.why(match.view(seat), self.say, show))
        link = Text(f"[Go to the table]({match.table.address})")
        return Page((*page.parts, link), page.accent) if self.rng.random() < 0.3 else page

    def seats(self) -> Page:
        match = self._match()
        asks: Asks = self.rng.choice((None, "end", *map(Seat, range(len(match.table.sitters)))))
        return pages().seats(match, match.table.host_id, self.language, moderator=True, asks=asks)

    def closed(self) -> Page:
        return pages().result(self._match(), self.language, "f1|history|0|0|")

    def lobby(self) -> Page:
        played = self.rng.choice(self.matches)
        full = replace(self._table(played, self.rng.choice(("lobby", "lobby", "lobby", "cancelled"))), clocks=())
        table = replace(full, sitters=full.sitters[: self.rng.randint(1, len(full.sitters))])
        if self.rng.random() < 0.5:
            return pages().board(Match(table))
        reader = self.rng.choice((1, table.host_id))
        return pages().panel(Match(table), reader, self.language, self.rng.choice(("", "remove", "cancel")))

    # Alone

    def lesson(self) -> Page:
        played = self.rng.choice(self.lessons)
        at = self.rng.randrange(len(played.states))
        state = settled(played.states[at], self.rng)
        table = replace(self._table(played, "over" if state.outcome else "playing"), is_lesson=True, clocks=())
        match = Match(table, state, at, choice=played.chosen[at])
        return pages().panel(match, table.host_id, self.language, self._asks())

    def _daily(self, played: Played) -> Table:
        table = replace(self._table(played), day=DAY, clocks=())
        return replace(table, sitters=self._sitters(played.seats, robots=played.seats - 1))

    def daily(self) -> Page:
        played = self.rng.choice(self.dailies)
        at = self.rng.randrange(len(played.states))
        state = settled(played.states[at], self.rng)
        table = replace(self._daily(played), phase="over" if state.outcome else "playing")
        return pages().panel(Match(table, state, at), table.host_id, self.language, self._asks())

    def daily_end(self) -> Page:
        rng, played = self.rng, self.rng.choice(self.dailies)
        table, key, end = replace(self._daily(played), phase="over"), played.game.key, played.states[-1]
        score = DailyScore(1, 99)
        if rng.random() < 0.5:
            tried, line = Try(DAY, key, 1, 1, score), decisions(table, played.log)
            return best_page(tried, score, (table, line), at=rng.randrange(len(line)), name=wide_name(rng),
                             ui=GAME_UIS[key], say=self.say)  # fmt: skip
        shown = DailyOutcome(
            day=DAY,
            game=key,
            score=score,
            seen=GAME_UIS[key].board(table, end.view(None), self.say),
            field=Field(10, 2, 3),
            streak=400,
            best=[Ranked(number, wide_name(rng), score) for number in range(5)],
            reader_id=1,
            is_today=True,
            game_uis=GAME_UIS,
            say=self.say,
        )
        return shown.page() if rng.random() < 0.7 else shown.public(wide_name(rng))

    def puzzle(self) -> Page:
        rng = self.rng
        found = rng.choice(puzzles(rng.choice(with_puzzles())))
        solver, ui = Person(2**63 - 1, wide_name(rng)), GAME_UIS[found.game]
        if rng.random() < 0.4:
            others = [(game, GAME_UIS[game].title) for game in with_puzzles()]
            return solution(found, solver, ui, self.say, others, is_own=rng.random() < 0.5)
        tried = rng.choice((None, *found.state.view(found.seat).legal_actions))
        return question(found, solver, ui, self.say, show=self._asks(), tried=tried)

    # Looking back

    def replay(self) -> Page:
        rng, played = self.rng, self.rng.choice(self.matches)
        found = Replayed(replace(self._table(played, "over"), clocks=()), played.replay)
        sights = found.sights(1)
        page = ReplayPage(found, rng.choice(played.replay.stops), rng.choice(sights), sights,
                          GAME_UIS[played.game.key], self.say)  # fmt: skip
        return page.public() if rng.random() < 0.2 else page.own(may_post=True, may_record=True)

    def story(self) -> Page:
        rng, played = self.rng, self.rng.choice(self.matches)
        number = rng.randint(1, len(played.rounds))
        latest = played.rounds[number - 1]
        rounds = (*played.rounds[: number - 1], latest[: rng.randint(1, len(latest))])
        table = self._table(played)
        spot = Spot(rng.randint(1, number), rng.choice((0, 0, 1, 2, 99)))
        return story(table, rounds, GAME_UIS[table.game], self.say, spot, idle_seconds=60)

    def review(self) -> Page:
        rng, played = self.rng, self.rng.choice(self.matches)
        found = replace(played.review, table=self._table(played, "over"))
        number = rng.randrange(max(1, len(found.past.decisions)))
        asked = rng.choice((f"d{number}", f"d{number}", f"d{number}", f"l{number // 10}", f"h{number}", ""))
        return ReviewPages(found, GAME_UIS[played.game.key], self.say).page(asked)

    def rules(self) -> Page:
        game = self.rng.choice(tuple(GAMES))
        return chapter_page(GAME_UIS[game], game, self.rng.choice(GAME_UIS[game].chapters).key, self.say)

    # People

    def stats(self) -> Page:
        rng = self.rng
        game = rng.choice((ALL_GAMES, *GAMES))
        opponents = tuple(Opponent(number, wide_name(rng), 999, 499, 500) for number in range(3))
        name = rng.choice((None, wide_name(rng)))
        met = rng.choice((None, opponents[0]))
        shown = StatsPage(Someone(1, game), KEPT, GAME_UIS, self.say, name, opponents, met)
        return rng.choice((shown.private, shown.public))()

    def history(self) -> Page:
        rng = self.rng
        tables = [replace(self._table(rng.choice(self.matches), "over"), id=10**9 - 1 - n) for n in range(LINES)]
        lines = tuple(replace(line, table=table) for table in tables for line in [next(history_lines(table))])
        found = HistoryPage("Ana", lines, has_older=True, has_newer=True)
        someone = Someone(2**63 - 1, rng.choice((ALL_GAMES, *GAMES)))
        return MatchList(someone, found, GAME_UIS, self.say, rng.choice((None, wide_name(rng))), keep_days=365).page()

    def leaderboard(self) -> Page:
        rng = self.rng
        lines = [
            Standing(
                10**6 + number, number, wide_name(rng), matches=10**6, wins=10**6, points=10**6, rating=2000,
                is_provisional=rng.random() < 0.5,
            )
            for number in range(13)
        ]  # fmt: skip
        query = PageQuery(
            rng.choice((ALL_GAMES, *GAMES)),
            metric=rng.choice(tuple(METRIC_NAMES)),
            scope=rng.choice(("here", "everywhere")),
        )
        found = FoundRanking(Ranking(tuple(lines[:10]), tuple(lines[10:]), 10**6), "2026Q4", ("2026Q3", "2026Q2"),
                      tuple(lines[:3]), LONGEST_NOTICE)  # fmt: skip
        shown = RankingPages(GAME_UIS, self.say)
        return shown.own(query, found, 11) if rng.random() < 0.7 else shown.public(query, found)


KINDS: Sequence[tuple[str, Callable[[AnyPage], Page], int]] = (
    ("board", AnyPage.board, 8),
    ("panel", AnyPage.panel, 6),
    ("lesson", AnyPage.lesson, 6),
    ("review", AnyPage.review, 6),
    ("replay", AnyPage.replay, 5),
    ("story", AnyPage.story, 4),
    ("daily", AnyPage.daily, 4),
    ("puzzle", AnyPage.puzzle, 3),
    ("lobby", AnyPage.lobby, 2),
    ("seats", AnyPage.seats, 2),
    ("result", AnyPage.closed, 2),
    ("daily end", AnyPage.daily_end, 2),
    ("leaderboard", AnyPage.leaderboard, 1),
    ("history", AnyPage.history, 1),
    ("stats", AnyPage.stats, 1),
    ("rules", AnyPage.rules, 1),
)
"""Every kind of page, and how often it is drawn."""


EMOJI = re.compile("<:([a-z0-9_]+):[0-9]+>")


def units(text: str) -> int:
    """The greatest length that Discord may count: an emoji can be two."""
    return len(text.encode("utf-16-le")) // 2


def walk(parts: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """Every component, nested ones included."""
    for part in parts:
        yield part
        yield from walk(part.get("components", ()))
        if "accessory" in part:
            yield part["accessory"]


def measured(sent: Sequence[JsonObject]) -> dict[str, int]:
    """A message's size by each limit."""
    every = list(walk(sent))
    options = [option for part in every for option in part.get("options", ())]
    alts = [item["description"] for part in every for item in part.get("items", ())]
    return {
        "components": len(every),
        "characters": sum(units(part.get("content", "")) for part in every),
        "buttons in a row": max((len(part["components"]) for part in every if part["type"] == 1), default=0),
        "label of a button": max((units(part.get("label", "")) for part in every), default=0),
        "custom_id": max((units(part.get("custom_id", "")) for part in every), default=0),
        "placeholder": max((units(part.get("placeholder", "")) for part in every), default=0),
        "options": max((len(part.get("options", ())) for part in every), default=0),
        "label of an option": max((units(option["label"]) for option in options), default=0),
        "alt text": max(map(units, alts), default=0),
    }


def pressed(parts: Sequence[Part]) -> list[str]:
    """Where each button and list of a page leads, in order."""
    every: list[Button | Link | Select] = []
    for part in parts:
        match part:
            case Row(buttons):
                every += buttons
            case Section(_, button):
                every.append(button)
            case Select():
                every.append(part)
    return [one.url if isinstance(one, Link) else one.custom_id for one in every]


def asked(shown: Shown) -> set[str]:
    """The lines of a page that must not be missing: its headings, and whose turn it is."""
    every: list[Part] = []
    for part in shown.page.parts:
        every += part.instead if isinstance(part, Picture) and part.drawing not in shown.files else (part,)
    lines = chain.from_iterable(part.content.split("\n") for part in every if isinstance(part, Text))
    return {plain(line) for line in lines if line.startswith(("#", "▶"))}


def flaws(shown: Shown, sent: Sequence[JsonObject]) -> list[str]:
    """The reasons for which Discord would refuse the page, or a reader miss something."""
    every = list(walk(sent))
    found = [f"{limit}: {number}" for limit, number in measured(sent).items() if number > LIMITS[limit]]
    ids = [part.get("custom_id") or part.get("url") for part in every if part["type"] in {2, 3}]
    if ids != pressed(shown.page.parts):
        found.append("a button is missing")
    if len(set(ids)) < len(ids):
        found.append("two buttons with one custom_id")
    contents = [part["content"] for part in every if part["type"] == 10]
    if not all(map(str.strip, contents)):
        found.append("an empty text")
    said = {plain(EMOJI.sub(lambda tag: face(tag[1]), content)) for content in contents}
    lines = {line for content in said for line in content.split("\n")}
    found += [f"missing: {line}" for line in asked(shown) - lines]
    return found


def main(number: int, seed: int) -> None:
    """Prints the flaws of so many pages, and the worst margin of each limit."""
    worst: dict[str, tuple[int, str]] = {}
    bad: dict[tuple[str, str], int] = {}
    any_page = AnyPage(seed)
    for count in range(1, number + 1):
        if count % 5_000 == 0:
            any_page = AnyPage(seed + count)
        shown = any_page.shown()
        sent = shown.components
        for limit, used in measured(sent).items():
            worst[limit] = max(worst.get(limit, (0, "")), (used, f"{shown.kind} {shown.page.parts[0]!s:.80}"))
        for flaw in flaws(shown, sent):
            key = (shown.kind, flaw.split(":")[0])
            bad[key] = bad.get(key, 0) + 1
    sys.stdout.write(f"{number} pages; {bad or 'no flaws'}\n")
    sys.stdout.writelines(f"{used:5} of {LIMITS[limit]:5} {limit}: {where}\n" for limit, (used, where) in worst.items())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
