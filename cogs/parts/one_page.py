"""A board and a player's panel in one message that says each fact once. Pure; knows no game by name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.pages.page import Divider, Part, Picture, Text

TITLE, LARGE, ASKED = "## ", "# ", "▶"
"""Beginnings of lines: a page's title, large dice, and whose turn it is."""

_Piece = tuple[int, Part]
"""A line of a text, or another part; and the number of the part that it comes from."""


@dataclass(frozen=True, slots=True)
class OnePage:
    """A board and a panel, taken apart.

    Shape: `task` is the panel's title, what is asked of the player; `place` the board's: game, round, trick. `table`
    shows the table now, `panel` the player's own things and choices, and `before` what came before this round.
    """

    task: str
    place: str
    table: tuple[Part, ...]
    panel: tuple[Part, ...]
    before: tuple[Part, ...]


def one_page(board: Sequence[Part], panel: Sequence[Part] = (), hand: str = "") -> OnePage:
    """Takes them apart; no line is said twice. `hand` is what stands for the large dice of a panel."""
    place, *seen = _pieces(board)
    task, *own = _pieces(panel) if panel else ((0, Text("")),)
    asked = next((at for at, (_, piece) in enumerate(seen) if _begins(piece, ASKED)), len(seen))
    said = {"", *(line for _, piece in seen for line in _said(piece))}
    new = [
        (origin, Text(hand) if _begins(piece, LARGE) else piece)
        for origin, piece in own
        if not (isinstance(piece, Text) and piece.content in said)
    ]
    return OnePage(_title(task), _title(place), _whole(seen[:asked]), _whole(new), _whole(seen[asked + 1 :]))


def without_details(board: Sequence[Part]) -> tuple[Part, ...]:
    """A match's result to its first picture: the winners and everyone's place."""
    last = next((at for at, part in enumerate(board) if isinstance(part, Picture)), len(board))
    return tuple(board[: last + 1])


def _title(piece: _Piece) -> str:
    _, part = piece
    assert isinstance(part, Text), part
    return part.content.removeprefix(TITLE)


def _begins(part: Part, mark: str) -> bool:
    return isinstance(part, Text) and part.content.startswith(mark)


def _pieces(parts: Iterable[Part]) -> Iterator[_Piece]:
    for origin, part in enumerate(parts):
        match part:
            case Text(content):
                yield from ((origin, Text(line)) for line in content.split("\n"))
            case Divider():
                pass
            case _:
                yield origin, part


def _said(part: Part) -> Iterator[str]:
    """The lines that a part says, in a picture's words too."""
    texts = part.instead if isinstance(part, Picture) else (part,) if isinstance(part, Text) else ()
    for text in texts:
        yield from text.content.split("\n")


def _whole(pieces: Iterable[_Piece]) -> tuple[Part, ...]:
    """The parts that these pieces come from, as far as they're there."""
    found: list[Part] = []
    for _, group in groupby(pieces, key=lambda piece: piece[0]):
        parts = [part for _, part in group]
        lines = [part.content for part in parts if isinstance(part, Text)]
        found += (Text("\n".join(lines)),) if lines else parts
    return tuple(found)
