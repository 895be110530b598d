"""Whole messages: whether one would be empty, which files it would have, and how a refusal looks."""

import pytest

from localcord.limits import Refused, check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import V2, command, display, file, noted, picture, refusal, v2

STORED: dict[str, object] = {
    "content": "x",
    "flags": 0,
    "attachments": [{"id": "77", "filename": "old.png"}],
}
STORED_V2: dict[str, object] = {**STORED, "content": "", "flags": V2, "components": [display()]}


@pytest.mark.parametrize(
    "body",
    [{}, {"content": None}, {"content": " \n"}, {"embeds": []}, {"components": []}, {"flags": V2}, {"attachments": []}],
    ids=str,
)
def test_a_message_that_shows_nothing_is_refused(body: object) -> None:
    refused = refusal(lambda: check_message(body))

    assert refused is not None
    assert (refused.status, refused.code, refused.errors) == (400, 50006, None)


def test_an_edit_may_not_empty_a_message() -> None:
    refused = refusal(lambda: check_message({"content": None, "attachments": []}, editing=STORED))

    assert refused is not None
    assert refused.code == 50006


def test_an_answer_may_not_empty_the_message_it_edits() -> None:
    refused = refusal(
        lambda: check_answer({"type": 7, "data": {"components": []}}, editing={"components": [display()]})
    )

    assert refused is not None
    assert refused.code == 50006


def test_a_new_message_as_answer_may_not_be_empty() -> None:
    refused = refusal(lambda: check_answer({"type": 4}, editing=STORED))

    assert refused is not None
    assert refused.code == 50006


@pytest.mark.parametrize(
    "body",
    [{}, {"content": None}, {"content": "y", "attachments": []}],
    ids=str,
)
def test_an_edit_leaves_what_it_does_not_name(body: object) -> None:
    refused = refusal(lambda: check_message(body, editing=STORED))

    assert refused is None


@pytest.mark.parametrize(
    "body",
    [{"components": [display()]}, v2(display()), {"flags": None, "components": [display()]}, {"content": None}],
    ids=str,
)
def test_an_edit_of_v2_does_not_need_the_flag_again(body: object) -> None:
    refused = refusal(lambda: check_message(body, editing=STORED_V2))

    assert refused is None


def test_a_message_becomes_v2_when_what_was_beside_it_goes() -> None:
    refused = refusal(lambda: check_message(v2(display(), content=None), editing=STORED))

    assert refused is None


def test_an_edit_ignores_flags_it_cannot_set() -> None:
    refused = refusal(lambda: check_message({"content": "y", "flags": 64}, editing=STORED))

    assert refused is None


@pytest.mark.parametrize(
    ("body", "file_names"),
    [
        ({"components": [file("attachment://old.png")]}, []),
        ({"components": [file("attachment://old.png")], "attachments": [{"id": "77"}]}, []),
        ({"components": [file("attachment://old.png")], "attachments": [{"id": 77}, {"id": 0}]}, ["new.png"]),
        ({"components": [file("attachment://new.png")]}, ["new.png"]),
    ],
    ids=["kept unsaid", "kept by name", "kept beside a new one", "new"],
)
def test_an_edit_shows_files_kept_or_sent(body: object, file_names: list[str]) -> None:
    refused = refusal(lambda: check_message(body, editing=STORED_V2, file_names=file_names))

    assert refused is None


@pytest.mark.parametrize(
    ("body", "file_names"),
    [
        ({"components": [file("attachment://old.png")], "attachments": []}, []),
        ({"components": [file("attachment://old.png")], "attachments": None}, []),
        ({"components": [file("attachment://old.png")]}, ["new.png"]),
    ],
    ids=["let go", "let go by null", "replaced"],
)
def test_an_edit_does_not_show_files_let_go(body: object, file_names: list[str]) -> None:
    refused = refusal(lambda: check_message(body, editing=STORED_V2, file_names=file_names))

    assert noted(refused) == {"components.0.file.url": ["UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"]}


def test_ten_files_are_taken() -> None:
    refused = refusal(lambda: check_message({}, file_names=[f"{i}.png" for i in range(10)]))

    assert refused is None


def test_eleven_files_are_too_many() -> None:
    refused = refusal(lambda: check_message({}, file_names=[f"{i}.png" for i in range(11)]))

    assert refused is not None
    assert (refused.status, refused.code) == (400, 30015)


def test_ten_files_beside_a_kept_one_are_too_many() -> None:
    names = [f"{i}.png" for i in range(10)]
    refused = refusal(lambda: check_message({"attachments": [{"id": "77"}]}, editing=STORED, file_names=names))

    assert refused is not None
    assert refused.code == 30015


def test_more_than_a_hundred_commands_are_too_many() -> None:
    commands = [command(name=f"c{i}") for i in range(101)]
    assert refusal(lambda: check_commands(commands[1:])) is None
    refused = refusal(lambda: check_commands(commands))

    assert refused is not None
    assert (refused.status, refused.code) == (400, 30032)


def test_a_picture_of_more_than_256_kib_is_refused() -> None:
    refused = refusal(lambda: check_emoji({"name": "die", "image": picture(256 * 1024 + 1)}))

    assert refused is not None
    assert (refused.status, refused.code) == (400, 50138)


def test_a_refusal_is_told_as_discord_tells_it() -> None:
    refused = refusal(lambda: check_message({"content": "x", "components": [{"type": 1, "components": [{"type": 2}]}]}))

    assert refused is not None
    assert refused.status == 400
    assert refused.to_json() == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "components": {
                "0": {
                    "components": {
                        "0": {
                            "style": {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}
                        }
                    }
                }
            }
        },
    }


def test_a_refusal_reads_well_in_a_log() -> None:
    assert str(Refused(400, 50006, "Cannot send an empty message")) == "50006: Cannot send an empty message"
