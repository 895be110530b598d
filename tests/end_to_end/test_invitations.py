"""Invitations as people see them: mentioned once, a seat kept, and nobody brought in who may not see the place."""

from collections.abc import Mapping

import pytest

from bot.interactions.client import Finte
from bot.matches.lobby import KEPT_SECONDS
from bot.tables.clock import SeatClock
from localcord import ClientRefuses, Localcord, Permission, Person
from localcord.components import USER_SELECT, walk
from localcord.entities import MessageFlag
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.replaying import Stored
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, Table, labels, said, set_up, text_of

CANT = "can't be invited."


def seat_line(person: Person) -> str:
    return f"{person.mention} · invited, seat kept until"


async def opened(discord: Localcord, host: Person, **options: object) -> Table:
    """A table of this host's, with `guest` for the option `with`, which is a word of Python's."""
    return await Table.opened(discord, host, "bluff", **named(options))


def named(options: Mapping[str, object]) -> dict[str, object]:
    return {name.replace("guest", "with"): value for name, value in options.items()}


def pinged(discord: Localcord) -> list[str]:
    """The names of all who were pinged, once for each ping."""
    names = {user.id: user.name for user in discord.world.users.values()}
    return [names[one] for message in discord.world.messages.values() for one in sorted(message.pinged)]


async def choose(table: Table, host: Person, *guests: Person) -> str:
    """Chooses people in the list of the host's panel, one after the other; returns the last answer."""
    for guest in guests:
        await table.until(lambda: table.panel(host))
        panel = table.panel(host)
        assert panel
        (menu,) = [one["custom_id"] for one in walk(panel["components"]) if one["type"] == USER_SELECT]
        answer = await host.select(panel, menu, [guest.id])
    return said(answer)


async def invited_by_command(discord: Localcord, host: Person, channel_id: str = "", **options: object) -> JsonObject:
    """The private answer to `/play`, after its public one."""
    await host.command("play bluff", named(options), channel_id=channel_id or discord.channel_id)
    await host.wait_for(lambda shown: any(one["flags"] & EPHEMERAL for one in shown))
    return next(one for one in host.messages() if one["flags"] & EPHEMERAL)


@pytest.mark.usefixtures("bot")
async def test_people_invited_by_play_are_mentioned_once_and_take_their_seats(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    table = await opened(discord, ana, seats=3, guest=ben, guest_2=dora, guest_3=ben)
    assert "3/3 seats taken" in text_of(table.board)
    assert all(seat_line(person) in text_of(table.board) for person in (ben, dora))
    assert sorted(pinged(discord)) == ["Ben", "Dora"]
    cleo = discord.person("Cleo")
    assert "kept for people who are invited" in said(await table.press(cleo, "Join"))
    await table.press(ben, "Join")
    assert said(await table.press(dora, "Not now")) == "All right. Your seat is free again."
    await table.until(lambda: "invited" not in text_of(table.board))
    await table.press(cleo, "Join")
    await table.until(lambda: "**Cleo**" in text_of(table.board))
    assert sorted(pinged(discord)) == ["Ben", "Dora"]  # no edit mentions anybody


@pytest.mark.usefixtures("bot")
async def test_somebody_invited_later_is_mentioned_on_the_board_below(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    table = await Table.opened(discord, ana)
    assert "2/6 seats taken" in await choose(table, ana, ben)
    await table.until(lambda: seat_line(ben) in text_of(table.board))
    assert table.board["id"] != table.first_board_id
    assert not table.board["flags"] & MessageFlag.SUPPRESS_NOTIFICATIONS
    await choose(table, ana, dora)
    await table.until(lambda: seat_line(dora) in text_of(table.board))
    await table.until(lambda: "further down" in text_of(discord.world.messages[table.first_board_id].body))
    assert sorted(pinged(discord)) == ["Ben", "Dora"]
    assert "You've already invited them" in await choose(table, ana, ben)


@pytest.mark.usefixtures("bot")
async def test_the_menu_of_a_person_invites_them_to_the_hosts_table_here(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    name = "Invite to my table"
    assert "You have no table here" in said(await ana.command_on(name, ben))
    elsewhere = discord.add_guild("Elsewhere")
    away = next(channel.id for channel in discord.world.channels.values() if channel.guild_id == elsewhere)
    await ana.command("play bluff", channel_id=away)
    assert "You have no table here" in said(await ana.command_on(name, ben))
    table = await Table.opened(discord, ana)
    assert "You've invited Ben. [Go to the table](" in said(await ana.command_on(name, ben))
    await table.until(lambda: seat_line(ben) in text_of(table.board))
    assert "You have no table here" in said(await ben.command_on(name, ana))
    with pytest.raises(ClientRefuses):
        await ana.command_on(name, ben, channel_id=ana.dm_channel_id)


@pytest.mark.usefixtures("bot")
async def test_a_host_who_lost_sight_of_the_channel_invites_nobody_there(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    hidden = discord.add_channel("hidden")
    await ana.command("play bluff", channel_id=hidden)
    discord.overwrite(hidden, ana, deny=Permission.VIEW_CHANNEL)
    assert "You can't see the channel of your table." in said(await ana.command_on("Invite to my table", ben))
    assert pinged(discord) == []


@pytest.mark.usefixtures("bot")
async def test_who_cannot_be_invited_is_named_and_the_table_opens_for_the_others(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    hidden = discord.add_channel("hidden")
    discord.overwrite(hidden, ben, deny=Permission.VIEW_CHANNEL)
    panel = await invited_by_command(
        discord, ana, hidden, seats=6, guest=ben, guest_2=dora, guest_3=ana, guest_4=discord.application_id
    )
    assert "Ben can't be invited. You have a seat already. Finte is a bot." in text_of(panel)
    assert pinged(discord) == ["Dora"]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("inviters", "is_welcome"), [("nobody", False), ("known", False), ("everyone", True)])
async def test_who_wants_no_invitation_gets_none_and_the_host_does_not_learn_why(
    discord: Localcord, ana: Person, ben: Person, *, inviters: str, is_welcome: bool
) -> None:
    await set_up(ben, "invites", inviters)
    panel = await invited_by_command(discord, ana, guest=ben)
    assert ("Ben can't be invited." in text_of(panel)) is not is_welcome
    assert (pinged(discord) == ["Ben"]) is is_welcome


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("case", ["open", "closed", "closed, for moderators", "host outside"])
async def test_a_private_thread_opens_to_those_whom_its_host_may_add(
    discord: Localcord, ana: Person, ben: Person, case: str
) -> None:
    thread_id = discord.add_thread("cards", ana)
    thread = discord.world.channel(thread_id).thread
    assert thread
    thread.invitable = case in {"open", "host outside"}
    if case == "closed, for moderators":
        discord.person("Ana", permissions=EVERYONE | Permission.MANAGE_THREADS)
        discord.set_bot_permissions(discord.channel_id, ALL_BUT_ADMINISTRATOR)
    panel = await invited_by_command(discord, ana, thread_id)
    table = Table.shown_by(next(one for one in ana.messages(thread_id) if not one["flags"] & EPHEMERAL), discord, ana)
    if case == "host outside":
        discord.remove_from_thread(thread_id, ana)
        answer = said(await ana.command_on("Invite to my table", ben))
    else:
        assert panel
        answer = await choose(table, ana, ben)
    if case in {"open", "closed, for moderators"}:
        assert "Ben will see this thread." in answer
        await ben.wait_for(lambda _: bool(ben.pings))
    else:
        assert (CANT if case != "host outside" else "You can't see") in answer
    assert discord.world.is_seen_by(discord.world.channel(thread_id), ben.id) is ("will see" in answer)


ALL_BUT_ADMINISTRATOR = ~Permission.ADMINISTRATOR


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_for_those_whom_its_host_invites(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    table = await opened(discord, ana, guest=ben, private=True)
    assert "-# private · 2/6 seats taken" in text_of(table.board)
    refusal = "This table is private: only people whom its host invites can sit down."
    assert said(await table.press(dora, "Join")) == refusal
    assert refusal in said(await table.press(dora, "My panel"))
    await table.press(ben, "Join")
    await table.until(lambda: "**Ben**" in text_of(table.board))


async def test_a_board_is_shown_anew_once_no_seat_is_kept_any_more(
    bot: Finte, discord: Localcord, clock: Clock, ana: Person, ben: Person
) -> None:
    table = await opened(discord, ana, guest=ben)
    clock.now += KEPT_SECONDS
    await bot.matches.show_free_seats()
    await table.until(lambda: "invited" not in text_of(table.board))
    assert "Not now" not in labels(table.board)


@pytest.mark.usefixtures("bot")
async def test_a_forged_choice_of_a_person_invites_nobody(discord: Localcord, ana: Person, ben: Person) -> None:
    table = await Table.opened(discord, ana)
    custom_id = f"f1|invite|{table.match_id}|0|"
    assert "no longer works" in said(await ana.raw_click(table.board, custom_id, [ben.id]))
    assert said(await ben.raw_click(table.board, custom_id, [ana.id])) != ""
    assert pinged(discord) == []


@pytest.mark.parametrize("case", ["stayed", "left", "wants no invitations", "is no longer on the server"])
async def test_a_rematch_mentions_who_played_to_the_end_and_can_be_invited(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, case: str
) -> None:
    await bot.preferences.choose("person", int(ben.id), invites="nobody" if "wants" in case else "known")
    await Played(bot.store, int(discord.guild_id))((player(ana), 1), (player(ben), 0))
    clocks = (SeatClock(), SeatClock(presence="left" if case == "left" else "here"))
    number = await Stored(bot, discord)(player(ana), player(ben), clocks=clocks)
    if "no longer" in case:
        discord.fail_next("GET", f"/members/{ben.id}", status=404)
    await ana.raw_click(ana.say("Once more?"), f"f1|rematch|{number}|0|")
    assert pinged(discord) == (["Ben"] if case == "stayed" else [])
