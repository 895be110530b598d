"""What a player can do wrong at a table, beyond the rules of a game.

PlayerError              its sentence is shown to the player
├─ MalformedAction       not an action of this game (games/core.py)
├─ IllegalAction         an action, but not now (games/core.py)
├─ NotAllowed            not his to do, or not possible at this table now
├─ StaleClick            the match has moved on: the player gets the current page
│  └─ NotYourTurn        somebody else is asked: the same
├─ NotYourSeat           not in this match
└─ MatchOver             the table is closed
anything else            our fault: bot/replies.py answers with a reference that the log has too
"""

from bot.words import phrase
from games.core import PlayerError


class NotAllowed(PlayerError):
    """Not this person's to do, or not possible at this table now."""


class StaleClick(PlayerError):
    """The match has moved on since the button was drawn."""

    sentence = phrase("The table had moved on. This is how it stands now.")

    def __init__(self) -> None:
        super().__init__(self.sentence)


class NotYourTurn(StaleClick):
    """Somebody else is asked."""

    sentence = phrase("It is not your turn. This is how the table stands.")


class AlreadyCounted(StaleClick):
    """A second click for a decision that the same person has made."""

    sentence = phrase("You had moved already, and that move counts. This is how the table stands now.")


class TimeWasUp(StaleClick):
    """A click for a decision that the computer has made meanwhile."""

    sentence = phrase("Your time was up, so the computer has moved for you. This is how the table stands now.")


class NotYourSeat(PlayerError):
    """The person does not sit in this match."""

    def __init__(self) -> None:
        super().__init__(phrase("You are not at this table. Type /play to open one of your own."))


class MatchOver(PlayerError):
    """The table is closed: played out, cancelled, lapsed, or never known here."""

    def __init__(self) -> None:
        super().__init__(phrase("That table is closed."))
