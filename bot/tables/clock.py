"""One seat's clock: how long its player may think, and whether they are there.

Each turn has the time of the table's pace. Longer turns draw on the seat's bank, which a player has from their first
move on. When both are used up, the computer moves; after two such moves in a row it keeps the seat until the player
comes back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

Pace = Literal["blitz", "live", "relaxed", "correspondence"]
Presence = Literal["here", "away", "left"]
Wish = Literal["end", "play", "pause"]
"""A player's answer when asked whether to end a match that somebody has left; or that they would like a pause."""

DAY_SECONDS = 24 * 3600

POSTING: Final = 0
"""In place of the id of a ping that may have been posted, as long as its id isn't known."""

TAKEN_BACK: Final = -1
"""In place of the id of a message that calls people to a lobby, once it's deleted or couldn't be posted."""

AWAY_AFTER = 2
"""A player counts as away once the computer has played this many of their turns in a row."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a player may think. Units: seconds; `turn` for each turn, `bank` on top for the whole match.

    After `patience` of a turn, the other players may have the computer move; None where they have to wait.
    """

    turn: int
    bank: int = 0
    patience: int | None = None


PACES: Final[Mapping[Pace, Allowance]] = {
    "blitz": Allowance(turn=20),
    "live": Allowance(turn=60, bank=180, patience=90),
    "relaxed": Allowance(turn=600),
    "correspondence": Allowance(turn=DAY_SECONDS),
}


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours in which a player's clock stands still. Units: minutes of the day in UTC; `ends` may be past midnight."""

    begins: int
    ends: int

    def after(self, moment: int, seconds: int) -> int:
        """The moment by which this much time outside the quiet hours has passed. Units: seconds since 1970."""
        length = (self.ends - self.begins) * 60 % DAY_SECONDS
        night = moment - (moment - self.begins * 60) % DAY_SECONDS  # when the latest one began
        moment = max(moment, night + length)
        while moment + seconds > night + DAY_SECONDS:
            night += DAY_SECONDS
            seconds -= night - moment
            moment = night + length
        return moment + seconds


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's time and presence, as stored. Units: seconds since 1970; `bank` and `reserve` in seconds.

    `asked_at` and `due_at` are set while the player is asked to move; `due_at` is None if nobody waits for them.
    `misses` counts the turns in a row that the computer has played; `missed_at` is the index in the log of the first
    move of the latest. `ping_id` is the message that called the player, while it exists, or POSTING, and `pinged` the
    `asked_at` it was sent for. `began`: this player started the match. `wish` is None until they have answered.
    `reserve` becomes the bank with the player's first move. `is_long`: the others may have the computer move by now.
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
    reserve: int = 0
    is_long: bool = False

    def asked(self, now: int, pace: Pace | None, quiet: Quiet | None = None) -> "SeatClock":
        """The clock once the player is asked to move; `pace` is None if nobody waits for them."""
        if pace is None:
            return replace(self, asked_at=now, due_at=None, is_long=False)
        seconds = PACES[pace].turn + self.bank
        due_at = quiet.after(now, seconds) if quiet else now + seconds
        return replace(self, asked_at=now, due_at=due_at, is_long=False)

    def long_from(self, pace: Pace) -> int | None:
        """When this turn becomes so long that the others may have the computer move. Shape: None if it doesn't."""
        allowance = PACES[pace]
        if self.due_at is None or allowance.patience is None or self.is_long:
            return None
        moment = self.due_at - allowance.turn - self.bank + allowance.patience
        return moment if moment < self.due_at else None

    def stopped(self) -> "SeatClock":
        """The clock while the player is not asked to move."""
        return replace(self, asked_at=None, due_at=None, is_long=False)

    def moved(self, now: int) -> "SeatClock":
        """The clock after the player's own move: they are here, and time beyond the turn comes off their bank.

        Their first move fills the bank.
        """
        bank = self.bank if self.due_at is None else max(0, min(self.bank, self.due_at - now))
        return replace(self.returned(), bank=self.reserve or bank, reserve=0).stopped()

    def missed(self, at: int) -> "SeatClock":
        """The clock after the computer moved because time was up; `at` is the index in the log of its move."""
        misses = self.misses + 1
        presence: Presence = "away" if misses >= AWAY_AFTER else self.presence
        return replace(self, bank=0, misses=misses, missed_at=at, presence=presence).stopped()

    def returned(self) -> "SeatClock":
        """The clock of a player who is back: earlier misses are forgotten."""
        return replace(self, misses=0, missed_at=None, presence="here")

    def gone(self) -> "SeatClock":
        """The clock of a player who has left for good."""
        return replace(self, presence="left", wish=None).stopped()

    def wishes(self, wish: Wish | None) -> "SeatClock":
        """The clock with the player's answer; None if they are to be asked again."""
        return replace(self, wish=wish)

    def later(self, seconds: int, quiet: Quiet | None = None) -> "SeatClock":
        """The clock with time given back for a while in which the bot was offline. The new end avoids quiet hours too.

        Units: `seconds` is negative if the system's clock was set back; the start of the turn then moves as well.
        """
        if seconds < 0 and self.asked_at is not None:
            pinged = None if self.pinged is None else self.pinged + seconds
            self = replace(self, asked_at=self.asked_at + seconds, pinged=pinged)  # noqa: PLW0642
        if self.due_at is None:
            return self
        return replace(self, due_at=quiet.after(self.due_at, seconds) if quiet else self.due_at + seconds)

    def resumed(self, since: int, now: int, quiet: Quiet | None = None) -> "SeatClock":
        """The clock after a pause of the match: its turn counts as begun that much later, so it's called anew."""
        if self.asked_at is None:
            return self
        seconds = max(0, now - max(since, self.asked_at))
        return replace(self.later(seconds, quiet), asked_at=self.asked_at + seconds)

    def is_up(self, now: int) -> bool:
        """Whether the time for this turn has run out."""
        return self.due_at is not None and self.due_at <= now
