"""The limits of messages and of their components."""

from functools import partial

from localcord.limits import check_message
from tests.localcord.limits.bodies import (
    button,
    container,
    display,
    embed,
    gallery,
    link,
    option,
    options,
    row,
    rows,
    section,
    select,
    thumbnail,
    v2,
)
from tests.localcord.limits.bounds import FIRST, Bound

INT32 = 2**31 - 1


def poll(question: str = "?", answers: int = 1, text: str = "a", duration: int = 1) -> dict[str, object]:
    answer = {"poll_media": {"text": text}}
    return {"poll": {"question": {"text": question}, "answers": [answer] * answers, "duration": duration}}


def address(length: int) -> str:
    return "https://example.com/".ljust(length, "x")


def with_file(**more: object) -> dict[str, object]:
    """An edit that keeps one file and changes what is said about it."""
    return {"content": "x", "attachments": [{"id": "77", **more}]}


def users(**more: object) -> dict[str, object]:
    """A message with a select of users."""
    return rows({"type": 5, "custom_id": "u", **more})


keeping_a_file = partial(check_message, editing={"attachments": [{"id": "77", "filename": "a.png"}]})

MESSAGES = {
    "content": Bound(check_message, lambda n: {**embed(), "content": "x" * n}, "content", 2000),
    "file name": Bound(keeping_a_file, lambda n: with_file(filename="x" * n), "attachments.0.filename", 1024, 1),
    "file description": Bound(
        keeping_a_file, lambda n: with_file(description="x" * n), "attachments.0.description", 1024
    ),
    "stickers": Bound(check_message, lambda n: {"content": "x", "sticker_ids": ["1"] * n}, "sticker_ids", 3),
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
    "name of a webhook": Bound(check_message, lambda n: {"content": "x", "username": "x" * n}, "username", 80, 1),
    "embeds": Bound(check_message, lambda n: {"content": "x", "embeds": [{"title": "x"}] * n}, "embeds", 10),
    "embed title": Bound(check_message, lambda n: embed(title="x" * n, description="x"), "embeds.0.title", 256),
    "embed text": Bound(check_message, lambda n: embed(description="x" * n), "embeds.0.description", 4096),
    "embed address": Bound(check_message, lambda n: embed(url=address(n)), "embeds.0.url", 2048),
    "embed picture": Bound(check_message, lambda n: embed(image={"url": address(n)}), "embeds.0.image.url", 2048),
    "embed colour": Bound(check_message, lambda n: embed(color=n), "embeds.0.color", 0xFFFFFF, 0),
    "embed author": Bound(check_message, lambda n: embed(author={"name": "x" * n}), "embeds.0.author.name", 256, 1),
    "embed footer": Bound(check_message, lambda n: embed(footer={"text": "x" * n}), "embeds.0.footer.text", 2048, 1),
    "embed fields": Bound(
        check_message, lambda n: embed(fields=[{"name": "x", "value": "x"}] * n), "embeds.0.fields", 25
    ),
    "embed field name": Bound(
        check_message, lambda n: embed(fields=[{"name": "x" * n, "value": "x"}]), "embeds.0.fields.0.name", 256, 1
    ),
    "embed field value": Bound(
        check_message, lambda n: embed(fields=[{"name": "x", "value": "x" * n}]), "embeds.0.fields.0.value", 1024, 1
    ),
    "embeds together": Bound(
        check_message,
        lambda n: {
            "embeds": [{"description": "x" * 3000}, {"color": 1, "title": "x", "description": "x" * (n - 3001)}]
        },
        "embeds",
        6000,
    ),
    "poll question": Bound(check_message, lambda n: poll(question="x" * n), "poll.question.text", 300, 1),
    "poll answers": Bound(check_message, lambda n: poll(answers=n), "poll.answers", 10, 1),
    "poll answer": Bound(check_message, lambda n: poll(text="x" * n), "poll.answers.0.poll_media.text", 55, 1),
    "poll hours": Bound(check_message, lambda n: poll(duration=n), "poll.duration", 768, 1),
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
    "component number": Bound(check_message, lambda n: rows(button(id=n)), f"{FIRST}.id", INT32, 0),
    "select id": Bound(check_message, lambda n: rows(select(custom_id="x" * n)), f"{FIRST}.custom_id", 100, 1),
    "select hint": Bound(check_message, lambda n: rows(select(placeholder="x" * n)), f"{FIRST}.placeholder", 150),
    "select options": Bound(check_message, lambda n: rows(select(options=options(n))), f"{FIRST}.options", 25, 1),
    "fewest values": Bound(check_message, lambda n: users(min_values=n), f"{FIRST}.min_values", 25, 0),
    "most values": Bound(check_message, lambda n: users(max_values=n), f"{FIRST}.max_values", 25, 1),
    "most values of the options": Bound(
        check_message, lambda n: rows(select(options=options(3), max_values=n)), f"{FIRST}.max_values", 3, 1
    ),
    "users chosen": Bound(
        check_message,
        lambda n: users(max_values=25, default_values=[{"id": "1", "type": "user"}] * n),
        f"{FIRST}.default_values",
        25,
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
        lambda n: v2(*(section(accessory=thumbnail()) for _ in range(12)), *(display() for _ in range(n - 36))),
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
    "alt text of a thumbnail": Bound(
        check_message,
        lambda n: v2(section(accessory=thumbnail(description="x" * n))),
        "components.0.accessory.description",
        1024,
        1,
    ),
    "container colour": Bound(
        check_message, lambda n: v2(container(display(), accent_color=n)), "components.0.accent_color", 0xFFFFFF, 0
    ),
}
