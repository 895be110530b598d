"""Places other than the first text channel: threads, direct messages, other channels and guilds."""

import discord
import pytest

from localcord import Localcord, Permission
from localcord.entities import ChannelKind
from localcord.interaction import InteractionKind
from localcord.limits import Refused
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import BOT, EVERYONE
from tests.localcord.bot import SmallBot, Use, buttons
from tests.localcord.conftest import Ask


def home(bot: SmallBot, local: Localcord) -> discord.TextChannel:
    """The first text channel, from the bot's cache."""
    channel = bot.get_channel(int(local.channel_id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_thread_of_a_message_has_its_id(bot: SmallBot, local: Localcord) -> None:
    message = await home(bot, local).send("Table")
    thread = await message.create_thread(name="Table 1", auto_archive_duration=60)
    assert (thread.id, thread.auto_archive_duration) == (message.id, 60)


async def test_people_see_what_is_sent_to_a_public_thread(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await thread.send("welcome")
    assert local.person("Ana").messages(str(thread.id))[0]["content"] == "welcome"


async def test_only_members_see_a_private_thread(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1")
    await thread.send("welcome")
    ana, ben = local.person("Ana"), local.person("Ben")
    await thread.add_user(discord.Object(int(ana.id)))
    assert (len(ana.messages()), len(ben.messages())) == (1, 0)


async def test_the_members_of_a_thread_are_listed(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1")
    ana = local.person("Ana")
    await thread.add_user(discord.Object(int(ana.id)))
    assert str((await thread.fetch_member(int(ana.id))).id) == ana.id
    await thread.remove_user(discord.Object(int(ana.id)))
    assert [str(member.id) for member in await thread.fetch_members()] == [local.application_id]


async def test_a_message_in_an_archived_thread_is_not_edited(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    message = await thread.send("welcome")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="x")
    assert (refused.value.status, refused.value.code) == (400, 50083)


async def test_a_new_message_opens_an_archived_thread(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True)
    await thread.send("again")
    fetched = await bot.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert not fetched.archived


async def test_a_click_in_a_thread_is_answered_there(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(str(interaction.channel_id))

    bot.react = react
    thread = await home(bot, local).create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    message = await thread.send(view=buttons("Join"))
    clicked = await local.person("Ana").click(str(message.id), "Join")
    assert clicked.message is not None
    assert clicked.message["content"] == str(thread.id)


@pytest.mark.parametrize(
    ("kind", "needed"),
    [(11, Permission.CREATE_PUBLIC_THREADS), (12, Permission.CREATE_PRIVATE_THREADS)],
    ids=["public", "private"],
)
async def test_a_thread_needs_its_right(ask: Ask, local: Localcord, kind: int, needed: Permission) -> None:
    path, body = f"/channels/{local.channel_id}/threads", {"name": "Table 1", "type": kind}
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    refused = await ask("POST", path, body)
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL | needed)
    made = await ask("POST", path, body)
    assert (refused.code, made.status) == (50013, 201)


async def test_writing_in_a_thread_has_a_right_of_its_own(ask: Ask, local: Localcord) -> None:
    made = await ask("POST", f"/channels/{local.channel_id}/threads", {"name": "Table 1", "type": 11})
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    answer = await ask("POST", f"/channels/{made.body['id']}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (403, 50013)


async def test_a_message_has_one_thread_at_most(ask: Ask, local: Localcord) -> None:
    sent = await ask("POST", f"/channels/{local.channel_id}/messages", {"content": "Table"})
    path = f"/channels/{local.channel_id}/messages/{sent.body['id']}/threads"
    await ask("POST", path, {"name": "Table 1"})
    assert (await ask("POST", path, {"name": "Table 1"})).code == 160004


async def test_a_deleted_thread_is_gone_with_its_messages(bot: SmallBot, local: Localcord) -> None:
    local.set_bot_permissions(local.channel_id, Permission.ADMINISTRATOR)
    thread = await home(bot, local).create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await thread.send("welcome")
    await thread.delete()
    assert local.person("Ana").messages() == []


async def test_a_direct_message_is_seen_by_its_recipient_alone(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    await (await bot.fetch_user(int(ana.id))).send("psst")
    assert (len(ana.messages()), len(ben.messages())) == (1, 0)


async def test_a_direct_message_is_no_public_message(bot: SmallBot, local: Localcord) -> None:
    await (await bot.fetch_user(int(local.person("Ana").id))).send("psst")
    assert local.public_messages == []


async def test_a_click_in_direct_messages_comes_without_a_guild(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(f"{interaction.guild_id} {interaction.context.dm_channel}")

    bot.react = react
    ana = local.person("Ana")
    message = await (await bot.fetch_user(int(ana.id))).send(view=buttons("Join"))
    clicked = await ana.click(str(message.id), "Join")
    assert clicked.message is not None
    assert clicked.message["content"] == "None True"


async def test_a_person_who_takes_no_direct_messages_gets_none(bot: SmallBot, local: Localcord) -> None:
    ana = local.person("Ana")
    ana.user.accepts_dms = False
    user = await bot.fetch_user(int(ana.id))
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("psst")
    assert refused.value.code == 50007


async def test_the_bot_hears_of_a_new_channel(bot: SmallBot, local: Localcord) -> None:
    coming = bot.wait_for("guild_channel_create", timeout=PATIENCE_SECONDS)
    channel_id = local.add_channel("more-tables")
    assert str((await coming).id) == channel_id


async def test_the_bot_hears_of_a_new_guild(bot: SmallBot, local: Localcord) -> None:
    coming = bot.wait_for("guild_channel_create", timeout=PATIENCE_SECONDS)
    guild_id = local.add_guild("Another place")
    assert str((await coming).guild.id) == guild_id


async def test_an_unknown_guild_is_10004(ask: Ask) -> None:
    answer = await ask("GET", "/guilds/1")
    assert (answer.status, answer.code) == (404, 10004)


async def test_a_member_can_be_fetched(bot: SmallBot, local: Localcord) -> None:
    member = await bot.guilds[0].fetch_member(int(local.person("Ana").id))
    assert member.display_name == "Ana"


@pytest.mark.usefixtures("bot")
async def test_a_click_in_a_deleted_channel_cannot_be_answered(local: Localcord) -> None:
    place = local.world.channel(local.add_channel("short-lived"))
    opened = local.interactions.open(InteractionKind.COMMAND, local.person("Ana").user, place, {"name": "hello"})
    local.world.remove_channel(place)
    with pytest.raises(Refused) as refused:
        local.interactions.take_answer(opened.id, opened.token, {"type": 4, "data": {"content": "Hello!"}}, ())
    assert refused.value.code == 10003


@pytest.mark.parametrize("edited", [False, True])
async def test_a_mention_in_a_private_thread_adds_the_person(bot: SmallBot, local: Localcord, *, edited: bool) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    thread = bot.get_partial_messageable(int(local.add_thread("cards", ana)))
    message = await thread.send("Hello!" if edited else ben.mention, allowed_mentions=discord.AllowedMentions.all())
    if edited:
        await message.edit(content=ben.mention, allowed_mentions=discord.AllowedMentions.all())
    assert ben.messages()


async def test_a_mention_that_is_not_allowed_adds_nobody(bot: SmallBot, local: Localcord) -> None:
    ben = local.person("Ben")
    thread = bot.get_partial_messageable(int(local.add_thread("cards")))
    await thread.send(ben.mention, allowed_mentions=discord.AllowedMentions.none())
    assert ben.messages() == []


async def test_a_thread_of_a_hidden_channel_is_hidden(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    local.overwrite(local.channel_id, deny=Permission.VIEW_CHANNEL)
    local.overwrite(local.channel_id, ben, allow=Permission.VIEW_CHANNEL)
    await bot.get_partial_messageable(int(local.add_thread("cards", ana, ben))).send("Hello!")
    assert (len(ana.messages()), len(ben.messages())) == (0, 1)


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_the_text_of_a_voice_channel_is_for_those_who_may_connect(
    bot: SmallBot, local: Localcord, kind: ChannelKind
) -> None:
    ana, place = local.person("Ana"), local.add_channel("voice", kind=kind)
    await bot.get_partial_messageable(int(place)).send("Hello!")
    assert ana.messages()
    local.overwrite(place, deny=Permission.CONNECT)
    assert ana.messages() == []
    local.set_bot_permissions(place, BOT & ~Permission.CONNECT)
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(int(place)).send("Hello!")


async def test_a_private_thread_is_closed_to_a_bot_that_is_not_in_it(bot: SmallBot, local: Localcord) -> None:
    thread = await home(bot, local).create_thread(name="Table 1")
    await thread.leave()
    with pytest.raises(discord.Forbidden) as refused:
        await bot.fetch_channel(thread.id)
    assert refused.value.code == 50001


async def test_discord_py_computes_what_a_person_may_do(bot: SmallBot, local: Localcord) -> None:
    local.overwrite(local.channel_id, deny=Permission.VIEW_CHANNEL)
    seen = {}
    for name, more in {
        "Ana": Permission(0),
        "Ben": Permission.ADMINISTRATOR,
        "Cleo": Permission.MANAGE_THREADS,
    }.items():
        person = local.person(name, permissions=EVERYONE | more)
        guild = await bot.fetch_guild(int(local.guild_id))
        channel = await guild.fetch_channel(int(local.channel_id))
        assert isinstance(channel, discord.TextChannel)
        held = channel.permissions_for(await guild.fetch_member(int(person.id)))
        seen[name] = held.view_channel
    assert seen == {"Ana": False, "Ben": True, "Cleo": False}
