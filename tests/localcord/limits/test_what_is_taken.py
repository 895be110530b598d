"""Bodies that Discord accepts: plain, unusual and the largest possible ones."""

from collections.abc import Callable

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    V2,
    button,
    choices,
    command,
    container,
    display,
    file,
    gallery,
    link,
    modal,
    option,
    options,
    parameter,
    picture,
    refusal,
    row,
    rows,
    section,
    select,
    v2,
    with_parameter,
)

LONGEST_ID = "x" * 98

TAKEN: dict[str, Callable[[], object]] = {
    "a word": lambda: check_message({"content": "x"}),
    "nulls for what is left out": lambda: check_message({"content": "x", "embeds": None, "flags": None, "poll": None}),
    "fields Discord does not know": lambda: check_message(
        {"content": "x", "colour": [], "components": [row(button(shape=[]))]}
    ),
    "only a file": lambda: check_message({}, file_names=["a.png"]),
    "only components": lambda: check_message(rows(button())),
    "five rows of five buttons": lambda: check_message(
        {"components": [row(*(button(f"{i}{j}") for j in range(5))) for i in range(5)]}
    ),
    "five full selects": lambda: check_message(
        {"components": [row(select(custom_id=f"{i}{LONGEST_ID}", options=options(25))) for i in range(5)]}
    ),
    "a hand of fourteen cards": lambda: check_message(
        v2(
            container(
                display("x" * 4000),
                *(row(*(button(f"{i}{j}", emoji={"id": 1}) for j in range(5))) for i in range(3)),
            )
        )
    ),
    "the most components": lambda: check_message(
        v2(
            *(section(display(), accessory=button(str(i))) for i in range(13)),
            {"type": 14, "divider": True, "spacing": 2},
        )
    ),
    "V2 with what is empty beside it": lambda: check_message(v2(display(), content="", embeds=[], sticker_ids=[])),
    "V2 with all mentions off": lambda: check_message(v2(display(), allowed_mentions={"parse": [], "users": [1]})),
    "a parsed kind beside an empty list": lambda: check_message(
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": []}}
    ),
    "other kinds parsed than listed": lambda: check_message(
        {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}}
    ),
    "a file that is shown": lambda: check_message(v2(file()), file_names=["a.png"]),
    "a file by the name it is given": lambda: check_message(
        v2(file("attachment://b.png"), attachments=[{"id": 0, "filename": "b.png"}]), file_names=["a.png"]
    ),
    "a gallery of what is sent": lambda: check_message(
        v2(gallery(3, media={"url": "attachment://a.png"})), file_names=["a.png"]
    ),
    "buttons of every style": lambda: check_message(
        rows(*(button(str(style), style=style) for style in range(1, 5)), link())
    ),
    "both widths of a separator": lambda: check_message(
        v2(display(), {"type": 14, "spacing": 1}, {"type": 14, "spacing": 2})
    ),
    "a link": lambda: check_message(rows(link())),
    "a link into the client": lambda: check_message(rows(link(url="discord://-/settings"))),
    "several chosen beforehand": lambda: check_message(
        rows(select(max_values=2, options=[option("a", default=True), option("b", default=True)]))
    ),
    "an ephemeral answer": lambda: check_message({"content": "x", "flags": 64}),
    "every flag a bot may set in a channel": lambda: check_message(
        v2(display(), flags=1 << 2 | 1 << 12 | V2), ephemeral_allowed=False
    ),
    "as much at least as at most": lambda: check_message(rows(select(min_values=2, max_values=2))),
    "an answer": lambda: check_answer({"type": 4, "data": {"content": "x", "flags": 64}}),
    "an answer with a file": lambda: check_answer({"type": 4, "data": {}}, file_names=["a.png"]),
    "an answer later": lambda: check_answer({"type": 5, "data": {"flags": 64}}),
    "an answer later, without a word": lambda: check_answer({"type": 5}),
    "an edit later": lambda: check_answer({"type": 6, "data": None}),
    "an edit of a message nobody told of": lambda: check_answer({"type": 7, "data": {"content": ""}}),
    "an edit that changes nothing": lambda: check_answer({"type": 7}, editing={"content": "x"}),
    "an edit of V2": lambda: check_answer({"type": 7, "data": {"components": [display()]}}, editing={"flags": V2}),
    "nothing to choose": lambda: check_answer({"type": 8, "data": {"choices": []}}),
    "choices of all kinds": lambda: check_answer(
        {"type": 8, "data": {"choices": [{"name": "a", "value": value} for value in ("a", 1, 1.5)]}}
    ),
    "an answer by a modal": lambda: check_answer({"type": 9, "data": modal()}),
    "no commands": lambda: check_commands([]),
    "a command in all places": lambda: check_commands(
        [
            command(
                type=1,
                contexts=[0, 1, 2],
                integration_types=[0, 1],
                default_member_permissions="8",
                nsfw=False,
                dm_permission=True,
                name_localizations={"de": "schwindel", "ja": "ダウト", "pt-BR": "não_é"},
            )
        ]
    ),
    "the largest of several translations alone counts": lambda: check_commands(
        with_parameter(
            1,
            options=[
                {
                    **parameter(name=f"p{i}", choices=choices(5)),
                    "description_localizations": dict.fromkeys(("de", "fr", "es-ES", "ja"), "x" * 100),
                }
                for i in range(25)
            ],
        )
    ),
    "the largest picture": lambda: check_emoji({"name": "die_6", "image": picture(256 * 1024)}),
}


@pytest.mark.parametrize("check", TAKEN.values(), ids=TAKEN)
def test_it_is_taken(check: Callable[[], object]) -> None:
    refused = refusal(check)

    assert refused is None
