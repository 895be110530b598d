"""`/finte`: the way to everything, also shown once on each new server; and who is playing there."""

import asyncio
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from games.catalogue import GAMES
from localcord import Interaction, Localcord, Permission, Person
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import EPHEMERAL, custom_ids, labelled, labels, said, text_of

HUB = ["Play", "Learn", "Daily", "Puzzle", "Who's playing", "Settings"]
ON_SERVERS = "Who's playing"


def shown(answer: Interaction) -> JsonObject:
    """The private page with which a command or click was answered."""
    assert answer.message is not None, answer.error
    return answer.message


async def opened(person: Person, *way: str, channel_id: str | None = None) -> JsonObject:
    """The page behind these buttons of the hub."""
    page = shown(await person.command("finte", channel_id=channel_id))
    for label in way:
        await person.click(page, labelled(page, label))
    return next(message for message in person.messages() if message["id"] == page["id"])


async def test_every_button_works_after_a_restart(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana = discord.person("Ana")
    heads = {"Play": "## Which game?", "Learn": "## Which game?", "Daily": "## 📅", "Puzzle": "## 🧩",
             "Who's playing": "## Who's playing", "Settings": "## Your settings"}  # fmt: skip
    async with ready_bot(discord, clock, tmp_path):
        pages = [await opened(ana) for _ in HUB]
        lessons, tables = await opened(ana, "Learn"), await opened(ana, "Play")
    assert labels(pages[0]) == HUB

    async with ready_bot(discord, clock, tmp_path):
        for page, (label, head) in zip(pages, heads.items(), strict=True):
            answer = await ana.click(page, labelled(page, label))
            assert said(answer).startswith(head), label
            assert shown(answer)["id"] == page["id"]
            assert labels(shown(await ana.click(page, labelled(shown(answer), "Back")))) == HUB, label
        assert "lesson" in said(await ana.click(lessons, labelled(lessons, "Bluff")))
        await ana.click(tables, "f1|begin|0|0|bluff people")
        assert "1/6 seats taken" in text_of(discord.public_messages[-1])


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_against_the_computer_starts_at_once(bot: Finte, discord: Localcord, game: str) -> None:
    ana = discord.person("Ana")
    page = await opened(ana, "Play")
    await ana.click(page, f"f1|begin|0|0|{game} computer")

    (table,) = await bot.store.open_tables_of(int(ana.id))
    assert (table.game, table.phase, len(table.people)) == (game, "playing", 1)


@pytest.mark.usefixtures("bot")
async def test_in_direct_messages_there_is_only_the_computer(bot: Finte, discord: Localcord) -> None:
    ana = discord.person("Ana")
    hub = await opened(ana, channel_id=ana.dm_channel_id)
    assert labels(hub) == [label for label in HUB if label != ON_SERVERS]
    page = await opened(ana, "Play", channel_id=ana.dm_channel_id)
    assert set(labels(page)) == {"Against the computer", "Back"}

    assert "Nobody right now" in said(await ana.raw_click(hub, "f1|hub|0|0|who"))
    await ana.raw_click(hub, "f1|begin|0|0|bluff people")
    (table,) = await bot.store.open_tables_of(int(ana.id))
    assert table.phase == "playing"


@pytest.mark.usefixtures("bot")
async def test_who_is_playing_lists_what_the_reader_may_see(discord: Localcord) -> None:
    ana, ben, cleo = (discord.person(name) for name in ("Ana", "Ben", "Cleo"))
    assert labels(await opened(cleo, "Who's playing")) == ["Play", "Back"]
    hidden, elsewhere = discord.add_channel("den"), discord.add_channel("abroad", discord.add_guild("Abroad"))
    discord.overwrite(hidden, deny=Permission.VIEW_CHANNEL)
    discord.overwrite(hidden, ana, allow=Permission.VIEW_CHANNEL)
    await ana.command("play faehrte", {"seats": 4, "bots": 1, "with": ben})  # whose seat is kept
    await ben.command("play tuecke", {"seats": 4, "bots": 3})
    await ben.command("play bluff", {"private": True})
    await ana.command("play bluff", channel_id=hidden)
    await ben.command("play bluff", channel_id=elsewhere)
    await ana.command("learn", {"game": "faehrte"})

    page = await opened(cleo, "Who's playing")

    lines = text_of(page).split("\n")
    board, other = discord.public_messages[:2]
    address = f"https://discord.com/channels/{discord.guild_id}/{discord.channel_id}/"
    assert lines[1:] == [
        f"**[Auf falscher Fährte]({address}{board['id']})** · <#{discord.channel_id}> · 1 seat free",
        "**Ana**",
        f"**[Mit List und Tücke]({address}{other['id']})** · <#{discord.channel_id}> · match under way",
        "**Ben**",
    ]
    own = text_of(await opened(ana, "Who's playing"))
    assert "Bluff" in own
    assert own.count("Fährte") == 1


@pytest.mark.usefixtures("bot")
async def test_a_long_list_says_that_there_is_more(discord: Localcord) -> None:
    for number in range(7):
        await discord.person(f"Host {number}").command("play bluff", {"seats": 6})

    text = text_of(await opened(discord.person("Ana"), "Who's playing"))

    assert text.count("5 seats free") == 6
    assert text.endswith("-# There are more tables.")


def hubs(*people: Person) -> list[JsonObject]:
    """The hubs that these people see."""
    return [message for person in people for message in person.messages() if "f1|hub|0|0|play" in custom_ids(message)]


async def test_a_new_server_is_greeted_once(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    async with ready_bot(discord, clock, tmp_path, greets=True):
        await ana.command("rules", {"game": "bluff"}, channel_id=ana.dm_channel_id)
        await asyncio.gather(ana.command("table"), ana.command("cancel"))
        await ana.wait_for(lambda _: bool(hubs(ana)))
        (hub,) = hubs(ana)
        assert hub["flags"] & EPHEMERAL
        assert labels(hub) == HUB
    async with ready_bot(discord, clock, tmp_path, greets=True):
        await ben.command("table")
    assert len(hubs(ana, ben)) == 1


async def test_whoever_asks_for_the_hub_first_gets_it_once(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana = discord.person("Ana", permissions=EVERYONE)
    async with ready_bot(discord, clock, tmp_path, greets=True):
        await ana.command("finte")
        await ana.command("table")
    assert len(hubs(ana)) == 1
