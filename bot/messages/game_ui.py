"""Look of the games, which cogs provide: one `GameUI` for each, and the pages of a table around it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bot.matches.history import Seen
from bot.matches.match import Match
from bot.pages.page import Page, Part
from bot.pictures.highlight import Scene
from bot.tables.table import Table
from bot.words import Words
from games.core import Action, Options, PlayerError, Seat
from games.figures import Tally

AnyMoment = Any
"""A turning point. Always of the same game as the `GameUI`."""

Asks = Seat | Literal["end"] | None
"""Action that a page asks somebody to confirm: leaving or replacing a seat, ending the match, or nothing."""

AnyView = Any
"""View of a seat or a spectator. Always of the same game as the `GameUI`."""

AnyAction = Any
"""An action. Always of the same game as the `GameUI`."""

Parts = tuple[Part, ...]

Reason = Callable[[Table, AnyView, AnyAction, Words], str]
"""Why a move is good, for who knows no more than the view. Shape: "" if it isn't, or for another reason."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of a game's rules. Shape: `key` names it in buttons; `title` is a gettext key."""

    key: str
    title: str
    body: Callable[[Words], Parts]


def _is_over(view: AnyView) -> bool:
    return view.outcome is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameUI:
    """How one game looks: its words, and pure functions that turn a view into the parts of a page."""

    title: str
    """The game's name, as a gettext key; translations may add a subtitle that explains a German name."""

    pitch: str
    """The game in a few words, for the list of commands, as a gettext key."""

    accent: int
    """The game's colour, 0xRRGGBB."""

    hand_label: str
    """The label of the button that opens a player's panel, as a gettext key."""

    option_labels: Mapping[str, str]
    """How the lobby names each option that is not off or 0, as gettext keys; `{value}` is its number."""

    option_help: Mapping[str, str]
    """Help on each option of `/play`, as gettext keys: every option of the game that is not for lessons."""

    figures: Mapping[str, str]
    """Label of each figure of a player, as gettext keys: every key of the game's `FIGURES`."""

    has_last_card: bool = True
    """Whether hands end with a card that can be played without asking; `/play` then has an option for that."""

    board: Callable[[Table, AnyView, Words], Parts]
    """The public message while the match is under way and at its end, from a spectator's view."""

    panel: Callable[[Table, AnyView, Words, str], Parts]
    """A player's private message. Shape: the last argument is what the panel's buttons asked to show, "" at first."""

    hand_line: Callable[[AnyView, Words], str]
    """Everything that a seat holds and alone knows, in one line, for a replay.

    Shape: "" if it holds nothing, and for a spectator.
    """

    why: Callable[[AnyView, Words, str], str]
    """Why choices on a panel are not allowed, each reason once. Shape: "" if all are; last argument as for `panel`."""

    refusal: Callable[[PlayerError, Words], str]
    """The sentence of a refusal, with cards, dice and bids as they look on the page."""

    scored: Callable[[Table, AnyView, Words], Parts]
    """The result of the round that has just ended, for the board and every panel, until the next one is dealt.

    Shape: the view is a spectator's or a player's.
    """

    tell: Callable[[Table, Sequence[Seen[AnyView]], Words], Sequence[str]]
    """Account of a round: its public events, in order.

    Shape: lines, in none of them a line break; what `scored` says of the result is left to it. Players stand by their
    badges: the page names them.
    """

    action_label: Callable[[AnyAction, Words], str]
    """The name of a move, as its own player may read it. Shape: "" if it is not worth mentioning."""

    chapters: tuple[Chapter, ...]
    """The pages of the rules, in reading order."""

    lesson_options: Options
    """The options of a lesson: one short round that teaches the game."""

    lesson_level: str = "steady"
    """The level of the computer players in a lesson; by default, they play as the teacher advises."""

    aim: Callable[[AnyView, Words], str]
    """First words of the teacher: what to aim for, and the one rule a beginner can't do without."""

    advice: Callable[[AnyView], Action | None]
    """Move of the teacher in the player's place; None if the player isn't asked to move."""

    coach: Callable[[Table, AnyView, AnyAction, Words], tuple[str, ...]]
    """Words of the teacher to a player who is asked to move: the choice, and the advice.

    Shape: paragraphs; the action is what `advice` gives.
    """

    summary: Callable[[AnyView, Words], tuple[str, ...]]
    """Paragraphs of the teacher at the end of a lesson, below what `scored` shows."""

    news: Callable[[Table, AnyView, AnyView, Words], Parts] = lambda *_: ()
    """The end of a trick or a round since the learner last chose: a page of its own in a lesson.

    Shape: empty if nothing has ended. The first view is what the learner knew then, the second what they know now.
    """

    move_feedback: Callable[[Table, AnyView, AnyAction, AnyView, Words], str]
    """Outcome of a choice that wasn't the advised one; "" if it was.

    The first view is what the seat knew when it chose, the second what it knows now.
    """

    hand: Callable[[AnyView, Words], str]
    """A review's line about the player's own dice or cards, from what they could see at a decision."""

    reason: Callable[[AnyView, AnyAction, AnyAction, Words], str]
    """Why the second action was better than the first, from what the view shows. Shape: "" if nothing can be said."""

    despite: Callable[[AnyView, AnyAction, AnyAction, float | None, Words], str] = lambda *_: ""
    """Why the second action was better although it looks worse in `reason`. Shape: "" if it doesn't.

    The number is how often it succeeds at once; see `Judged`.
    """

    hindsight: Callable[[AnyView, Words], tuple[str, ...]] = lambda _end, _say: ()
    """Paragraphs that a review adds about a match, from a view of its end; none for most games."""

    has_taught: Callable[[AnyView], bool] = _is_over
    """Whether a lesson has taught everything; for most games, at the end of its round."""

    reasons: Mapping[str, Reason] = field(default_factory=dict)
    """Why a puzzle's best move is best, each by its key in the data. Shape: empty if the game has no puzzles."""

    farewell: Callable[[Table, AnyView, Words], str] = lambda _table, _view, _say: ""
    """How the match has ended for a player, in a line for their panel; the board shows more. Shape: "" for nothing."""

    praise: Callable[[AnyView, Mapping[str, Tally], Words], str] = lambda _view, _figures, _say: ""
    """One good thing that a player who hasn't won has done, from a view of the end and their figures of the match.

    Shape: a sentence; "" if nothing stands out.
    """

    moment: Callable[[AnyMoment, Callable[[Seat], str], Words], tuple[str, Scene]] = lambda *_: ("", ())
    """A turning point as people would tell it in a sentence, and the dice or cards that it's about.

    Shape: the second argument names a seat.
    """


class BoardPages(Protocol):
    """The pages that a table's public message shows."""

    def board(self, match: Match, watching: int = 0) -> Page:
        """The public message of a table, which so many people watch."""
        ...

    def moved(self, table: Table) -> Page:
        """The page that is left where a table's message used to be."""
        ...

    def way_in(self, match: Match) -> Page:
        """The page in the channel of a table that is in a thread: the way there, and in the end the result."""
        ...

    def thread_name(self, table: Table) -> str:
        """The name of a table's own thread."""
        ...


class PingPages(Protocol):
    """The page that pings a player."""

    def ping(self, table: Table, user_id: int) -> Page:
        """The message that pings a player who keeps the others waiting."""
        ...

    def waiting(self, table: Table, user_id: int) -> Page:
        """The message in place of a ping to somebody who isn't in the table's thread. It mentions nobody."""
        ...


class PanelPages(Protocol):
    """The private pages that follow a match."""

    def panel(self, match: Match, user_id: int, language: str, show: str = "") -> Page:
        """A player's private panel. Shape: `show` is what its own buttons asked to show."""
        ...

    def watch(self, match: Match, language: str) -> Page:
        """What everyone sees of a match that has begun, for one person who watches it."""
        ...

    def unwatched(self, match: Match, language: str) -> Page:
        """The page in its place when it's unknown whether that person may still see the match. Tells nothing of it."""
        ...


class CallPages(Protocol):
    """The page that calls people to a lobby."""

    def call(self, table: Table, user_ids: Sequence[int]) -> Page:
        """The message that mentions these people."""
        ...


class TablePages(BoardPages, PanelPages, PingPages, CallPages, Protocol):
    """The pages of a table, from the lobby to the result."""

    def result(self, match: Match, language: str, back: str) -> Page:
        """The public message of a closed table, for one reader. Shape: `back` is the custom_id of the way back."""
        ...

    def seats(self, match: Match, user_id: int, language: str, *, moderator: bool, asks: Asks = None) -> Page:
        """The private page about the seats of a match under way. Shape: `asks` is what it asks to confirm."""
        ...
