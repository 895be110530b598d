"""Pages as tests read them: as text, line by line, and as Discord gets them."""

from collections.abc import Iterable

from bot.pages import Button, Divider, Link, Page, Part, Row, Select, Style, Text, layout
from localcord.wire import JsonObject

_MARKS: dict[Style, str] = {"plain": "[{}]", "primary": "[{} !]", "good": "[{} +]", "danger": "[{} x]"}


def as_text(parts: Iterable[Part]) -> str:
    """What a reader sees. Shape: buttons in [ ] with ! for blue, + for green, x for red; in ( ) when disabled."""
    return "\n".join(map(_part, parts))


def _part(part: Part) -> str:
    match part:
        case Text(content):
            return content
        case Divider():
            return "----"
        case Row(buttons):
            return " ".join(map(_button, buttons))
        case Select(placeholder, _, choices):
            listed = " | ".join(f"{choice.label} *" if choice.chosen else choice.label for choice in choices)
            return f"<{placeholder} {listed}>"


def _button(button: Button | Link) -> str:
    if isinstance(button, Link):
        return f"[{button.label} -> {button.url}]"
    return f"({button.label})" if button.disabled else _MARKS[button.style].format(button.label)


def custom_ids(parts: Iterable[Part]) -> list[str]:
    """Every custom_id of a page, in order."""
    ids: list[str] = []
    for part in parts:
        match part:
            case Row(buttons):
                ids += [button.custom_id for button in buttons if isinstance(button, Button)]
            case Select(_, custom_id, _):
                ids.append(custom_id)
    return ids


def enabled(parts: Iterable[Part]) -> list[str]:
    """The custom_ids of the buttons that can be pressed, in order."""
    pressed = (found for part in parts if isinstance(part, Row) for found in part.buttons)
    return [found.custom_id for found in pressed if isinstance(found, Button) and not found.disabled]


def button(parts: Iterable[Part], label: str) -> Button:
    """The first button with this label. Raises: LookupError."""
    for part in parts:
        if isinstance(part, Row):
            for found in part.buttons:
                if isinstance(found, Button) and found.label == label:
                    return found
    raise LookupError(label)


def message(page: Page) -> JsonObject:
    """The page as it is sent to Discord."""
    components = layout(page).to_components()  # type: ignore[no-untyped-call]
    return {"flags": 1 << 15, "components": components}
