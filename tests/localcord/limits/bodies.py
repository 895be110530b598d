"""Valid bodies for tests to break in one place, and ways to read a refusal."""

import base64
from collections.abc import Callable, Iterator
from typing import NamedTuple

from localcord.limits import Refused, check_answer

Body = dict[str, object]
V2 = 1 << 15


class Case(NamedTuple):
    """A body with one mistake, where it is, and Discord's code for it."""

    check: Callable[..., object]
    body: object
    path: str
    code: str


def by_name(**tables: dict[str, Case]) -> dict[str, Case]:
    """The cases of several tables."""
    return {f"{subject}: {name}": case for subject, cases in tables.items() for name, case in cases.items()}


def refusal(check: Callable[[], object]) -> Refused | None:
    """The refusal that a check raises, or None."""
    try:
        check()
    except Refused as refused:
        return refused
    return None


def noted(refused: Refused | None) -> dict[str, list[str]]:
    """The codes of all problems by their path, as `components.0.custom_id`."""
    return dict(_flat(refused.errors or {}, "")) if refused else {}


def _flat(errors: dict[str, object], path: str) -> Iterator[tuple[str, list[str]]]:
    for key, below in errors.items():
        if isinstance(below, list):
            yield path, [problem["code"] for problem in below]
        elif isinstance(below, dict):
            yield from _flat(below, f"{path}.{key}".lstrip("."))


def button(custom_id: object = "a", **more: object) -> Body:
    return {"type": 2, "style": 1, "label": "Lift", "custom_id": custom_id, **more}


def link(**more: object) -> Body:
    return {"type": 2, "style": 5, "label": "Rules", "url": "https://example.com/", **more}


def option(value: object = "a", **more: object) -> Body:
    return {"label": "Six", "value": value, **more}


def options(count: int) -> list[Body]:
    return [option(str(index)) for index in range(count)]


def select(**more: object) -> Body:
    return {"type": 3, "custom_id": "s", "options": options(3), **more}


def row(*components: Body, **more: object) -> Body:
    return {"type": 1, "components": list(components), **more}


def rows(*components: Body) -> Body:
    """A message with only these components in one row."""
    return {"components": [row(*components)]}


def v2(*components: Body, **more: object) -> Body:
    return {"flags": V2, "components": list(components), **more}


def display(content: object = "Your hand") -> Body:
    return {"type": 10, "content": content}


def section(*components: Body, accessory: object = None) -> Body:
    return {"type": 9, "components": list(components or [display()]), "accessory": accessory or button()}


def container(*components: Body, **more: object) -> Body:
    return {"type": 17, "components": list(components), **more}


def gallery(count: int = 1, **more: object) -> Body:
    return {"type": 12, "items": [{"media": {"url": "https://example.com/a.png"}, **more} for _ in range(count)]}


def file(url: str = "attachment://a.png") -> Body:
    return {"type": 13, "file": {"url": url}}


def written(**more: object) -> Body:
    """A text input."""
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def label(component: object = None, **more: object) -> Body:
    return {"type": 18, "label": "Bid", "component": component or written(), **more}


def modal(*components: Body, **more: object) -> Body:
    return {"title": "Your bid", "custom_id": "m", "components": list(components or [label()]), **more}


def check_modal(data: object) -> None:
    """Checks a modal as an answer. Raises: Refused, with the paths inside the modal."""
    try:
        check_answer({"type": 9, "data": data})
    except Refused as refused:
        inside = (refused.errors or {}).get("data")
        raise Refused(refused.status, refused.code, refused.text, inside) from None


def picture(size: int) -> str:
    """A picture of this many bytes as a data URI."""
    return "data:image/png;base64," + base64.b64encode(bytes(size)).decode()


def command(**more: object) -> Body:
    return {"name": "bluff", "description": "Opens a table", **more}


def parameter(kind: int = 3, name: str = "seats", **more: object) -> Body:
    return {"type": kind, "name": name, "description": "How many play", **more}


def parameters(count: int) -> list[Body]:
    return [parameter(name=f"p{index}") for index in range(count)]


def with_parameter(kind: int = 3, **more: object) -> list[Body]:
    return [command(options=[{**parameter(kind), **more}])]


def choices(count: int) -> list[Body]:
    return [{"name": f"c{index}", "value": f"v{index}"} for index in range(count)]
