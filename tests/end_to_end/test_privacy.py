"""`/privacy` as people see it: what is kept, their file, and its deletion in the middle of a match."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.background.retention import DEPARTED_SECONDS, LIST_SECONDS
from bot.interactions.client import Finte
from bot.store.preferences import PreferenceStore
from bot.store.schema import departures, metadata
from localcord import Interaction, Localcord, Person
from localcord.components import walk
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table, custom_ids, labelled, said, text_of

EXPORT, ASK, DELETE = "f1|export|0|0|", "f1|forgetting|0|0|", "f1|forget|0|0|"


async def page(person: Person) -> JsonObject:
    """The page that `/privacy` shows."""
    answer = await person.command("privacy")
    assert answer.message is not None, answer.error
    return answer.message


async def export(discord: Localcord, person: Person) -> dict[str, Any]:
    """The file that the person gets."""
    shown = await page(person)
    answer = await person.click(shown, labelled(shown, "Export"))
    assert answer.message is not None, answer.error
    (attached,) = answer.message["attachments"]
    assert attached["filename"] == "finte-data.json"
    found = json.loads(discord.file(attached["url"]))
    assert isinstance(found, dict)
    return found


async def delete(person: Person) -> Interaction:
    """Goes all the way to the deletion; returns the last click."""
    shown = await page(person)
    asked = await person.click(shown, labelled(shown, "Delete my data…"))
    assert asked.message is not None, asked.error
    return await person.click(asked.message, labelled(asked.message, "Delete for good"))


@pytest.mark.usefixtures("bot")
async def test_the_page_is_private_and_says_what_is_kept(discord: Localcord) -> None:
    answer = await discord.person("Ana").command("privacy")

    assert "Discord user id" in said(answer)
    assert answer.message
    assert custom_ids(answer.message) == [EXPORT, ASK]


async def test_the_hosts_own_policy_and_terms_are_linked(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    discord.world.privacy_policy_url = "https://example.com/privacy"
    discord.world.terms_of_service_url = "https://example.com/terms"
    async with ready_bot(discord, clock, tmp_path):
        shown = await page(discord.person("Ana"))

    links = {part["label"]: part["url"] for part in walk(shown["components"]) if "url" in part}
    assert links == {"Privacy policy": "https://example.com/privacy", "Terms": "https://example.com/terms"}


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("locale", "kept", "gone"), [("de", "Deine Daten", "gelöscht"), ("fr", "Tes données", "supprimées")]
)
async def test_everything_is_said_in_the_readers_language(
    discord: Localcord, locale: str, kept: str, gone: str
) -> None:
    ana = discord.person("Ana", locale=locale)
    shown = await page(ana)
    assert kept in text_of(shown)

    file = await ana.click(shown, EXPORT)
    assert kept in said(file)
    asked = await ana.click(shown, ASK)
    assert asked.message, asked.error
    assert gone in said(await ana.click(asked.message, DELETE))


@pytest.mark.usefixtures("bot")
async def test_a_file_has_ones_matches_and_no_other_person(discord: Localcord) -> None:
    ana, ben = discord.person("Ana"), discord.person("Benedikt")
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(1))

    found = await export(discord, ana)

    (match,) = found["matches"]
    assert match["record"]["game"] == "bluff"
    assert match["seats"] == ["you", "another player"]
    text = json.dumps(found)
    assert "Ana" in text
    assert "Benedikt" not in text
    assert ben.id not in text


@pytest.mark.usefixtures("bot")
async def test_a_file_asked_for_in_the_middle_of_a_match_has_only_the_seat(discord: Localcord, table: Table) -> None:
    (entry,) = (await export(discord, table.people[0]))["matches"]

    assert entry["phase"] == "playing"
    assert entry["seats"] == ["you", "another player"]
    assert not {"record", "own_moves"} & set(entry)


@pytest.mark.usefixtures("bot")
async def test_the_next_file_has_to_wait(discord: Localcord, clock: Clock) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    await export(discord, ana)

    shown = await page(ana)
    assert "ten minutes" in said(await ana.click(shown, EXPORT))
    await export(discord, ben)
    clock.now += 600
    await export(discord, ana)


@pytest.mark.usefixtures("bot")
async def test_the_question_says_what_goes_and_what_stays_and_can_be_taken_back(discord: Localcord) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    await Table.started(discord, (ana, ben))
    await Table.opened(discord, ana)
    shown = await page(ana)

    asked = await ana.click(shown, ASK)

    assert asked.message
    text = text_of(asked.message)
    assert "Deleted at once" in text
    assert "This stays" in text
    assert "2 tables" in text
    back = await ana.click(asked.message, labelled(asked.message, "Back"))
    assert back.message
    assert custom_ids(back.message) == [EXPORT, ASK]


async def everything_kept(bot: Finte) -> str:
    """All rows of all tables."""
    async with bot.store._engine.connect() as db:
        return "\n".join([str((await db.execute(select(table))).all()) for table in metadata.sorted_tables])


async def test_the_others_play_on_when_one_of_three_deletes_their_data(discord: Localcord, bot: Finte) -> None:
    people = [discord.person(name) for name in ("Ana", "Benedikt", "Chloé")]
    table = await Table.started(discord, people)
    ana, ben, chloe = people
    await table.until(lambda: table.asked)
    await bot.preferences.like_pictures(int(ben.id), pictures=False)

    assert "deleted" in said(await delete(ben))

    await table.until(lambda: "a former player" in text_of(table.board))
    assert "Benedikt" not in text_of(table.board)
    kept = await everything_kept(bot)
    assert ben.id not in kept
    assert "Benedikt" not in kept
    assert bot.preferences.likes_pictures(int(ben.id))
    rest = Table(discord, table.match_id, table.first_board_id, (ana, chloe))
    await rest.play_on(Random(2))
    board = text_of(rest.board)
    assert "a former player" in board
    assert "Benedikt" not in board
    shown = await ana.command("leaderboard")
    assert shown.message
    assert "Ana" in text_of(shown.message)
    assert "former" not in text_of(shown.message)


@pytest.mark.usefixtures("bot")
async def test_a_borrowed_button_deletes_only_the_data_of_the_person_who_presses_it(discord: Localcord) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(1))

    await table.forge(ben, DELETE)

    found = await export(discord, ana)
    assert found["rows"]["players"][0]["name"] == "Ana"
    assert found["matches"][0]["result"]
    assert (await export(discord, ben))["matches"] == []


async def test_somebody_who_has_deleted_their_data_can_play_again(discord: Localcord, bot: Finte) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    await (await Table.started(discord, (ana, ben))).play_on(Random(1))
    await delete(ana)

    again = await Table.started(discord, (ana, ben))
    await again.play_on(Random(1))

    found = await export(discord, ana)
    assert [entry["match"] for entry in found["matches"]] == [2]
    assert bot.matches


async def test_panels_of_a_forgotten_person_are_not_drawn_any_more(discord: Localcord, bot: Finte) -> None:
    ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
    table = await Table.started(discord, (ana, ben, chloe))
    await table.until(lambda: table.asked)

    await delete(ben)

    assert not [key for key in bot.panels._reached if key[1] == int(ben.id)]
    assert [key for key in bot.panels._reached if key[1] == int(ana.id)]


async def test_after_a_restart_nothing_of_them_comes_back(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana, ben, chloe = (discord.person(name) for name in ("Ana", "Benedikt", "Chloé"))
    async with ready_bot(discord, clock, tmp_path):
        table = await Table.started(discord, (ana, ben, chloe))
        await table.until(lambda: table.asked)
        await delete(ben)

    async with ready_bot(discord, clock, tmp_path) as bot:
        rest = Table(discord, table.match_id, table.first_board_id, (ana, chloe))
        await rest.play_on(Random(3))
        assert ben.id not in await everything_kept(bot)
        assert not await PreferenceStore(bot.store._engine).every()


# Servers


async def departed(bot: Finte) -> list[int]:
    async with bot.store._engine.connect() as db:
        return list((await db.execute(select(departures.c.guild_id))).scalars())


async def test_a_server_that_removed_the_bot_is_forgotten_without_an_event(
    discord: Localcord, bot: Finte, clock: Clock
) -> None:
    ana, guild = discord.person("Ana"), discord.world.guild(discord.add_guild("Elsewhere"))
    place = next(channel.id for channel in discord.world.channels.values() if channel.guild_id == guild.id)
    assert (await ana.command("play bluff", channel_id=place)).message
    assert all(not session.intents for session in discord.gateway._sessions.values())
    discord.world.remove_bot(guild)

    await bot.jobs.retention.tick()
    assert await departed(bot) == [int(guild.id)]
    clock.now += DEPARTED_SECONDS
    await bot.jobs.retention.tick()

    assert await departed(bot) == []
    assert guild.id not in await everything_kept(bot)


async def test_a_server_that_invites_the_bot_again_is_no_longer_missed(
    discord: Localcord, bot: Finte, clock: Clock
) -> None:
    guild = discord.world.guild(discord.guild_id)
    await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    discord.world.remove_bot(guild)
    await bot.jobs.retention.tick()
    assert await departed(bot) == [int(guild.id)]

    discord.world.invite_bot(guild)
    clock.now += LIST_SECONDS
    await bot.jobs.retention.tick()

    assert await departed(bot) == []


async def test_no_server_is_missed_while_discord_does_not_list_them(
    discord: Localcord, bot: Finte, caplog: pytest.LogCaptureFixture
) -> None:
    await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    discord.world.remove_bot(discord.world.guild(discord.guild_id))
    discord.fail_next("GET", "/users/@me/guilds", status=403)

    await bot.jobs.retention.tick()

    assert await departed(bot) == []
    assert "Discord doesn't say which servers the bot is on" in caplog.text
