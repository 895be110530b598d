"""*What happened*, pressed by those at the table and by others, at every time of a match."""

from random import Random

import pytest

from bot.interactions.client import Finte
from games.catalogue import GAMES
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.end_to_end.tables import Table, custom_ids, labelled, labels, said, text_of, verb_of

pytestmark = pytest.mark.usefixtures("bot")

BUTTON = "What happened"


@pytest.fixture
async def table(discord: Localcord, bot: Finte, ana: Person, ben: Person) -> Table:  # noqa: ARG001 - it plays here
    """Ana and Ben's match, which has begun."""
    return await Table.started(discord, (ana, ben))


async def told(table: Table, person: Person) -> str:
    """What the board's button tells this person."""
    return said(await table.press(person, BUTTON))


async def left_over(table: Table, person: Person) -> str:
    """What a button from during the match tells this person once it's over."""
    return await table.forge(person, f"f1|story|{table.match_id}|0|")


def newest(person: Person) -> JsonObject:
    return person.messages()[-1]


async def test_the_board_tells_everyone_the_same_and_nobody_their_dice(table: Table, discord: Localcord) -> None:
    await table.until(lambda: table.asked)
    assert table.asked
    await table.move(table.asked)

    stories = [await told(table, person) for person in (*table.people, discord.person("Dora"))]

    assert len(set(stories)) == 1
    title, facts, sealed, names, first, *_ = stories[0].splitlines()
    assert title == "## What happened · round 1"
    assert facts.startswith(f"-# Bluff · Match {table.match_id} · last move: <t:")
    assert sealed.startswith("-# 🔒 Rolls and deals sealed: `")
    assert names == "-# ① **Ana** · ② **Ben**"
    assert first.startswith("Roll for the first turn")


async def test_a_panel_tells_it_in_a_new_message_and_stays(table: Table, ana: Person) -> None:
    await table.press(ana, "My dice")
    await table.until(lambda: BUTTON in labels(table.panel(ana)))
    panel = table.panel(ana)

    assert "What happened · round 1" in said(await table.tap(ana, BUTTON))
    assert newest(ana) != panel
    assert table.panel(ana) == panel


async def test_its_own_buttons_turn_the_page_in_the_same_message(table: Table, ana: Person) -> None:
    await table.play_on(Random(1))
    await left_over(table, ana)
    story = newest(ana)

    await ana.click(story, labelled(story, "◀ Earlier"))
    assert newest(ana)["id"] == story["id"]
    await ana.select(newest(ana), f"f1|story|{table.match_id}|0|round", ["1.0"])
    assert text_of(newest(ana)).startswith("## What happened · round 1\n")
    assert newest(ana)["id"] == story["id"]
    assert {verb_of(found) for found in [labelled(newest(ana), "Newest")]} == {"story"}


async def test_it_is_in_the_language_of_the_reader(table: Table, discord: Localcord) -> None:
    assert (await told(table, discord.person("Dora", locale="de"))).startswith("## Verlauf · Runde 1")


async def test_before_the_match_there_is_nothing_to_tell(discord: Localcord, ana: Person, ben: Person) -> None:
    table = await Table.opened(discord, ana)

    assert BUTTON not in labels(table.board)
    for person in (ana, ben):
        answer = await table.forge(person, f"f1|story|{table.match_id}|0|")
        assert answer == "Nothing has happened yet: this match hasn't begun."


async def test_a_match_that_was_broken_off_tells_what_was_public(
    table: Table, bot: Finte, ana: Person, ben: Person
) -> None:
    await table.until(lambda: table.asked)
    await table.move(table.asked or ana)
    under_way = await told(table, ben)
    await bot.matches.seats.cancel(int(table.match_id), int(ana.id), "playing", moderator=True)
    await table.until(lambda: "cancelled" in text_of(table.board))

    assert (await told(table, ben)).splitlines()[2:] == under_way.splitlines()[2:]


async def test_only_those_who_can_see_its_channel_are_told(table: Table, discord: Localcord) -> None:
    dora = discord.person("Dora")
    await dora.command("history", {}, channel_id=dora.dm_channel_id)
    there = dora.messages(dora.dm_channel_id)[-1]

    refused = "Only people who can see the channel of this match can see what happened in it."
    assert said(await dora.raw_click(there, f"f1|story|{table.match_id}|0|")) == refused


async def test_nobody_is_told_of_anothers_lesson(table: Table, ana: Person, ben: Person) -> None:
    await ben.command("learn", {"game": "bluff"})
    lesson = custom_ids(newest(ben))[0].split("|")[2]

    assert "Only people who can see" in await table.forge(ana, f"f1|story|{lesson}|0|")
    assert "What happened · round 1" in await table.forge(ben, f"f1|story|{lesson}|0|")


async def test_a_match_under_older_rules_is_not_told(
    table: Table, ana: Person, monkeypatch: pytest.MonkeyPatch, bot: Finte
) -> None:
    await table.play_on(Random(1))
    monkeypatch.setattr(type(GAMES["bluff"].game), "rules_version", 2)
    async with bot.matches.rewriting([int(table.match_id)]):
        pass  # drops the match from memory

    assert await left_over(table, ana) == "This match was played under older rules and can no longer be shown."
