"""The matches under way: replayed from the log, changed one at a time under a lock, stored before anyone sees them.

The other modules of this folder decide who may do what; people are user ids.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import wraps
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.errors import MatchOver, VersionConflict
from bot.logs import outline
from bot.matches.match import (
    NO_FIGURES,
    Made,
    Match,
    Mover,
    choice,
    has_old_rules,
    last_choice,
    missed_turns,
    new_state,
    play,
    replay_with_figures,
)
from bot.share import EVERYTHING, Share
from bot.store.results import RatingChanges
from bot.store.store import Store
from bot.tables.clock import SeatClock
from bot.tables.match_result import ending_of, score_of
from bot.tables.standings import settled_outcome
from bot.tables.table import Invitation, Person, Phase, QuietHours, RevealPause, ServiceClock, Sitter, Table, digests_of
from games.catalogue import GAMES
from games.core import CHANCE, IMPOSSIBLE, NOBODY, Action, IllegalAction, PlayerError, Seat, State
from games.figures import RunningFigures
from games.sealed import Seal

Listener = Callable[[Match], None]

logger = logging.getLogger(__name__)


def next_version(table: Table, now: int) -> Table:
    """The next version of a table that is changed now."""
    return replace(table, version=table.version + 1, changed_at=now)


def without_invitation(table: Table, user_id: int) -> Table:
    """The table with no invitation of this person."""
    return replace(table, invited=tuple(one for one in table.invited if one.user_id != user_id))


def closed(table: Table, phase: Phase, now: int) -> Table:
    """The table at its end, with all clocks stopped."""
    clocks = tuple(clock.stopped() for clock in table.clocks)
    ended = replace(next_version(table, now), phase=phase, clocks=clocks, hold=None, pause=None)
    return replace(ended, removed=(), invited=())


async def with_changes(store: Store, match: Match, aftermath: RatingChanges | None = None) -> Match:
    """The match with what it has done to ratings and ranks, and its firsts; reads them if `aftermath` is None."""
    table = match.table
    if not table.is_decided or table.is_solo:
        return match
    try:
        changes, firsts = await store.aftermath(table.id) if aftermath is None else aftermath
        return replace(match, changes=changes, firsts=firsts)
    except Exception as error:  # noqa: BLE001 - the match has ended, and can be shown without its changes
        logger.error("table %d: the changes of ratings could not be read: %s", table.id, outline(error))
        return match


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
        """`rng` makes the keys to all deals, so it's the system's own, except in tests. `quiet` looks up quiet hours.

        `reveal_seconds` is how long the result of a round stands; with 0 play goes on at once.
        """
        self.store = store
        self.rng = rng
        self._clock = clock
        self.service_clock = ServiceClock(now=lambda: self.now, reveal_ends=lambda: self._reveal_ends, quiet=quiet)
        self._reveal_seconds = reveal_seconds
        self._cache = OrderedDict[int, Match]()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._unannounced = set[int]()  # whose last change may be stored although its caller got an error
        self.on_change: list[Listener] = []
        """Called with each new state of a match, after it is on disk."""
        self.on_load: list[Listener] = []
        """Called with each open match that is read from disk."""
        self.drop_all = self._cache.clear

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
        async with self._lock(match_id):
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
                self._unannounced.add(match_id)
                raise

    def _lock(self, match_id: int) -> asyncio.Lock:
        """The lock of this match. Whoever needs several takes them in the order of their numbers."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def begin(self, match: Match) -> Match:
        """Starts the match with everyone who sits at the table, and lets chance make its first moves."""
        full_at = self.now if match.table.full_at is None else match.table.full_at
        table = replace(match.table, capacity=len(match.table.sitters), removed=(), invited=(), full_at=full_at)
        seal = await self.store.seal(table.id)
        seal = seal and Seal(seal.key, digests_of(table.sitters))
        figures = RunningFigures.start(table.capacity)
        return await self._write(Match(table.with_new_clocks(), seal=seal, figures=figures), new_state(table), [])

    async def commit(self, match: Match, seat: Seat, actions: Sequence[Action], by: Mover = "player") -> Match:
        """Plays a seat's actions in turn, then the chance moves that follow. Either all of it happens or nothing.

        Nothing is drawn or revealed between the actions: a refusal of the second would tell what the first revealed.
        `by` tells who chose the actions.
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

    async def set_clock(self, match: Match, seat: Seat, clock: SeatClock, *, host_id: int | None = None) -> Match:
        """Stores a seat's clock, such as whether its player is here. A pause that nobody here wants any more ends."""
        table = replace(match.table.with_clock(seat, clock), host_id=host_id or match.table.host_id)
        if clock.presence == "left":
            table = replace(table, clocks=tuple(other.wishes(None) for other in table.clocks))
        if table.pause and (table.enforced_pace is None or set(table.present) <= set(table.pause.gone_on)):
            table = self.service_clock.resume(table)
        return await self._wind(match, table)

    async def resume(self, match: Match) -> Match:
        """Ends the pause of a match."""
        return await self._wind(match, self.service_clock.resume(match.table))

    async def _wind(self, match: Match, table: Table) -> Match:
        to_act = match.state.to_act if match.state and table.phase == "playing" else NOBODY
        return self.keep(await self.note(match, self.service_clock.wind(table, to_act, to_act)))

    async def note(self, match: Match, table: Table, *, called: Collection[int] = ()) -> Match:
        """Stores the table's next version, in which nobody has moved, and who is `called` to it. Calls no listener."""
        table = replace(table, version=table.version + 1)
        await (self.store.call(table, called, self.now) if called else self.store.note(table))
        return self._remember(replace(match, table=table))

    async def to_draw(self, among: Share = EVERYTHING) -> AsyncGenerator[list[Table], None]:
        """All tables to draw on these shards, some at a time, oldest first. Their matches aren't replayed."""
        ids = await self.store.ids_to_draw(0, PORTION, among=among)
        while ids:
            yield [self.service_clock.current(table) for table in await self.store.tables(ids)]
            ids = await self.store.ids_to_draw(ids[-1], PORTION, among=among)

    async def seat(
        self,
        match: Match,
        sitters: Sequence[Sitter],
        *,
        host_id: int | None = None,
        newcomer: int | None = None,
        most: int = 0,
        removed: int | None = None,
    ) -> Match:
        """Stores who sits where before the start, and whom the host has removed.

        Raises: Crowded if the newcomer has `most` open tables already.
        """
        table = replace(
            next_version(match.table, self.now), sitters=tuple(sitters), host_id=host_id or match.table.host_id
        )
        table = replace(table, full_at=self.now if table.is_full else None)
        if removed is not None:
            table = without_invitation(replace(table, removed=(*table.removed, removed)), removed)
        invited = (replace(one, until=0) if table.seat_of(one.user_id) is not None else one for one in table.invited)
        table = replace(table, invited=tuple(invited))
        await self.store.seat(table, newcomer=newcomer, most=most)
        return self.keep(Match(table))

    async def invite(self, match: Match, guest: Invitation) -> Match:
        """Stores one more invitation by the host. Raises: InvitedEnough."""
        table = replace(next_version(match.table, self.now), invited=(*match.table.invited, guest))
        await self.store.invite(table)
        return self.keep(replace(match, table=table))

    async def close(self, match: Match, phase: Phase, *, loser: Seat | None = None) -> Match:
        """Ends the table without a result, except for players who left the match; `loser` leaves it by this."""
        table = match.table if loser is None else match.table.with_clock(loser, match.table.clock(loser).gone())
        table = closed(table, phase, self.now)
        await self.store.close(table, ending_of(table, None, match.figures))
        return self.keep(replace(match, table=table))

    async def settle(self, match: Match) -> Match:
        """Ends a match that others have left, with the players who remain in first place."""
        table = closed(match.table, "settled", self.now)
        done = await self.store.append(table, 0, (), ending_of(table, settled_outcome(table), match.figures))
        return self.keep(await with_changes(self.store, replace(match, table=table), done))

    @asynccontextmanager
    async def rewriting(self, ids: Iterable[int]) -> AsyncIterator[None]:
        """Keeps everyone else from these matches while their rows are rewritten or deleted on disk."""
        numbers = sorted(ids)
        async with AsyncExitStack() as locks:
            for match_id in numbers:
                await locks.enter_async_context(self._lock(match_id))
            try:
                yield
            finally:
                for match_id in numbers:
                    self._cache.pop(match_id, None)

    async def announce(self, match_id: int) -> None:
        """Tells every listener to show the match as it is on disk, and to keep it going. Raises: MatchOver."""
        async with self.locked(match_id) as match:
            self.keep(match)

    async def changed_elsewhere(self, match_id: int) -> None:
        """Notes that another process has changed the match, and shows it and keeps it going if it's this one's."""
        table = await self.store.table(match_id)
        if table is None or not self.store.share.has(table.place.guild_id):
            return
        async with self._lock(match_id):
            self._cache.pop(match_id, None)
        with suppress(MatchOver):
            await self.announce(match_id)

    async def catch_up(self, seconds: int) -> None:
        """Shows this process's matches that have changed within so many seconds, and keeps them going.

        For when it isn't known which ones another process has changed.
        """
        if seconds:
            for match_id in await self.store.changed_since(self.now - seconds):
                await self.changed_elsewhere(match_id)

    async def show_free_seats(self) -> None:
        """Has lobbies shown as they are now: a seat that was kept may be free."""
        lobbies = [match.table.id for match in self._cache.values() if match.table.invited]
        for match_id in lobbies:
            with suppress(MatchOver):
                await self.announce(match_id)

    async def announce_missed(self) -> None:
        """Shows matches whose last change may be stored although its caller got an error, and keeps them going."""
        if self._unannounced:
            await self.store.flush()
        for match_id in list(self._unannounced):
            await self.changed_elsewhere(match_id)
            self._unannounced.discard(match_id)

    def forget_lessons(self, before: int) -> None:
        """Drops lessons in which nothing has happened since that moment from memory: they are closed on disk."""
        for table in [match.table for match in self._cache.values() if match.table.is_lesson]:
            if table.changed_at < before:
                del self._cache[table.id]

    async def place_board(self, match_id: int, board_id: int | None, called: Collection[int] = ()) -> None:
        """Stores which public message shows the table, None if it's gone, and whom it mentions. Calls no listener."""
        async with self.locked(match_id) as match:
            table = match.table
            if table.board_id != board_id:  # a try whose commit wasn't confirmed may have stored it
                old_board_id = (table.board_id or table.old_board_id) if board_id else None
                await self._place(match, board_id, old_board_id, called)

    async def adopt_board(self, match_id: int, board_id: int, called: Collection[int] = ()) -> None:
        """Stores which public message shows the table, unless that's known. Calls no listener."""
        async with self.locked(match_id) as match:
            if match.table.board_id is None:
                await self._place(match, board_id, None, called)

    async def left_board(self, match_id: int) -> None:
        """Stores that the table's former message now says that the table has moved."""
        async with self.locked(match_id) as match:
            await self._place(match, match.table.board_id, None)

    async def enter_thread(self, match_id: int, thread_id: int) -> None:
        """Stores that the table is in the thread of its message, where nothing shows it yet. Calls no listener."""
        async with self.locked(match_id) as match:
            if match.table.parent_id == match.table.place.channel_id:
                place = replace(match.table.place, channel_id=thread_id)
                await self._move(match, replace(match.table, place=place, board_id=None, old_board_id=thread_id))

    async def leave_thread(self, match_id: int) -> None:
        """Stores that the table is in its channel again, or stays there. Calls no listener.

        The message where its lobby was is its board again.
        """
        async with self.locked(match_id) as match:
            table = match.table
            board_id = table.place.channel_id if table.is_in_thread else table.board_id
            await self._move(match, replace(table, place=table.home, parent_id=None, board_id=board_id))

    async def _move(self, match: Match, table: Table) -> None:
        await self.store.move(table)
        self._remember(replace(match, table=table))

    async def _place(
        self, match: Match, board_id: int | None, old_board_id: int | None, called: Collection[int] = ()
    ) -> None:
        table = replace(match.table, board_id=board_id, old_board_id=old_board_id)
        if has_called := not set(called).isdisjoint(table.uncalled):
            invited = (replace(one, is_called=one.is_called or one.user_id in called) for one in table.invited)
            table = replace(table, invited=tuple(invited), version=table.version + 1)
        await self.store.place_board(table.id, board_id, old_board_id, table if has_called else None)
        self._remember(replace(match, table=table))

    def keep(self, match: Match) -> Match:
        """Keeps a match that is on disk in memory, and calls every listener, unless it's another process's."""
        self._remember(match)
        for listener in self.on_change if self.store.share.has(match.table.place.guild_id) else ():
            listener(match)
        return match

    async def _write(
        self, match: Match, state: State[Any, Any], made: Made, *, acted: Seat | None = None, stood_in: int = 0
    ) -> Match:
        """Stores a new state with the moves that were made to reach it, and everything that then needs no player.

        The computer made the first `stood_in` of these moves in a person's place.
        """
        state = match.run_on(state, made, match.seal or self.rng, pauses=self._reveal_seconds > 0)
        # Chance draws the next deal only after the result has been read: nobody can see what does not exist yet.
        hold = RevealPause(self._reveal_ends) if CHANCE in state.to_act else None
        waited = match.state.to_act - {acted} if match.state else NOBODY
        table = self.service_clock.wind(next_version(match.table, self.now), waited, state.to_act)
        table = replace(table, phase="over" if state.outcome else "playing", hold=hold)
        log, figures = [one.move for one in made], match.figures.after(GAMES[table.game].observe, made)
        following = replace(match.longer_by(log), table=table, state=state, figures=figures)
        ending = ending_of(table, state.outcome, figures) if state.outcome else None
        score, seal = score_of(table, state.outcome), None if match.length else match.seal
        done = await self.store.append(table, match.length, log, ending, stood_in=stood_in, seal=seal, score=score)
        return self.keep(await with_changes(self.store, following, done))

    async def _find(self, match_id: int) -> Match:
        cached = self._cache.get(match_id)
        match = cached or self._remember(await self._load(match_id))
        if not self.store.share.has(match.table.place.guild_id):
            return match  # its own process keeps it going
        if (table := self.service_clock.current(match.table)) is not match.table:
            match = self._remember(replace(match, table=table))
        for listener in self.on_load if cached is None and match.table.is_open else ():
            listener(match)
        return match

    async def _load(self, match_id: int) -> Match:
        """The stored match. If the rules of its game have changed, it's closed. Raises: MatchOver if there is none."""
        table = await self.store.table(match_id)
        if table is None:
            raise MatchOver
        log = await self.store.log(match_id)
        if not log:
            return Match(table)
        if has_old_rules(table):
            if table.is_open:
                table = closed(table, "outdated", self.now)
                await self.store.close(table, ending_of(table, None, NO_FIGURES))
            return Match(replace(table, phase="outdated"))
        state, figures = replay_with_figures(table, log)
        if not table.clocks:  # the match began before tables had clocks
            to_act = state.to_act if table.is_open else NOBODY
            table = self.service_clock.wind(table.with_new_clocks(), NOBODY, to_act)
        seal, missed, chosen = await self.store.seal(match_id), missed_turns(table, log), last_choice(table, log)
        match = Match(table, state, stood_in=missed, choice=chosen, seal=seal, figures=figures)
        return await with_changes(self.store, match.longer_by(log))

    def _remember(self, match: Match) -> Match:
        if self.store.share.has(match.table.place.guild_id):  # others change theirs at any time
            self._cache[match.table.id] = match
            self._cache.move_to_end(match.table.id)
        if len(self._cache) > CACHED_MATCHES:
            self._cache.popitem(last=False)
        return match


class Intents:
    """Base of what can be done with matches, one method for each intent. What a method returns is already on disk."""

    def __init__(self, live: LiveMatches) -> None:
        self._live = live
        self._store = live.store

    async def _close_each(self, match_ids: Iterable[int], close: Callable[[int], Awaitable[object]]) -> None:
        """Closes match after match. An error, which is logged, concerns only its match."""
        for match_id in match_ids:
            try:
                await close(match_id)
            except MatchOver:
                pass  # deleted meanwhile
            except Exception as error:  # noqa: BLE001 - the next match is somebody else's
                logger.error("table %d could not be closed: %s", match_id, outline(error))


U = TypeVar("U", bound=Intents)
P = ParamSpec("P")
T = TypeVar("T")


def intent(
    method: Callable[Concatenate[U, Match, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[U, int, P], Coroutine[Any, Any, T]]:
    """Decorates a method of Intents: it's called with a match's number, and gets the locked match.

    If another process has changed the match, the method is called once more with what is stored.
    Raises: VersionConflict if that happens a second time; MatchOver if there is no such match.
    """

    async def once(self: U, match_id: int, /, *arguments: P.args, **named: P.kwargs) -> T:
        async with self._live.locked(match_id) as match:
            return await method(self, match, *arguments, **named)

    @wraps(method)
    async def twice(self: U, match_id: int, /, *arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await once(self, match_id, *arguments, **named)
        except VersionConflict:
            return await once(self, match_id, *arguments, **named)

    return twice
