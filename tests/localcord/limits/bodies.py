"""Valid bodies for tests to break in one place, and ways to read a refusal."""

from collections.abc import Callable, Iterator

from localcord.limits import Refused

Body = dict[str, object]
V2 = 1 << 15


def refusal(check: Callable[[], object]) -> Refused | None:
    """The refusal that a check raises, or None."""
    try:
        check()
    except Refused as refused:
        return refused
    return None


def problems(check: Callable[[object], object], body: object) -> dict[str, list[str]]:
    """The codes of all problems of a body by their path, as `components.0.custom_id`."""
    refused = refusal(lambda: check(body))
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


def row(*components: Body) -> Body:
    return {"type": 1, "components": list(components)}


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


def modal(*components: Body, **more: object) -> Body:
    """An answer that opens a form with these text inputs."""
    labels = [{"type": 18, "label": "Bid", "component": component} for component in components or [written()]]
    return {"type": 9, "data": {"title": "Your bid", "custom_id": "m", "components": labels, **more}}


def command(**more: object) -> Body:
    return {"name": "bluff", "description": "Opens a table", **more}


def parameter(kind: int = 3, name: str = "seats", **more: object) -> Body:
    return {"type": kind, "name": name, "description": "How many play", **more}


def choices(count: int) -> list[Body]:
    return [{"name": f"c{index}", "value": f"v{index}"} for index in range(count)]
