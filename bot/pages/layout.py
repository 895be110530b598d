"""Turns a page into discord.py's components."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import discord
from discord import ui

from bot.pages.faces import Faces, plain
from bot.pages.page import Button, Divider, Document, Link, Page, Part, Picture, Row, Section, Select, Text
from bot.pictures.drawing import Drawing

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

MOST_ALT_CHARACTERS = 1024


def layout(page: Page, faces: Faces, files: Mapping[Drawing, str]) -> ui.LayoutView:
    """The page as discord.py sends it. Shape: `files` names each drawing's file; other pictures appear in words."""
    return _Layout(faces, files).page(page)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Turns the parts of a page into discord.py's components."""

    faces: Faces
    files: Mapping[Drawing, str]

    def page(self, page: Page) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        items = (item for part in page.parts for item in self._items(part))
        view.add_item(ui.Container(*items, accent_colour=page.accent))
        view.stop()  # discord.py need not keep it: bot/interactions/switchboard.py reads a click from its custom_id
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
            case Document(name):
                yield ui.File(f"attachment://{name}")
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
