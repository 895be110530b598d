"""Pages that take the place of others on messages, with their files."""

import pytest

from bot.interactions.interactions import Private
from bot.messages import sending
from bot.messages.renderer import ReadyPage, Upload
from bot.pages.faces import TWINS
from bot.pages.layout import components
from bot.pages.page import Document, Page, Text
from localcord import Localcord
from tests.bot.answering import Answering, page, seen
from tests.clock import NoSleep

TWO_FILES = (Upload("one.txt", b"\r\n--one\x00"), Upload("two.txt", b""))


def ready(text: str, *uploads: Upload) -> ReadyPage:
    """A page with a text and these files, ready to be sent."""
    shown = Page((Text(text), *(Document(upload.name, upload.content) for upload in uploads)), accent=7)
    return ReadyPage(components(shown, TWINS, {}), uploads, is_whole=True)


def contents(local: Localcord) -> list[tuple[str, bytes]]:
    """The files on the only message that Ana sees, which shows the new page."""
    (message,) = local.person("Ana").messages()
    assert seen(local.person("Ana"))[0][1].startswith("after")
    return [(shown["filename"], local.file(shown["url"])) for shown in message["attachments"]]


@pytest.mark.parametrize("fails", [False, True], ids=["at once", "the second time"])
@pytest.mark.parametrize("files", [TWO_FILES, ()], ids=["two", "none"])
async def test_an_edit_replaces_the_page_and_its_files(
    local: Localcord, client: Answering, monkeypatch: pytest.MonkeyPatch, *, files: tuple[Upload, ...], fails: bool
) -> None:
    before = ready("before", Upload("old.txt", b"old"))
    message = await client.text_channel(local.channel_id).send(view=before.view, files=before.files)
    if fails:
        local.fail_next("PATCH", "/channels/", status=502)
        monkeypatch.setattr("discord.http.asyncio", NoSleep())

    await sending.edit(client, int(local.channel_id), message.id, ready("after", *files))

    assert contents(local) == [*files]


async def test_a_token_puts_files_on_its_answer(local: Localcord, client: Answering) -> None:
    asked = await client.do(local.person("Ana"), "command", Private(page("panel")))

    await sending.edit_by_token(client, asked.token, "@original", ready("after", *TWO_FILES))

    assert contents(local) == [*TWO_FILES]
