"""Before a match: opening a table, taking and leaving seats, and the start.

Knows no Discord. Whatever a method returns is already on disk.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from hmac import digest
from random import Random

from bot.errors import MatchOver, NotAllowed, NotYourSeat, VersionConflict
from bot.matches.match import Match, check_playable
from bot.matches.service import LiveMatches, again_if_conflict
from bot.store.dailies import DailyStore
from bot.store.store import Crowded, Store
from bot.tables.clock import Pace
from bot.tables.deals import tidied
from bot.tables.robots import name_robots
from bot.tables.table import Person, Place, Robot, Sitter, Table
from games.catalogue import GAMES
from games.core import Options, Seat
from games.sealed import KEY_BYTES


class Keys:
    """Makes keys. The one to a daily match follows from a secret, its day and its game, so everyone has the same."""

    def __init__(self, store: DailyStore, rng: Random, shared: str = "") -> None:
        """Shape: `rng` makes all other keys. `shared` is a secret of several bots; "" for the one in the database."""
        self._store = store
        self._rng = rng
        self._secret = shared.encode()

    async def make(self, draft: Table) -> bytes:
        """The key to the deals of a table that is about to be opened. Shape: 32 bytes."""
        if draft.day is None:
            return self._rng.randbytes(KEY_BYTES)
        if not self._secret:
            self._secret = await self._store.secret()
        return digest(self._secret, f"finte daily\nday {draft.day}\ngame {draft.game}\n".encode("ascii"), "sha256")


MOST_TABLES = 10
"""How many open tables one person may sit at: as many as `/table` can list in one message."""


class Lobby:
    """The intents before a match, one method for each."""

    def __init__(self, store: Store, live: LiveMatches, keys: Keys) -> None:
        self._store = store
        self._keys = keys
        self._live = live

    async def open(
        self,
        game: str,
        *,
        options: Options,
        capacity: int,
        place: Place,
        host: Person,
        robots: Sequence[Robot] = (),
        plays_forced: bool = True,
        rematch_of: int | None = None,
        opened_by: int | None = None,
        is_lesson: bool = False,
        day: int | None = None,
        pace: Pace = "live",
        locale: str | None = None,
    ) -> Match:
        """Opens a table with its host and these computer players. If no seat is left, the match starts at once.

        Shape: `opened_by` is the interaction's id. If it has opened a table already, that one is returned.
        Raises: NotAllowed at too many tables, or with too few seats; VersionConflict if there is one of its kind.
        """
        seated = name_robots(robots, [host], f"{host.user_id} {self._live.now}")
        draft = Table(
            id=0,
            game=game,
            rules_version=GAMES[game].game.rules_version,
            options=options,
            capacity=capacity,
            phase="lobby",
            place=place,
            host_id=host.user_id,
            changed_at=self._live.now,
            sitters=(host, *seated),
            plays_forced=plays_forced,
            rematch_of=rematch_of,
            opened_by=opened_by,
            is_lesson=is_lesson,
            day=day,
            pace=pace,
            locale=locale,
            service_offset=self._live.service_clock.offset_in(place.guild_id),
        )
        return await self._open(draft)

    async def _open(self, draft: Table) -> Match:
        check_playable(draft)
        if len(draft.sitters) > draft.capacity:
            raise NotAllowed("{seats} seats are too few for you and {robots} computer players.",
                             seats=draft.capacity, robots=len(draft.sitters) - 1)  # fmt: skip
        with _refuse_crowded():
            key, most = await self._keys.make(draft), None if draft.is_solo else MOST_TABLES
            try:
                stored = await self._store.open(draft, key=key, most=most)
            except (VersionConflict, Crowded):
                if (before := await self._store.opened_by(draft.opened_by)) is None:
                    raise
                return await self._live.get(before.id)
        match = self._live.keep(Match(stored))
        return await self.start(stored.id, stored.host_id) if stored.is_full else match

    @again_if_conflict
    async def join(self, match_id: int, person: Person) -> Match:
        """Takes a seat. Does nothing if this person already has one.

        Raises: NotAllowed if the table is full, or the host has removed this person.
        """
        async with self._lobby(match_id) as match:
            table = match.table
            if table.seat_of(person.user_id) is not None:
                return match
            if person.user_id in table.removed:
                raise NotAllowed("The host removed you from this table.")
            _check_free_seat(table)
            with _refuse_crowded():
                return await self._live.seat(
                    match, (*table.sitters, person), host_id=table.host_id, newcomer=person.user_id, most=MOST_TABLES
                )

    @again_if_conflict
    async def add_words(self, match_id: int, user_id: int, words: str) -> Match:
        """Adds a player's words to the deals, in place of earlier ones; "" takes them back."""
        async with self._lobby(match_id) as match:
            table = match.table
            seat = table.seat_of(user_id)
            if seat is None:
                raise NotYourSeat
            sitters = [
                replace(sitter, words=tidied(words)) if isinstance(sitter, Person) and place == seat else sitter
                for place, sitter in enumerate(table.sitters)
            ]
            return await self._live.seat(match, sitters, host_id=table.host_id)

    @again_if_conflict
    async def leave(self, match_id: int, user_id: int) -> Match:
        """Gives up a seat. After a host, the next person becomes host; the last one to leave closes the table."""
        async with self._lobby(match_id) as match:
            seat = match.table.seat_of(user_id)
            if seat is None:
                raise NotYourSeat
            return await self._unseat(match, seat)

    @again_if_conflict
    async def add_robot(self, match_id: int, host_id: int, robot: Robot) -> Match:
        """Seats a computer player, for the host. Empty seats are dropped."""
        async with self._lobby(match_id, host_id) as match:
            table = _check_free_seat(match.table)
            seated = name_robots([robot], table.sitters, f"{table.id} {table.version}")
            return await self._live.seat(match, (*table.sitters, *seated), host_id=host_id)

    async def check_host(self, match_id: int, user_id: int) -> Match:
        """The match, if it has not started and this person is its host. Raises: NotAllowed."""
        async with self._lobby(match_id, user_id) as match:
            return match

    @again_if_conflict
    async def remove(self, match_id: int, host_id: int, sitter: Sitter) -> Match:
        """Empties a sitter's seat, for the host. Of nameless computer players of one level, the last one goes.

        A person can't sit down there again.
        """
        async with self._lobby(match_id, host_id) as match:
            seats = [seat for seat, other in enumerate(match.table.sitters) if _is(other, sitter)]
            if not seats:
                raise NotAllowed("That seat is already empty.")
            removed = sitter.user_id if isinstance(sitter, Person) and sitter.user_id != host_id else None
            return await self._unseat(match, Seat(seats[-1]), removed=removed)

    @again_if_conflict
    async def start(self, match_id: int, host_id: int) -> Match:
        """Starts the match with everyone who sits there, for the host. Empty seats are dropped."""
        async with self._lobby(match_id, host_id, starts=True) as match:
            table = match.table
            game = GAMES[table.game].game
            if len(table.sitters) not in game.seats:
                raise NotAllowed("You need at least {least} players to start.", least=game.seats.start)
            return await self._live.begin(match)

    async def rematch(
        self,
        match_id: int,
        person: Person,
        place: Place,
        may_join: Callable[[Table], Awaitable[bool]] | None = None,
    ) -> tuple[Match, bool]:
        """Opens the next match at this table for the first of its players to ask; the others join it.

        Shape: the match, and whether this call has opened it. `may_join` is asked for those who have no seat there.
        Raises: NotYourSeat, also if they may not join.
        """
        over = (await self._live.get(match_id)).table
        if not over.is_decided or over.is_solo:
            raise NotAllowed("You can ask for a rematch once the match is over.")
        if over.seat_of(person.user_id) is None:
            raise NotYourSeat
        if again := await self._store.rematch_of(match_id):
            match = await self._live.get(again)
            if match.table.seat_of(person.user_id) is not None:
                return match, False
            if may_join and not await may_join(match.table):
                raise NotYourSeat
            return await self.join(again, person), False
        try:
            match = await self.open(
                over.game,
                options=over.options,
                capacity=over.capacity,
                place=place,
                host=person,
                robots=[sitter for sitter in over.sitters if isinstance(sitter, Robot)],
                plays_forced=over.plays_forced,
                rematch_of=match_id,
                pace=over.pace,
                locale=over.locale,
            )
        except VersionConflict:
            return await self.rematch(match_id, person, place, may_join)
        return match, True

    @asynccontextmanager
    async def _lobby(self, match_id: int, host_id: int | None = None, *, starts: bool = False) -> AsyncIterator[Match]:
        """The locked match, if it has not started; with `host_id`, only for its host.

        A lesson or a daily match has no lobby: if a crash has left it unstarted, it can only be started as it is.
        """
        async with self._live.locked(match_id) as match:
            if not match.table.is_open:
                raise MatchOver
            if match.table.phase != "lobby" or (match.table.is_solo and not starts):
                raise NotAllowed("This match has already started.")
            if host_id is not None and host_id != match.table.host_id:
                raise NotAllowed("Only the table's host can do that.")
            yield match

    async def _unseat(self, match: Match, seat: Seat, *, removed: int | None = None) -> Match:
        """Empties a seat. The first person left becomes host; if none is left, the table closes.

        Shape: `removed` is the id of the person who sat there, if they can't come back.
        """
        table = match.table
        sitters = (*table.sitters[:seat], *table.sitters[seat + 1 :])
        people = [sitter.user_id for sitter in sitters if isinstance(sitter, Person)]
        if not people:
            return await self._live.close(match, "cancelled")
        host_id = table.host_id if table.host_id in people else people[0]
        return await self._live.seat(match, sitters, host_id=host_id, removed=removed)


@contextmanager
def _refuse_crowded() -> Iterator[None]:
    """Turns Crowded into a refusal that tells the person they sit at too many tables."""
    try:
        yield
    except Crowded as error:
        raise NotAllowed(
            "You're already at {count} open tables (see /table). Finish or leave one, or ask its host to cancel it.",
            count=MOST_TABLES,
        ) from error


def _check_free_seat(table: Table) -> Table:
    if table.is_full:
        taken = len(table.sitters)
        raise NotAllowed("The table is full: {taken}/{seats} seats taken.", taken=taken, seats=table.capacity)
    return table


def _is(sitter: Sitter, asked: Sitter) -> bool:
    """Whether this is the sitter asked for: a person by id, a computer player by name, or by level if it has none."""
    if isinstance(sitter, Person) and isinstance(asked, Person):
        return sitter.user_id == asked.user_id
    if isinstance(sitter, Robot) and isinstance(asked, Robot):
        return sitter == asked if asked.name else sitter.level == asked.level
    return False
