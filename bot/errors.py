"""Errors of players, apart from breaking the rules of a game, and of the operator.

PlayerError              its sentence is shown to the player
├─ MalformedAction       not an action of this game (games/core.py)
├─ IllegalAction         an action, but not legal now (games/core.py)
├─ NotAllowed            not theirs to do, or not possible at this table now
├─ OutOfDate             a command from an older version of the bot
├─ Busy                  the database, the lease or a handler didn't respond in time
├─ Full                  too many interactions are waiting already
├─ StaleClick            the match has moved on; the player gets the current page
│  ├─ NotYourTurn        somebody else is asked to move
│  ├─ AlreadyCounted     this player has already made this decision
│  ├─ Paused                everyone has agreed to a break
│  ├─ TimeWasUp          the computer has made this decision for the player
│  └─ VersionConflict     another process has changed the match in the meantime
├─ NotYourSeat           they are not in this match
└─ MatchOver             the table is closed
anything else            our fault: bot/interactions/interactions.py answers with a reference that is also in the log
"""

import errno
import sqlite3
from collections.abc import Mapping

from bot.logs import POOLER, SHARED_SESSION, sqlstate_of, with_causes
from bot.words import phrase
from games.core import PlayerError


class NotAllowed(PlayerError):
    """Only somebody else may do this, or it is not possible at this table now."""


class _Refusal(PlayerError):
    """A refusal that always has the same sentence."""

    sentence: str

    def __init__(self) -> None:
        super().__init__(self.sentence)


class OutOfDate(_Refusal):
    """A command that this version of the bot does not have: Discord still shows an old one, or it is forged."""

    sentence = phrase("This command has changed. Restart Discord (Ctrl+R, or Cmd+R on a Mac) and try again.")


class Busy(_Refusal):
    """The database, the lease or a handler didn't respond in time."""

    sentence = phrase("The bot is very busy. Check the table to see if your click counted, then try again in a moment.")


class Full(_Refusal):
    """Too many people are clicking at once."""

    sentence = phrase("Too many people are clicking at once. That didn't count: try again in a moment.")


class StaleClick(_Refusal):
    """The match has moved on since the button was drawn. Subclasses only say it more precisely."""

    sentence = phrase("The game has moved on. Here's where it stands now.")


class NotYourTurn(StaleClick):
    """Somebody else is asked to move."""

    sentence = phrase("It's not your turn yet. Here's where the game stands.")


class AlreadyCounted(StaleClick):
    """A second click for a decision that the same person has already made."""

    sentence = phrase("You've already moved, and that move counts. Here's where the game stands now.")


class Paused(StaleClick):
    """A move while the match is paused."""

    sentence = phrase("The match is paused, so nobody moves.")


class TimeWasUp(StaleClick):
    """A click for a decision that the computer has made because time was up."""

    sentence = phrase("Your time ran out, so the computer moved for you. Here's where the game stands now.")


class VersionConflict(StaleClick):
    """Another change was stored first: the table has a newer version, or there is one of its kind already."""


class NotYourSeat(_Refusal):
    """The person has no seat in this match."""

    sentence = phrase("You're not at this table. Type /play to open your own.")


class MatchOver(_Refusal):
    """The table is closed: played out, cancelled or lapsed; or there never was one with this number."""

    sentence = phrase("This table is closed.")


def reason(error: BaseException) -> str:
    """The error in one line for the operator, without the statement and its values, which SQLAlchemy would add."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


OWN = "Give it to the user that runs the bot, with chown"
ROOM = "Make room on that disk"
MORE_FILES = "Let the bot open more files, as with LimitNOFILE in its systemd unit"

REMEDIES: Mapping[int, str] = {
    errno.ENOSPC: ROOM,
    errno.EDQUOT: ROOM,
    errno.EMFILE: MORE_FILES,
    errno.ENFILE: MORE_FILES,
}
"""Advice for the operator on an error of the operating system."""

REMEDIES_FOR_FILES: Mapping[int, str] = {
    errno.EACCES: OWN,
    errno.EPERM: OWN,
    errno.EROFS: "Mount its file system for writing, or add its folder to systemd's ReadWritePaths",
}
"""The same for errors that mean something else where no file is named."""

REMEDIES_AT_THE_SERVER: Mapping[str, str] = {
    "25006": "The server takes no writes: use the address of the primary",
    "42501": "Make the bot's role the owner of the database and of the tables in it",
}
"""Advice for the operator on errors of PostgreSQL, by SQLSTATE."""


def remedy(error: BaseException) -> str:
    """Advice for the operator on this error, a sentence without its full stop; "" if there is none."""
    for one in with_causes(error):
        if isinstance(one, OSError) and one.errno is not None:
            return REMEDIES.get(one.errno) or (REMEDIES_FOR_FILES.get(one.errno, "") if one.filename else "")
        if getattr(one, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            return ROOM
    return REMEDIES_AT_THE_SERVER.get(sqlstate_of(error), "")


class CannotStart(Exception):
    """The bot cannot start, or cannot do a chore. Its text is for the operator, never for a player."""


class WrongSettings(CannotStart):
    """The bot can't start until the operator changes something, in its settings or at Discord. Its text says what."""


def failed(what: str, error: BaseException) -> CannotStart:
    """The error to raise if this has failed: one line with the reason, and what to do if that's known."""
    advice = remedy(error)
    return CannotStart(f"{what}: {reason(error)}" + (f". {advice}" if advice else ""))


def unusable(error: BaseException, said_as: str = "DATABASE_URL") -> CannotStart:
    """The error to raise if a database fails before anything is done; it names the address as `said_as`."""
    if sqlstate_of(error) in SHARED_SESSION:
        return WrongSettings(f"{said_as} {POOLER}")
    return failed(f"{said_as} leads to no database that can be used", error)
