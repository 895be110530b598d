"""Requests that Discord refuses, by place, message, file and emoji; and what pings, and what doesn't."""

import io
from typing import Any

import discord
import pytest
from aiohttp import ClientSession

from localcord import Localcord, Permission, Person
from localcord.api import MOST_THREADS
from localcord.entities import Thread
from localcord.interactions import InteractionKind
from localcord.limits import Refused
from localcord.messages import NONCE_SECONDS
from localcord.permissions import BOT
from tests.clock import Clock
from tests.localcord.bot import SmallBot, with_emoji
from tests.localcord.conftest import Ask
from tests.localcord.pictures import board, picture, png

WORD = {"content": "x"}


async def test_without_a_token_nothing_is_said(ask: Ask) -> None:
    answer = await ask("GET", "/users/@me", token="")
    assert (answer.status, answer.code) == (401, 0)


async def test_what_is_no_json_is_refused(local: Localcord) -> None:
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "application/json"}
    url = f"{local.api_url}/channels/{local.channel_id}/messages"
    async with ClientSession(headers=headers) as session, session.post(url, data="{") as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/nothing/here", 0),
        ("GET", "/guilds/1", 10004),
        ("POST", "/channels/1/messages", 10003),
        ("PATCH", "/channels/{channel}/messages/1", 10008),
        ("DELETE", "/applications/{application}/emojis/1", 10014),
    ],
)
async def test_what_there_is_not_is_unknown(ask: Ask, local: Localcord, method: str, path: str, code: int) -> None:
    answer = await ask(method, path.format(channel=local.channel_id, application=local.application_id), WORD)
    assert (answer.status, answer.code) == (404, code)


# Messages


@pytest.mark.parametrize(("method", "code"), [("PATCH", 50005), ("DELETE", 50013)])
async def test_a_message_of_someone_else_stays(ask: Ask, local: Localcord, method: str, code: int) -> None:
    said = local.person("Ana").say("mine")
    answer = await ask(method, f"/channels/{local.channel_id}/messages/{said['id']}", WORD)
    assert (answer.status, answer.code) == (403, code)


@pytest.mark.parametrize(
    ("held", "code"),
    [(Permission(0), 50001), (Permission.VIEW_CHANNEL, 50013)],
    ids=["not seen", "not allowed to write"],
)
async def test_a_bot_without_the_right_cannot_write(ask: Ask, local: Localcord, held: Permission, code: int) -> None:
    local.set_bot_permissions(local.channel_id, held)
    answer = await ask("POST", f"/channels/{local.channel_id}/messages", WORD)
    assert (answer.status, answer.code) == (403, code)


async def test_a_bot_without_the_right_reads_an_empty_history(ask: Ask, local: Localcord) -> None:
    path = f"/channels/{local.channel_id}/messages?limit=9&after=0"
    local.person("Ana").say("one")
    before = await ask("GET", path)
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    assert (len(before.body["items"]), (await ask("GET", path)).body["items"]) == (1, [])


async def test_a_nonce_that_is_enforced_posts_one_message_for_a_few_minutes(
    bot: SmallBot, local: Localcord, clock: Clock
) -> None:
    channel = bot.text_channel(local.channel_id)
    first, second, other = [await channel.send(text, nonce=nonce) for text, nonce in ("an", "bn", "cm")]
    clock.now += NONCE_SECONDS + 1
    third = await channel.send("d", nonce="n")
    assert (second.id, second.content) == (first.id, "a")
    assert len({first.id, other.id, third.id}) == 3


async def test_a_message_that_was_deleted_is_not_posted_again_under_its_nonce(bot: SmallBot, local: Localcord) -> None:
    channel = bot.text_channel(local.channel_id)
    await (await channel.send("one", nonce="n")).delete()
    with pytest.raises(discord.NotFound, match="10008"):
        await channel.send("two", nonce="n")


async def test_only_people_who_may_be_mentioned_are_pinged_and_by_no_edit(bot: SmallBot, local: Localcord) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(int(ana.id))])
    message = await bot.text_channel(local.channel_id).send(f"{ana.mention} {ben.mention}", allowed_mentions=allowed)
    await message.edit(content=ben.mention)
    assert (len(ana.pings), len(ben.pings)) == (1, 0)


# Files and emojis


async def test_new_files_replace_those_that_are_not_kept(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("one", files=[picture(), picture(5, "hand.png")])
    kept = [message.attachments[1], picture(6)]
    edits: tuple[dict[str, Any], ...] = ({"content": "two"}, {"attachments": kept}, {"attachments": []})
    found = []
    for edit in edits:
        await message.edit(**edit)
        found.append([shown["width"] for shown in local.person("Ana").messages()[0]["attachments"]])
    assert found == [[4, 5], [5, 6], []]


async def test_a_picture_that_was_not_sent_is_refused(bot: SmallBot, local: Localcord) -> None:
    with pytest.raises(discord.HTTPException, match="50035"):
        await bot.text_channel(local.channel_id).send(view=board())


async def test_a_file_beyond_10_mib_is_refused(bot: SmallBot, local: Localcord) -> None:
    large = discord.File(io.BytesIO(b"\0" * (10 * 1024 * 1024 + 1)), "large.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await bot.text_channel(local.channel_id).send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_the_name_of_an_emoji_is_taken_only_once(bot: SmallBot) -> None:
    await bot.create_application_emoji(name="die_1", image=png(4, 4))
    with pytest.raises(discord.HTTPException, match="50035"):
        await bot.create_application_emoji(name="die_1", image=png(4, 4))


@pytest.mark.parametrize("place", ["button", "option", "accessory"])
async def test_an_emoji_that_is_gone_is_refused(bot: SmallBot, local: Localcord, place: str) -> None:
    emoji = await bot.create_application_emoji(name="red_7", image=png(4, 4))
    message = await bot.text_channel(local.channel_id).send(view=with_emoji(emoji.id, place))
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji"):
        await message.edit(view=with_emoji(emoji.id, place))


# Threads and other places


def thread_in(local: Localcord, *members: Person, is_private: bool = False) -> tuple[str, Thread]:
    """A new thread with its id."""
    thread_id = local.add_thread("Table 1", *members, is_private=is_private)
    thread = local.world.channel(thread_id).thread
    assert thread is not None
    return thread_id, thread


async def test_a_message_in_an_archived_thread_is_edited_only_after_a_new_one(bot: SmallBot, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    message = await bot.text_channel(thread_id).send("welcome")
    thread.archived = True
    with pytest.raises(discord.HTTPException, match="50083"):
        await message.edit(content="x")
    await bot.text_channel(thread_id).send("again")
    assert not thread.archived


async def test_a_locked_thread_stays_shut(ask: Ask, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    thread.archived = thread.locked = True
    answer = await ask("POST", f"/channels/{thread_id}/messages", WORD)
    assert (answer.status, answer.code, thread.archived) == (403, 50013, True)


async def test_writing_in_a_thread_has_a_right_of_its_own(ask: Ask, local: Localcord) -> None:
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    thread_id, _ = thread_in(local)
    assert (await ask("POST", f"/channels/{thread_id}/messages", WORD)).code == 50013


async def test_a_message_gets_one_thread_which_has_its_id(ask: Ask, bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send("lobby")
    route, body = f"/channels/{local.channel_id}/messages/{message.id}/threads", {"name": "Bluff"}
    assert (await ask("POST", route, {"name": ""})).code == 50035
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.CREATE_PUBLIC_THREADS)
    assert (await ask("POST", route, body)).code == 50013
    local.set_bot_permissions(local.channel_id, BOT)
    assert (await ask("POST", route, body)).status == 201
    assert local.world.channel(str(message.id)).name == "Bluff"
    assert (await ask("POST", route, body)).code == 160004


@pytest.mark.parametrize("is_archived", [True, False])
async def test_a_server_has_a_thousand_active_threads_at_most(
    ask: Ask, bot: SmallBot, local: Localcord, *, is_archived: bool
) -> None:
    for _ in range(MOST_THREADS):
        thread_in(local)[1].archived = is_archived
    message = await bot.text_channel(local.channel_id).send("lobby")
    route = f"/channels/{local.channel_id}/messages/{message.id}/threads"
    assert (await ask("POST", route, {"name": "Bluff"})).code == (None if is_archived else 160006)


async def test_the_bot_changes_its_own_threads_while_they_are_open(ask: Ask, local: Localcord) -> None:
    thread_id, thread = thread_in(local)
    assert (await ask("PATCH", f"/channels/{thread_id}", {"auto_archive_duration": 60})).status == 200
    assert (await ask("PATCH", f"/channels/{thread_id}", {"auto_archive_duration": 61})).code == 50035
    assert (await ask("PATCH", f"/channels/{thread_id}", {"archived": True})).status == 200
    assert (thread.hides_after, thread.archived) == (60, True)
    assert (await ask("PATCH", f"/channels/{thread_id}", {"auto_archive_duration": 1440})).code == 50083
    thread.owner_id = "1"
    assert (await ask("PATCH", f"/channels/{thread_id}", {"archived": False})).code == 50013
    assert (await ask("PATCH", f"/channels/{local.channel_id}", {"archived": True})).code == 50013


@pytest.mark.parametrize("edited", [False, True])
async def test_a_private_thread_is_for_its_members_whom_a_mention_adds(
    bot: SmallBot, local: Localcord, *, edited: bool
) -> None:
    ana, ben = local.person("Ana"), local.person("Ben")
    thread = bot.text_channel(local.add_thread("cards", ana))
    message = await thread.send(ben.mention, allowed_mentions=discord.AllowedMentions.none())
    assert (len(ana.messages()), len(ben.messages())) == (1, 0)
    if edited:
        await message.edit(content=ben.mention, allowed_mentions=discord.AllowedMentions.all())
    else:
        await thread.send(ben.mention, allowed_mentions=discord.AllowedMentions.all())
    assert ben.messages()


@pytest.mark.usefixtures("bot")
async def test_a_click_in_a_deleted_channel_cannot_be_answered(local: Localcord) -> None:
    place = local.world.channel(local.add_channel("short-lived"))
    opened = local.interactions.open(InteractionKind.COMMAND, local.person("Ana").user, place, {"name": "hello"})
    local.world.remove_channel(place)
    with pytest.raises(Refused, match="10003"):
        local.interactions.take_answer(opened.id, opened.token, {"type": 4, "data": WORD}, ())
