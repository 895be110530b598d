"""What somebody shares of their day: others open the same from it, and nobody learns more than the sharer says."""

import pytest

from bot.interactions.client import Finte
from bot.pages.custom_id import CustomId
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import GRACE_SECONDS, day_of
from cogs.puzzles import Puzzle, of_the_day
from localcord import Interaction, Localcord, Person
from tests.bot.daily_matches import finish
from tests.clock import Clock
from tests.cogs.replaying import page
from tests.end_to_end.tables import EPHEMERAL, labelled, labels, said, set_up, text_of

GAME = "faehrte"


async def finish_daily(bot: Finte, person: Person) -> None:
    await person.command("daily", {"game": GAME})
    found = (await bot.store.dailies.tries(int(person.id), bot.matches.dailies.today))[GAME]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    await person.command("daily", {"game": GAME})


async def solve(person: Person, puzzle: Puzzle) -> str:
    await person.command("puzzle", {"game": puzzle.game})
    return said(await person.raw_click(page(person), CustomId("solve", text=f"{puzzle.key} {puzzle.best}").to_text()))


def is_private(answer: Interaction) -> bool:
    return answer.message is not None and bool(answer.message["flags"] & EPHEMERAL)


async def test_a_shared_daily_opens_the_same_for_others_and_todays_once_it_is_over(
    bot: Finte, ana: Person, ben: Person, clock: Clock
) -> None:
    await finish_daily(bot, ana)
    shared = (await ana.click(page(ana), labelled(page(ana), "Share"))).message
    assert shared
    button = labelled(shared, "Play it too")

    answer = await ben.click(shared, button)
    (found,) = (await bot.store.dailies.tries(int(ben.id), bot.matches.dailies.today)).values()
    assert is_private(answer)
    assert found.game == GAME

    clock.now += DAY_SECONDS
    answer = await ben.click(shared, button)
    assert said(answer).startswith("ℹ️ That day is over. Here are today's dailies.")
    assert is_private(answer)
    assert not await bot.store.dailies.tries(int(ben.id), bot.matches.dailies.today)


@pytest.mark.usefixtures("bot")
async def test_a_solved_puzzle_is_shared_without_its_solution_and_opens_for_others(
    ana: Person, ben: Person, clock: Clock
) -> None:
    puzzle = of_the_day(GAME, clock.now)
    assert "🔥 Streak: 1 day · 1 of the last 30 days" in await solve(ana, puzzle)
    shared = (await ana.click(page(ana), labelled(page(ana), "Share"))).message

    assert shared
    line = text_of(shared)
    assert line.startswith("**Ana** · Finte puzzle <t:")
    assert line.endswith("Fährte: ✅ solved, streak 1")
    clock.now += DAY_SECONDS
    answer = await ben.click(shared, labelled(shared, "Play it too"))
    assert "One move is best" in said(answer)
    assert is_private(answer)
    assert f"solve|0|0|{puzzle.key} " in str(answer.message)


async def test_only_a_puzzle_of_the_day_counts_and_is_shared_by_those_who_solved_it(
    bot: Finte, ana: Person, clock: Clock
) -> None:
    clock.now = (clock.now // DAY_SECONDS + 1) * DAY_SECONDS - 1
    puzzle, share = of_the_day(GAME, clock.now), CustomId("puzzleshare", text=of_the_day(GAME, clock.now).key).to_text()
    refusal = "You can share a puzzle on its day, once you've solved it."
    await ana.command("puzzle", {"game": GAME})
    solve_it = CustomId("solve", text=f"{puzzle.key} {puzzle.best}").to_text()

    assert said(await ana.raw_click(page(ana), share)) == refusal
    clock.now += GRACE_SECONDS  # begun in time
    assert "Share" in labels((await ana.raw_click(page(ana), solve_it)).message)
    assert [*await bot.store.dailies.solved(int(ana.id))] == [day_of(int(clock.now)) - 1]
    clock.now += 1
    assert "Share" not in labels((await ana.raw_click(page(ana), solve_it)).message)
    assert said(await ana.raw_click(page(ana), share)) == refusal


async def test_a_server_has_a_streak_of_the_days_begun_there_by_those_who_show_them(
    bot: Finte, ana: Person, ben: Person, discord: Localcord, clock: Clock
) -> None:
    there = discord.person("Chloé")
    await set_up(ben, "stats", "private")
    await finish_daily(bot, ben)  # keeps it private
    await there.command("daily", {"game": GAME}, channel_id=there.dm_channel_id)
    (found,) = (await bot.store.dailies.tries(int(there.id), bot.matches.dailies.today)).values()
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    assert "👥" not in said(await ana.command("daily"))

    await finish_daily(bot, ana)
    assert "👥 This server's streak: 1 day · 1 of you today" in said(await there.command("daily"))
    assert "👥" not in said(await there.command("daily", channel_id=there.dm_channel_id))
    clock.now += 2 * DAY_SECONDS
    assert "👥 This server's streak: 1 day\n" in said(await there.command("daily"))
