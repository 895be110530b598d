"""The clock of a seat: how long it may think, and whether anybody sits there. Pure; knows no table and no store.

A turn has the time of the table's pace; what is taken beyond it comes off the seat's bank. When both are used up the
computer moves, and after two such moves in a row it keeps the seat until the player comes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

Pace = Literal["live", "relaxed", "correspondence"]
Presence = Literal["here", "away", "left"]
Wish = Literal["end", "play"]
"""What a player has answered to whether a match should end that somebody has left."""

DAY_SECONDS = 24 * 3600

AWAY_AFTER = 2
"""So many turns in a row that the computer has played, and the player is away."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a player may think. Units: seconds, a turn and beyond that in the whole match."""

    turn: int
    bank: int


PACES: Final[Mapping[Pace, Allowance]] = {
    "live": Allowance(turn=60, bank=180),
    "relaxed": Allowance(turn=600, bank=0),
    "correspondence": Allowance(turn=DAY_SECONDS, bank=0),
}


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in which a clock stands still. Units: minutes of UTC's day; `ends` may lie past midnight."""

    begins: int
    ends: int

    def after(self, moment: int, seconds: int) -> int:
        """The moment at which so many seconds have passed that are not quiet. Units: seconds since 1970."""
        length = (self.ends - self.begins) * 60 % DAY_SECONDS
        night = moment - (moment - self.begins * 60) % DAY_SECONDS  # when the last one began
        moment = max(moment, night + length)
        while moment + seconds > night + DAY_SECONDS:
            night += DAY_SECONDS
            seconds -= night - moment
            moment = night + length
        return moment + seconds


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's time, and who sits there, as it is stored.

    Shape: `asked_at` and `due_at` while its player is asked; no `due_at` where nobody waits for them. `misses` counts
    the turns in a row that the computer has played, and `missed_at` is the number of the move that began the last of
    them, None where there is none. `ping_id` is the message that has called the player, while it is there, and `pinged`
    the `asked_at` that it was for. `began`: whether the match was started by this player. `wish` is None until the
    player has answered. Units: seconds since 1970; `bank` in seconds.
    """

    bank: int = 0
    asked_at: int | None = None
    due_at: int | None = None
    misses: int = 0
    presence: Presence = "here"
    ping_id: int | None = None
    pinged: int | None = None
    missed_at: int | None = None
    began: bool = False
    wish: Wish | None = None

    def asked(self, now: int, pace: Pace | None, quiet: Quiet | None = None) -> "SeatClock":
        """The player is to choose from now on. Shape: no `pace` where nobody waits for them."""
        if pace is None:
            return replace(self, asked_at=now, due_at=None)
        seconds = PACES[pace].turn + self.bank
        return replace(self, asked_at=now, due_at=quiet.after(now, seconds) if quiet else now + seconds)

    def stopped(self) -> "SeatClock":
        """The player is not asked."""
        return replace(self, asked_at=None, due_at=None)

    def moved(self, now: int) -> "SeatClock":
        """The player has chosen: they are here, and what they took beyond their turn is off their bank."""
        bank = self.bank if self.due_at is None else max(0, min(self.bank, self.due_at - now))
        return replace(self.returned(), bank=bank).stopped()

    def missed(self, at: int) -> "SeatClock":
        """The computer has chosen for the player, whose time was up. Shape: `at` is the number of its move."""
        misses = self.misses + 1
        presence: Presence = "away" if misses >= AWAY_AFTER else self.presence
        return replace(self, bank=0, misses=misses, missed_at=at, presence=presence).stopped()

    def returned(self) -> "SeatClock":
        """The player is back."""
        return replace(self, misses=0, missed_at=None, presence="here")

    def gone(self) -> "SeatClock":
        """The player has left for good."""
        return replace(self, presence="left", wish=None).stopped()

    def wishes(self, wish: Wish | None) -> "SeatClock":
        """The player has answered, or is to be asked anew."""
        return replace(self, wish=wish)

    def later(self, seconds: int, quiet: Quiet | None = None) -> "SeatClock":
        """The same with so many seconds more, for the bot was not there. Its new end is in no quiet hour either.

        Units: fewer than 0 where the system's clock has been put back: then the beginning goes with it.
        """
        if seconds < 0 and self.asked_at is not None:
            pinged = None if self.pinged is None else self.pinged + seconds
            self = replace(self, asked_at=self.asked_at + seconds, pinged=pinged)  # noqa: PLW0642
        if self.due_at is None:
            return self
        return replace(self, due_at=quiet.after(self.due_at, seconds) if quiet else self.due_at + seconds)

    def is_up(self, now: int) -> bool:
        """Whether the time has run out."""
        return self.due_at is not None and self.due_at <= now
