"""The content of a message, as values: pure, and equal if they look alike. layout.py turns them into discord.py's.

Knows no game. A test checks every page of every game against Discord's limits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from bot.pictures.drawing import Drawing

Style = Literal["plain", "primary", "good", "danger"]


SMALL = "-# "
"""How Discord's markdown begins a line in small print."""

MOST_BUTTONS_IN_A_ROW = 5
MOST_CHOICES = 25


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord's markdown, with marks for faces (bot/pages/faces.py)."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A horizontal line between parts."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button.

    Shape: `custom_id` as bot/pages/custom_id.py writes it. Of the styles, primary means "do this", good "yes", and
    danger "for good". `face` names a face to show before the label, "" for none. `in_words` is the label for readers
    without emojis, "" for the face's twin and the label.
    """

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False
    face: str = ""
    in_words: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a web address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class SelectOption:
    """One entry of a select. Shape: `face` as for a button."""

    label: str
    value: str
    chosen: bool = False
    face: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of up to five buttons."""

    buttons: tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """A list from which the reader chooses one entry, or any number if it's `multiple`, none too."""

    placeholder: str
    custom_id: str
    choices: tuple[SelectOption, ...]
    multiple: bool = False


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """A list from which the reader chooses a person of the server."""

    placeholder: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button beside it."""

    text: Text
    button: Button | Link


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, with words for readers who cannot see it.

    Shape: `alt` is the picture's description. `instead` replaces the picture if there is none or the reader wants none;
    it has everything that the picture shows and the texts around it do not say.
    """

    drawing: Drawing
    alt: str
    instead: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file to download. Shape: `name` with its ending, of letters, digits, hyphens and dots."""

    name: str
    content: bytes = field(repr=False)


Part = Text | Divider | Row | Select | PersonSelect | Section | Picture | Document


@dataclass(frozen=True, slots=True)
class Page:
    """One message: parts from top to bottom on a card. Shape: `accent` is 0xRRGGBB."""

    parts: tuple[Part, ...]
    accent: int

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The drawings of its pictures, from top to bottom."""
        return tuple(part.drawing for part in self.parts if isinstance(part, Picture))

    @property
    def documents(self) -> tuple[Document, ...]:
        """The files to download, from top to bottom."""
        return tuple(part for part in self.parts if isinstance(part, Document))

    def with_notice(self, sentence: str) -> "Page":
        """The page with a sentence above everything else."""
        return Page((Text(f"ℹ️ {sentence}"), *self.parts), self.accent)


def small(lines: Iterable[str]) -> Text:
    """These lines in small print."""
    return Text("\n".join(line if line.startswith(SMALL) else SMALL + line for line in lines))


def rows(buttons: Iterable[Button | Link], *, width: int = MOST_BUTTONS_IN_A_ROW) -> tuple[Row, ...]:
    """Rows that hold these buttons. Shape: up to `width` in each; empty for no buttons."""
    flat = tuple(buttons)
    return tuple(Row(flat[first : first + width]) for first in range(0, len(flat), width))
