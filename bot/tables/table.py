"""A table as everyone may know it: which game, who sits where, how far it is. Holds no move and no secret."""

from dataclasses import dataclass, replace
from typing import Literal

from bot.tables.clock import PACES, Pace, SeatClock
from games.core import Options, Seat

Phase = Literal["lobby", "playing", "over", "settled", "cancelled", "lapsed", "deserted", "outdated"]
OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
DECIDED_PHASES: tuple[Phase, ...] = ("over", "settled")
"""Of a match that has places: it was played out, or ended by those who remained after others had left."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands. Shape: guild_id is 0 in a direct message."""

    guild_id: int
    channel_id: int

    @property
    def community_id(self) -> int:
        """Among whom its matches count: a server, or those who share a direct message."""
        return self.guild_id or self.channel_id

    @property
    def is_private(self) -> bool:
        """Whether it is a direct message: one person alone reads it."""
        return not self.guild_id


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who may sit at a table."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Robot:
    """A computer player at a table. Shape: `level` is its key in the catalogue; `name` is "" until it is seated."""

    level: str
    name: str = ""


Sitter = Person | Robot


@dataclass(frozen=True, slots=True)
class Hold:
    """The result of a round stands, and nobody is asked anything until it has been read.

    Shape: `gone_on` are the seats whose players have pressed *Go on*. Units: `until` in seconds since 1970.
    """

    until: int
    gone_on: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Shape: `sitters` and, once the match has begun, `clocks` in the order of their seats, without gaps; `capacity`
    counts the seats of the lobby; `plays_forced`: whether the last card of a hand is played without a click;
    `old_board_id` is the message that does not say yet that the table has moved to `board_id`. A lesson is one person's
    alone: it has no public message, nobody joins it, and it counts for nobody. `locale` is the language that its
    public messages are in where the server has chosen none. `hold` is set from the end of a round until the next one is
    dealt.
    """

    id: int
    game: str
    rules_version: int
    options: Options
    capacity: int
    phase: Phase
    place: Place
    host_id: int
    changed_at: int
    sitters: tuple[Sitter, ...]
    plays_forced: bool = True
    version: int = 0
    board_id: int | None = None
    old_board_id: int | None = None
    rematch_of: int | None = None
    is_lesson: bool = False
    pace: Pace = "live"
    locale: str | None = None
    clocks: tuple[SeatClock, ...] = ()
    hold: Hold | None = None

    @property
    def address(self) -> str | None:
        """Where its public message is read, where it has one."""
        if self.board_id is None:
            return None
        return f"https://discord.com/channels/{self.place.guild_id or '@me'}/{self.place.channel_id}/{self.board_id}"

    @property
    def is_open(self) -> bool:
        """Whether anything may still happen here."""
        return self.phase in OPEN_PHASES

    @property
    def is_decided(self) -> bool:
        """Whether the match has ended with places: then there is a rematch."""
        return self.phase in DECIDED_PHASES

    @property
    def is_full(self) -> bool:
        return len(self.sitters) >= self.capacity

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(sitter for sitter in self.sitters if isinstance(sitter, Person))

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        """Where people sit, whether they are there or not."""
        return tuple(Seat(seat) for seat, sitter in enumerate(self.sitters) if isinstance(sitter, Person))

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of this person, or None."""
        for seat, sitter in enumerate(self.sitters):
            if isinstance(sitter, Person) and sitter.user_id == user_id:
                return Seat(seat)
        return None

    def holds(self, user_id: int) -> bool:
        """Whether this person has a seat that they have not left for good."""
        seat = self.seat_of(user_id)
        return seat is not None and self.clock(seat).presence != "left"

    @property
    def timed(self) -> Pace | None:
        """How fast its players must choose; None where nobody waits for anybody: one person alone."""
        return self.pace if len(self.remaining) > 1 and not self.is_lesson else None

    def is_run_by(self, user_id: int) -> bool:
        """Whether this person is the host, or plays where the host is away; a host who is away comes back first."""
        host = self.seat_of(self.host_id)
        if host is None or self.is_here(host):
            return user_id == self.host_id
        return self.seat_of(user_id) in self.present

    def clock(self, seat: Seat) -> SeatClock:
        """The clock of a seat."""
        return self.clocks[seat] if self.clocks else SeatClock()

    def with_clock(self, seat: Seat, clock: SeatClock) -> "Table":
        """The table with this clock at that seat."""
        return replace(self, clocks=(*self.clocks[:seat], clock, *self.clocks[seat + 1 :]))

    def with_new_clocks(self) -> "Table":
        """The table at the start of its match."""
        bank = PACES[self.pace].bank
        clocks = tuple(
            SeatClock(bank, began=sitter.user_id == self.host_id) if isinstance(sitter, Person) else SeatClock()
            for sitter in self.sitters
        )
        return replace(self, clocks=clocks)

    def is_here(self, seat: Seat) -> bool:
        """Whether a person sits there and plays by himself."""
        return isinstance(self.sitters[seat], Person) and self.clock(seat).presence == "here"

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players play by themselves, people all of them."""
        return tuple(seat for seat in self.seats_of_people if self.is_here(seat))

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats of the people who have not left for good."""
        return tuple(seat for seat in self.seats_of_people if self.clock(seat).presence != "left")

    @property
    def leavers(self) -> tuple[Seat, ...]:
        """The seats of the people who have left for good."""
        return tuple(seat for seat in self.seats_of_people if self.clock(seat).presence == "left")
