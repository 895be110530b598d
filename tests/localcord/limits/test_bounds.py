"""Each limit from both sides: a size at the limit is accepted, and one past it is refused at the right place."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    button,
    check_modal,
    choices,
    command,
    container,
    display,
    gallery,
    label,
    link,
    modal,
    noted,
    option,
    options,
    parameter,
    parameters,
    refusal,
    row,
    rows,
    section,
    select,
    v2,
    with_parameter,
    written,
)

FIRST = "components.0.components.0"
"""The path of the first component in the first row."""


class Bound(NamedTuple):
    """Something with a size that has a maximum, and may have a minimum."""

    check: Callable[..., object]
    body: Callable[[int], object]
    path: str
    most: int
    least: int | None = None


def address(length: int) -> str:
    return "https://example.com/".ljust(length, "x")


def with_file(**more: object) -> dict[str, object]:
    """An edit that keeps one file and changes what is said about it."""
    return {"content": "x", "attachments": [{"id": "77", **more}]}


keeping_a_file = partial(check_message, editing={"attachments": [{"id": "77", "filename": "a.png"}]})

MESSAGES = {
    "content": Bound(check_message, lambda n: {"content": "x" * n, **rows(button())}, "content", 2000),
    "file name": Bound(keeping_a_file, lambda n: with_file(filename="x" * n), "attachments.0.filename", 1024, 1),
    "file description": Bound(
        keeping_a_file, lambda n: with_file(description="x" * n), "attachments.0.description", 1024
    ),
    "users to mention": Bound(
        check_message,
        lambda n: {"content": "x", "allowed_mentions": {"users": list(range(n))}},
        "allowed_mentions.users",
        100,
    ),
    "roles to mention": Bound(
        check_message,
        lambda n: {"content": "x", "allowed_mentions": {"roles": list(range(n))}},
        "allowed_mentions.roles",
        100,
    ),
    "rows": Bound(
        check_message,
        lambda n: {"content": "x", "components": [row(button(str(i))) for i in range(n)]},
        "components",
        5,
    ),
    "buttons in a row": Bound(
        check_message, lambda n: rows(*(button(str(i)) for i in range(n))), "components.0.components", 5, 1
    ),
    "button id": Bound(check_message, lambda n: rows(button("x" * n)), f"{FIRST}.custom_id", 100, 1),
    "button label": Bound(check_message, lambda n: rows(button(label="x" * n)), f"{FIRST}.label", 80, 1),
    "button address": Bound(check_message, lambda n: rows(link(url=address(n))), f"{FIRST}.url", 512),
    "select id": Bound(check_message, lambda n: rows(select(custom_id="x" * n)), f"{FIRST}.custom_id", 100, 1),
    "select hint": Bound(check_message, lambda n: rows(select(placeholder="x" * n)), f"{FIRST}.placeholder", 150),
    "select options": Bound(check_message, lambda n: rows(select(options=options(n))), f"{FIRST}.options", 25, 1),
    "fewest values": Bound(
        check_message,
        lambda n: rows(select(options=options(25), min_values=n, max_values=25)),
        f"{FIRST}.min_values",
        25,
        0,
    ),
    "most values": Bound(
        check_message, lambda n: rows(select(options=options(25), max_values=n)), f"{FIRST}.max_values", 25, 1
    ),
    "most values of the options": Bound(
        check_message, lambda n: rows(select(options=options(3), max_values=n)), f"{FIRST}.max_values", 3, 1
    ),
    "name of an emoji": Bound(
        check_message, lambda n: rows(button(emoji={"id": "1", "name": "x" * n})), f"{FIRST}.emoji.name", 32
    ),
    "option label": Bound(
        check_message, lambda n: rows(select(options=[option(label="x" * n)])), f"{FIRST}.options.0.label", 100, 1
    ),
    "option value": Bound(
        check_message, lambda n: rows(select(options=[option("x" * n)])), f"{FIRST}.options.0.value", 100, 1
    ),
    "option description": Bound(
        check_message,
        lambda n: rows(select(options=[option(description="x" * n)])),
        f"{FIRST}.options.0.description",
        100,
    ),
    "components of a message": Bound(
        check_message, lambda n: v2(container(display()), *(display() for _ in range(n - 2))), "components", 40
    ),
    "components with accessories": Bound(
        check_message,
        lambda n: v2(*(section(accessory=button(str(i))) for i in range(12)), *(display() for _ in range(n - 36))),
        "components",
        40,
    ),
    "text display": Bound(check_message, lambda n: v2(display("x" * n)), "components.0.content", 4000, 1),
    "text displays together": Bound(
        check_message, lambda n: v2(display("x" * 2000), container(display("x" * max(1, n - 2000)))), "components", 4000
    ),
    "texts of a section": Bound(
        check_message, lambda n: v2({**section(), "components": [display()] * n}), "components.0.components", 3, 1
    ),
    "pictures of a gallery": Bound(check_message, lambda n: v2(gallery(n)), "components.0.items", 10, 1),
    "address of a picture": Bound(
        check_message, lambda n: v2(gallery(media={"url": address(n)})), "components.0.items.0.media.url", 2048
    ),
    "alt text in a gallery": Bound(
        check_message, lambda n: v2(gallery(description="x" * n)), "components.0.items.0.description", 1024, 1
    ),
    "container colour": Bound(
        check_message, lambda n: v2(container(display(), accent_color=n)), "components.0.accent_color", 0xFFFFFF, 0
    ),
}


def choose(found: object) -> dict[str, object]:
    return {"type": 8, "data": {"choices": found}}


COMMANDS = {
    "modal title": Bound(check_modal, lambda n: modal(title="x" * n), "title", 45, 1),
    "modal id": Bound(check_modal, lambda n: modal(custom_id="x" * n), "custom_id", 100, 1),
    "modal components": Bound(
        check_modal,
        lambda n: {**modal(), "components": [label(written(custom_id=str(i))) for i in range(n)]},
        "components",
        5,
        1,
    ),
    "label": Bound(check_modal, lambda n: modal(label(label="x" * n)), "components.0.label", 45, 1),
    "label description": Bound(
        check_modal, lambda n: modal(label(description="x" * n)), "components.0.description", 100, 1
    ),
    "input hint": Bound(
        check_modal, lambda n: modal(label(written(placeholder="x" * n))), "components.0.component.placeholder", 100
    ),
    "input at least": Bound(
        check_modal, lambda n: modal(label(written(min_length=n))), "components.0.component.min_length", 4000, 0
    ),
    "input at most": Bound(
        check_modal, lambda n: modal(label(written(max_length=n))), "components.0.component.max_length", 4000, 1
    ),
    "input beforehand": Bound(
        check_modal, lambda n: modal(label(written(value="x" * n))), "components.0.component.value", 4000
    ),
    "input beforehand, bounded": Bound(
        check_modal,
        lambda n: modal(label(written(value="x" * n, min_length=3, max_length=5))),
        "components.0.component.value",
        5,
        3,
    ),
    "flags of a later answer": Bound(
        check_answer, lambda n: {"type": 5, "data": {"flags": n}}, "data.flags", 2**32 - 1, 0
    ),
    "completions": Bound(check_answer, lambda n: choose(choices(n)), "data.choices", 25),
    "completion name": Bound(
        check_answer, lambda n: choose([{"name": "x" * n, "value": 1}]), "data.choices.0.name", 100, 1
    ),
    "completion value": Bound(
        check_answer, lambda n: choose([{"name": "x", "value": "x" * n}]), "data.choices.0.value", 100
    ),
    "completion number": Bound(
        check_answer, lambda n: choose([{"name": "x", "value": n}]), "data.choices.0.value", 2**53 - 1, -(2**53) + 1
    ),
    "command name": Bound(check_commands, lambda n: [command(name="x" * n)], "0.name", 32, 1),
    "command translated": Bound(
        check_commands, lambda n: [command(name_localizations={"de": "x" * n})], "0.name_localizations.de", 32, 1
    ),
    "command description": Bound(check_commands, lambda n: [command(description="x" * n)], "0.description", 100, 1),
    "command size": Bound(
        check_commands,
        # 5 + 25 · (2 + 100) + 25 · (4 · 54) = 7,955 characters, plus the command's description.
        lambda n: [
            command(
                description="x" * max(1, n - 7955),
                options=[
                    parameter(
                        name=f"{i:02}",
                        description="x" * 100,
                        choices=[{"name": "n" * 27, "value": "v" * 27} for _ in range(4)],
                    )
                    for i in range(25)
                ],
            )
        ],
        "0",
        8000,
    ),
    "options": Bound(check_commands, lambda n: [command(options=parameters(n))], "0.options", 25),
    "options of a subcommand": Bound(
        check_commands, lambda n: with_parameter(1, options=parameters(n)), "0.options.0.options", 25
    ),
    "choices": Bound(check_commands, lambda n: with_parameter(choices=choices(n)), "0.options.0.choices", 25),
    "choice value": Bound(
        check_commands,
        lambda n: with_parameter(choices=[{"name": "x", "value": "x" * n}]),
        "0.options.0.choices.0.value",
        100,
    ),
    "greatest number of an option": Bound(
        check_commands, lambda n: with_parameter(4, max_value=n), "0.options.0.max_value", 2**53 - 1, -(2**53) + 1
    ),
    "emoji name": Bound(check_emoji, lambda n: {"name": "x" * n, "image": "data:image/png;base64,aaaa"}, "name", 32, 2),
}

BOUNDS = MESSAGES | COMMANDS
SIZES_TAKEN = [
    pytest.param(bound, size, id=f"{name}: {size}")
    for name, bound in BOUNDS.items()
    for size in (bound.least or 0, bound.most)
]
SIZES_REFUSED = [
    pytest.param(bound, size, id=f"{name}: {size}")
    for name, bound in BOUNDS.items()
    for size in (None if bound.least is None else bound.least - 1, bound.most + 1)
    if size is not None
]


@pytest.mark.parametrize(("bound", "size"), SIZES_TAKEN)
def test_what_lies_on_a_bound_is_taken(bound: Bound, size: int) -> None:
    refused = refusal(lambda: bound.check(bound.body(size)))

    assert refused is None


@pytest.mark.parametrize(("bound", "size"), SIZES_REFUSED)
def test_one_past_a_bound_is_refused_at_its_place(bound: Bound, size: int) -> None:
    refused = refusal(lambda: bound.check(bound.body(size)))

    assert list(noted(refused)) == [bound.path]
