"""People who watch a match: they see what everyone sees, as it changes, for as long as they see the place."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import bot.messages.panels
from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.dice import faces
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import EPHEMERAL, Table, labelled, labels, said, text_of

UNSEEN = "Only people who can see the channel of this match can watch it."
STRANGER = "You're not at this table."
SLEEPS = "Press *Refresh* to go on watching."


def watched(person: Person) -> JsonObject:
    """The newest private message on this person's screen."""
    return next(message for message in reversed(person.messages()) if message["flags"] & EPHEMERAL)


async def watch(bot: Finte, table: Table, person: Person) -> str:
    """Has a person press *Watch*, and waits until their page follows the match; returns its text."""
    answer = await table.press(person, "Watch")
    await until(lambda: bot.panels.reaches(int(table.match_id), int(person.id)))
    return said(answer)


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what the bot only notes once an answer is there."""
    while not condition():  # noqa: ASYNC110 - no screen tells
        await asyncio.sleep(0)


async def refresh(table: Table, person: Person) -> str:
    """What *Refresh* shows on a person's page."""
    return said(await person.click(watched(person), f"f1|watch|{table.match_id}|0|"))


async def follows(person: Person, told: str) -> None:
    """Waits until a person's page says this."""
    await person.wait_for(lambda _: told in text_of(watched(person)))


async def move(table: Table) -> None:
    """Makes whoever is asked move, and waits until the next player is asked."""
    await table.until(lambda: table.asked)
    asked = table.asked
    assert asked
    await table.move(asked)
    await table.until(lambda: table.asked not in {None, asked})


async def test_a_watcher_sees_the_board_in_their_language_and_follows_it(
    bot: Finte, table: Table, asked: Person, dora: Person
) -> None:
    dora.choose_locale("de")

    assert f"**{asked.user.name}** ist dran" in await watch(bot, table, dora)
    assert labels(watched(dora)) == ["Verlauf", "Regeln", "Aktualisieren"]
    await move(table)
    await follows(dora, "1 × 1")
    assert "👀 1 is watching" in text_of(table.board)
    await table.play_on(Random(1))
    await follows(dora, "🏆")
    assert text_of(watched(dora)).splitlines()[0].startswith("## Bluff")
    assert len([one for one in dora.messages() if one["flags"] & EPHEMERAL]) == 1


async def test_a_board_counts_watchers_once_a_minute_and_does_not_move_for_it(
    bot: Finte, table: Table, dora: Person
) -> None:
    before, edits = table.board["id"], len(table.discord.requests)
    await watch(bot, table, dora)
    assert not [one for one in table.discord.requests[edits:] if f"/messages/{before}" in one.path]
    for number in range(9):
        dora.say(f"So much talk! {number}")

    await bot.boards.count_watchers()

    await table.until(lambda: "👀 1 is watching" in text_of(table.board))
    assert table.board["id"] == before


async def test_a_click_from_elsewhere_and_one_of_a_player_show_nobody_anything_new(
    bot: Finte, table: Table, asked: Person, ben: Person, dora: Person
) -> None:
    elsewhere = table.discord.add_channel("elsewhere")
    await dora.command("rules", {"game": "bluff"}, channel_id=elsewhere)
    forged = await dora.raw_click(dora.messages(elsewhere)[-1], f"f1|watch|{table.match_id}|0|")
    assert said(forged).startswith(STRANGER)
    await ben.command("learn", {"game": "bluff"})
    assert (await table.forge(dora, f"f1|watch|{int(table.match_id) + 1}|0|")).startswith(STRANGER)

    assert "Your turn" in said(await table.press(asked, "Watch"))
    assert bot.panels.watching(int(table.match_id)) == 0


async def test_in_a_lobby_there_is_nothing_to_watch(discord: Localcord, bot: Finte, ana: Person, dora: Person) -> None:
    table = await Table.opened(discord, ana)

    assert "Press *Join*" in await table.forge(dora, f"f1|watch|{table.match_id}|0|")
    assert bot.panels.watching(int(table.match_id)) == 0


async def test_who_no_longer_sees_the_place_sees_nothing_new(
    bot: Finte, table: Table, dora: Person, clock: Clock
) -> None:
    await watch(bot, table, dora)
    table.discord.overwrite(table.discord.channel_id, dora, deny=Permission.VIEW_CHANNEL)
    clock.now += bot_seconds()

    await move(table)
    await bot.painter.settle(PATIENCE_SECONDS)

    table.discord.overwrite(table.discord.channel_id, dora)
    assert text_of(watched(dora)) == SLEEPS
    table.discord.overwrite(table.discord.channel_id, dora, deny=Permission.VIEW_CHANNEL)
    assert await table.forge(dora, f"f1|watch|{table.match_id}|0|") == UNSEEN


def bot_seconds() -> int:
    """The time after which Discord is asked again who sees a place."""
    return bot.messages.panels.TRUSTED_SECONDS


async def test_beyond_so_many_watchers_others_press_refresh(
    bot: Finte, table: Table, dora: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.panels.MOST_WATCHING", 1)
    eve = table.discord.person("Eve")
    await watch(bot, table, dora)

    assert "Many are watching" in said(await table.press(eve, "Watch"))
    assert "Many are watching" not in said(await table.press(dora, "Watch"))
    await move(table)
    await follows(dora, "1 × 1")
    assert "1 × 1" not in text_of(watched(eve))
    assert "1 × 1" in await refresh(table, eve)
    assert bot.panels.watching(int(table.match_id)) == 1


async def test_after_fifteen_minutes_a_watcher_is_told_to_press_refresh(
    bot: Finte, table: Table, dora: Person, clock: Clock
) -> None:
    await watch(bot, table, dora)
    clock.now += 14 * 60
    await bot.panels.mark_expiring()

    await follows(dora, SLEEPS)
    clock.now += 2 * 60
    assert bot.panels.watching(int(table.match_id)) == 0
    assert SLEEPS not in await refresh(table, dora)


async def test_who_has_left_may_watch_and_sees_no_hand(bot: Finte, table: Table, asked: Person, other: Person) -> None:
    await other.raw_click(table.board, f"f1|quit|{table.match_id}|0|")
    await follows(other, "You left this match")

    await other.click(watched(other), f"f1|watch|{table.match_id}|0|")

    await until(lambda: bot.panels.watching(int(table.match_id)) == 1)
    assert f"**{asked.user.name}**" in text_of(watched(other))
    assert labels(watched(other)) == ["What happened", "Rules", "Refresh"]


async def test_a_restart_goes_on_with_watchers(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana, ben, dora = (discord.person(name) for name in ("Ana", "Ben", "Dora"))
    async with ready_bot(discord, clock, tmp_path) as first:
        table = await Table.started(discord, (ana, ben))
        await watch(first, table, dora)

    async with ready_bot(discord, clock, tmp_path) as again:
        assert again.panels.watching(int(table.match_id)) == 1
        await move(table)
        await follows(dora, "1 × 1")


async def open_rounds(discord: Localcord, host: Person, *others: Person) -> Table:
    """A match whose first round is over, and whose players let watchers look back."""
    table = await Table.opened(discord, host, seats=2)
    await table.tap(host, "Let watchers look back")
    await table.until(lambda: "watchers can look back" in text_of(table.board))
    for person in others:
        table = await table.joined_by(person)
    await table.tap(host, "Start")
    await move(table)
    asked = table.asked
    assert asked
    await table.doubt(asked)
    await table.until(lambda: "round 2" in text_of(table.board) and table.asked)
    return table


async def test_where_the_players_allow_it_watchers_step_through_rounds_that_are_over(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, dora: Person
) -> None:
    table = await open_rounds(discord, ana, ben)
    await move(table)
    view = (await bot.matches.get(int(table.match_id))).view(None)
    await watch(bot, table, dora)

    await press(dora, "Look back")

    first = text_of(watched(dora))
    assert "step 1 of 3" in first
    for dice in view.table.last_lift.cups:
        assert faces(dice) in first
    for label in ("▶", "⏭", "▶"):
        await press(dora, label)
    assert "round 1 is over" in text_of(watched(dora))
    assert "▶" not in labels(watched(dora))

    await other_of(table).raw_click(table.board, f"f1|showrounds|{table.match_id}|0|")
    await press(dora, "◀")
    assert text_of(watched(dora)) == "The players don't show rounds of this match while it's under way."
    await dora.wait_for(lambda messages: not any("Look back" in labels(one) for one in messages))
    assert "don't show rounds" in await table.forge(dora, f"f1|rounds|{table.match_id}|0|")


async def press(person: Person, label: str) -> None:
    """Presses a button of the newest private message, if it's enabled."""
    if label in labels(watched(person)):
        await person.click(watched(person), labelled(watched(person), label))


def other_of(table: Table) -> Person:
    """The player whose turn it isn't."""
    return next(person for person in table.people if person is not table.asked)


async def test_only_a_host_who_is_alone_can_let_watchers_look_back(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, dora: Person
) -> None:
    table = await Table.opened(discord, ana, seats=3)
    allow, refused = f"f1|showrounds|{table.match_id}|0|yes", "Only the host can allow that"
    assert (await table.forge(dora, allow)).startswith(STRANGER)
    await table.tap(ana, "Let watchers look back")
    await table.joined_by(ben)

    await ben.click(watched(ben), labelled(watched(ben), "Don't let watchers look back"))

    assert not (await bot.matches.get(int(table.match_id))).table.shows_rounds
    for person in (ana, ben):
        assert (await table.forge(person, allow)).startswith(refused)
    assert "Let watchers look back" not in labels(table.panel(ana))
