"""Being away, as people see it: the clock, the ping, coming back, leaving; and one person alone."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.store.processes import BEAT_SECONDS
from bot.tables.clock import AWAY_AFTER
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.clock import WHOLE_TURN_SECONDS, Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table, labelled, labels, said, text_of
from tests.end_to_end.time import pass_by

AWAY = "💤 You were away, so the computer is playing for you. Come back whenever you like"
GONE = "You left this match. The computer plays for you to the end, and the match counts as a loss for you."


async def until_away(bot: Finte, clock: Clock, table: Table, absent: Person, there: Person) -> None:
    """Plays on until one of two players has missed enough turns to be away."""
    for _ in range(AWAY_AFTER):
        while table.asked is there:
            await table.move(there)
            await table.until(lambda: table.asked)
        assert table.asked is absent
        await pass_by(bot, clock, WHOLE_TURN_SECONDS)
        await table.until(lambda: table.asked is there or "💤" in text_of(table.board))
    await table.until(lambda: "💤" in text_of(table.board))


async def from_the_menu(table: Table, person: Person, *names: str) -> str:
    """Presses *Seats* on the board, then these buttons of what it opens; returns the text afterwards."""
    answer = await table.press(person, "Seats")
    for name in names:
        assert answer.message
        assert answer.message["flags"] & 64
        answer = await person.click(answer.message, labelled(answer.message, name))
    return said(answer)


async def test_the_board_says_until_when_a_player_has_time(table: Table, clock: Clock) -> None:
    await table.until(lambda: f"⏳ <t:{int(clock.now) + WHOLE_TURN_SECONDS}:R>" in text_of(table.board))


async def test_the_computer_plays_for_a_player_whose_time_runs_out_until_they_are_back(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    await until_away(bot, clock, table, asked, other)
    await table.tap(asked, "I'm back")

    await table.until(lambda: "💤" not in text_of(table.board))
    assert "I'm back" not in labels(table.panel(asked))


async def test_a_match_that_nobody_plays_stands_still_and_closes(bot: Finte, table: Table, clock: Clock) -> None:
    await pass_by(bot, clock, 2 * AWAY_AFTER * WHOLE_TURN_SECONDS + WHOLE_TURN_SECONDS)
    await table.until(lambda: "Everyone is away" in text_of(table.board) or table.is_over)
    assert not table.is_over

    await pass_by(bot, clock, int(bot.settings.idle_minutes) * 60 + 1)
    await bot.jobs.every_minute()
    dora = table.discord.person("Dora")
    await dora.wait_for(lambda shown: "nobody had played for a long time" in text_of(shown[-1]))
    assert await leaderboard(table.people[0], "people") == []


async def test_a_player_who_keeps_others_waiting_is_pinged_until_they_move(
    bot: Finte, table: Table, clock: Clock, asked: Person
) -> None:
    def calls() -> list[str]:
        texts = (text_of(message) for message in table.discord.person("Dora").messages())
        return [text for text in texts if "it's your turn" in text]

    await pass_by(bot, clock, 44)
    assert (calls(), asked.pings) == ([], [])
    await pass_by(bot, clock, 1)
    assert [text.startswith(f"<@{asked.id}>, it's your turn.") for text in calls()] == [True]
    assert len(asked.pings) == 1

    await table.move(asked)
    await bot.jobs.every_call()
    assert calls() == []


@pytest.mark.usefixtures("table")
async def test_whoever_wishes_to_be_called_at_once_is_called_for_the_turn_that_waits(
    bot: Finte, clock: Clock, asked: Person
) -> None:
    await asked.command("settings", {"ping": "now"})
    await pass_by(bot, clock, 0)

    assert len(asked.pings) == 1


async def test_a_call_has_the_way_to_the_hand_and_to_the_board(
    bot: Finte, table: Table, clock: Clock, asked: Person
) -> None:
    await pass_by(bot, clock, 45)
    call = table.discord.person("Dora").messages()[-1]
    assert labels(call) == ["My dice"]
    answer = await asked.click(call, labelled(call, "My dice"))
    assert "## Your turn" in said(answer)


async def test_a_player_who_leaves_has_lost_and_the_computer_plays_on(
    table: Table, asked: Person, other: Person
) -> None:
    assert "the match counts as a loss for you" in await from_the_menu(
        table, asked, "Leave the match…", "Leave for good"
    )

    await table.until(lambda: "All other people have left" in text_of(table.board))
    rest = Table(table.discord, table.match_id, table.first_board_id, (other,))
    await rest.tap(other, "Play on")
    await rest.play_on(Random(1))
    assert "Left the match, a loss: " in text_of(table.board)
    assert f"**{other.user.name}** wins" in text_of(table.board)
    lines = {name: (points, wins) for name, points, wins, _ in await leaderboard(other, "people")}
    assert lines[asked.user.name] == (0, 0)
    assert lines[other.user.name] == (1, 1)


@pytest.mark.parametrize("game", GAMES)
async def test_a_player_who_has_left_learns_no_more_of_their_old_hand(
    bot: Finte, discord: Localcord, game: str
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben), game, bots=GAMES[game].game.seats.start - 2)
    await from_the_menu(table, ben, "Leave the match…", "Leave for good")
    rest = Table(discord, table.match_id, table.first_board_id, (ana,))
    await rest.tap(ana, "Play on")
    for seed in range(4):
        await rest.until(lambda: rest.is_over or rest.asked)
        if rest.is_over:
            break
        match = await bot.matches.get(int(table.match_id))
        forged = [f"f1|{verb}|{table.match_id}|{match.decision}|" for verb in ("why", "show", "hand")]
        answers = [await table.forge(ben, custom_id) for custom_id in forged]
        assert [answer.splitlines()[1:] for answer in answers] == [[GONE]] * len(answers)
        await rest.step(Random(seed))


async def test_a_player_who_is_away_is_shown_how_to_come_back_and_nothing_else(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    await until_away(bot, clock, table, asked, other)
    decision = (await bot.matches.get(int(table.match_id))).decision
    answers = [await table.forge(asked, f"f1|{verb}|{table.match_id}|{decision}|") for verb in ("why", "show", "hand")]
    assert all(answer.splitlines()[1].startswith(AWAY) for answer in answers)


async def test_a_host_who_is_away_comes_back_before_acting_for_the_table(
    bot: Finte, table: Table, clock: Clock
) -> None:
    await pass_by(bot, clock, 2 * AWAY_AFTER * WHOLE_TURN_SECONDS + WHOLE_TURN_SECONDS)
    await table.until(lambda: "Everyone is away" in text_of(table.board))
    assert await table.forge(table.people[0], f"f1|replace|{table.match_id}|0|1") == (
        "You're marked as away. Press *I'm back* first."
    )


async def test_a_player_who_sits_at_a_table_elsewhere_is_not_told(table: Table, discord: Localcord) -> None:
    dora = discord.person("Dora")
    answer = await dora.command("rules", {"game": "bluff"}, channel_id=dora.dm_channel_id)
    assert answer.message is not None
    forged = await dora.raw_click(answer.message, f"f1|seats|{table.match_id}|0|")
    assert said(forged).startswith("You're not at this table.")


async def test_a_player_who_thinks_better_of_it_stays(table: Table, asked: Person) -> None:
    assert "## Your turn" in await from_the_menu(table, asked, "Leave the match…", "Stay", "My dice")
    await table.move(asked)


async def test_a_match_that_everybody_leaves_ends_at_once(table: Table, asked: Person, other: Person) -> None:
    await from_the_menu(table, asked, "Leave the match…", "Leave for good")
    await from_the_menu(table, other, "Leave the match…", "Leave for good")
    await table.until(lambda: "Everyone has left this match." in text_of(table.board))
    assert sorted(await leaderboard(asked, "people")) == [("Ana", 0, 0, 1), ("Ben", 0, 0, 1)]


async def test_the_one_who_remains_takes_the_win_once(table: Table, bot: Finte, asked: Person, other: Person) -> None:
    await from_the_menu(table, asked, "Leave the match…", "Leave for good")
    await table.until(lambda: "Take the win" in labels(table.panel(other)))
    settle = f"f1|settle|{table.match_id}|0|"
    assert await table.forge(asked, settle) == "You left this match: the computer is playing for you."
    assert (await table.forge(table.discord.person("Dora"), settle)).startswith("You're not at this table.")
    first, second = await asyncio.gather(other.raw_click(table.board, settle), other.raw_click(table.board, settle))
    assert "## You took the win" in said(first) + said(second)

    await table.until(lambda: table.is_over)
    assert f"**{other.user.name}** took the win" in text_of(table.board)
    lines = {name: (points, wins, matches) for name, points, wins, matches in await leaderboard(other, "people")}
    assert lines == {other.user.name: (1, 1, 1), asked.user.name: (0, 0, 1)}
    assert (await other.command("table")).message
    assert [match.phase for match in [(await bot.matches.get(int(table.match_id))).table]] == ["settled"]


async def test_a_forged_win_while_everyone_is_there_ends_nothing(table: Table, bot: Finte, asked: Person) -> None:
    answer = await table.forge(asked, f"f1|settle|{table.match_id}|0|")
    assert answer.startswith("ℹ️ ")
    assert (await bot.matches.get(int(table.match_id))).table.phase == "playing"


@pytest.mark.usefixtures("bot")
async def test_a_player_who_agrees_to_end_a_match_reads_who_is_still_to_agree(discord: Localcord) -> None:
    ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
    table = await Table.started(discord, (ana, ben, chloe))
    await from_the_menu(table, chloe, "Leave the match…", "Leave for good")
    answer = await from_the_menu(table, ana, "End the match…", "Agree to end")
    assert "Agreed to end the match: ① **Ana** · not yet: ② **Ben**" in answer


async def test_a_player_who_ran_out_of_time_reads_what_the_computer_did(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    await pass_by(bot, clock, WHOLE_TURN_SECONDS)
    told = "Your time ran out, so the computer moved for you: "
    await table.until(lambda: told in text_of(table.panel(asked) or {}))
    assert "Your time ran out" not in text_of(table.board) + text_of(table.panel(other) or {})


async def test_a_moderator_gives_up_the_seat_of_who_is_away(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    mona = table.discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    await until_away(bot, clock, table, asked, other)
    out = f"Replace {asked.user.name}"
    shown = await from_the_menu(table, mona, f"{out}…", "Back", f"{out}…", out)
    assert f"**{asked.user.name}** left the match" in shown


async def test_a_stranger_may_do_nothing_about_seats(table: Table, asked: Person) -> None:
    dora = table.discord.person("Dora")
    answer = await table.press(dora, "Seats")
    assert answer.message
    assert labels(answer.message) == []
    for verb, refusal in (
        ("quit", "You're not at this table."),
        ("back", "You're not at this table."),
        ("replace", "That player is back"),
    ):
        forged = f"f1|{verb}|{table.match_id}|0|9"
        assert said(await dora.raw_click(table.board, forged)).startswith(refusal)
    assert table.asked is asked


async def test_a_restart_gives_the_time_without_the_bot_back(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    people = discord.person("Ana"), discord.person("Ben")
    async with ready_bot(discord, clock, tmp_path) as bot:
        table = await Table.started(discord, people)
        await pass_by(bot, clock, WHOLE_TURN_SECONDS - BEAT_SECONDS)
    clock.now += 24 * 3600
    async with ready_bot(discord, clock, tmp_path) as bot:
        ends = [f"⏳ <t:{int(clock.now) + left}:R>" for left in range(BEAT_SECONDS, 2 * BEAT_SECONDS)]
        await table.until(lambda: any(end in text_of(table.board) for end in ends))
        await pass_by(bot, clock, 2 * BEAT_SECONDS)
        await table.until(lambda: not any(end in text_of(table.board) for end in ends))


async def test_a_call_that_outlived_its_match_is_taken_back_by_the_next_start(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    people = discord.person("Ana"), discord.person("Ben")

    def calls() -> list[str]:
        texts = (text_of(message) for message in discord.person("Dora").messages())
        return [text for text in texts if "it's your turn" in text]

    async with ready_bot(discord, clock, tmp_path) as bot:
        bot.jobs.every_call.stop()
        table = await Table.started(discord, people)
        await pass_by(bot, clock, 45)
        await bot.matches.seats.cancel(int(table.match_id), 1, "playing", moderator=True)
        await table.until(lambda: "This table was cancelled." in text_of(table.board))
        assert len(calls()) == 1
    async with ready_bot(discord, clock, tmp_path) as bot:
        await bot.jobs.every_call()
        await discord.person("Dora").wait_for(lambda _: not calls())
