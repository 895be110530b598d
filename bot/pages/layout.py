"""Turns a page into the components that Discord gets, without an object of discord.py for each of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.pages.faces import Faces, plain
from bot.pages.page import (
    Button,
    Divider,
    Document,
    Link,
    Page,
    Part,
    PersonSelect,
    Picture,
    Row,
    Section,
    Select,
    Style,
    Text,
)
from bot.pages.size import MOST_ALT_CHARACTERS, clipped, fitted
from bot.pictures.drawing import Drawing

STYLES: Final[Mapping[Style, int]] = {"plain": 2, "primary": 1, "good": 3, "danger": 4}
LINK_STYLE = 5

Component = dict[str, Any]
"""A component as Discord's JSON has it: https://discord.com/developers/docs/components/reference"""


class Layout(ui.LayoutView):
    """A view for methods of discord.py that holds ready components, instead of building, checking and copying each."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._ready = components
        self.stop()  # discord.py needn't keep it: bot/interactions/interactions.py reads custom_ids

    def to_components(self) -> list[Component]:
        """The components, for discord.py."""
        return self._ready

    def has_components_v2(self) -> bool:
        """True, since a page is a container."""
        return True

    def is_dispatchable(self) -> bool:
        """False: discord.py needn't know its buttons."""
        return False


def components(page: Page, faces: Faces, files: Mapping[Drawing, str]) -> list[Component]:
    """The page as Discord gets it. Shape: `files` names each drawing's file; other pictures appear in words."""
    drawn = _Drawn(faces, files)
    shown = (there for part in page.parts for there in _there(part, files))
    inside = [*map(drawn.part, fitted(tuple(shown), faces))]
    return [{"type": 17, "accent_color": page.accent, "components": inside}]


def _there(part: Part, files: Mapping[Drawing, str]) -> tuple[Part, ...]:
    """The part, or the words for a picture that isn't drawn, in which emojis would take too much room."""
    if isinstance(part, Picture) and part.drawing not in files:
        return tuple(Text(plain(text.content)) for text in part.instead)
    return (part,)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Turns the parts of a page into components."""

    faces: Faces
    files: Mapping[Drawing, str]

    def part(self, part: Part) -> Component:
        match part:
            case Text(content):
                return _text(content)
            case Row(buttons):
                return _row(map(self._button, buttons))
            case Divider():
                return {"type": 14}
            case Select():
                return _row((self._select(part),))
            case PersonSelect(placeholder, custom_id):
                return _row(({"type": 5, "custom_id": custom_id, "placeholder": plain(placeholder)},))
            case Section(Text(content), button):
                return {"type": 9, "components": [_text(content)], "accessory": self._button(button)}
            case Document(name):
                return {"type": 13, "file": {"url": f"attachment://{name}"}}
            case Picture(drawing, alt):
                described = clipped(plain(alt), MOST_ALT_CHARACTERS)
                shown = {"media": {"url": f"attachment://{self.files[drawing]}"}, "description": described}
                return {"type": 12, "items": [shown]}

    def _select(self, select: Select) -> Component:
        options = []
        for choice in select.choices:
            label = self.faces.label(choice.face, choice.label)
            option: Component = {"label": label, "value": choice.value, "default": choice.chosen}
            if choice.face in self.faces.ids:
                option["emoji"] = self._emoji(choice.face)
            options.append(option)
        listed: Component = {"type": 3, "custom_id": select.custom_id, "options": options}
        if select.multiple:
            listed |= {"min_values": 0, "max_values": len(options)}
        return listed | {"placeholder": plain(select.placeholder)} if select.placeholder else listed

    def _button(self, button: Button | Link) -> Component:
        if isinstance(button, Link):
            return {"type": 2, "style": LINK_STYLE, "label": plain(button.label), "url": button.url}
        shown: Component = {"type": 2, "style": STYLES[button.style], "custom_id": button.custom_id}
        if label := self.faces.label(button.face, button.label, button.in_words):
            shown["label"] = label
        if button.disabled:
            shown["disabled"] = True
        if button.face in self.faces.ids:
            shown["emoji"] = self._emoji(button.face)
        return shown

    def _emoji(self, face: str) -> Component:
        return {"id": self.faces.ids[face], "name": face}


def _text(content: str) -> Component:
    return {"type": 10, "content": content}


def _row(components: Iterable[Component]) -> Component:
    return {"type": 1, "components": [*components]}
