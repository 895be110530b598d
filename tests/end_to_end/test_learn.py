"""`/learn`: a whole lesson of every game, which only its learner sees, and what happens if they leave it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.matches import service
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import EPHEMERAL, enabled, labelled, labels, said, text_of

MOST_CLICKS = 200
THE_END = "Play for real"


@pytest.fixture
def ana(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers her
    """A person who has never played."""
    return discord.person("Ana")


def page(learner: Person) -> JsonObject:
    """The lesson on the learner's screen."""
    return learner.messages()[-1]


async def step(learner: Person, rng: Random) -> None:
    """Clicks anything that the lesson offers."""
    shown = page(learner)
    moves = enabled(shown, "go") or enabled(shown, "play") or enabled(shown, "show")
    await learner.click(shown, rng.choice(moves)["custom_id"])


async def play_on(learner: Person, rng: Random) -> None:
    """Plays the lesson to its end."""
    for _ in range(MOST_CLICKS):
        if THE_END in labels(page(learner)):
            return
        await step(learner, rng)


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_played_to_its_end_in_one_private_message(ana: Person, discord: Localcord, game: str) -> None:
    answer = said(await ana.command("learn", {"game": game}))
    assert "🎓" in answer
    assert labels(page(ana)) == ["Go on", "Rules"]
    await ana.click(page(ana), labelled(page(ana), "Go on"))
    assert "💡" in text_of(page(ana))

    await play_on(ana, Random(1))

    assert labels(page(ana)) == [THE_END, "Rules", "Start again"]
    assert len(ana.messages()) == 1
    assert page(ana)["flags"] & EPHEMERAL
    assert discord.person("Ben").messages() == []


async def test_a_lesson_stands_on_no_leaderboard(ana: Person) -> None:
    await ana.command("learn", {"game": "tuecke"})
    await play_on(ana, Random(2))

    board = said(await ana.command("leaderboard", {"field": "computer"}))

    assert "Nobody has finished a match alone against the computer here yet." in board


async def test_to_learn_again_brings_the_lesson_back_and_takes_the_old_page_away(ana: Person) -> None:
    await ana.command("learn", {"game": "faehrte"})
    await step(ana, Random(1))
    before = text_of(page(ana))

    await ana.command("learn", {"game": "faehrte"})

    assert text_of(page(ana)) == before
    await ana.wait_for(lambda _: len(ana.messages()) == 1)


async def test_a_new_lesson_takes_the_place_of_the_old_one(ana: Person, bot: Finte) -> None:
    await ana.command("learn", {"game": "tuecke"})
    old = page(ana)
    await step(ana, Random(1))

    await ana.click(page(ana), labelled(page(ana), "Start again"))
    await bot.painter.settle(PATIENCE_SECONDS)

    assert "The aim" in text_of(page(ana))
    assert page(ana)["id"] == old["id"]


async def test_a_lesson_that_has_ended_makes_room_for_a_new_one(ana: Person) -> None:
    await ana.command("learn", {"game": "bluff"})
    await play_on(ana, Random(3))

    assert "## Bluff · lesson" in said(await ana.command("learn", {"game": "bluff"}))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_whose_teacher_is_done_is_not_left_open(ana: Person, bot: Finte, game: str) -> None:
    await ana.command("learn", {"game": game})

    await play_on(ana, Random(1))

    assert await bot.store.lesson_of(int(ana.id), game) is None


async def test_a_start_draws_and_replays_no_lesson(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana = discord.person("Ana")
    async with ready_bot(discord, clock, tmp_path):
        await ana.command("learn", {"game": "tuecke"})
    clock.now += 3600  # Ana's panel is out of reach
    with pytest.MonkeyPatch.context() as patched:
        replayed: list[int] = []
        patched.setattr(service, "replay_with_figures", lambda table, _: replayed.append(table.id))
        async with ready_bot(discord, clock, tmp_path) as bot:
            await bot.painter.settle(PATIENCE_SECONDS)

    assert replayed == []


async def test_a_button_of_a_lesson_works_after_a_restart(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana = discord.person("Ana")
    async with ready_bot(discord, clock, tmp_path):
        await ana.command("learn", {"game": "tuecke"})
    async with ready_bot(discord, clock, tmp_path):
        if "Go on" in labels(page(ana)):  # else the first page has been redrawn as the match is now
            await step(ana, Random(1))
        await step(ana, Random(1))

        assert "**Last trick:**" in text_of(page(ana)) or "so you choose" in text_of(page(ana))
    assert discord.person("Ben").messages() == []


async def test_after_the_lesson_a_table_for_everyone_is_a_click_away(ana: Person, discord: Localcord) -> None:
    await ana.command("learn", {"game": "bluff"})
    await play_on(ana, Random(4))

    await ana.click(page(ana), labelled(page(ana), THE_END))

    (board,) = discord.person("Ben").messages()
    assert "## Bluff · round 1 · 15 dice" in text_of(board)


async def test_nobody_else_gets_into_a_lesson(ana: Person, discord: Localcord, bot: Finte) -> None:
    await ana.command("learn", {"game": "bluff"})
    opened = await discord.person("Ben").command("play bluff")
    assert opened.message is not None
    lesson = await bot.store.lesson_of(int(ana.id), "bluff")
    assert lesson

    forged = [
        await discord.person("Ben").raw_click(opened.message, f"f1|{verb}|{lesson.id}|{decision}|{text}")
        for verb, decision, text in (
            ("hand", 0, ""),
            ("join", 0, ""),
            ("show", 2, ""),
            ("why", 2, ""),
            ("play", 2, "lift"),
        )
    ]

    assert {said(click) for click in forged} <= {
        "You're watching this table. Type /play to open your own.",
        "You're not at this table. Type /play to open your own.",
        "This match has already started.",
    }


async def test_no_forged_click_makes_a_match_that_counts_of_a_lesson(ana: Person, bot: Finte) -> None:
    await ana.command("learn", {"game": "bluff"})
    await play_on(ana, Random(4))

    answer = said(await ana.raw_click(page(ana), "f1|rematch|1|0|"))

    assert answer == "You can ask for a rematch once the match is over."
    assert await bot.store.table(2) is None


async def test_no_moderator_ends_a_lesson_by_its_number(ana: Person, discord: Localcord, bot: Finte) -> None:
    await ana.command("learn", {"game": "bluff"})
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    opened = await moderator.command("play bluff")
    assert opened.message is not None

    answer = said(await moderator.raw_click(opened.message, "f1|close|1|0|playing"))

    assert answer == "Only the table's host or a moderator can do that."
    assert await bot.store.lesson_of(int(ana.id), "bluff")


async def test_two_commands_at_once_begin_one_lesson(ana: Person, bot: Finte) -> None:
    await asyncio.gather(*(ana.command("learn", {"game": "bluff"}) for _ in range(3)))

    lesson = await bot.store.lesson_of(int(ana.id), "bluff")
    assert lesson
    assert lesson.id == 1
