"""Turns pages into lines of text that tests can compare, and into what Discord gets."""

from collections.abc import Iterable

from bot.pages.faces import TWINS, Faces
from bot.pages.layout import components
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
from localcord.wire import JsonObject

_MARKS: dict[Style, str] = {"plain": "[{}]", "primary": "[{} !]", "good": "[{} +]", "danger": "[{} x]"}


def as_text(parts: Iterable[Part]) -> str:
    """The page as text. Shape: buttons are in [ ] with ! for blue, + for green, x for red; disabled ones in ( )."""
    return "\n".join(map(_part, parts))


def _part(part: Part) -> str:
    match part:
        case Text(content):
            return TWINS.text(content)
        case Divider():
            return "----"
        case Row(buttons):
            return " ".join(map(_button, buttons))
        case Select(placeholder, _, choices):
            listed = " | ".join(f"{choice.label} *" if choice.chosen else choice.label for choice in choices)
            return f"<{placeholder} {listed}>"
        case PersonSelect(placeholder):
            return f"<{placeholder} @>"
        case Section(Text(content), button):
            return f"{TWINS.text(content)} {_button(button)}"
        case Picture(_, _, instead):
            return as_text(instead)
        case Document(name):
            return f"{{{name}}}"


def _button(button: Button | Link) -> str:
    if isinstance(button, Link):
        return f"[{button.label} -> {button.url}]"
    label = TWINS.label(button.face, button.label, button.in_words)
    return f"({label})" if button.disabled else _MARKS[button.style].format(label)


def custom_ids(parts: Iterable[Part]) -> list[str]:
    """Every custom_id of a page, in order."""
    ids: list[str] = []
    for part in parts:
        ids += [button.custom_id for button in _buttons(part)]
        if isinstance(part, Select | PersonSelect):
            ids.append(part.custom_id)
    return ids


def enabled(parts: Iterable[Part]) -> list[str]:
    """The custom_ids of the buttons that can be pressed, in order."""
    return [found.custom_id for part in parts for found in _buttons(part) if not found.disabled]


def button(parts: Iterable[Part], label: str) -> Button:
    """The first button with this label. Raises: LookupError."""
    for part in parts:
        for found in _buttons(part):
            if TWINS.label(found.face, found.label, found.in_words) == label:
                return found
    raise LookupError(label)


def _buttons(part: Part) -> list[Button]:
    """The buttons of a part, without links."""
    every = part.buttons if isinstance(part, Row) else (part.button,) if isinstance(part, Section) else ()
    return [button for button in every if isinstance(button, Button)]


def message(page: Page, faces: Faces = TWINS) -> JsonObject:
    """The message that Discord gets for a page in text-only mode."""
    return {"flags": 1 << 15, "components": components(page, faces, {})}


def beside_pictures(parts: Iterable[Part]) -> str:
    """The texts of a page that are shown together with its pictures."""
    return as_text(part for part in parts if not isinstance(part, Picture))
