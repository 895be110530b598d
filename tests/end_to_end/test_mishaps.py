"""Deleted messages, expired tokens and lost answers during a match."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager

from bot.interactions.client import Finte
from bot.messages.boards import BURIED_BELOW, LOOK_SECONDS
from bot.pages.faces import Faces
from bot.pictures.faces import FACES
from localcord import Interaction, Localcord, Person
from localcord.interactions import ANSWER_SECONDS
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import EPHEMERAL, Table, emojis, labelled, labels, text_of


def says(messages: Iterable[JsonObject], text: str) -> bool:
    """Whether one of the public messages has this text."""
    return any(text in text_of(message) for message in messages if not message["flags"] & EPHEMERAL)


async def test_a_panel_comes_anew_below_a_board_that_has_moved_below_talk(
    table: Table, asked: Person, clock: Clock
) -> None:
    old = table.panel(asked)
    assert old is not None
    for line in range(BURIED_BELOW):
        asked.say(f"line {line}")
    clock.now += LOOK_SECONDS + 1
    await table.move(asked)
    await table.until(lambda: says(asked.messages(), "further down"))
    await asked.raw_click(old, f"f1|hand|{table.match_id}|0|")
    await table.until(lambda: int((table.panel(asked) or old)["id"]) > int(table.board["id"]))
    await table.until(lambda: old["id"] not in {message["id"] for message in asked.messages()})


async def test_a_board_that_a_moderator_deletes_comes_back_with_the_next_move(table: Table, asked: Person) -> None:
    gone = table.board["id"]
    table.discord.messages.delete(table.discord.world.messages[gone])
    await table.move(asked)
    await asked.wait_for(lambda messages: says(messages, "turn: raise"))
    assert table.board["id"] != gone


async def test_a_deleted_board_comes_back_when_a_player_asks_for_their_table(table: Table, asked: Person) -> None:
    gone = table.board["id"]
    table.discord.messages.delete(table.discord.world.messages[gone])
    await asked.command("table")
    await asked.wait_for(lambda messages: says(messages, "turn: make the first bid"))
    assert table.board["id"] != gone


async def test_after_15_minutes_a_panel_is_no_longer_repainted_but_the_board_has_a_new_one(
    table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    panel = table.panel(other)
    assert panel is not None
    clock.now += 16 * 60
    await table.move(asked)
    await table.until(lambda: "turn: raise" in text_of(table.board))
    assert table.panel(other) == panel
    await table.press(other, "My dice")
    assert table.moves(other)


async def test_a_panel_that_goes_to_sleep_has_a_button_that_wakes_it(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    panel = table.panel(other)
    assert panel is not None
    assert "Refresh" not in labels(panel)
    clock.now += 14 * 60
    await bot.panels.mark_expiring()
    await table.until(lambda: "Refresh" in labels(table.panel(other)))
    clock.now += 2 * 60
    await table.move(asked)
    await table.tap(other, "Refresh")
    assert table.moves(other)
    assert "Refresh" not in labels(table.panel(other))


async def test_a_dead_token_is_not_even_tried(table: Table, clock: Clock, asked: Person) -> None:
    clock.now += 16 * 60
    await table.move(asked)
    await table.until(lambda: "turn: raise" in text_of(table.board))
    assert [request.path for request in table.discord.requests if request.status >= 400] == []


@asynccontextmanager
async def unanswered(
    discord: Localcord, clock: Clock, doing: Coroutine[None, None, Interaction]
) -> AsyncIterator[None]:
    """Starts an action of a person. At the end of the block, the time for an answer is up."""
    waiting = asyncio.create_task(doing)
    yield
    clock.now += ANSWER_SECONDS
    discord.clock_moved()
    assert (await waiting).failed


async def test_a_table_whose_first_message_is_lost_gets_another(
    discord: Localcord,
    bot: Finte,  # noqa: ARG001
    clock: Clock,
) -> None:
    ana = discord.person("Ana")
    discord.fail_next("POST", "/callback", status=404)
    async with unanswered(discord, clock, ana.command("play bluff")):
        await ana.wait_for(lambda messages: any("**Ana**" in text_of(message) for message in messages))


async def test_a_client_that_starts_anew_gets_its_panel_back(table: Table, asked: Person) -> None:
    asked.restart_client()
    assert table.panel(asked) is None
    await table.press(asked, "My dice")
    assert (await table.move(asked)).answered


async def test_a_player_has_one_panel(table: Table, asked: Person) -> None:
    before = table.panel(asked)
    await table.press(asked, "My dice")
    await asked.wait_for(lambda messages: before not in messages)
    assert "Your turn" in text_of(table.panel(asked) or {})


async def test_the_panel_beside_a_new_table_wakes_up_without_touching_the_board(
    discord: Localcord,
    bot: Finte,  # noqa: ARG001
) -> None:
    """For the token of `/play`, `@original` is the public message."""
    ana = discord.person("Ana")
    seen = Recorder(discord)
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(discord.person("Ben"))
    await table.tap(ana, "Start")
    await ana.wait_for(lambda messages: any(is_turn(shown) and shown["flags"] & EPHEMERAL for shown in messages))
    assert [version.text for version in seen.public if is_turn(version.body)] == []


def is_turn(message: JsonObject) -> bool:
    """Whether it's the panel of a player who is to act."""
    return "Your turn" in text_of(message) or "Not your turn" in text_of(message)


async def test_emojis_that_somebody_has_removed_are_text_and_come_back(discord: Localcord, bot: Finte) -> None:
    ana = discord.person("Ana")
    table = await Table.started(discord, [ana], "faehrte", bots=2)
    bot.renderer.faces = Faces(dict.fromkeys(FACES, 1))

    await ana.command("table")
    assert not emojis(table.panel(ana))
    assert bot.uploading
    await bot.uploading
    await ana.command("table")

    assert emojis(table.panel(ana)) <= discord.world.emojis.keys()
    assert emojis(table.panel(ana))


async def test_a_lesson_shown_before_the_first_upload_gets_its_emojis_without_a_click(
    discord: Localcord, bot: Finte
) -> None:
    ana = discord.person("Ana")
    await ana.command("learn", {"game": "faehrte"})
    await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "Go on"))
    before = emojis(ana.messages()[-1])

    bot._keep_emojis()

    await ana.wait_for(lambda messages: bool(emojis(messages[-1])))
    assert not before
