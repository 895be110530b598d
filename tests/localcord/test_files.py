"""Files and emojis: uploaded, referred to, replaced, and served back."""

import io
import struct
import zlib
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import ui

from localcord import Localcord
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use
from tests.localcord.conftest import Ask


def chunk(name: bytes, content: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int) -> bytes:
    """A black picture."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def picture(width: int = 4, name: str = "board.png") -> discord.File:
    """A picture to send."""
    return discord.File(io.BytesIO(png(width, 2)), name, description="the board")


def board() -> ui.LayoutView:
    """A layout that shows the picture."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="the board")))
    return view


async def test_an_attachment_can_be_read_back(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send(file=picture())
    assert await message.attachments[0].read() == png(4, 2)


async def test_a_picture_has_its_size_and_text(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send(file=picture())
    attachment = message.attachments[0]
    assert (attachment.width, attachment.height, attachment.description) == (4, 2, "the board")


async def test_a_gallery_shows_the_uploaded_picture(bot: SmallBot, local: Localcord) -> None:
    await bot.text_channel(local.channel_id).send(view=board(), file=picture())
    (gallery,) = local.person("Ana").messages()[0]["components"]
    assert local.file(gallery["items"][0]["media"]["url"]) == png(4, 2)


async def test_an_edit_replaces_the_picture(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send(view=board(), file=picture())
    await message.edit(view=board(), attachments=[picture(6)])
    shown = local.person("Ana").messages()[0]
    assert [local.file(attachment["url"]) for attachment in shown["attachments"]] == [png(6, 2)]


async def test_an_edit_without_files_keeps_the_picture(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one", file=picture())
    await message.edit(content="two")
    assert len(local.person("Ana").messages()[0]["attachments"]) == 1


async def test_a_picture_that_was_not_sent_is_refused(bot: SmallBot, local: Localcord) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.text_channel(local.channel_id).send(view=board())
    assert refused.value.code == 50035


async def test_an_answer_to_a_click_can_carry_files(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(view=board(), file=picture(), ephemeral=True)

    bot.react = react
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Look", custom_id="look"))
    message = await bot.text_channel(local.channel_id).send(view=view)
    clicked = await local.person("Ana").click(str(message.id), "look")
    assert clicked.message is not None
    assert clicked.message["components"][0]["items"][0]["media"]["width"] == 4


async def looked_at(bot: SmallBot, local: Localcord, react: Callable[[Use], Awaitable[object]]) -> JsonObject:
    """A message with one picture, after a click on it has been answered."""
    view = board()
    view.add_item(ui.ActionRow(ui.Button(label="Look", custom_id="look")))
    bot.react = react
    message = await bot.text_channel(local.channel_id).send(view=view, file=picture())
    ana = local.person("Ana")
    await ana.click(str(message.id), "look")
    await ana.wait_for(lambda seen: seen[-1]["edited_timestamp"] is not None)
    return ana.messages()[-1]


def widths(message: JsonObject) -> tuple[list[int], int]:
    """The widths of a message's attachments, and of the picture that its gallery shows."""
    shown = message["components"][0]["items"][0]["media"]
    return [attachment["width"] for attachment in message["attachments"]], shown["width"]


async def test_an_answer_can_replace_the_picture_of_the_message_clicked_on(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.edit_message(view=board(), attachments=[picture(6)])

    assert widths(await looked_at(bot, local, react)) == ([6], 6)


async def test_an_answer_without_files_keeps_the_picture_for_the_new_layout(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.edit_message(view=board())

    assert widths(await looked_at(bot, local, react)) == ([4], 4)


async def test_a_deferred_answer_can_bring_a_picture(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=board(), attachments=[picture(6)])

    assert widths(await looked_at(bot, local, react)) == ([6], 6)


async def test_a_follow_up_can_bring_and_change_a_picture(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        sent = await interaction.followup.send(view=board(), file=picture(), ephemeral=True, wait=True)
        await sent.edit(view=board(), attachments=[picture(6)])

    assert widths(await looked_at(bot, local, react)) == ([6], 6)


async def test_an_edit_can_keep_a_picture_beside_a_new_one(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    message = await channel.send("pictures", files=[picture(), picture(5, "hand.png")])
    await message.edit(attachments=[message.attachments[1], picture(6, "new.png")])
    shown = local.person("Ana").messages()[0]["attachments"]
    assert [(kept["filename"], kept["width"]) for kept in shown] == [("hand.png", 5), ("new.png", 6)]


async def test_an_edit_can_take_every_picture_away(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one", file=picture())
    await message.edit(attachments=[])
    assert local.person("Ana").messages()[0]["attachments"] == []


async def test_a_file_beyond_10_mib_is_refused(bot: SmallBot, local: Localcord) -> None:
    large = discord.File(io.BytesIO(b"\0" * (10 * 1024 * 1024 + 1)), "large.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await bot.text_channel(local.channel_id).send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_an_emoji_of_the_application_is_served(bot: SmallBot, local: Localcord) -> None:
    emoji = await bot.create_application_emoji(name="die_1", image=png(4, 4))
    assert local.file(emoji.url) == png(4, 4)


async def test_emojis_can_be_listed_and_deleted(bot: SmallBot) -> None:
    emoji = await bot.create_application_emoji(name="die_1", image=png(4, 4))
    listed = [found.name for found in await bot.fetch_application_emojis()]
    await emoji.delete()
    assert (listed, await bot.fetch_application_emojis()) == (["die_1"], [])


async def test_a_name_is_taken_only_once(bot: SmallBot) -> None:
    await bot.create_application_emoji(name="die_1", image=png(4, 4))
    with pytest.raises(discord.HTTPException) as refused:
        await bot.create_application_emoji(name="die_1", image=png(4, 4))
    assert refused.value.code == 50035


async def test_an_emoji_without_a_picture_is_refused(ask: Ask, local: Localcord) -> None:
    path = f"/applications/{local.application_id}/emojis"
    assert (await ask("POST", path, {"name": "die_1", "image": "nothing"})).code == 50035


async def test_an_unknown_emoji_is_10014(ask: Ask, local: Localcord) -> None:
    assert (await ask("DELETE", f"/applications/{local.application_id}/emojis/1")).code == 10014
