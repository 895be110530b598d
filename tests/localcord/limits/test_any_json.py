"""For any JSON at all, a check accepts it or refuses it like Discord, and never crashes."""

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    V2,
    button,
    check_modal,
    choices,
    command,
    container,
    display,
    file,
    gallery,
    label,
    link,
    modal,
    parameter,
    refusal,
    row,
    section,
    select,
    v2,
    written,
)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)

WHOLE_MESSAGE: dict[str, object] = {
    "content": "x",
    "allowed_mentions": {"parse": ["roles"], "users": ["1"]},
    "attachments": [{"id": 0, "filename": "a.png"}],
    "components": [row(button(emoji={"id": "1", "name": "die"}), link()), row(select(min_values=1, max_values=2))],
    "flags": 64,
}
WHOLE_V2 = v2(container(display(), section(), gallery(), file(), {"type": 14}, row(button("b")), accent_color=1))
WHOLE_MODAL = modal(label(written(value="x", max_length=5)), label(written(custom_id="u", placeholder="x")))
WHOLE_COMMANDS = [
    command(options=[parameter(choices=choices(2), required=True), parameter(4, "face", min_value=1, max_value=6)]),
    command(name="play", options=[parameter(1, "bluff", options=[parameter()])]),
]
WHOLE: dict[str, tuple[Callable[[object], object], object]] = {
    "message": (lambda body: check_message(body, file_names=["a.png"]), WHOLE_MESSAGE),
    "V2 message": (lambda body: check_message(body, file_names=["a.png"]), WHOLE_V2),
    "edit": (lambda body: check_message(body, editing={"flags": V2}, file_names=["a.png"]), WHOLE_V2),
    "answer": (lambda body: check_answer(body, file_names=["a.png"]), {"type": 4, "data": WHOLE_MESSAGE}),
    "editing answer": (
        lambda body: check_answer(body, editing={"flags": V2}, file_names=["a.png"]),
        {"type": 7, "data": WHOLE_V2},
    ),
    "completion": (check_answer, {"type": 8, "data": {"choices": choices(2)}}),
    "modal": (check_modal, WHOLE_MODAL),
    "commands": (check_commands, WHOLE_COMMANDS),
    "emoji": (check_emoji, {"name": "die", "image": "data:image/png;base64,aaaa"}),
}


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value inside a JSON value, starting with the value itself."""
    yield path
    below: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        below = list(value.items())
    elif isinstance(value, list):
        below = list(enumerate(value))
    for key, inner in below:
        yield from places(inner, (*path, key))


def replaced(value: object, path: tuple[str | int, ...], new: object) -> object:
    """A copy of a JSON value with a different one at this path."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, dict):
        return {**value, key: replaced(value[key], tuple(rest), new)}
    assert isinstance(value, list)
    return [replaced(inner, tuple(rest), new) if index == key else inner for index, inner in enumerate(value)]


def told_as_discord_tells_it(errors: object) -> bool:
    """Whether the errors are either a list of problems or names with errors below, as Discord nests them."""
    if not isinstance(errors, dict) or not errors:
        return False
    if "_errors" in errors:
        return len(errors) == 1 and bool(errors["_errors"])
    return all(map(told_as_discord_tells_it, errors.values()))


@pytest.mark.parametrize("name", WHOLE)
@given(body=JSON)
def test_any_json_is_taken_or_refused(name: str, body: object) -> None:
    check, _ = WHOLE[name]
    refused = refusal(lambda: check(body))

    assert refused is None or refused.errors is None or told_as_discord_tells_it(refused.errors)


@pytest.mark.parametrize("name", WHOLE)
@given(chance=st.data())
def test_any_value_anywhere_is_taken_or_refused(name: str, chance: st.DataObject) -> None:
    check, whole = WHOLE[name]
    path = chance.draw(st.sampled_from(list(places(whole))))
    new = chance.draw(JSON | st.sampled_from([whole, {"type": 1, "components": 5, "options": "x", "items": 1}]))
    refused = refusal(lambda: check(replaced(whole, path, new)))

    assert refused is None or json.loads(json.dumps(refused.to_json()))["message"]


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_body_is_taken_as_it_stands(name: str) -> None:
    check, whole = WHOLE[name]
    refused = refusal(lambda: check(whole))

    assert refused is None
