"""Being told when somebody wants to play: as those see it who asked for it, and those who didn't."""

import json

import pytest

from bot.background.calls import LACKING_SECONDS, MOST_CALLED
from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.tables import Table, said, text_of

NAMES = ("Ben", "Chloé", "Dora", "Emil", "Fritz", "Gina", "Hana", "Ida", "Jan", "Kim", "Lea", "Max")
DAY = 24 * 3600


async def asks(person: Person, **chosen: str) -> JsonObject:
    """Opens the page and chooses in its selects; returns the page."""
    settings = await person.command("settings")
    assert settings.message
    opened = await person.click(settings.message, "f1|calls|0|0|")
    assert opened.message
    for what, value in chosen.items():
        answer = await person.select(opened.message, f"f1|calls|0|0|{what}", value.split())
        assert answer.message
        assert answer.message["id"] == opened.message["id"], said(answer)
    return next(shown for shown in person.messages() if shown["id"] == opened.message["id"])


async def later(bot: Finte, clock: Clock, seconds: float = LACKING_SECONDS) -> None:
    """Lets this much time pass, and has the bot look at its lobbies."""
    clock.now += seconds
    await bot.jobs.every_lobby()


def calls(discord: Localcord) -> list[JsonObject]:
    """The messages that call somebody."""
    seen = discord.person("Olga").messages()
    return [message for message in seen if "Somebody wants to play" in text_of(message)]


def called(discord: Localcord, *people: Person) -> set[str]:
    """The names of those whom calls mention."""
    return {person.user.name for person in people for message in calls(discord) if message in person.pings}


def board_of(table: Table) -> str:
    """The text of the table's board, above which nobody has posted more than calls."""
    *_, board = (one for one in table.discord.public_messages if one["id"] == table.first_board_id)
    return text_of(board)


@pytest.fixture
async def people(discord: Localcord, bot: Finte) -> list[Person]:  # noqa: ARG001
    """People of the server."""
    return [discord.person(name) for name in NAMES]


async def test_who_asked_for_it_is_called_once_until_the_table_starts(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person]
) -> None:
    ana, ben, chloe = discord.person("Ana"), *people[:2]
    await asks(ben, games="bluff")
    await asks(chloe, games="tuecke")
    table = await Table.opened(discord, ana, "bluff", seats=3)
    await later(bot, clock, LACKING_SECONDS - 1)
    assert not calls(discord)
    await later(bot, clock, 1)
    assert called(discord, *people) == {"Ben"}
    await later(bot, clock)
    (call,) = calls(discord)
    assert "one more wanted" in board_of(table)

    assert (await ben.click(call, f"f1|called|{table.match_id}|0|")).answered
    await later(bot, clock)
    assert len(calls(discord)) == 1
    await table.until(lambda: "2/3 seats taken · one more wanted" in board_of(table))
    await table.tap(ana, "Start")
    await later(bot, clock, 0)
    assert not calls(discord)


@pytest.mark.parametrize("chosen", [{"most": "1"}, {"most": "2"}])
async def test_nobody_is_called_more_often_than_they_want(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person], chosen: dict[str, str]
) -> None:
    ben = people[0]
    await asks(ben, **chosen)
    for name in NAMES[1:4]:
        await Table.opened(discord, discord.person(name), "bluff")
    await later(bot, clock)
    assert len(ben.pings) == int(chosen["most"])
    await later(bot, clock, DAY)
    assert len(ben.pings) == min(3, 2 * int(chosen["most"]))


async def test_who_is_seated_playing_away_or_removed_is_not_called(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person]
) -> None:
    ana, (seated, playing, corresponding, sleeping, removed, *_) = discord.person("Ana"), people
    for person in people[:5]:
        await asks(person, games="bluff")
    hour = int(clock.now) // 3600 % 24
    await asks(sleeping, clock="0", begins=str((hour + 1) % 24), ends=str(hour))
    await Table.started(discord, [playing], "bluff", bots=1)
    await Table.started(discord, [corresponding, people[7]], "bluff", pace="correspondence")
    table = await Table.opened(discord, ana, "bluff")
    for person in (seated, removed):
        await table.press(person, "Join")
    await table.tap(ana, "Remove…")
    await table.tap(ana, removed.user.name)
    await later(bot, clock)
    assert called(discord, *people) == {corresponding.user.name}


async def test_those_called_longest_ago_come_first_and_who_has_left_the_server_is_forgotten(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person]
) -> None:
    for person in people:
        await asks(person, most="5")
    gone = people[3]
    discord.fail_next("GET", f"/members/{gone.user.id}", status=404)
    table = await Table.opened(discord, discord.person("Ana"), "bluff")
    await later(bot, clock)
    first = called(discord, *people)
    assert len(first) == MOST_CALLED
    await table.tap(discord.person("Ana"), "Cancel table")
    await later(bot, clock, 0)
    await Table.opened(discord, discord.person("Ana"), "bluff")
    await later(bot, clock)
    assert called(discord, *people) >= {*NAMES} - first - {gone.user.name}
    assert (await bot.calls.of(int(discord.guild_id), int(gone.user.id))).most == 0


async def test_nobody_is_called_where_not_everybody_sees_the_channel(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person]
) -> None:
    await asks(people[0], games="bluff")
    discord.overwrite(discord.channel_id, people[1], deny=Permission.VIEW_CHANNEL)
    await Table.opened(discord, discord.person("Ana"), "bluff")
    await later(bot, clock)
    assert not calls(discord)


async def test_a_server_can_have_nobody_called(
    bot: Finte, discord: Localcord, clock: Clock, people: list[Person]
) -> None:
    mona = discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_GUILD)
    await asks(people[0], games="bluff")
    await mona.command("server calls", {"calls": "off"})
    await Table.opened(discord, discord.person("Ana"), "bluff")
    await later(bot, clock)
    assert not calls(discord)
    assert "This server has turned this off" in text_of(await asks(people[0]))
    await mona.command("server calls", {"calls": "on"})
    await later(bot, clock)
    assert called(discord, people[0]) == {people[0].user.name}


async def test_who_chooses_no_game_or_never_leaves_nothing_behind(
    bot: Finte, discord: Localcord, people: list[Person]
) -> None:
    ben, here = people[0], int(discord.guild_id)
    for chosen in ({"games": "bluff", "most": "0"}, {"most": "3", "games": ""}):
        await asks(ben, **chosen)
        assert (await bot.calls.of(here, int(ben.user.id))).games == ()


@pytest.mark.parametrize(("what", "values"), [("games", ["chess"]), ("most", ["99"]), ("clock", ["x"]), ("odd", [])])
async def test_a_forged_choice_is_refused(people: list[Person], what: str, values: list[str]) -> None:
    ben = people[0]
    page = await asks(ben, games="bluff")
    assert "This button no longer works" in said(await ben.raw_click(page, f"f1|calls|0|0|{what}", values))


async def test_what_somebody_chose_is_in_their_export_and_goes_with_their_data(
    bot: Finte, discord: Localcord, people: list[Person]
) -> None:
    ben = people[0]
    await asks(ben, games="bluff")
    (row,) = json.loads(await bot.exports.of_person(int(ben.user.id), 0))["rows"]["calls"]
    assert row["games"] == ["bluff"]
    await bot.forgetting.forget(int(ben.user.id))
    assert (await bot.calls.of(int(discord.guild_id), int(ben.user.id))).games == ()
