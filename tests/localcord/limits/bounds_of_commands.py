"""The limits of commands, autocomplete choices, modals and emoji names."""

from localcord.limits import check_answer, check_commands, check_emoji, check_modal
from tests.localcord.limits.bodies import (
    choices,
    command,
    label,
    modal,
    options,
    parameter,
    parameters,
    row,
    with_parameter,
    written,
)
from tests.localcord.limits.bounds import FIRST, Bound


def checkboxes(**more: object) -> dict[str, object]:
    return modal(label({"type": 22, "custom_id": "c", "options": options(10), **more}))


def upload(**more: object) -> dict[str, object]:
    return modal(label({"type": 19, "custom_id": "f", **more}))


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
    "input label": Bound(check_modal, lambda n: modal(row(written(label="x" * n))), f"{FIRST}.label", 45, 1),
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
    "fewest files": Bound(check_modal, lambda n: upload(min_values=n), "components.0.component.min_values", 10, 0),
    "most files": Bound(check_modal, lambda n: upload(max_values=n), "components.0.component.max_values", 10, 1),
    "fewest checks": Bound(check_modal, lambda n: checkboxes(min_values=n), "components.0.component.min_values", 10, 0),
    "most checks": Bound(check_modal, lambda n: checkboxes(max_values=n), "components.0.component.max_values", 10, 1),
    "radio options": Bound(
        check_modal,
        lambda n: modal(label({"type": 21, "custom_id": "r", "options": options(n)})),
        "components.0.component.options",
        10,
        2,
    ),
    "checkboxes": Bound(
        check_modal,
        lambda n: modal(label({"type": 22, "custom_id": "c", "options": options(n)})),
        "components.0.component.options",
        10,
        1,
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
    "menu command name": Bound(check_commands, lambda n: [{"type": 2, "name": "X" * n}], "0.name", 32, 1),
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
    "least input of an option": Bound(
        check_commands, lambda n: with_parameter(min_length=n), "0.options.0.min_length", 6000, 0
    ),
    "most input of an option": Bound(
        check_commands, lambda n: with_parameter(max_length=n), "0.options.0.max_length", 6000, 1
    ),
    "greatest number of an option": Bound(
        check_commands, lambda n: with_parameter(4, max_value=n), "0.options.0.max_value", 2**53 - 1, -(2**53) + 1
    ),
    "emoji name": Bound(check_emoji, lambda n: {"name": "x" * n, "image": "data:image/png;base64,aaaa"}, "name", 32, 2),
}
