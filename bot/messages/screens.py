"""What the plumbing asks of whoever draws: one `Screens` a game, and the pages of a table around it."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from bot.matches.match import Match
from bot.pages.page import Page, Part
from bot.tables.table import Table
from bot.words import Words
from games.core import Action, Seat

Asks = Seat | Literal["end"] | None
"""What somebody is asked whether they mean it: to leave or replace a seat, or to end the match."""


class Screens(Protocol):
    """How one game looks. Pure: from what somebody may know to the parts of a page."""

    @property
    def title(self) -> str:
        """The game's name, as a gettext key: a subtitle in one's own language helps where it is a German one."""
        ...

    @property
    def accent(self) -> int:
        """The game's colour, 0xRRGGBB."""
        ...

    @property
    def hand_label(self) -> str:
        """What the button to one's panel says, as a gettext key."""
        ...

    @property
    def option_labels(self) -> Mapping[str, str]:
        """What each option is called in the lobby unless it is off or 0, as gettext keys; `{value}` is its number."""
        ...

    def board(self, table: Table, view: Any, say: Words) -> tuple[Part, ...]:  # noqa: ANN401 - its game's view
        """The public message while the match is under way and at its end, from a spectator's view."""
        ...

    def panel(self, table: Table, view: Any, say: Words, show: str) -> tuple[Part, ...]:  # noqa: ANN401
        """A player's private message. Shape: `show` is what the panel's own buttons ask to see, "" at first."""
        ...

    def scored(self, table: Table, view: Any, say: Words) -> tuple[Part, ...]:  # noqa: ANN401
        """The result of the round that has just ended, for the board and every panel, before the next one is dealt.

        Shape: with a picture; from a spectator's view or a player's.
        """
        ...

    def coach(self, table: Table, view: Any, say: Words) -> tuple[str, ...]:  # noqa: ANN401
        """What a teacher says to a player: what has come of the last moves, what is asked, and what they would do.

        Shape: paragraphs.
        """
        ...

    def aim(self, view: Any, say: Words) -> str:  # noqa: ANN401
        """What a lesson says first, whoever begins: what to aim for, and the rule that one cannot do without."""
        ...

    def advice(self, view: Any) -> Action | None:  # noqa: ANN401
        """What the teacher would do in the place of a player who is asked, else None."""
        ...

    def afterthought(self, table: Table, before: Any, played: Any, view: Any, say: Words) -> str:  # noqa: ANN401
        """What came of a choice that the teacher had advised against. Shape: "" where it was as advised.

        `before` is what its seat knew when it did what it has `played`.
        """
        ...

    def has_taught(self, view: Any) -> bool:  # noqa: ANN401
        """Whether a lesson is at its end."""
        ...

    def deed(self, action: Any, say: Words) -> str:  # noqa: ANN401 - its game's action
        """What a seat did, in a few words for its own player. Shape: "" where it is not worth a word."""
        ...

    def why(self, view: Any, say: Words, show: str) -> str:  # noqa: ANN401
        """Why what this panel shows is not allowed, each reason once. Shape: "" where everything is."""
        ...


class BoardPages(Protocol):
    """What is drawn on the public message."""

    def board(self, match: Match) -> Page: ...

    def moved(self, table: Table) -> Page:
        """What is left of the message when the table has moved to a new one."""
        ...


class PingPages(Protocol):
    """What is said to whoever is called."""

    def ping(self, table: Table, user_id: int) -> Page: ...


class TablePages(BoardPages, PingPages, Protocol):
    """The pages of a table, from the lobby to the result."""

    def panel(self, match: Match, user_id: int, language: str, show: str = "") -> Page:
        """A player's private message. Shape: `show` is what its own buttons have asked to see."""
        ...

    def seats(self, match: Match, user_id: int, language: str, *, moderator: bool, asks: Asks = None) -> Page:
        """What somebody can do about the seats of a match under way. Private. Shape: `asks` is to be confirmed."""
        ...
