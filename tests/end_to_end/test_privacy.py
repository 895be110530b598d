"""`/privacy` as people see it: what is kept, their file, and its deletion in the middle of a match."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.background.retention import DEPARTED_SECONDS
from bot.interactions.client import Finte
from bot.store.schema import departures, metadata
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import EPHEMERAL, Table, custom_ids, labelled, said, text_of

EXPORT, ASK, DELETE = "f1|export|0|0|", "f1|forgetting|0|0|", "f1|forget|0|0|"


async def page(person: Person) -> JsonObject:
    """The page that `/privacy` shows."""
    answer = await person.command("privacy")
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & EPHEMERAL
    return answer.message


async def export(discord: Localcord, person: Person) -> dict[str, Any]:
    """The file that the person gets."""
    answer = await person.click(await page(person), EXPORT)
    assert answer.message is not None, answer.error
    (attached,) = answer.message["attachments"]
    assert attached["filename"] == "finte-data.json"
    found = json.loads(discord.file(attached["url"]))
    assert isinstance(found, dict)
    return found


async def everything_kept(bot: Finte) -> str:
    """All rows of all tables."""
    async with bot.store._engine.connect() as db:
        return "\n".join([str((await db.execute(select(table))).all()) for table in metadata.sorted_tables])


@pytest.mark.usefixtures("bot")
async def test_a_file_has_ones_matches_and_no_other_person(discord: Localcord) -> None:
    ana, ben = discord.person("Ana"), discord.person("Benedikt")
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(1))
    shown = await page(ana)
    assert "Discord user id" in text_of(shown)
    assert custom_ids(shown) == [EXPORT, ASK]

    found = await export(discord, ana)

    (match,) = found["matches"]
    assert match["record"]["game"] == "bluff"
    assert match["seats"] == ["you", "another player"]
    text = json.dumps(found)
    assert "Ana" in text
    assert "Benedikt" not in text
    assert ben.id not in text


async def test_a_file_asked_for_in_the_middle_of_a_match_has_only_the_seat(discord: Localcord, table: Table) -> None:
    (entry,) = (await export(discord, table.people[0]))["matches"]

    assert entry["phase"] == "playing"
    assert entry["seats"] == ["you", "another player"]
    assert not {"record", "own_moves"} & set(entry)


async def test_the_others_play_on_when_one_of_three_deletes_their_data_and_after_a_restart(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    people = ana, ben, chloe = [discord.person(name) for name in ("Ana", "Benedikt", "Chloé")]
    async with ready_bot(discord, clock, tmp_path) as bot:
        table = await Table.started(discord, people)
        await table.until(lambda: table.asked)
        await bot.preferences.choose("person", int(ben.id), pictures=False)
        shown = await page(ben)
        asked = await ben.click(shown, labelled(shown, "Delete my data…"))
        assert asked.message is not None, asked.error
        assert "deleted" in said(await ben.click(asked.message, labelled(asked.message, "Delete for good")))
        await table.until(lambda: "a former player" in text_of(table.board))
        assert bot.preferences.likes_pictures(int(ben.id))
        assert not [key for key in bot.panels._reached if key[1] == int(ben.id)]

    async with ready_bot(discord, clock, tmp_path) as bot:
        rest = Table(discord, table.match_id, table.first_board_id, (ana, chloe))
        await rest.play_on(Random(2))
        kept = await everything_kept(bot)
        assert ben.id not in kept
        assert "Benedikt" not in kept
        assert "a former player" in text_of(rest.board)
        assert "Benedikt" not in text_of(rest.board)
        shown = (await ana.command("leaderboard")).message or {}
        assert "Ana" in text_of(shown)
        assert "former" not in text_of(shown)


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


async def test_a_server_that_removed_the_bot_is_forgotten_without_an_event(
    discord: Localcord, bot: Finte, clock: Clock
) -> None:
    async def departed() -> list[int]:
        async with bot.store._engine.connect() as db:
            return list((await db.execute(select(departures.c.guild_id))).scalars())

    ana, guild = discord.person("Ana"), discord.world.guild(discord.add_guild("Elsewhere"))
    place = next(channel.id for channel in discord.world.channels.values() if channel.guild_id == guild.id)
    assert (await ana.command("play bluff", channel_id=place)).message
    assert all(not session.intents for session in discord.gateway._sessions.values())
    discord.world.remove_bot(guild)

    await bot.jobs.retention.tick()
    assert await departed() == [int(guild.id)]
    clock.now += DEPARTED_SECONDS
    await bot.jobs.retention.tick()

    assert await departed() == []
    assert guild.id not in await everything_kept(bot)
