"""What a player can do wrong at a table, beyond the rules of a game.

PlayerError              its sentence is shown to the player
├─ MalformedAction       not an action of this game (games/core.py)
├─ IllegalAction         an action, but not now (games/core.py)
├─ NotAllowed            not theirs to do, or not possible at this table now
├─ OutOfDate             a command or button of an older version of the bot
├─ Busy                  the database has had no time for it
├─ StaleClick            the match has moved on: the player gets the current page
│  └─ NotYourTurn        somebody else is asked: the same
├─ NotYourSeat           not in this match
└─ MatchOver             the table is closed
anything else            our fault: bot/interactions/replies.py answers with a reference that the log has too
"""

from bot.words import phrase
from games.core import PlayerError


class NotAllowed(PlayerError):
    """Not this person's to do, or not possible at this table now."""


class OutOfDate(PlayerError):
    """A command as another version of the bot had it, which Discord still shows, or as nobody's client sends it."""

    def __init__(self) -> None:
        super().__init__(phrase("This command has changed. Restart Discord (Ctrl+R) and try again."))


class Busy(PlayerError):
    """The database has had no time for it."""

    def __init__(self) -> None:
        super().__init__(
            phrase("The bot is very busy. Check the table to see whether that counted, then try again in a moment.")
        )


class StaleClick(PlayerError):
    """The match has moved on since the button was drawn."""

    sentence = phrase("The game has moved on. Here's where it stands now.")

    def __init__(self) -> None:
        super().__init__(self.sentence)


class NotYourTurn(StaleClick):
    """Somebody else is asked."""

    sentence = phrase("It's not your turn yet. Here's where the game stands.")


class AlreadyCounted(StaleClick):
    """A second click for a decision that the same person has made."""

    sentence = phrase("You've already moved, and that move counts. Here's where the game stands now.")


class TimeWasUp(StaleClick):
    """A click for a decision that the computer has made meanwhile."""

    sentence = phrase("Your time ran out, so the computer moved for you. Here's where the game stands now.")


class NotYourSeat(PlayerError):
    """The person does not sit in this match."""

    def __init__(self) -> None:
        super().__init__(phrase("You're not at this table. Type /play to open your own."))


class MatchOver(PlayerError):
    """The table is closed: played out, cancelled, lapsed, or never known here."""

    def __init__(self) -> None:
        super().__init__(phrase("This table is closed."))


class CannotStart(Exception):
    """Not a player's: says why the bot cannot run, or do a chore, to whoever runs it."""
