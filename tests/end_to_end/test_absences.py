"""Being away, as people see it: the clock, the ping, coming back, leaving; and one person alone."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.store.processes import BEAT_SECONDS
from bot.tables.clock import AWAY_AFTER, DAY_SECONDS, PACES
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.components import selects
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.clock import FIRST_TURN_SECONDS, Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table, labelled, labels, said, set_up, text_of
from tests.end_to_end.time import pass_by

GONE = "You left this match. The computer plays for you to the end, and the match counts as a loss for you."
HOUR = 3600


async def until_away(bot: Finte, clock: Clock, table: Table, absent: Person, there: Person) -> None:
    """Plays on until one of two players has missed enough turns to be away."""
    for _ in range(AWAY_AFTER):
        while table.asked is there:
            await table.move(there)
            await table.until(lambda: table.asked)
        assert table.asked is absent
        await pass_by(bot, clock, FIRST_TURN_SECONDS)
        await table.until(lambda: table.asked is there or "💤" in text_of(table.board))
    await table.until(lambda: "💤" in text_of(table.board))


async def from_the_menu(table: Table, person: Person, *names: str) -> str:
    """Presses *Seats* on the board, then these buttons of what it opens; returns the text afterwards."""
    answer = await table.press(person, "Seats")
    for name in names:
        assert answer.message
        answer = await person.click(answer.message, labelled(answer.message, name))
    return said(answer)


async def test_the_computer_plays_for_a_player_whose_time_runs_out_until_they_are_back(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    await until_away(bot, clock, table, asked, other)
    await table.tap(asked, "I'm back")
    await table.until(lambda: "💤" not in text_of(table.board))
    assert "I'm back" not in labels(table.panel(asked))


async def test_whoever_waits_long_has_the_computer_move_and_the_player_is_told(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    skip = "Let the computer play this move"
    await table.move(asked)
    await table.move(other)
    await table.until(lambda: table.asked is asked)
    await pass_by(bot, clock, PACES["live"].patience or 0)
    await table.until(lambda: skip in labels(table.panel(other)))
    assert skip not in labels(table.panel(asked))
    late = table.moves(asked)[0]
    await table.tap(other, skip)
    await table.until(lambda: "Played for you" in text_of(table.panel(asked) or {}))
    assert "Your time ran out" in await table.forge(asked, late)
    assert "⏰ Out of time" in text_of(table.board)


async def test_a_match_pauses_once_both_agree_and_goes_on_once_both_want_to(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    move = table.moves(asked)[0]
    assert "⏸️ For a pause" in await from_the_menu(table, asked, "Pause for up to a day")
    await table.until(lambda: "⏸️ For a pause" in text_of(table.board))
    assert "⏸️ Paused" in await from_the_menu(table, other, "Pause for up to a day")
    await table.until(lambda: "⏸️ Paused" in text_of(table.board) and "Go on" in labels(table.panel(asked)))
    assert "The match is paused" in await table.forge(asked, move)
    assert "not at this table" in await table.forge(table.discord.person("Dora"), f"f1|resume|{table.match_id}|0|")
    await pass_by(bot, clock, HOUR)
    assert not asked.pings

    await table.press(asked, "Go on")
    await table.tap(other, "Go on")
    await table.until(lambda: table.asked is asked and "⏸️" not in text_of(table.board))
    assert "ℹ️" in await table.forge(other, f"f1|resume|{table.match_id}|0|")
    await table.move(asked)


async def test_a_moderator_gives_up_the_seat_of_who_is_away(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    await until_away(bot, clock, table, asked, other)
    mona = table.discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    out = f"Replace {asked.user.name}"
    assert f"**{asked.user.name}** left the match" in await from_the_menu(
        table, mona, f"{out}…", "Back", f"{out}…", out
    )


async def test_a_match_that_nobody_plays_stands_still_and_closes(bot: Finte, table: Table, clock: Clock) -> None:
    await pass_by(bot, clock, (2 * AWAY_AFTER + 1) * FIRST_TURN_SECONDS)
    await table.until(lambda: "Everyone is away" in text_of(table.board) or table.is_over)
    assert not table.is_over

    bot.settings.idle_minutes = 10
    await pass_by(bot, clock, 10 * 60 + 1)
    await bot.jobs.every_minute()
    dora = table.discord.person("Dora")
    await dora.wait_for(lambda shown: "nobody had played for a long time" in text_of(shown[-1]))
    assert await leaderboard(table.people[0], "people") == []


@pytest.mark.usefixtures("table")
async def test_whoever_wishes_to_be_called_at_once_is_called_for_the_turn_that_waits(
    bot: Finte, clock: Clock, asked: Person
) -> None:
    await set_up(asked, "ping", "now")
    await pass_by(bot, clock, 0)

    assert len(asked.pings) == 1


async def test_a_player_who_leaves_has_lost_and_the_computer_plays_on(
    table: Table, asked: Person, other: Person
) -> None:
    told = await from_the_menu(table, asked, "Leave the match…", "Leave for good")
    assert "the match counts as a loss for you" in told

    await table.until(lambda: "All other people have left" in text_of(table.board))
    rest = Table(table.discord, table.match_id, table.first_board_id, (other,))
    await rest.tap(other, "Play on")
    await rest.play_on(Random(1))
    assert "Left the match, a loss: " in text_of(table.board)
    assert f"**{other.user.name}** wins" in text_of(table.board)
    lines = {name: (points, wins) for name, points, wins, _ in await leaderboard(other, "people")}
    assert lines == {asked.user.name: (0, 0), other.user.name: (1, 1)}


@pytest.mark.parametrize("game", GAMES)
async def test_a_player_who_has_left_learns_no_more_of_their_old_hand(
    bot: Finte, discord: Localcord, game: str
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben), game, bots=GAMES[game].game.seats.start - 2)
    await from_the_menu(table, ben, "Leave the match…", "Leave for good")
    rest = Table(discord, table.match_id, table.first_board_id, (ana,))
    await rest.tap(ana, "Play on")
    await rest.until(lambda: rest.is_over or rest.asked)
    match = await bot.matches.get(int(table.match_id))
    for verb in ("why", "show", "hand"):
        answer = await table.forge(ben, f"f1|{verb}|{table.match_id}|{match.decision}|")
        assert answer.splitlines()[1:] == [GONE]


async def test_the_one_who_remains_takes_the_win_once(table: Table, asked: Person, other: Person) -> None:
    settle = f"f1|settle|{table.match_id}|0|"
    assert (await table.forge(asked, settle)).startswith("ℹ️ ")
    await from_the_menu(table, asked, "Leave the match…", "Leave for good")
    await table.until(lambda: "Take the win" in labels(table.panel(other)))
    assert await table.forge(asked, settle) == "You left this match: the computer is playing for you."
    assert (await table.forge(table.discord.person("Dora"), settle)).startswith("You're not at this table.")
    first, second = await asyncio.gather(other.raw_click(table.board, settle), other.raw_click(table.board, settle))
    assert "## You took the win" in said(first) + said(second)

    await table.until(lambda: table.is_over)
    assert f"**{other.user.name}** took the win" in text_of(table.board)
    lines = {name: (points, wins, matches) for name, points, wins, matches in await leaderboard(other, "people")}
    assert lines == {other.user.name: (1, 1, 1), asked.user.name: (0, 0, 1)}


async def test_a_stranger_may_do_nothing_about_seats(table: Table) -> None:
    dora = table.discord.person("Dora")
    answer = await table.press(dora, "Seats")
    assert answer.message
    assert labels(answer.message) == []
    for verb, refusal in (
        ("quit", "You're not at this table."),
        ("back", "You're not at this table."),
        ("replace", "That player is back"),
    ):
        assert (await table.forge(dora, f"f1|{verb}|{table.match_id}|0|9")).startswith(refusal)


async def test_a_restart_gives_the_time_without_the_bot_back(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    people = discord.person("Ana"), discord.person("Ben")
    async with ready_bot(discord, clock, tmp_path) as bot:
        table = await Table.started(discord, people)
        await pass_by(bot, clock, FIRST_TURN_SECONDS - BEAT_SECONDS)
    clock.now += 24 * HOUR
    async with ready_bot(discord, clock, tmp_path) as bot:
        ends = [f"⏳ <t:{int(clock.now) + left}:R>" for left in range(BEAT_SECONDS, 2 * BEAT_SECONDS)]
        await table.until(lambda: any(end in text_of(table.board) for end in ends))
        await pass_by(bot, clock, 2 * BEAT_SECONDS)
        await table.until(lambda: not any(end in text_of(table.board) for end in ends))


def the_menu(person: Person) -> JsonObject:
    """The one menu of the newest message that a person sees."""
    (menu,) = selects(person.messages()[-1])
    return menu


async def choose(person: Person, label: str) -> str:
    """Chooses in that menu; returns the text of the page that follows."""
    menu = the_menu(person)
    (value,) = [option["value"] for option in menu["options"] if option["label"] == label]
    return said(await person.select(person.messages()[-1], menu["custom_id"], [value]))


@pytest.mark.usefixtures("bot")
async def test_nobody_forges_quiet_hours(bot: Finte, discord: Localcord) -> None:
    ana = discord.person("Ana")
    page = (await ana.command("settings")).message
    assert page is not None
    for verb, value in (("quietset", "1 20 9"), ("quietset", "99 1 2"), ("quietset", "1 24 2"), ("quiet", "x"),
                        ("quietset", ""), ("setting", "loud")):  # fmt: skip
        answer = await ana.raw_click(page, f"f1|{verb}|0|0|ping", [value])
        assert "no longer works" in said(answer), value
    assert bot.preferences.quiet(int(ana.id)) is None
    assert bot.preferences.ping(int(ana.id)) == "later"


@pytest.mark.usefixtures("bot")
async def test_a_clock_stands_still_in_quiet_hours_of_twelve_hours_at_most(discord: Localcord, clock: Clock) -> None:
    clock.now -= clock.now % DAY_SECONDS
    midnight = int(clock.now)
    clock.now += 9 * HOUR
    ana, ben = discord.person("Ana"), discord.person("Ben")
    for person in (ana, ben):
        page = (await person.command("settings")).message
        assert page is not None
        await person.click(page, labelled(page, "Quiet hours…"))
        assert len({option["label"] for option in the_menu(person)["options"]}) == len(the_menu(person)["options"])
        await choose(person, "10:00")  # an hour ahead of UTC
        await choose(person, "22:00")
        offered = [option["label"] for option in the_menu(person)["options"]]
        assert (offered[0], offered[-1], len(offered)) == ("23:00", "10:00", 12)
        shown = await choose(person, "07:00")
        assert f"stops from <t:{midnight + 21 * HOUR}:t> to <t:{midnight + 6 * HOUR}:t>" in shown
    table = await Table.started(discord, (ana, ben), pace="correspondence")
    ends = midnight + (9 + 24 + 9) * HOUR  # nine of the 24 hours are quiet
    await table.until(lambda: f"<t:{ends}:R>" in text_of(table.board))
