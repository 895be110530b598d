"""What a message shows, as values: pure to make, equal when they look alike, discord.py's only at the edge.

Knows no game. A test holds every page of every game against Discord's limits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import discord
from discord import ui

from bot.faces import Faces, plain
from bot.pictures.drawing import Drawing

Style = Literal["plain", "primary", "good", "danger"]

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

MOST_BUTTONS_IN_A_ROW = 5
MOST_CHOICES = 25
MOST_ALT_CHARACTERS = 1024


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord's markdown, with marks for faces (bot/faces.py)."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button.

    Shape: `custom_id` as bot/buttons.py writes it; `style` blue = do this, green = yes, red = for good; `face` is the
    name of what is shown before the label, "" for nothing.
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


def layout(page: Page, faces: Faces, files: Mapping[Drawing, str]) -> ui.LayoutView:
    """The page as discord.py sends it. Shape: `files` names the file of each drawing; the others are told in words."""
    return _Layout(faces, files).page(page)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What turns the parts of a page into discord.py's."""

    faces: Faces
    files: Mapping[Drawing, str]

    def page(self, page: Page) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        items = (item for part in page.parts for item in self._items(part))
        view.add_item(ui.Container(*items, accent_colour=page.accent))
        view.stop()  # nothing of it is kept: bot/buttons.py reads every click from its custom_id
        return view

    def _items(self, part: Part) -> Iterable[ui.Item[ui.LayoutView]]:
        match part:
            case Text(content):
                yield self._text(content)
            case Divider():
                yield ui.Separator()
            case Row(buttons):
                yield ui.ActionRow(*map(self._button, buttons))
            case Select():
                yield ui.ActionRow(self._select(part))
            case Section(Text(content), button):
                yield ui.Section(self._text(content), accessory=self._button(button))
            case Picture(drawing, alt, instead):
                file = self.files.get(drawing)
                if file is None:
                    yield from (self._text(text.content) for text in instead)
                else:
                    yield ui.MediaGallery(
                        discord.MediaGalleryItem(f"attachment://{file}", description=plain(alt)[:MOST_ALT_CHARACTERS])
                    )

    def _text(self, content: str) -> ui.TextDisplay[ui.LayoutView]:
        return ui.TextDisplay(self.faces.text(content))

    def _select(self, select: Select) -> ui.Select[ui.LayoutView]:
        options = [
            discord.SelectOption(
                label=self.faces.label(choice.face, choice.label),
                value=choice.value,
                default=choice.chosen,
                emoji=self.faces.emoji(choice.face),
            )
            for choice in select.choices
        ]
        return ui.Select(placeholder=plain(select.placeholder), custom_id=select.custom_id, options=options)

    def _button(self, button: Button | Link) -> ui.Button[ui.LayoutView]:
        if isinstance(button, Link):
            return ui.Button(label=plain(button.label), url=button.url)
        return ui.Button(
            label=self.faces.label(button.face, button.label),
            custom_id=button.custom_id,
            style=STYLES[button.style],
            disabled=button.disabled,
            emoji=self.faces.emoji(button.face),
        )
