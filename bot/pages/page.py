"""What a message shows, as values: pure to make, equal when they look alike, Discord's only at the edge (layout.py).

Knows no game. A test holds every page of every game against Discord's limits.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.pictures.drawing import Drawing

Style = Literal["plain", "primary", "good", "danger"]


MOST_BUTTONS_IN_A_ROW = 5
MOST_CHOICES = 25


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord's markdown, with marks for faces (bot/pages/faces.py)."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button.

    Shape: `custom_id` as bot/pages/custom_id.py writes it; `style` blue = do this, green = yes, red = for good; `face`
    is the name of what is shown before the label, "" for nothing.
    """

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False
    face: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that leads to an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select. Shape: `face` as of a button."""

    label: str
    value: str
    chosen: bool = False
    face: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons beside each other."""

    buttons: tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose one entry from."""

    placeholder: str
    custom_id: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button beside it."""

    text: Text
    button: Button | Link


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, with the words for who cannot see it.

    Shape: `instead` stands there where no picture can be or is wanted: what it shows and the texts around it do not.
    """

    drawing: Drawing
    alt: str
    instead: tuple[Text, ...] = ()


Part = Text | Divider | Row | Select | Section | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """One message: parts from top to bottom on a card. Shape: `accent` is 0xRRGGBB."""

    parts: tuple[Part, ...]
    accent: int

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """What its pictures show, from top to bottom."""
        return tuple(part.drawing for part in self.parts if isinstance(part, Picture))

    def topped(self, sentence: str) -> "Page":
        """The page with a sentence above everything else."""
        return Page((Text(f"ℹ️ {sentence}"), *self.parts), self.accent)


def rows(buttons: Iterable[Button | Link], *, width: int = MOST_BUTTONS_IN_A_ROW) -> tuple[Row, ...]:
    """The buttons in as many rows as they need."""
    flat = tuple(buttons)
    return tuple(Row(flat[first : first + width]) for first in range(0, len(flat), width))
