"""What the plumbing asks of whoever draws: one `Screens` a game, and the pages of a table around it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol

from bot.matches.match import Match
from bot.pages.page import Page, Part
from bot.tables.table import Table
from bot.words import Words
from games.core import Action, Options, PlayerError, Seat, V

Asks = Seat | Literal["end"] | None
"""What somebody is asked whether they mean it: to leave or replace a seat, or to end the match."""

AnyView = Any
"""What one seat of this very game may know, or a spectator."""

AnyAction = Any
"""An action of this very game."""

Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of a game's rules. Shape: buttons call it by its `key`; `title` is a gettext key."""

    key: str
    title: str
    body: Callable[[Words], Parts]


@dataclass(frozen=True, kw_only=True)
class Moment(Generic[V]):
    """A moment of a match that looks different from the others: the gallery shows it.

    Shape: `when` is asked of a spectator's view; the last `robots` seats are the computer's; nobody chooses anything
    where there are no `panels`; the board or the panel is looked at on a phone as well where it is named there.
    """

    name: str
    when: Callable[[V], object]
    seats: int
    options: Options
    has_panels: bool = True
    has_long_names: bool = False
    robots: int = 0
    on_a_phone: frozenset[Literal["board", "panel"]] = frozenset()


def _is_over(view: AnyView) -> bool:
    return view.outcome is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Screens:
    """How one game looks: its words, and pure functions from what somebody may know to the parts of a page."""

    title: str
    """The game's name, as a gettext key: a subtitle in one's own language helps where it is a German one."""

    pitch: str
    """What the game is, for the list of commands, as a gettext key."""

    accent: int
    """The game's colour, 0xRRGGBB."""

    hand_label: str
    """What the button to one's panel says, as a gettext key."""

    option_labels: Mapping[str, str]
    """What each option is called in the lobby unless it is off or 0, as gettext keys; `{value}` is its number."""

    option_help: Mapping[str, str]
    """What each option of `/play` does, as gettext keys. Shape: every option of the game that is not for lessons."""

    has_last_card: bool = True
    """Whether hands end with a card that can be played without asking; `/play` then has an option for that."""

    board: Callable[[Table, AnyView, Words], Parts]
    """The public message while the match is under way and at its end, from a spectator's view."""

    panel: Callable[[Table, AnyView, Words, str], Parts]
    """A player's private message. Shape: last comes what the panel's own buttons ask to see, "" at first."""

    why: Callable[[AnyView, Words, str], str]
    """Why what a panel shows is not allowed, each reason once. Shape: "" where everything is; last as for `panel`."""

    refusal: Callable[[PlayerError, Words], str]
    """What a refusal says, with cards, dice and bids as they look on the page."""

    scored: Callable[[Table, AnyView, Words], Parts]
    """The result of the round that has just ended, for the board and every panel, before the next one is dealt.

    Shape: with a picture; from a spectator's view or a player's.
    """

    deed: Callable[[AnyAction, Words], str]
    """What a seat did, in a few words for its own player. Shape: "" where it is not worth a word."""

    chapters: tuple[Chapter, ...]
    """The pages of the rules, in the order in which they are read."""

    lesson_options: Options
    """The options with which a match is a lesson: one short round, from which one can learn."""

    aim: Callable[[AnyView, Words], str]
    """What a lesson says first, whoever begins: what to aim for, and the rule that one cannot do without."""

    advice: Callable[[AnyView], Action | None]
    """What the teacher would do in the place of a player who is asked, else None."""

    coach: Callable[[Table, AnyView, AnyAction, Words], tuple[str, ...]]
    """What a teacher says to a player who is asked: what has come of the last moves, what is asked, and the advice.

    Shape: paragraphs; the action is what `advice` gives.
    """

    summary: Callable[[Table, AnyView, Words], tuple[str, ...]]
    """What a teacher says at the end of a lesson. Shape: paragraphs."""

    afterthought: Callable[[Table, AnyView, AnyAction, AnyView, Words], str]
    """What came of a choice that the teacher had advised against. Shape: "" where it was as advised.

    The first view is what its seat knew when it did this, the second what it knows now.
    """

    has_taught: Callable[[AnyView], bool] = _is_over
    """Whether a lesson is at its end; mostly with the one round that it has."""

    moments: tuple[Moment[Any], ...] = ()
    """What the gallery shows of the game. Shape: the first one opens a match, the last one is its result."""


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
