"""Pages that are put on messages without discord.py's own objects."""

import pytest

from bot.interactions.interactions import Private
from bot.messages import sending
from bot.messages.renderer import ReadyPage, Upload
from bot.pages.faces import TWINS
from bot.pages.layout import components
from bot.pages.page import Document, Page, Text
from localcord import Localcord
from localcord.wire import JsonObject
from tests.bot.answering import Answering, page

TWO_FILES = (Upload("one.txt", b"\r\n--one\x00"), Upload("two.txt", b""))


def ready(text: str, uploads: tuple[Upload, ...] = ()) -> ReadyPage:
    """A page with a text and these files, ready to be sent."""
    shown = Page((Text(text), *(Document(upload.name, upload.content) for upload in uploads)), accent=7)
    return ReadyPage(components(shown, TWINS, {}), uploads, is_whole=True)


async def posted(local: Localcord, client: Answering, before: ReadyPage) -> int:
    """A message of the bot's with this page."""
    channel = client.text_channel(local.channel_id)
    return (await channel.send(view=before.view, files=before.files)).id


def only_message(local: Localcord) -> JsonObject:
    (message,) = local.person("Ana").messages()
    return message


def contents(local: Localcord, message: JsonObject) -> list[tuple[str, bytes]]:
    return [(shown["filename"], local.file(shown["url"])) for shown in message["attachments"]]


async def test_an_edit_replaces_the_page_and_its_files(local: Localcord, client: Answering) -> None:
    message_id = await posted(local, client, ready("before", (Upload("old.txt", b"old"),)))

    await sending.edit(client, int(local.channel_id), message_id, ready("after", TWO_FILES))

    message = only_message(local)
    assert message["components"][0]["components"][0]["content"] == "after"
    assert contents(local, message) == [*TWO_FILES]


async def test_an_edit_without_files_removes_the_old_ones(local: Localcord, client: Answering) -> None:
    message_id = await posted(local, client, ready("before", TWO_FILES))

    await sending.edit(client, int(local.channel_id), message_id, ready("after"))

    assert contents(local, only_message(local)) == []


async def test_an_edit_that_discord_fails_is_sent_again_whole(
    local: Localcord, client: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    message_id = await posted(local, client, ready("before"))
    local.fail_next("PATCH", "/channels/", status=502)
    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)

    await sending.edit(client, int(local.channel_id), message_id, ready("after", TWO_FILES))

    assert contents(local, only_message(local)) == [*TWO_FILES]


async def test_a_token_puts_files_on_its_answer(local: Localcord, client: Answering) -> None:
    asked = await client.do(local.person("Ana"), "command", Private(page("panel")))

    await sending.edit_by_token(client, asked.token, "@original", ready("after", TWO_FILES))

    assert contents(local, only_message(local)) == [*TWO_FILES]


async def at_once(_seconds: float) -> None:
    """Instead of waiting."""
