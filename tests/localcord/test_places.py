"""Places other than the first text channel: threads, direct messages, other channels and guilds."""

import discord
import pytest

from localcord import Localcord, Permission, Person
from localcord.entities import ChannelKind, Thread
from localcord.interactions import InteractionKind
from localcord.limits import Refused
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import BOT, EVERYONE
from tests.localcord.bot import SmallBot, Use, buttons
from tests.localcord.conftest import Ask


def thread_in(local: Localcord, *members: Person, is_private: bool = False) -> tuple[str, Thread]:
    """A new thread with its id."""
    thread_id = local.add_thread("Table 1", *members, is_private=is_private)
    thread = local.world.channel(thread_id).thread
    assert thread is not None
    return thread_id, thread


async def test_people_see_what_is_sent_to_a_public_thread(bot: SmallBot, local: Localcord) -> None:
    thread_id, _ = thread_in(local)
    await bot.text_channel(thread_id).send("welcome")
    assert local.person("Ana").messages(thread_id)[0]["content"] == "welcome"


async def test_only_members_see_a_private_thread(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    thread_id, _ = thread_in(local, ana, is_private=True)
    await bot.text_channel(thread_id).send("welcome")
    assert (len(ana.messages()), len(ben.messages())) == (1, 0)


async def test_a_member_of_a_thread_can_be_fetched(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    thread_id, _ = thread_in(local, ana, is_private=True)
    thread = await bot.fetch_channel(int(thread_id))
    assert isinstance(thread, discord.Thread)
    assert str((await thread.fetch_member(int(ana.id))).id) == ana.id
    with pytest.raises(discord.NotFound):
        await thread.fetch_member(int(ben.id))


async def test_a_message_in_an_archived_thread_is_not_edited(bot: SmallBot, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    message = await bot.text_channel(thread_id).send("welcome")
    thread.archived = True
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="x")
    assert (refused.value.status, refused.value.code) == (400, 50083)


async def test_a_new_message_opens_an_archived_thread(bot: SmallBot, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    thread.archived = True
    await bot.text_channel(thread_id).send("again")
    assert not thread.archived


async def test_a_locked_thread_stays_shut(ask: Ask, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    thread.archived = thread.locked = True
    answer = await ask("POST", f"/channels/{thread_id}/messages", {"content": "x"})
    assert (answer.status, answer.code, thread.archived) == (403, 50013, True)


async def test_a_click_in_a_thread_is_answered_there(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(str(interaction.channel_id))

    bot.react = react
    thread_id, _ = thread_in(local)
    message = await bot.text_channel(thread_id).send(view=buttons("Join"))
    clicked = await local.person("Ana").click(str(message.id), "Join")
    assert clicked.message is not None
    assert clicked.message["content"] == thread_id


async def test_writing_in_a_thread_has_a_right_of_its_own(ask: Ask, local: Localcord) -> None:
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    thread_id, _ = thread_in(local)
    answer = await ask("POST", f"/channels/{thread_id}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (403, 50013)


async def test_a_deleted_thread_is_gone_with_its_messages(bot: SmallBot, local: Localcord) -> None:
    thread_id, _ = thread_in(local)
    await bot.text_channel(thread_id).send("welcome")
    local.world.remove_channel(local.world.channel(thread_id))
    assert local.person("Ana").messages() == []


async def test_a_direct_message_is_seen_by_its_recipient_alone(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    await bot.text_channel(ana.dm_channel_id).send("psst")
    assert (len(ana.messages()), len(ben.messages()), local.public_messages) == (1, 0, [])


async def test_a_click_in_direct_messages_comes_without_a_guild(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(f"{interaction.guild_id} {interaction.context.dm_channel}")

    bot.react = react
    ana = local.person("Ana")
    message = await bot.text_channel(ana.dm_channel_id).send(view=buttons("Join"))
    clicked = await ana.click(str(message.id), "Join")
    assert clicked.message is not None
    assert clicked.message["content"] == "None True"


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
    thread_id, thread = thread_in(local, is_private=True)
    del thread.members[local.application_id]
    with pytest.raises(discord.Forbidden) as refused:
        await bot.fetch_channel(int(thread_id))
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
