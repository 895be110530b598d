"""Each limit from both sides: a size at the limit is accepted, and one past it is refused at the right place."""

import base64
from collections.abc import Callable, Mapping

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    button,
    choices,
    command,
    container,
    display,
    gallery,
    link,
    modal,
    option,
    options,
    parameter,
    problems,
    refusal,
    row,
    rows,
    section,
    select,
    v2,
    written,
)

Bound = tuple[Callable[[int], object], str, int, int | None]
"""A body by its size, the path to what has the size, the most of it, and the least unless that's nothing."""

FIRST = "components.0.components.0"
"""The path of the first component in the first row."""


def address(length: int) -> str:
    return "https://example.com/".ljust(length, "x")


def large_command(size: int) -> object:
    """A command of this size, at least 7,956: 5 + 25 · (2 + 100) + 25 · (4 · 54) characters and its description."""
    four = [{"name": "n" * 27, "value": "v" * 27}] * 4
    listed = [parameter(name=f"{i:02}", description="x" * 100, choices=four) for i in range(25)]
    return [command(description="x" * max(1, size - 7955), options=listed)]


MESSAGES: Mapping[str, Bound] = {
    "content": (lambda n: {"content": "x" * n, **rows(button())}, "content", 2000, None),
    "users to mention": (
        lambda n: {"content": "x", "allowed_mentions": {"users": list(range(n))}}, "allowed_mentions.users", 100, None,
    ),
    "rows": (lambda n: {"content": "x", "components": [row(button(str(i))) for i in range(n)]}, "components", 5, None),
    "buttons in a row": (lambda n: rows(*(button(str(i)) for i in range(n))), "components.0.components", 5, 1),
    "button id": (lambda n: rows(button("x" * n)), f"{FIRST}.custom_id", 100, 1),
    "button label": (lambda n: rows(button(label="x" * n)), f"{FIRST}.label", 80, 1),
    "button address": (lambda n: rows(link(url=address(n))), f"{FIRST}.url", 512, None),
    "select hint": (lambda n: rows(select(placeholder="x" * n)), f"{FIRST}.placeholder", 150, None),
    "select options": (lambda n: rows(select(options=options(n))), f"{FIRST}.options", 25, 1),
    "option label": (lambda n: rows(select(options=[option(label="x" * n)])), f"{FIRST}.options.0.label", 100, 1),
    "option value": (lambda n: rows(select(options=[option("x" * n)])), f"{FIRST}.options.0.value", 100, 1),
    "components, nested": (lambda n: v2(container(display()), *[display()] * (n - 2)), "components", 40, None),
    "components with accessories": (
        lambda n: v2(*(section(accessory=button(str(i))) for i in range(12)), *[display()] * (n - 36)),
        "components", 40, None,
    ),
    "text display": (lambda n: v2(display("x" * n)), "components.0.content", 4000, 1),
    "text displays together": (
        lambda n: v2(display("x" * 2000), container(display("x" * max(1, n - 2000)))), "components", 4000, None,
    ),
    "texts of a section": (lambda n: v2({**section(), "components": [display()] * n}), FIRST[:-2], 3, 1),
    "pictures of a gallery": (lambda n: v2(gallery(n)), "components.0.items", 10, 1),
    "alt text in a gallery": (lambda n: v2(gallery(description="x" * n)), "components.0.items.0.description", 1024, 1),
    "container colour": (
        lambda n: v2(container(display(), accent_color=n)), "components.0.accent_color", 0xFFFFFF, 0,
    ),
}  # fmt: skip
ANSWERS: Mapping[str, Bound] = {
    "modal title": (lambda n: modal(title="x" * n), "data.title", 45, 1),
    "modal id": (lambda n: modal(custom_id="x" * n), "data.custom_id", 100, 1),
    "text inputs": (lambda n: modal(*(written(custom_id=str(i)) for i in range(n))), "data.components", 5, None),
    "text written": (
        lambda n: modal(written(max_length=n)), "data.components.0.component.max_length", 4000, 1,
    ),
    "text written beforehand": (
        lambda n: modal(written(value="x" * n, max_length=5)), "data.components.0.component.value", 5, None,
    ),
}  # fmt: skip
COMMANDS: Mapping[str, Bound] = {
    "command name": (lambda n: [command(name="x" * n)], "0.name", 32, 1),
    "command translated": (
        lambda n: [command(name_localizations={"de": "x" * n})], "0.name_localizations.de", 32, 1,
    ),
    "command description": (lambda n: [command(description="x" * n)], "0.description", 100, 1),
    "command size": (large_command, "0", 8000, None),
    "options": (lambda n: [command(options=[parameter(name=f"p{i}") for i in range(n)])], "0.options", 25, None),
    "options of a subcommand": (
        lambda n: [command(options=[parameter(1, options=[parameter(name=f"p{i}") for i in range(n)])])],
        "0.options.0.options", 25, None,
    ),
    "choices": (lambda n: [command(options=[parameter(choices=choices(n))])], "0.options.0.choices", 25, None),
    "greatest number of an option": (
        lambda n: [command(options=[parameter(4, max_value=n)])], "0.options.0.max_value", 2**53 - 1, -(2**53) + 1,
    ),
}  # fmt: skip
EMOJIS: Mapping[str, Bound] = {
    "emoji name": (lambda n: {"name": "x" * n, "image": "data:image/png;base64,aaaa"}, "name", 32, 2),
}
CHECKS: Mapping[Callable[..., object], Mapping[str, Bound]] = {
    check_message: MESSAGES,
    check_answer: ANSWERS,
    check_commands: COMMANDS,
    check_emoji: EMOJIS,
}


@pytest.mark.parametrize(
    ("check", "bound"),
    [pytest.param(check, bound, id=name) for check, bounds in CHECKS.items() for name, bound in bounds.items()],
)
def test_what_lies_on_a_bound_is_taken_and_one_past_it_refused_at_its_place(
    check: Callable[[object], object], bound: Bound
) -> None:
    body, path, most, least = bound
    beyond = [most + 1, *([] if least is None else [least - 1])]

    assert [problems(check, body(size)) for size in (least or 1, most)] == [{}, {}]
    assert [[*problems(check, body(size))] for size in beyond] == [[path]] * len(beyond)


def test_ten_files_are_taken_and_eleven_refused_also_beside_a_kept_one() -> None:
    names, kept = [f"{i}.png" for i in range(11)], {"attachments": [{"id": "77", "filename": "old.png"}]}
    eleven = refusal(lambda: check_message({}, file_names=names))
    beside = refusal(lambda: check_message({"attachments": [{"id": "77"}]}, editing=kept, file_names=names[:10]))

    assert refusal(lambda: check_message({}, file_names=names[:10])) is None
    assert [refused and refused.code for refused in (eleven, beside)] == [30015, 30015]


def test_a_hundred_commands_are_taken_and_one_more_refused() -> None:
    commands = [command(name=f"c{i}") for i in range(101)]
    refused = refusal(lambda: check_commands(commands))

    assert refusal(lambda: check_commands(commands[1:])) is None
    assert refused
    assert refused.code == 30032


def test_a_picture_has_at_most_256_kib() -> None:
    def upload(size: int) -> object:
        image = base64.b64encode(bytes(size)).decode()
        return check_emoji({"name": "die", "image": f"data:image/png;base64,{image}"})

    refused = refusal(lambda: upload(256 * 1024 + 1))

    assert refusal(lambda: upload(256 * 1024)) is None
    assert refused
    assert refused.code == 50138
