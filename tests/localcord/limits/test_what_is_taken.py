"""Bodies that Discord accepts: plain, unusual and the largest possible ones."""

from collections.abc import Callable

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message, check_modal
from tests.localcord.limits.bodies import (
    V2,
    button,
    choices,
    command,
    container,
    display,
    embed,
    file,
    gallery,
    label,
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
    thumbnail,
    v2,
    with_parameter,
    written,
)

LONGEST_ID = "x" * 98

TAKEN: dict[str, Callable[[], None]] = {
    "a word": lambda: check_message({"content": "x"}),
    "nulls for what is left out": lambda: check_message({"content": "x", "embeds": None, "flags": None, "poll": None}),
    "fields Discord does not know": lambda: check_message(
        {"content": "x", "colour": [], "components": [row(button(shape=[]))]}
    ),
    "only a sticker": lambda: check_message({"sticker_ids": ["1"]}),
    "only a file": lambda: check_message({}, file_names=["a.png"]),
    "only a picture": lambda: check_message({"embeds": [{"image": {"url": "attachment://a.png"}}]}),
    "only components": lambda: check_message(rows(button())),
    "a forwarded message": lambda: check_message({"message_reference": {"type": 1, "message_id": "1"}}),
    "a whole embed": lambda: check_message(
        embed(
            url="https://example.com",
            timestamp="2026-08-01T12:00:00+00:00",
            author={"name": "x", "icon_url": "https://example.com/a.png"},
            thumbnail={"url": "https://example.com/a.png"},
        )
    ),
    "the largest embeds": lambda: check_message({"embeds": [{"description": "x" * 600} for _ in range(10)]}),
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
        v2(*(section(display(), accessory=thumbnail()) for _ in range(13)), {"type": 14, "divider": True, "spacing": 2})
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
    "every type of channel": lambda: check_message(
        rows({"type": 8, "custom_id": "c", "channel_types": [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]})
    ),
    "both widths of a separator": lambda: check_message(
        v2(display(), {"type": 14, "spacing": 1}, {"type": 14, "spacing": 2})
    ),
    "a link": lambda: check_message(rows(link())),
    "a link into the client": lambda: check_message(rows(link(url="discord://-/settings"))),
    "a premium button": lambda: check_message(rows({"type": 2, "style": 6, "sku_id": "1"})),
    "a premium button, twice": lambda: check_message(rows(*[{"type": 2, "style": 6, "sku_id": "1"}] * 2)),
    "two components numbered nought": lambda: check_message(v2({**display(), "id": 0}, {**display(), "id": 0})),
    "every kind of select": lambda: check_message(
        {"components": [row({"type": kind, "custom_id": str(kind)}) for kind in (5, 6, 7, 8)]}
    ),
    "channels chosen beforehand": lambda: check_message(
        rows({"type": 8, "custom_id": "c", "channel_types": [0], "default_values": [{"id": 1, "type": "channel"}]})
    ),
    "several chosen beforehand": lambda: check_message(
        rows(select(max_values=2, options=[option("a", default=True), option("b", default=True)]))
    ),
    "an ephemeral answer": lambda: check_message({"content": "x", "flags": 64}),
    "every flag a bot may set in a channel": lambda: check_message(
        v2(display(), flags=1 << 2 | 1 << 12 | 1 << 13 | V2), ephemeral_allowed=False
    ),
    "a reply": lambda: check_message({"content": "x", "message_reference": {"type": 0, "message_id": "1"}}),
    "as much at least as at most": lambda: check_message(rows(select(min_values=2, max_values=2))),
    "a group without subcommands": lambda: check_commands(with_parameter(2, options=[])),
    "an answer": lambda: check_answer({"type": 4, "data": {"content": "x", "flags": 64}}),
    "an answer with a file": lambda: check_answer({"type": 4, "data": {}}, file_names=["a.png"]),
    "an answer later": lambda: check_answer({"type": 5, "data": {"flags": 64}}),
    "an answer later, without a word": lambda: check_answer({"type": 5}),
    "an edit later": lambda: check_answer({"type": 6, "data": None}),
    "a pong": lambda: check_answer({"type": 1}),
    "an edit of a message nobody told of": lambda: check_answer({"type": 7, "data": {"content": ""}}),
    "an edit that changes nothing": lambda: check_answer({"type": 7}, editing={"content": "x"}),
    "an edit of V2": lambda: check_answer({"type": 7, "data": {"components": [display()]}}, editing={"flags": V2}),
    "nothing to choose": lambda: check_answer({"type": 8, "data": {"choices": []}}),
    "choices of all kinds": lambda: check_answer(
        {"type": 8, "data": {"choices": [{"name": "a", "value": value} for value in ("a", 1, 1.5)]}}
    ),
    "an answer by a modal": lambda: check_answer({"type": 9, "data": modal()}),
    "a modal of rows": lambda: check_modal(
        modal(*(row(written(label="x", custom_id=str(i), style=2, required=False)) for i in range(5)))
    ),
    "a modal of every field": lambda: check_modal(
        modal(
            display(),
            label(select(required=True)),
            label({"type": 19, "custom_id": "f", "min_values": 0, "max_values": 10}),
            label({"type": 22, "custom_id": "c", "options": options(10), "max_values": 10}),
            label({"type": 23, "custom_id": "b", "default": True}),
        )
    ),
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
                name_localizations={"de": "schwindel", "th": "หลอก", "hi": "झांसा", "ja": "ダウト", "pt-BR": "não_é"},
            )
        ]
    ),
    "the most commands": lambda: check_commands(
        [command(name=f"c{i}") for i in range(100)]
        + [{"type": kind, "name": f"Menu {i}"} for kind in (2, 3) for i in range(15)]
    ),
    "one name for several types": lambda: check_commands([command(), {"type": 2, "name": "bluff", "description": ""}]),
    "subcommands in groups": lambda: check_commands(
        with_parameter(2, options=[parameter(1, options=[parameter(required=True), parameter(4, "face")])])
    ),
    "options of every type": lambda: check_commands(
        [command(options=[parameter(kind, f"p{kind}") for kind in range(3, 12)])]
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
def test_it_is_taken(check: Callable[[], None]) -> None:
    refused = refusal(check)

    assert refused is None


@pytest.mark.parametrize("name", ["🎲", "♠️", "♠", "1️⃣", "🇩🇪", "👍🏽", "🏴‍☠️", "👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🃏", "ℹ️"])
def test_an_emoji_of_unicode_stands_on_a_button(name: str) -> None:
    refused = refusal(lambda: check_message(rows(button(label=None, emoji={"name": name}))))

    assert refused is None
