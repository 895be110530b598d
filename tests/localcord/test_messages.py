"""Messages of a channel: sending, editing, deleting, and what Discord refuses."""

import discord
import pytest
from discord import ui

from localcord import Localcord, Permission
from localcord.messages import NONCE_SECONDS
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock
from tests.localcord.bot import SmallBot, buttons, layout
from tests.localcord.conftest import Ask
from tests.localcord.test_files import png

V2 = 1 << 15
TEXT = {"type": 10, "content": "Table"}


async def test_an_edit_changes_what_people_see(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one")
    await message.edit(content="two")
    assert [shown["content"] for shown in local.person("Ana").messages()] == ["two"]


async def test_every_version_of_a_public_message_is_kept(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one")
    await message.edit(content="two")
    assert [shown["content"] for shown in local.public_messages] == ["one", "two"]


async def test_a_deleted_message_is_gone(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one")
    await message.delete()
    assert local.person("Ana").messages() == []


async def test_a_nonce_that_is_enforced_posts_one_message(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    first = await channel.send("one", nonce="n")
    second = await channel.send("two", nonce="n")
    await channel.send("three", nonce="m")
    assert (second.id, second.content) == (first.id, "one")
    assert [shown["content"] for shown in local.person("Ana").messages()] == ["one", "three"]


async def test_a_nonce_that_is_not_enforced_posts_each_message(local: Localcord, ask: Ask) -> None:
    path = f"/channels/{local.channel_id}/messages"
    answers = [await ask("POST", path, {"content": text, "nonce": "n"}) for text in ("one", "two")]
    assert [answer.body["nonce"] for answer in answers] == ["n", "n"]
    assert [shown["content"] for shown in local.person("Ana").messages()] == ["one", "two"]


async def test_a_nonce_is_forgotten_after_a_few_minutes(bot: SmallBot, local: Localcord, clock: Clock) -> None:
    channel = bot.text_channel(local.channel_id)
    first = await channel.send("one", nonce="n")
    clock.now += NONCE_SECONDS + 1
    assert (await channel.send("two", nonce="n")).id != first.id


async def test_a_message_that_was_deleted_is_not_posted_again_under_its_nonce(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    await (await channel.send("one", nonce="n")).delete()
    with pytest.raises(discord.NotFound, match="10008"):
        await channel.send("two", nonce="n")


async def test_a_layout_stays_a_layout(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send(view=layout("Table", "Join"))
    await message.edit(view=layout("Table of two"))
    assert local.person("Ana").messages()[0]["flags"] == V2


async def test_components_have_ids_that_differ(bot: SmallBot, local: Localcord) -> None:
    await bot.text_channel(local.channel_id).send(view=buttons("Join", "Leave"))
    (row,) = local.person("Ana").messages()[0]["components"]
    assert len({row["id"], *(button["id"] for button in row["components"])}) == 3


async def test_the_history_of_a_channel_comes_newest_first(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    for word in ("one", "two", "three"):
        await channel.send(word)
    assert [message.content async for message in channel.history(limit=2)] == ["three", "two"]


async def test_the_history_after_a_message_begins_right_behind_it(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    first, *_ = [await channel.send(word) for word in ("one", "two", "three", "four")]
    assert [message.content async for message in channel.history(limit=2, after=first)] == ["two", "three"]


async def test_the_history_is_empty_for_a_bot_that_may_not_read_it(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    await channel.send("one")
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    assert [message.content async for message in channel.history()] == []


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=many", "after=yesterday"])
async def test_a_history_that_cannot_be_meant_is_refused(ask: Ask, local: Localcord, query: str) -> None:
    answer = await ask("GET", f"/channels/{local.channel_id}/messages?{query}")
    assert (answer.status, answer.code) == (400, 50035)


async def test_an_unknown_channel_is_10003(ask: Ask) -> None:
    answer = await ask("POST", "/channels/1/messages", {"content": "x"})
    assert (answer.status, answer.code) == (404, 10003)


async def test_an_unknown_message_is_10008(ask: Ask, local: Localcord) -> None:
    answer = await ask("PATCH", f"/channels/{local.channel_id}/messages/1", {"content": "x"})
    assert (answer.status, answer.code) == (404, 10008)


async def test_a_message_of_someone_else_cannot_be_edited(ask: Ask, local: Localcord) -> None:
    said = local.person("Ana").say("mine")
    answer = await ask("PATCH", f"/channels/{local.channel_id}/messages/{said['id']}", {"content": "x"})
    assert (answer.status, answer.code) == (403, 50005)


async def test_a_message_of_someone_else_cannot_be_deleted_without_the_right(ask: Ask, local: Localcord) -> None:
    said = local.person("Ana").say("mine")
    answer = await ask("DELETE", f"/channels/{local.channel_id}/messages/{said['id']}")
    assert (answer.status, answer.code) == (403, 50013)


@pytest.mark.parametrize(
    ("held", "code"),
    [(Permission(0), 50001), (Permission.VIEW_CHANNEL, 50013)],
    ids=["not seen", "not allowed to write"],
)
async def test_a_bot_without_the_right_cannot_write(ask: Ask, local: Localcord, held: Permission, code: int) -> None:
    local.set_bot_permissions(local.channel_id, held)
    answer = await ask("POST", f"/channels/{local.channel_id}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (403, code)


async def test_the_bot_hears_that_its_rights_have_changed(bot: SmallBot, local: Localcord) -> None:
    changed = bot.wait_for("guild_channel_update", timeout=PATIENCE_SECONDS)
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    _, channel = await changed
    assert not channel.permissions_for(channel.guild.me).send_messages


async def test_an_empty_message_is_refused(ask: Ask, local: Localcord) -> None:
    answer = await ask("POST", f"/channels/{local.channel_id}/messages", {"content": ""})
    assert (answer.status, answer.code) == (400, 50006)


async def test_a_layout_takes_no_content_beside_it(ask: Ask, local: Localcord) -> None:
    path = f"/channels/{local.channel_id}/messages"
    sent = await ask("POST", path, {"flags": V2, "components": [TEXT]})
    answer = await ask("PATCH", f"{path}/{sent.body['id']}", {"content": "x"})
    assert (answer.status, answer.code) == (400, 50035)


async def test_a_channel_message_cannot_be_ephemeral(ask: Ask, local: Localcord) -> None:
    answer = await ask("POST", f"/channels/{local.channel_id}/messages", {"content": "x", "flags": 64})
    assert (answer.status, answer.code) == (400, 50035)


async def test_an_outage_can_be_planned(bot: SmallBot, local: Localcord) -> None:
    local.fail_next("POST", "/messages", status=503)
    with pytest.raises(discord.DiscordServerError):
        await bot.text_channel(local.channel_id).send("lost")
    await bot.text_channel(local.channel_id).send("sent")
    assert [message["content"] for message in local.person("Ana").messages()] == ["sent"]


async def test_an_answer_can_be_lost_although_it_counts(bot: SmallBot, local: Localcord) -> None:
    local.fail_next("POST", "/messages", status=503, is_done=True)
    with pytest.raises(discord.DiscordServerError):
        await bot.text_channel(local.channel_id).send("sent")
    assert [message["content"] for message in local.person("Ana").messages()] == ["sent"]


async def test_the_emoji_of_a_button_is_given_back_with_its_id_as_text(bot: SmallBot, local: Localcord) -> None:
    emoji = await bot.create_application_emoji(name="red_7", image=png(4, 4))
    await bot.text_channel(local.channel_id).send(view=with_emoji(emoji.id))

    (button,), (select,), _ = (row["components"] for row in local.public_messages[-1]["components"])
    assert button["emoji"]["id"] == select["options"][0]["emoji"]["id"] == str(emoji.id)


def with_emoji(emoji_id: int) -> ui.LayoutView:
    """A message with this emoji in every place that can have one."""
    emoji = discord.PartialEmoji(name="red_7", id=emoji_id)
    view = ui.LayoutView()
    view.add_item(ui.ActionRow(ui.Button(label="7", custom_id="x", emoji=emoji)))
    options = [discord.SelectOption(label="seven", emoji=emoji)]
    view.add_item(ui.ActionRow(ui.Select(custom_id="y", options=options)))
    aside: ui.Button[ui.LayoutView] = ui.Button(label="8", custom_id="z", emoji=emoji)
    view.add_item(ui.Section("seven", accessory=aside))
    return view


async def test_an_emoji_that_is_gone_is_refused_wherever_it_is(bot: SmallBot, local: Localcord) -> None:
    emoji = await bot.create_application_emoji(name="red_7", image=png(4, 4))
    message = await bot.text_channel(local.channel_id).send(view=with_emoji(emoji.id))
    await emoji.delete()

    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(view=with_emoji(emoji.id))

    assert refused.value.code == 50035
    assert refused.value.text.splitlines()[1:] == [
        "In components.0.components.0.emoji.id: Invalid emoji",
        "In components.1.components.0.options.0.emoji.id: Invalid emoji",
        "In components.2.accessory.emoji.id: Invalid emoji",
    ]
