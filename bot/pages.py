"""What a message shows, as values: pure to make, equal when they look alike, discord.py's only at the edge.

Knows no game. A test holds every page of every game against Discord's limits.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import discord
from discord import ui

Style = Literal["plain", "primary", "good", "danger"]

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

MOST_BUTTONS_IN_A_ROW = 5
MOST_CHOICES = 25


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord's markdown."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. Shape: `custom_id` as bot/buttons.py writes it; `style` blue = do this, green = yes, red = for good."""

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that leads to an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    label: str
    value: str
    chosen: bool = False


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


Part = Text | Divider | Row | Select


@dataclass(frozen=True, slots=True)
class Page:
    """One message: parts from top to bottom on a card. Shape: `accent` is 0xRRGGBB."""

    parts: tuple[Part, ...]
    accent: int

    def topped(self, sentence: str) -> "Page":
        """The page with a sentence above everything else."""
        return Page((Text(f"ℹ️ {sentence}"), *self.parts), self.accent)


def rows(buttons: Iterable[Button | Link]) -> tuple[Row, ...]:
    """The buttons in as many rows as they need."""
    flat = tuple(buttons)
    return tuple(
        Row(flat[first : first + MOST_BUTTONS_IN_A_ROW]) for first in range(0, len(flat), MOST_BUTTONS_IN_A_ROW)
    )


def layout(page: Page) -> ui.LayoutView:
    """The page as discord.py sends it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(_item(part) for part in page.parts), accent_colour=page.accent))
    view.stop()  # nothing of it is kept: bot/buttons.py reads every click from its custom_id
    return view


def _item(part: Part) -> ui.Item[ui.LayoutView]:
    match part:
        case Text(content):
            return ui.TextDisplay(content)
        case Divider():
            return ui.Separator()
        case Row(buttons):
            return ui.ActionRow(*(_button(button) for button in buttons))
        case Select(placeholder, custom_id, choices):
            options = [
                discord.SelectOption(label=choice.label, value=choice.value, default=choice.chosen)
                for choice in choices
            ]
            return ui.ActionRow(ui.Select(placeholder=placeholder, custom_id=custom_id, options=options))


def _button(button: Button | Link) -> ui.Button[ui.LayoutView]:
    if isinstance(button, Link):
        return ui.Button(label=button.label, url=button.url)
    return ui.Button(
        label=button.label, custom_id=button.custom_id, style=STYLES[button.style], disabled=button.disabled
    )
