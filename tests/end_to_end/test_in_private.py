"""`/learn`, `/daily` and `/puzzle`: what one person plays in a private message, and what others get to see of it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.pages.custom_id import CustomId
from bot.tables.periods import GRACE_SECONDS, day_begins
from cogs.puzzles import of_the_day, with_puzzles
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.bot.daily_matches import finish
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import EPHEMERAL, enabled, labelled, labels, said, set_up, text_of

MOST_CLICKS = 300
END_OF_A_LESSON = ["Play for real", "Rules", "Start again"]
SHARE = "Share"


@pytest.fixture
def ana(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers them
    """A person who has never played."""
    return discord.person("Ana")


@pytest.fixture
def ben(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers them
    """Another one."""
    return discord.person("Ben")


def page(player: Person) -> JsonObject:
    """The latest message on the player's screen."""
    return player.messages()[-1]


async def play_on(player: Person, end: str) -> str:
    """Clicks anything that is offered until there is this button; returns what the page then says."""
    rng = Random(1)
    for _ in range(MOST_CLICKS):
        shown = page(player)
        if end in labels(shown):
            return text_of(shown)
        moves = enabled(shown, "go") or enabled(shown, "play") or enabled(shown, "show")
        await player.click(shown, rng.choice(moves)["custom_id"])
    raise AssertionError(text_of(page(player)))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_played_to_its_end_in_one_private_message(
    ana: Person, ben: Person, bot: Finte, game: str
) -> None:
    assert "🎓" in said(await ana.command("learn", {"game": game}))
    await ana.click(page(ana), labelled(page(ana), "Go on"))
    assert "💡" in text_of(page(ana))

    await play_on(ana, END_OF_A_LESSON[0])

    assert labels(page(ana)) == END_OF_A_LESSON
    assert len(ana.messages()) == 1
    assert page(ana)["flags"] & EPHEMERAL
    assert ben.messages() == []
    assert await bot.store.lesson_of(int(ana.id), game) is None


async def test_a_new_lesson_takes_the_place_of_the_old_one(ana: Person, bot: Finte) -> None:
    await ana.command("learn", {"game": "tuecke"})
    old = page(ana)
    await ana.click(old, labelled(old, "Go on"))

    await ana.click(page(ana), labelled(page(ana), "Start again"))
    await bot.painter.settle(PATIENCE_SECONDS)

    assert "The aim" in text_of(page(ana))
    assert page(ana)["id"] == old["id"]


async def test_a_button_of_a_lesson_works_after_a_restart(discord: Localcord, clock: Clock, tmp_path: Path) -> None:
    ana = discord.person("Ana")
    async with ready_bot(discord, clock, tmp_path):
        await ana.command("learn", {"game": "tuecke"})
    async with ready_bot(discord, clock, tmp_path):
        await play_on(ana, END_OF_A_LESSON[0])


async def test_nobody_else_gets_into_a_lesson_or_ends_it(
    ana: Person, ben: Person, discord: Localcord, bot: Finte
) -> None:
    await asyncio.gather(*(ana.command("learn", {"game": "bluff"}) for _ in range(3)))
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    opened = await ben.command("play bluff")
    assert opened.message is not None
    lesson = await bot.store.lesson_of(int(ana.id), "bluff")
    assert lesson
    assert lesson.id == 1

    for text in ("hand|1|0|", "watch|1|0|", "join|1|0|", "show|1|2|", "why|1|2|", "play|1|2|lift", "close|1|0|playing"):
        for person in (ben, moderator):
            assert said(await person.raw_click(opened.message, f"f1|{text}")) in {
                "You don't play in this match.",
                "You're not at this table. Type /play to open your own.",
                "This match has already started.",
                "Only the table's host or a moderator can do that.",
            }
    assert await bot.store.lesson_of(int(ana.id), "bluff")


async def test_no_forged_click_makes_a_match_that_counts_of_a_lesson(ana: Person, bot: Finte) -> None:
    await ana.command("learn", {"game": "bluff"})
    await play_on(ana, END_OF_A_LESSON[0])

    answer = said(await ana.raw_click(page(ana), "f1|rematch|1|0|"))

    assert answer == "You can ask for a rematch once the match is over."
    assert await bot.store.table(2) is None


async def done(bot: Finte, player: Person, game: str = "faehrte") -> str:
    """What the page says once the player has finished today's match. Its moves aren't clicked, which is quicker."""
    await player.command("daily", {"game": game})
    found = (await bot.store.dailies.tries(int(player.id), bot.matches.dailies.today))[game]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    return said(await player.command("daily", {"game": game}))


@pytest.mark.parametrize("game", GAMES)
async def test_a_daily_match_is_played_to_its_end_in_one_private_message(ana: Person, ben: Person, game: str) -> None:
    assert "📅 Daily" in said(await ana.command("daily", {"game": game}))

    end = await play_on(ana, SHARE)

    assert "You're the first to finish this daily!" in end
    assert "🔥 Streak: 1 day · 1 of the last 30 days" in end
    assert len(ana.messages()) == 1
    assert page(ana)["flags"] & EPHEMERAL
    assert ben.messages() == []


async def test_two_people_are_compared_and_listed_unless_they_hide_their_statistics(
    ana: Person, ben: Person, discord: Localcord, bot: Finte
) -> None:
    for person in (ana, ben):
        end = await done(bot, person)
    assert "1 player did exactly as well" in end
    assert "**The best on this server**\n1\\. Ana" in end
    assert "\n1\\. **Ben**" in end

    await set_up(ana, "stats", "private")
    chloe = discord.person("Chloé")
    await done(bot, chloe)
    assert "Ana" not in text_of(page(chloe)).partition("The best on this server")[2]


async def test_the_shared_line_says_nothing_about_the_deal(ana: Person, ben: Person, bot: Finte) -> None:
    await done(bot, ana, "bluff")
    await ana.click(page(ana), labelled(page(ana), SHARE))

    (shared,) = ben.messages()
    line = text_of(shared)
    assert line.startswith("**Ana** · Finte daily <t:")
    assert line.endswith("streak 1")
    assert "×" not in line
    assert "Score" not in line
    assert labels(shared) == ["Play it too"]


async def test_nobody_can_share_see_or_play_a_daily_match_of_somebody_else(
    ana: Person, ben: Person, bot: Finte
) -> None:
    await done(bot, ana)
    share = labelled(page(ana), SHARE)
    await ana.command("daily", {"game": "bluff"})
    move = enabled(page(ana), "play")[0]["custom_id"]
    number = move.split("|")[2]
    await ben.command("daily", {})

    for forged, refusal in (
        (share, "You haven't finished this daily."),
        (share.replace("dailyshare", "dailyend"), "You haven't finished this daily."),
        (move, "You're not at this table."),
        (f"f1|dailygo|{number}|0|", "You're not at this table."),
    ):
        assert refusal in said(await ben.raw_click(page(ben), forged))
    assert "📅 Daily" not in said(await ben.raw_click(page(ben), f"f1|hand|{number}|0|"))
    for text in ("", "1", "-1 bluff", "99999999999999999999 bluff", "1 chess", "١ bluff"):
        assert "This button no longer works." in said(await ben.raw_click(page(ben), f"f1|dailyend|0|0|{text}"))


async def test_a_best_match_is_shown_once_its_day_is_over_and_elsewhere_without_its_players_name(
    ana: Person, ben: Person, bot: Finte, clock: Clock
) -> None:
    await done(bot, ana)
    day = bot.matches.dailies.today
    await ben.command("daily", {"game": "tuecke"}, channel_id=ben.dm_channel_id)
    shown = ben.messages(ben.dm_channel_id)[-1]
    for later in (clock.now, day_begins(day + 1) + GRACE_SECONDS - 1):
        clock.now = later
        answer = said(await ben.raw_click(shown, f"f1|dailybest|0|0|{day} faehrte 0"))
        assert "This daily is still open" in answer

    clock.now += 1
    await ben.command("daily", {}, channel_id=ben.dm_channel_id)
    shown = ben.messages(ben.dm_channel_id)[-1]
    first = said(await ben.select(shown, "f1|dailybest|0|0|", [f"{day} faehrte 0"]))
    last = said(await ben.raw_click(shown, f"f1|dailybest|0|0|{day} faehrte 999"))

    assert "Best player" in first
    assert "Decision 1 of " in first
    assert "Ana" not in first + last
    assert last != first


async def test_a_puzzle_is_asked_missed_and_solved_in_one_private_message(ana: Person, bot: Finte) -> None:
    game = with_puzzles()[0]
    puzzle = of_the_day(game, bot.clock())
    legal = [action.to_text() for action in puzzle.state.view(puzzle.seat).legal_actions]
    wrong = next(text for text in legal if text != puzzle.best)

    assert "Which one?" in said(await ana.command("puzzle", {"game": game}))
    (asked,) = ana.messages()

    async def answer(text: str) -> str:
        return said(await ana.raw_click(asked, CustomId("solve", text=text).to_text()))

    for forged in (f"{game} 99 lift", "nothing 1 lift", f"{game} 1 nonsense", game):
        assert "**Right:**" not in await answer(forged)
    assert "Try again." in await answer(f"{puzzle.key} {wrong}")
    assert "**Right:**" in await answer(f"{puzzle.key} {puzzle.best}")
    assert asked["flags"] & EPHEMERAL
    assert not enabled(next(one for one in ana.messages() if one["id"] == asked["id"]), "solve")
