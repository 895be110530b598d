"""Sealed deals as people see them: the fingerprint, their words, and `/verify` with its file."""

import json
from random import Random

import pytest

from bot.interactions.client import Finte
from docs.verify import check
from localcord import Interaction, Localcord, Person
from tests.end_to_end.tables import Table, labelled, labels, said, text_of


async def window(table: Table, person: Person) -> Interaction:
    """The window for words, which opens on the page behind the fingerprint."""
    page = await sealed(table, person)
    assert page.message
    return await person.click(page.message, labelled(page.message, "Mix in a word…"))


async def sealed(table: Table, person: Person) -> Interaction:
    """The page behind the fingerprint on the board of a lobby."""
    (label,) = (label for label in labels(table.board) if label.startswith("🔒"))
    return await table.press(person, label)


async def verify(person: Person, table: Table) -> Interaction:
    return await person.command("verify", {"match": int(table.match_id)})


async def test_from_the_fingerprint_in_the_lobby_to_the_file(
    discord: Localcord, bot: Finte, ana: Person, ben: Person
) -> None:
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(ben)
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert (shown := stored.fingerprint)
    assert shown in said(await sealed(table, ana))
    assert "mixes in: \\*luck\\* \\@everyone" in said(
        await ben.submit(await window(table, ben), {"text": "*luck* @everyone"})
    )
    assert "mixes in: \\*luck\\* \\@everyone" in said(await sealed(table, ana))
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)
    assert shown not in text_of(table.board)
    assert shown in said(await table.press(ben, "What happened"))
    assert "isn't over yet" in said(await verify(ana, table))

    await table.play_on(Random(1))

    assert "follow from the key" in said(await verify(ben, table))
    answer = await table.press(ben, "Check rolls and deals")
    assert "follow from the key" in said(answer)
    assert answer.message
    (attached,) = answer.message["attachments"]
    file = json.loads(discord.file(attached["url"]))
    assert file["fingerprint"] == shown
    assert [words["words"] for words in file["words"]] == ["", "*luck* @everyone"]
    assert check(file)


@pytest.mark.usefixtures("bot")
async def test_only_players_add_words_and_only_before_the_start(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(ben)
    opened = await window(table, ben)
    button = f"f1|word|{table.match_id}|0|"
    assert "You're not at this table" in await table.forge(dora, button)
    assert "no longer works" in await table.forge(ana, f"f1|words|{table.match_id}|0|")
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)

    late = "This match has already started."
    assert said(await ben.submit(opened, {"text": "late"})) == late
    assert await table.forge(ben, button) == late


async def test_a_match_is_checked_by_its_players_and_in_its_channel_alone(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, dora: Person
) -> None:
    table = await Table.started(discord, (ana, ben))
    await bot.matches.seats.cancel(int(table.match_id), 0, "playing", moderator=True)

    assert "hands that nobody has shown stay hidden" in said(await verify(dora, table))
    elsewhere = {"match": int(table.match_id)}
    assert "hands that" in said(await ana.command("verify", elsewhere, channel_id=ana.dm_channel_id))
    assert "Only people who played in this match" in said(
        await dora.command("verify", elsewhere, channel_id=dora.dm_channel_id)
    )

    await bot.preferences.choose("person", int(ben.id), hides_stats=True)

    assert "keeps their matches private" in said(await verify(dora, table))
    assert "hands that nobody has shown" in said(await verify(ben, table))
