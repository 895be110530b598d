"""The matches under way: replayed from the log, changed one at a time under a lock, stored before anyone sees them.

The other modules of this folder decide who may do what; people are user ids.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from random import Random
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.errors import MatchOver, VersionConflict
from bot.logs import outline
from bot.matches.match import Made, Match, Mover, choice, from_log, new_state, play, replay_with_figures, run_on
from bot.share import Share
from bot.store.results import RatingChanges
from bot.store.store import Store
from bot.tables.clock import SeatClock
from bot.tables.dailies import DailyScore
from bot.tables.deals import digests_of
from bot.tables.match_result import MatchResult, Participant
from bot.tables.ratings import Rated, Rating, computer_rating, rated_places
from bot.tables.standings import Result, field_of, results_of, results_of_leavers, settled_outcome
from bot.tables.table import Person, Phase, RevealPause, Robot, Sitter, Table
from bot.tables.timekeeping import QuietHours, ServiceClock, wind
from games.catalogue import GAMES
from games.core import CHANCE, IMPOSSIBLE, NOBODY, Action, IllegalAction, Outcome, PlayerError, Seat, State
from games.figures import RunningFigures, Tally
from games.sealed import Seal

Listener = Callable[[Match], None]


@dataclass(frozen=True, slots=True)
class Listeners:
    """Functions that are called with matches."""

    change: list[Listener] = field(default_factory=list)
    """Called with each new state of a match, after it is on disk."""
    load: list[Listener] = field(default_factory=list)
    """Called with each open match that is read from disk."""
    result: list[Listener] = field(default_factory=list)
    """Called with each match that ends a round, while it is being stored; that may fail, so nobody may see it yet."""

    def announce_result(self, before: Match, match: Match) -> None:
        """Has a round's result prepared, if there is one. Listeners are called soon; their errors stop nobody."""
        if match.rounds_over > before.rounds_over:
            for listener in self.result:
                asyncio.get_running_loop().call_soon(listener, match)


async def load(store: Store, match_id: int, *, now: int, quiet: QuietHours) -> Match:
    """The stored match. If the rules of its game have changed, it's closed. Raises: MatchOver if there is none."""
    table = await store.table(match_id)
    if table is None:
        raise MatchOver
    log = await store.log(match_id)
    if not log:
        return Match(table)
    if table.rules_version != GAMES[table.game].game.rules_version:
        if table.is_open:
            table = closed(table, "outdated", now)
            await store.close(table, ending_without_places(table))
        return Match(replace(table, phase="outdated"))
    state, figures = replay_with_figures(table, log)
    if not table.clocks:  # the match began before tables had clocks
        table = table.with_new_clocks()
        to_act = state.to_act if table.is_open else NOBODY
        table = replace(table, clocks=wind(table, NOBODY, to_act, now, quiet))
    match = from_log(table, state, log, await store.seal(match_id))
    return await with_changes(store, replace(match, figures=figures))


def next_version(table: Table, now: int) -> Table:
    """The next version of a table that is changed now."""
    return replace(table, version=table.version + 1, changed_at=now)


def closed(table: Table, phase: Phase, now: int) -> Table:
    """The table at its end, with all clocks stopped."""
    clocks = tuple(clock.stopped() for clock in table.clocks)
    return replace(next_version(table, now), phase=phase, clocks=clocks, hold=None, removed=())


logger = logging.getLogger(__name__)


def ending_of(table: Table, outcome: Outcome | None, figures: RunningFigures) -> MatchResult | None:
    """What a match counts for that has ended with these places, and with the figures of all its moves.

    Shape: None for lessons and daily matches, and while there is no outcome.
    """
    if outcome is None:
        return None
    results = results_of(table, outcome)
    return _ending(table, results, rated_places(table, outcome), figures.tallies) if results else None


def score_of(table: Table, outcome: Outcome | None) -> DailyScore | None:
    """What somebody has reached in a daily match. Shape: None for any other match, and while it has no outcome."""
    if outcome is None or table.day is None:
        return None
    (seat,) = table.seats_of_people
    return DailyScore(outcome.places[seat], outcome.scores[seat])


def ending_without_places(table: Table) -> MatchResult | None:
    """What a match counts for that was closed before its end: a defeat for those who have left it, if anyone has."""
    results = results_of_leavers(table)
    return _ending(table, results, Rated((), ()), ()) if results else None


async def with_changes(store: Store, match: Match, aftermath: RatingChanges | None = None) -> Match:
    """The match with what it has done to ratings and ranks, and with its firsts; without if they can't be read.

    Shape: `aftermath` is None if it has to be read.
    """
    table = match.table
    if not table.is_decided or table.is_solo:
        return match
    try:
        changes, firsts = await store.aftermath(table.id) if aftermath is None else aftermath
        return replace(match, changes=changes, firsts=firsts)
    except Exception as error:  # noqa: BLE001 - the match has ended, and can be shown without its changes
        logger.error("table %d: the changes of ratings could not be read: %s", table.id, outline(error))
        return match


def _ending(
    table: Table, results: Iterable[Result], rated: Rated, figures: Sequence[Mapping[str, Tally]]
) -> MatchResult:
    places = dict(zip(rated.seats, rated.places, strict=True))
    return MatchResult(
        match_id=table.id,
        community_id=table.place.community_id,
        game=table.game,
        field=field_of(table),
        pace=table.pace,
        ended_at=table.changed_at,
        participants=tuple(_entrants(table, results, places, figures)),
    )


def _entrants(
    table: Table, results: Iterable[Result], places: Mapping[Seat, int], figures: Sequence[Mapping[str, Tally]]
) -> Iterable[Participant]:
    by_person = {result.user_id: result for result in results}
    for number, sitter in enumerate(table.sitters):
        seat = Seat(number)
        if isinstance(sitter, Robot):
            yield Participant(level=sitter.level, rating=fixed_rating(table, sitter), place=places.get(seat))
            continue
        yield Participant(
            user_id=sitter.user_id,
            place=places.get(seat),
            result=by_person.get(sitter.user_id),
            has_finished=table.is_decided and table.is_here(seat),
            figures={key: (one.total, one.count) for key, one in figures[seat].items()} if figures else {},
        )


def fixed_rating(table: Table, robot: Robot) -> Rating:
    """The rating of a computer player at a table."""
    return computer_rating(GAMES[table.game].ratings[robot.level])


CACHED_MATCHES = 2000
"""Matches kept in memory. The others are replayed from their logs as soon as somebody comes back to them."""

PORTION = 100
"""Tables that are read at once. A click meanwhile waits for one batch, about 20 ms."""


class LiveMatches:
    """The matches in memory. Every change is made inside `locked`, by one of the methods that take a `Match`."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float],
        rng: Random,
        quiet: QuietHours,
        reveal_seconds: float,
    ) -> None:
        """Units: `reveal_seconds` is how long the result of a round stands; with 0 play goes on at once."""
        self.listeners = Listeners()
        self._store = store
        self._quiet = quiet
        self.service_clock = ServiceClock(now=lambda: self.now, reveal_ends=lambda: self._reveal_ends, quiet=quiet)
        self._clock = clock
        self._rng = rng
        self._reveal_seconds = reveal_seconds
        self._cache = OrderedDict[int, Match]()
        self.drop_all = self._cache.clear
        self.unannounced = set[int]()  # whose last change may be stored although its caller got an error
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def in_memory(self) -> int:
        """How many matches are kept in memory."""
        return len(self._cache)

    @property
    def now(self) -> int:
        """The current time. Units: seconds since 1970."""
        return int(self._clock())

    @property
    def _reveal_ends(self) -> int:
        return round(self._clock() + self._reveal_seconds)

    async def get(self, match_id: int) -> Match:
        """The match in its current state. Raises: MatchOver if there is none with this number."""
        cached = self._cache.get(match_id)
        if cached and self.service_clock.current(cached.table) is cached.table:
            return cached
        async with self.locked(match_id) as match:
            return match

    @asynccontextmanager
    async def locked(self, match_id: int) -> AsyncIterator[Match]:
        """Locks the match against other changes, and yields it.

        On any error except a refusal, the copy in memory is dropped, and the next reader loads it from disk.
        Raises: MatchOver; VersionConflict if another process has changed the match on disk.
        """
        async with self.lock(match_id):
            match = await self._find(match_id)
            try:
                yield match
            except VersionConflict:
                self._cache.pop(match_id, None)
                raise
            except PlayerError:
                raise
            except BaseException:
                self._cache.pop(match_id, None)
                self.unannounced.add(match_id)
                raise

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock of this match. Whoever needs several takes them in the order of their numbers."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def begin(self, match: Match) -> Match:
        """Starts the match with everyone who sits at the table, and lets chance make its first moves."""
        table = replace(match.table, capacity=len(match.table.sitters), removed=())
        seal = await self._store.seal(table.id)
        seal = seal and Seal(seal.key, digests_of(table.sitters))
        figures = RunningFigures.start(table.capacity)
        return await self._write(Match(table.with_new_clocks(), seal=seal, figures=figures), new_state(table), [])

    async def commit(self, match: Match, seat: Seat, actions: Sequence[Action], by: Mover = "player") -> Match:
        """Plays a seat's actions in turn, then the chance moves that follow. Either all of it happens or nothing.

        Nothing is drawn or revealed between the actions: a refusal of the second would tell what the first revealed.
        Shape: `by` tells who chose the actions.
        Raises: IllegalAction; VersionConflict if another process has changed the match on disk.
        """
        assert match.state is not None
        state, made, chosen = match.state, Made(), match.choice
        for action in actions:
            if seat not in state.to_act:
                raise IllegalAction(IMPOSSIBLE)
            chosen = choice(match.table, state, seat, action) or chosen
            made.append(play(state, seat, action))
            state = made[-1].step.state
        table = match.table
        is_person = isinstance(table.sitters[seat], Person)
        if is_person and by != "computer":
            clock = table.clock(seat)
            table = table.with_clock(seat, clock.moved(self.now) if by == "player" else clock.missed(match.length))
        stands_in = is_person and by != "player"
        decided = {seat: match.state.decision}
        match = replace(
            match,
            table=table,
            counted=match.counted | decided if by == "player" else match.counted,
            missed=match.missed | decided if by != "player" else match.missed,
            stood_in=match.stood_in_for(table, seat, [one.move for one in made], by),
            choice=chosen,
        )
        return await self._write(match, state, made, acted=seat, stood_in=len(actions) if stands_in else 0)

    async def go_on(self, match: Match) -> Match:
        """Lets chance deal the round that follows the result on the table."""
        assert match.state is not None
        return await self._write(match, match.state, [])

    async def set_hold(self, match: Match, hold: RevealPause) -> Match:
        """Stores which players have read the result on the table."""
        return self.keep(await self.note(match, replace(match.table, hold=hold)))

    async def set_clock(self, match: Match, seat: Seat, clock: SeatClock, *, host_id: int | None = None) -> Match:
        """Stores a seat's clock, such as whether its player is here."""
        table = replace(match.table.with_clock(seat, clock), host_id=host_id or match.table.host_id)
        if clock.presence == "left":
            table = replace(table, clocks=tuple(other.wishes(None) for other in table.clocks))
        to_act = match.state.to_act if match.state and table.phase == "playing" else NOBODY
        table = replace(table, clocks=wind(table, to_act, to_act, self.now, self._quiet))
        return self.keep(await self.note(match, table))

    async def note(self, match: Match, table: Table) -> Match:
        """Stores the table's next version, in which nobody has moved. Calls no listener."""
        await self._store.note(table := replace(table, version=table.version + 1))
        return self._remember(replace(match, table=table))

    async def to_draw(self, among: Share) -> AsyncGenerator[list[Table], None]:
        """All tables to draw on these shards, some at a time, oldest first. Their matches aren't replayed."""
        ids = await self._store.ids_to_draw(0, PORTION, among=among)
        while ids:
            yield [self.service_clock.current(table) for table in await self._store.tables(ids)]
            ids = await self._store.ids_to_draw(ids[-1], PORTION, among=among)

    async def seat(
        self,
        match: Match,
        sitters: Sequence[Sitter],
        *,
        host_id: int,
        newcomer: int | None = None,
        most: int = 0,
        removed: int | None = None,
    ) -> Match:
        """Stores who sits where before the start, and whom the host has removed.

        Raises: Crowded if the newcomer has `most` open tables already.
        """
        table = replace(next_version(match.table, self.now), sitters=tuple(sitters), host_id=host_id)
        if removed is not None:
            table = replace(table, removed=(*table.removed, removed))
        await self._store.seat(table, newcomer=newcomer, most=most)
        return self.keep(Match(table))

    async def close(self, match: Match, phase: Phase, *, loser: Seat | None = None) -> Match:
        """Ends the table without a result, except for players who left the match; `loser` leaves it by this."""
        table = match.table if loser is None else match.table.with_clock(loser, match.table.clock(loser).gone())
        table = closed(table, phase, self.now)
        await self._store.close(table, ending_without_places(table))
        return self.keep(replace(match, table=table))

    async def settle(self, match: Match) -> Match:
        """Ends a match that others have left, with the players who remain in first place."""
        table = closed(match.table, "settled", self.now)
        done = await self._store.append(table, 0, (), ending_of(table, settled_outcome(table), match.figures))
        return self.keep(await with_changes(self._store, replace(match, table=table), done))

    def drop(self, match_id: int) -> None:
        """Drops a match from memory: it has changed on disk."""
        self._cache.pop(match_id, None)

    def forget_lessons(self, before: int) -> None:
        """Drops lessons in which nothing has happened since that moment from memory: they are closed on disk."""
        for table in [match.table for match in self._cache.values() if match.table.is_lesson]:
            if table.changed_at < before:
                del self._cache[table.id]

    async def place_board(self, match_id: int, board_id: int | None) -> None:
        """Stores which public message shows the table, None if it's gone. Calls no listener."""
        async with self.locked(match_id) as match:
            if match.table.board_id != board_id:  # a try whose commit wasn't confirmed may have stored it
                await self._place(match, board_id, match.table.board_id if board_id else None)

    async def adopt_board(self, match_id: int, board_id: int) -> None:
        """Stores which public message shows the table, unless that's known. Calls no listener."""
        async with self.locked(match_id) as match:
            if match.table.board_id is None:
                await self._place(match, board_id, None)

    async def left_board(self, match_id: int) -> None:
        """Stores that the table's former message now says that the table has moved."""
        async with self.locked(match_id) as match:
            await self._place(match, match.table.board_id, None)

    async def _place(self, match: Match, board_id: int | None, old_board_id: int | None) -> None:
        table = replace(match.table, board_id=board_id, old_board_id=old_board_id)
        await self._store.place_board(table.id, board_id, old_board_id)
        self._remember(replace(match, table=table))

    def keep(self, match: Match) -> Match:
        """Keeps a match that is on disk in memory, and calls every listener, unless it's another process's."""
        self._remember(match)
        for listener in self.listeners.change if self._store.share.has(match.table.place.guild_id) else ():
            listener(match)
        return match

    async def _write(
        self, match: Match, state: State[Any, Any], made: Made, *, acted: Seat | None = None, stood_in: int = 0
    ) -> Match:
        """Stores a new state with the moves that were made to reach it, and everything that then needs no player.

        Shape: the computer made the first `stood_in` of these moves in a person's place.
        """
        state = run_on(
            state,
            made,
            match.seal or self._rng,
            drawn=match.drawn,
            plays_forced=match.table.plays_forced,
            stops=lambda reached: self._reveal_seconds > 0 and match.shows_first(reached),
        )
        # Chance draws the next deal only after the result has been read: nobody can see what does not exist yet.
        hold = RevealPause(self._reveal_ends) if CHANCE in state.to_act else None
        waited = match.state.to_act - {acted} if match.state else NOBODY
        clocks = wind(match.table, waited, state.to_act, self.now, self._quiet)
        phase: Phase = "over" if state.outcome else "playing"
        table = replace(next_version(match.table, self.now), phase=phase, clocks=clocks, hold=hold)
        log, figures = [one.move for one in made], match.figures.after(GAMES[table.game].observe, made)
        following = replace(match.longer_by(log), table=table, state=state, figures=figures)
        self.listeners.announce_result(match, following)
        ending, score = ending_of(table, state.outcome, figures), score_of(table, state.outcome)
        seal = None if match.length else match.seal
        done = await self._store.append(table, match.length, log, ending, stood_in=stood_in, seal=seal, score=score)
        return self.keep(await with_changes(self._store, following, done))

    async def _find(self, match_id: int) -> Match:
        cached = self._cache.get(match_id)
        match = cached or self._remember(await load(self._store, match_id, now=self.now, quiet=self._quiet))
        if not self._store.share.has(match.table.place.guild_id):
            return match  # its own process keeps it going
        if (table := self.service_clock.current(match.table)) is not match.table:
            match = self._remember(replace(match, table=table))
        for listener in self.listeners.load if cached is None and match.table.is_open else ():
            listener(match)
        return match

    def _remember(self, match: Match) -> Match:
        if self._store.share.has(match.table.place.guild_id):  # others change theirs at any time
            self._cache[match.table.id] = match
            self._cache.move_to_end(match.table.id)
        if len(self._cache) > CACHED_MATCHES:
            self._cache.popitem(last=False)
        return match


P = ParamSpec("P")
T = TypeVar("T")


def again_if_conflict(intent: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorates an intent: if another process has changed the match, it's checked and done again with what is stored.

    Raises: VersionConflict if that happens a second time; whatever the intent raises.
    """

    @wraps(intent)
    async def twice(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await intent(*arguments, **named)
        except VersionConflict:
            return await intent(*arguments, **named)

    return twice
