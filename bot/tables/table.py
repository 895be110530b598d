"""A table as everyone may see it: the game, the seats, the phase, the clocks. Holds no move and no secret.

Callers pass in the time and everyone's quiet hours.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, get_args

from bot.share import Served, shard_of
from bot.tables.clock import DAY_SECONDS, PACES, Pace, Quiet, SeatClock
from games.core import Options, Seat
from games.sealed import Terms, digest_of

Phase = Literal["lobby", "playing", "over", "settled", "cancelled", "lapsed", "deserted", "outdated"]
OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
CLOSED_PHASES: tuple[Phase, ...] = tuple(phase for phase in get_args(Phase) if phase not in OPEN_PHASES)
DECIDED_PHASES: tuple[Phase, ...] = ("over", "settled")
"""Phases of matches with final places: played out, or ended early by the players who remained."""


@dataclass(frozen=True, slots=True)
class Place:
    """Channel of a table's messages. `guild_id` is 0 in a direct message."""

    guild_id: int
    channel_id: int

    @property
    def community_id(self) -> int:
        """The id of the community its matches count in: the server, or else the direct message."""
        return self.guild_id or self.channel_id

    @property
    def is_private(self) -> bool:
        """Whether this is a direct message, which only one person reads."""
        return not self.guild_id


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user at a table. `words` are what they have added to its deals, "" for none."""

    user_id: int
    name: str
    words: str = ""

    @property
    def is_former(self) -> bool:
        """Whether this person's data has been deleted: the seat then has a number that leads back to nobody."""
        return self.user_id < 0


@dataclass(frozen=True, slots=True)
class Robot:
    """A computer player. `level` is its key in the catalogue; `name` is "" until it is seated."""

    level: str
    name: str = ""


Sitter = Person | Robot


@dataclass(frozen=True, slots=True)
class Invitation:
    """A person whom the host has invited to the lobby.

    Their seat is kept until then; 0 once it isn't any more. `is_called`: whether a message has mentioned them.
    Units: seconds since 1970.
    """

    user_id: int
    name: str
    until: int = 0
    is_called: bool = False


@dataclass(frozen=True, slots=True)
class RevealPause:
    """A pause after a round, so that people can read its result. Units: `until` in seconds since 1970.

    `gone_on` lists the seats whose players have pressed *Go on*.
    """

    until: int
    gone_on: tuple[Seat, ...] = ()


PAUSE_SECONDS = DAY_SECONDS
"""How long a match can be paused."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A break to which all players have agreed. Units: seconds since 1970.

    Nobody moves before `until`, or before everyone who is here has asked to go on: `gone_on` lists their seats.
    """

    since: int
    until: int
    gone_on: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table, from its lobby to its end.

    `sitters` are in the order of the seats, without gaps; so are `clocks`, which are empty until the match begins.
    `capacity` counts the seats of the lobby. `plays_forced`: the last card of a hand is played without a click.
    `parent_id` is the channel in whose thread it's played: until the start the same as `place`, None without a thread.
    `old_board_id` is a message that still has to be told that the table has moved to `board_id`. A lesson belongs to
    one person: it has no public message, nobody can join it, and it counts for nobody. So does a daily match, whose
    `day` is the one it was dealt for. `locale` is the language of the public messages if the server has not chosen one.
    `hold` is set from the end of a round until the next deal. `fingerprint` is that of the key to its deals; None if
    the match is older than those. `service_offset` is how many seconds its shard had lost when these times were right;
    see `ServiceClock`. `removed` are the people whom the host has removed from the lobby: they can't sit down again
    unless the host invites them. `shows_rounds`: people who watch may step through rounds that are over. At a table
    that `is_invite_only`, only people who are `invited` sit down. `full_at` is when its last seat was taken, or it
    began with fewer; None before. `call_id` is the message that calls people to its lobby: None before it, else as for
    `SeatClock.ping_id`, or TAKEN_BACK.
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
    parent_id: int | None = None
    board_id: int | None = None
    old_board_id: int | None = None
    rematch_of: int | None = None
    opened_by: int | None = None
    is_lesson: bool = False
    day: int | None = None
    pace: Pace = "live"
    locale: str | None = None
    clocks: tuple[SeatClock, ...] = ()
    hold: RevealPause | None = None
    pause: Pause | None = None
    fingerprint: str | None = None
    service_offset: int = 0
    removed: tuple[int, ...] = ()
    shows_rounds: bool = False
    invited: tuple[Invitation, ...] = ()
    is_invite_only: bool = False
    opened_at: int | None = None
    full_at: int | None = None
    call_id: int | None = None

    @property
    def address(self) -> str | None:
        """The link to its public message, or None if it has none."""
        if self.board_id is None:
            return None
        return f"https://discord.com/channels/{self.place.guild_id or '@me'}/{self.place.channel_id}/{self.board_id}"

    @property
    def wants_thread(self) -> bool:
        """Whether its match has begun and is to move into a thread."""
        return self.phase == "playing" and self.parent_id == self.place.channel_id

    @property
    def is_in_thread(self) -> bool:
        """Whether it has a thread of its own: that of the message where its lobby was, with that message's id."""
        return self.parent_id not in {None, self.place.channel_id}

    @property
    def home(self) -> Place:
        """The place where its lobby was. Whoever sees it sees the table's own thread, too."""
        return replace(self.place, channel_id=self.parent_id or self.place.channel_id)

    @property
    def is_solo(self) -> bool:
        """Whether it belongs to one person alone, as a lesson and a daily match do."""
        return self.is_lesson or self.day is not None

    @property
    def is_on_one_page(self) -> bool:
        """Whether the board and the player's own cards are one page, as in a daily match or a puzzle."""
        return self.day is not None

    @property
    def is_open(self) -> bool:
        """Whether it can still be joined or played."""
        return self.phase in OPEN_PHASES

    @property
    def is_decided(self) -> bool:
        """Whether the match has ended with final places; only then is a rematch offered."""
        return self.phase in DECIDED_PHASES

    @property
    def is_full(self) -> bool:
        """Whether every seat of the lobby is taken."""
        return len(self.sitters) >= self.capacity

    @property
    def kept(self) -> tuple[Invitation, ...]:
        """The invitations for which a seat is kept."""
        return tuple(invitation for invitation in self.invited if invitation.until)

    @property
    def free_seats(self) -> int:
        """How many seats of the lobby are neither taken nor kept."""
        return self.capacity - len(self.sitters) - len(self.kept)

    @property
    def uncalled(self) -> tuple[int, ...]:
        """The invited people whom its next message has to mention."""
        return tuple(invitation.user_id for invitation in self.kept if not invitation.is_called)

    def invites(self, user_id: int) -> bool:
        """Whether this person is invited, even if their seat isn't kept any more."""
        return any(invitation.user_id == user_id for invitation in self.invited)

    def may_show_rounds(self, user_id: int) -> bool:
        """Whether this person can let watchers look back: the host, before anybody else sits down and so agrees."""
        is_host = self.phase == "lobby" and self.host_id == user_id and not self.place.is_private
        return is_host and len(self.people) == 1

    @property
    def lacks_people(self) -> bool:
        """Whether other people can still sit down before the match begins."""
        is_closed = self.is_solo or self.is_invite_only or self.place.is_private
        return self.phase == "lobby" and self.free_seats > 0 and not is_closed

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table in the order of their seats, including those who have left the match."""
        return tuple(sitter for sitter in self.sitters if isinstance(sitter, Person))

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        """The seats that belong to people, whether the people are there or not."""
        return tuple(Seat(seat) for seat, sitter in enumerate(self.sitters) if isinstance(sitter, Person))

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of this person, or None if they have none."""
        for seat, sitter in enumerate(self.sitters):
            if isinstance(sitter, Person) and sitter.user_id == user_id:
                return Seat(seat)
        return None

    def holds(self, user_id: int) -> bool:
        """Whether this person has a seat and has not left it for good."""
        seat = self.seat_of(user_id)
        return seat is not None and self.clock(seat).presence != "left"

    @property
    def enforced_pace(self) -> Pace | None:
        """The pace its players must keep; None if nobody waits for anybody, as when one person plays alone."""
        return self.pace if len(self.remaining) > 1 and not self.is_solo else None

    @property
    def hold_ends(self) -> int | None:
        """When the next round begins by itself; None in a pause, and where nobody waits, so that only *Go on* does it.

        Units: seconds since 1970.
        """
        return self.hold.until if self.hold and self.enforced_pace and not self.pause else None

    def is_run_by(self, user_id: int) -> bool:
        """Whether this person is the host, or plays while the host is away. A host who is away must come back first."""
        host = self.seat_of(self.host_id)
        if host is None or self.is_here(host):
            return user_id == self.host_id
        return self.seat_of(user_id) in self.present

    def clock(self, seat: Seat) -> SeatClock:
        """The clock of a seat; a fresh one before the match begins."""
        return self.clocks[seat] if self.clocks else SeatClock()

    def with_clock(self, seat: Seat, clock: SeatClock) -> "Table":
        """The table with this clock for the seat, and all others unchanged."""
        return replace(self, clocks=(*self.clocks[:seat], clock, *self.clocks[seat + 1 :]))

    def with_new_clocks(self) -> "Table":
        """The table at the start of its match. Nobody has a bank before their first move."""
        bank = PACES[self.pace].bank
        clocks = tuple(
            SeatClock(reserve=bank, began=sitter.user_id == self.host_id) if isinstance(sitter, Person) else SeatClock()
            for sitter in self.sitters
        )
        return replace(self, clocks=clocks)

    def is_here(self, seat: Seat) -> bool:
        """Whether a person sits there and makes their own moves."""
        return isinstance(self.sitters[seat], Person) and self.clock(seat).presence == "here"

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats of people who make their own moves."""
        return tuple(seat for seat in self.seats_of_people if self.is_here(seat))

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats of people who have not left for good."""
        return tuple(seat for seat in self.seats_of_people if self.clock(seat).presence != "left")

    @property
    def leavers(self) -> tuple[Seat, ...]:
        """The seats of people who have left for good."""
        return tuple(seat for seat in self.seats_of_people if self.clock(seat).presence == "left")


QuietHours = Callable[[int], Quiet | None]
"""Looks up a person's quiet hours by their user id."""


class ServiceClock:
    """How much time each shard has lost so far, because nobody could play on its servers.

    A table's times are stored as they were shown, with what its shard had lost by then. What it has lost since is added
    whenever the table is read, so no row is rewritten when the bot has been offline.
    """

    def __init__(self, *, now: Callable[[], int], reveal_ends: Callable[[], int], quiet: QuietHours) -> None:
        """`reveal_ends` tells how long the result of a round may stand at most."""
        self._now = now
        self._reveal_ends = reveal_ends
        self._quiet = quiet
        self.offsets = Counter[int]()
        """How many seconds each shard has lost so far."""
        self.count = 1
        """The number of all shards, of this process and of others."""

    def load(self, beats: Iterable[Served], count: int) -> None:
        """Goes on from the heartbeats of the last run."""
        self.offsets = Counter({beat.shard: beat.offset for beat in beats if beat.count == count})
        self.count = count

    def lose(self, seconds: Mapping[int, int]) -> None:
        """Notes that these shards have lost this many seconds: below 0 if the system's clock was set back."""
        self.offsets.update(seconds)

    def offset_in(self, guild_id: int) -> int:
        """How many seconds a server's shard has lost so far; 0 stands for direct messages."""
        return self.offsets[shard_of(guild_id, self.count)]

    def current(self, table: Table) -> Table:
        """The table, in the same version, with the time given back that its shard has lost since it was stored.

        Seats that were kept for long enough are free.
        """
        if not table.is_open or table.is_solo:
            return table
        offset = self.offset_in(table.place.guild_id)
        if offset != table.service_offset:
            table = replace(self._given_back(table, offset - table.service_offset), service_offset=offset)
        if table.hold and table.hold.until > self._reveal_ends():  # the clock was set back, or the setting reduced
            table = replace(table, hold=replace(table.hold, until=self._reveal_ends()))
        if any(invitation.until <= self._now() for invitation in table.kept):
            invited = (one if one.until > self._now() else replace(one, until=0) for one in table.invited)
            table = replace(table, invited=tuple(invited))
        return table

    def _given_back(self, table: Table, seconds: int) -> Table:
        """The table with this much time given back. If no clock runs, `changed_at` moves instead."""
        clocks = tuple(
            clock.later(seconds, self._quiet_hours(table, Seat(seat))) for seat, clock in enumerate(table.clocks)
        )
        idle = seconds if clocks == table.clocks else 0
        changed_at = min(table.changed_at + idle, self._now())
        hold = table.hold and replace(table.hold, until=table.hold.until + seconds)
        pause = table.pause and replace(
            table.pause, since=table.pause.since + seconds, until=table.pause.until + seconds
        )
        invited = tuple(replace(one, until=one.until + seconds) if one.until else one for one in table.invited)
        return replace(table, clocks=clocks, changed_at=changed_at, hold=hold, pause=pause, invited=invited)

    def resume(self, table: Table) -> Table:
        """The table once its pause is over: each clock goes on with the time that it had left."""
        pause, now = table.pause, self._now()
        assert pause is not None
        clocks = tuple(
            clock.resumed(pause.since, now, self._quiet_hours(table, Seat(seat)))
            for seat, clock in enumerate(table.clocks)
        )
        hold = table.hold and replace(table.hold, until=self._reveal_ends())
        return replace(table, clocks=clocks, hold=hold, pause=None, changed_at=now)

    def wind(self, table: Table, waited: Set[Seat], to_act: Set[Seat]) -> Table:
        """The table once the seats `to_act` are asked. Seats that were already `waited` for keep their time."""
        clocks = []
        for number, clock in enumerate(table.clocks):
            seat = Seat(number)
            if seat not in to_act or not table.is_here(seat):
                clocks.append(clock.stopped())
            elif seat in waited and clock.asked_at is not None:
                clocks.append(clock if table.enforced_pace else replace(clock, due_at=None))
            else:
                clocks.append(clock.asked(self._now(), table.enforced_pace, self._quiet_hours(table, seat)))
        return replace(table, clocks=tuple(clocks))

    def _quiet_hours(self, table: Table, seat: Seat) -> Quiet | None:
        """The hours in which this seat's clock stands still: only in correspondence matches."""
        sitter = table.sitters[seat]
        return self._quiet(sitter.user_id) if table.pace == "correspondence" and isinstance(sitter, Person) else None


def may_await_computer(table: Table) -> bool:
    """Whether a computer player alone is to move, as far as the clocks tell.

    False also if it chooses at the same time as somebody who is asked, since the match can't go on without them.
    Tables that began before there were clocks count as well.
    """
    if table.phase != "playing" or table.hold or table.pause or not table.present:
        return False
    return all(table.clock(seat).asked_at is None for seat in table.present)


MOST_CHARACTERS = 40
"""How long a player's words may be."""


def terms_of(table: Table) -> Terms:
    """Terms that a table's fingerprint binds. Only for a table with a number."""
    return Terms(table.id, table.game, table.rules_version, table.options)


def tidied(words: str) -> str:
    """A player's words as they enter the deals: in one line, composed, and not too long."""
    encodable = words.encode(errors="ignore").decode()
    seen = "".join(" " if character.isspace() else character for character in encodable)
    printable = "".join(character for character in seen if unicodedata.category(character) != "Cc")
    return unicodedata.normalize("NFC", " ".join(printable.split()))[:MOST_CHARACTERS].strip()


def digests_of(sitters: Sequence[Sitter]) -> tuple[str, ...]:
    """Everyone's words as they enter the derivation, in the order of the seats; see `digest_of`."""
    return tuple(digest_of(sitter.words if isinstance(sitter, Person) else "") for sitter in sitters)


NAMES: Final = (
    "Ada", "Aiko", "Amir", "Cora", "Dario", "Elio", "Enzo", "Femi", "Gita", "Hana", "Hugo", "Ida", "Igor", "Iris",
    "Jonas", "Juno", "Kenji", "Kofi", "Lara", "Leif", "Luca", "Maya", "Milo", "Nadia", "Nils", "Noor", "Olga", "Otto",
    "Pilar", "Rafa", "Rosa", "Sami", "Tara", "Tomas", "Uma", "Vera", "Willa", "Yuki", "Zola",
)  # fmt: skip
"""First names from all over the world, of at most six letters, all in the typeface of the pictures."""


def name_robots(robots: Iterable[Robot], others: Sequence[Sitter], seed: str) -> tuple[Robot, ...]:
    """The computer players, each with a name nobody else at the table has: the same for the same seed.

    Names already given are kept.
    """
    robots = tuple(robots)
    taken = {sitter.name.casefold() for sitter in (*others, *robots)}
    free = [name for name in NAMES if name.casefold() not in taken]
    fresh = iter(Random(seed).sample(free, len(free)))
    return tuple(robot if robot.name else replace(robot, name=next(fresh)) for robot in robots)
