"""Every intent at a table, one method each: who may, what is possible, and what comes of it.

Knows no Discord: people are user ids. What a method returns is on the disk, and a value that nobody changes any more.
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import Literal

from bot.errors import AlreadyCounted, MatchOver, NotAllowed, NotYourSeat, NotYourTurn, StaleClick, TimeWasUp
from bot.logs import outline
from bot.matches.absences import Absences, seat_in_play
from bot.matches.endings import Endings
from bot.matches.live import LiveMatches
from bot.matches.match import Match
from bot.matches.replaying import check_playable
from bot.matches.reveals import Reveals
from bot.store import Crowded, Store, Taken
from bot.tables.clock import Pace, Quiet
from bot.tables.robots import named
from bot.tables.table import Person, Place, Robot, Sitter, Table
from bot.workers.thinking import quick
from games.catalogue import GAMES
from games.core import Action, Options, Seat

log = logging.getLogger(__name__)

MOST_TABLES = 10
"""Open tables that one person may sit at: what `/table` can list in one message."""

THEN = ";"
"""Between the actions of one click: a bid and what is shown with it."""


class Matches:
    """All tables of this bot."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float],
        rng: Random,
        quiet: Callable[[int], Quiet | None] = lambda _: None,
        reveal_seconds: float = 0,
    ) -> None:
        """Shape: `quiet` tells a person's hours in which their clock stands still; see LiveMatches."""
        self._store = store
        self._live = LiveMatches(store, clock=clock, rng=rng, quiet=quiet, reveal_seconds=reveal_seconds)
        self._rng = rng
        self.absences = Absences(store, self._live, rng)
        self.endings = Endings(self._live)
        self.reveals = Reveals(self._live)

    def on_change(self, listener: Callable[[Match], None]) -> None:
        """From now on `listener` gets each new state of a match, after it is on the disk."""
        self._live.on_change.append(listener)

    async def get(self, match_id: int) -> Match:
        """The table as it stands. Raises: MatchOver when there is none with this number."""
        return await self._live.get(match_id)

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
        is_lesson: bool = False,
        pace: Pace = "live",
        locale: str | None = None,
    ) -> Match:
        """A new table with its host and these computer players; where no seat is left the match begins at once.

        Raises: NotAllowed when the host sits at too many tables, or has asked for more players than seats; Taken where
        there is such a rematch or lesson already.
        """
        seated = named(robots, [host], f"{host.user_id} {self._live.now}")
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
            is_lesson=is_lesson,
            pace=pace,
            locale=locale,
        )
        check_playable(draft)
        if len(robots) >= capacity:
            raise NotAllowed("{seats} seats aren't enough for you and {robots} computer players.",
                             seats=capacity, robots=len(robots))  # fmt: skip
        with _limited():
            match = self._live.keep(Match(await self._store.open(draft, most=None if is_lesson else MOST_TABLES)))
        return await self.start(match.table.id, host.user_id) if match.table.is_full else match

    async def join(self, match_id: int, person: Person) -> Match:
        """Takes a seat; whoever sits there already keeps theirs."""
        async with self._lobby(match_id) as match:
            table = match.table
            if table.seat_of(person.user_id) is not None:
                return match
            _with_a_free_seat(table)
            with _limited():
                return await self._live.seat(
                    match, (*table.sitters, person), host_id=table.host_id, newcomer=person.user_id, most=MOST_TABLES
                )

    async def leave(self, match_id: int, user_id: int) -> Match:
        """Gives up a seat before the start; the next person becomes host, and the last one closes the table."""
        async with self._lobby(match_id) as match:
            seat = match.table.seat_of(user_id)
            if seat is None:
                raise NotYourSeat
            return await self._unseat(match, seat)

    async def add_robot(self, match_id: int, host_id: int, robot: Robot) -> Match:
        """Seats a computer player."""
        async with self._lobby(match_id, host_id) as match:
            table = _with_a_free_seat(match.table)
            seated = named([robot], table.sitters, f"{table.id} {table.version}")
            return await self._live.seat(match, (*table.sitters, *seated), host_id=host_id)

    async def check_host(self, match_id: int, user_id: int) -> Match:
        """The match, for its host before the start."""
        async with self._lobby(match_id, user_id) as match:
            return match

    async def remove(self, match_id: int, host_id: int, sitter: Sitter) -> Match:
        """Takes a sitter's seat away. Of the computer players of a level, without a name, the last one goes."""
        async with self._lobby(match_id, host_id) as match:
            seats = [seat for seat, other in enumerate(match.table.sitters) if _is(other, sitter)]
            if not seats:
                raise NotAllowed("That seat is already empty.")
            return await self._unseat(match, Seat(seats[-1]))

    async def start(self, match_id: int, host_id: int) -> Match:
        """Begins the match with those who sit there; empty seats are taken away."""
        async with self._lobby(match_id, host_id) as match:
            table = match.table
            game = GAMES[table.game].game
            if len(table.sitters) not in game.seats:
                raise NotAllowed("You need at least {least} players to start.", least=game.seats.start)
            return await self._live.begin(match)

    async def learn(self, game: str, *, options: Options, place: Place, learner: Person, robot: Robot) -> Match:
        """The lesson that this person has under way in this game, or a new one with as few others as can be."""
        seats = GAMES[game].game.seats.start
        robots = [robot] * (seats - 1)
        while True:
            table = await self._store.lesson_of(learner.user_id, game)
            match = await self.get(table.id) if table else None
            if match is None:
                with suppress(Taken):  # by a second click: there is one now
                    await self.open(
                        game, options=options, capacity=seats, place=place, host=learner, robots=robots, is_lesson=True
                    )
            elif match.table.phase == "lobby":
                with suppress(NotAllowed):  # a second click has begun it
                    await self.start(match.table.id, learner.user_id)
            elif match.table.phase == "playing":
                return await self._robots_moved(match)

    async def play(self, match_id: int, user_id: int, decision: int, text: str) -> Match:
        """Plays what the text says for this person's seat; in a lesson the others move at once.

        Shape: one action's text, or several of them with `;` between: all are played, or none.
        Raises: MatchOver, NotYourSeat, NotYourTurn, StaleClick, MalformedAction, IllegalAction.
        """
        match = await self._play(match_id, user_id, decision, text)
        return await self._robots_moved(match) if match.table.is_lesson else match

    async def _play(self, match_id: int, user_id: int, decision: int, text: str) -> Match:
        async with self._live.locked(match_id) as match:
            seat = match.table.seat_of(user_id)
            if seat is None:
                raise NotYourSeat
            if not match.table.is_open:
                raise MatchOver
            if match.table.phase == "playing":
                seat_in_play(match, user_id)
            state = match.state
            if match.counted.get(seat) == decision:
                raise AlreadyCounted
            if match.missed.get(seat) == decision:
                raise TimeWasUp
            if state is None or state.decision != decision:
                raise StaleClick
            if seat not in state.to_act:
                raise NotYourTurn
            parse = GAMES[match.table.game].game.parse_action
            return await self._live.commit(match, seat, [parse(part) for part in text.split(THEN)])

    async def end_lesson(self, match_id: int) -> Match:
        """Ends a lesson whose teacher has said the last word; nothing happens where it has ended already."""
        async with self._live.locked(match_id) as match:
            is_running = match.table.is_lesson and match.table.phase == "playing"
            return await self._live.close(match, "over") if is_running else match

    async def play_robot(self, match_id: int, seat: Seat, decision: int, *actions: Action) -> Match:
        """Makes the moves of a computer player's turn; nothing happens where the match has moved on meanwhile."""
        async with self._live.locked(match_id) as match:
            if seat != match.robot_to_act or match.state is None or match.state.decision != decision:
                return match
            return await self._live.commit(match, seat, actions, by="computer")

    async def _robots_moved(self, match: Match) -> Match:
        """The match once no computer player is to act: they move at once."""
        while (seat := match.robot_to_act) is not None:
            action = quick(match.table.game, match.level(seat), match.view(seat), self._rng)
            match = await self.play_robot(match.table.id, seat, match.decision, action)
        return match

    async def rematch(self, match_id: int, person: Person, place: Place) -> tuple[Match, bool]:
        """The next match at this table: opened by the first of its players to ask, joined by the others.

        Shape: the match, and whether it was opened by this call.
        """
        over = (await self.get(match_id)).table
        if not over.is_decided or over.is_lesson:
            raise NotAllowed("You can ask for a rematch once the match is over.")
        if over.seat_of(person.user_id) is None:
            raise NotYourSeat
        if again := await self._store.rematch_of(match_id):
            match = await self.get(again)
            has_seat = match.table.seat_of(person.user_id) is not None
            return (match if has_seat else await self.join(again, person)), False
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
        except Taken:
            return await self.rematch(match_id, person, place)
        return match, True

    async def place_board(self, match_id: int, board_id: int) -> None:
        """Remembers which public message shows the table."""
        await self._live.place_board(match_id, board_id)

    async def left_board(self, match_id: int) -> None:
        """Remembers that the message which the table has left says so."""
        await self._live.left_board(match_id)

    async def note_drawn(self, match_id: int) -> None:
        """Remembers that a closed table's message shows how it ended."""
        await self._store.note_drawn(match_id)

    async def lapse(self, seconds: float, phase: Literal["lobby", "playing"]) -> None:
        """Closes every table in this phase that nobody has touched for so long, and where no clock runs."""
        before = self._live.now - int(seconds)
        for match_id in await self._store.unchanged_since(before, phase):
            try:
                await self._close_idle(match_id, phase, before)
            except Exception as error:  # noqa: BLE001 - one that cannot be read does not keep the others open
                log.error("table %d: it could not be closed: %s", match_id, outline(error))

    async def lapse_lessons(self, seconds: float) -> None:
        """Closes every lesson that its learner has not touched for so long, without replaying any."""
        before = self._live.now - int(seconds)
        if await self._store.end_lessons(before):
            self._live.forget_lessons(before)

    async def _close_idle(self, match_id: int, phase: Literal["lobby", "playing"], before: int) -> None:
        async with self._live.locked(match_id) as match:
            table = match.table
            is_waiting = any(clock.due_at is not None for clock in table.clocks)
            if table.phase == phase and table.changed_at < before and not is_waiting:
                await self._live.close(match, "lapsed" if phase == "lobby" else "deserted")

    @asynccontextmanager
    async def _lobby(self, match_id: int, host_id: int | None = None) -> AsyncIterator[Match]:
        """The match while it has not begun, and for its host alone when `host_id` is given."""
        async with self._live.locked(match_id) as match:
            if not match.table.is_open:
                raise MatchOver
            if match.table.phase != "lobby":
                raise NotAllowed("This match has already started.")
            if host_id is not None and host_id != match.table.host_id:
                raise NotAllowed("Only the table's host can do that.")
            yield match

    async def _unseat(self, match: Match, seat: Seat) -> Match:
        """Empties a seat; the first person left is host, and without one the table closes."""
        table = match.table
        sitters = (*table.sitters[:seat], *table.sitters[seat + 1 :])
        people = [sitter.user_id for sitter in sitters if isinstance(sitter, Person)]
        if not people:
            return await self._live.close(match, "cancelled")
        host_id = table.host_id if table.host_id in people else people[0]
        return await self._live.seat(match, sitters, host_id=host_id)


@contextmanager
def _limited() -> Iterator[None]:
    """Says to whoever sits at too many tables that they do."""
    try:
        yield
    except Crowded as error:
        raise NotAllowed(
            "You're already at {count} open tables (see /table). Finish or leave one, or ask its host to cancel it.",
            count=MOST_TABLES,
        ) from error


def _with_a_free_seat(table: Table) -> Table:
    if table.is_full:
        taken = len(table.sitters)
        raise NotAllowed("The table is full: {taken}/{seats} seats taken.", taken=taken, seats=table.capacity)
    return table


def _is(sitter: Sitter, asked: Sitter) -> bool:
    """Whether this is the sitter asked for: a person by their id, a computer player by its name or else its level."""
    if isinstance(sitter, Person) and isinstance(asked, Person):
        return sitter.user_id == asked.user_id
    if isinstance(sitter, Robot) and isinstance(asked, Robot):
        return sitter == asked if asked.name else sitter.level == asked.level
    return False
