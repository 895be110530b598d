"""`/puzzle`: asked, answered wrong and right, shown, and forged, in one private message. Nothing is stored."""

import pytest

from bot.interactions.client import Finte
from bot.pages.custom_id import CustomId
from bot.tables.clock import DAY_SECONDS
from cogs.puzzles import Puzzle, of_the_day, with_puzzles
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, enabled, labelled, labels, said, text_of

GAMES_WITH_PUZZLES = with_puzzles()
GAME = GAMES_WITH_PUZZLES[0]


@pytest.fixture
def ana(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers her
    """A person who likes puzzles."""
    return discord.person("Ana")


def page(solver: Person) -> JsonObject:
    """The puzzle on the solver's screen."""
    return solver.messages()[-1]


def todays(bot: Finte, game: str) -> Puzzle:
    return of_the_day(game, bot.clock())


def answer(puzzle: Puzzle, move: str) -> str:
    """The custom_id of a button that answers with this move."""
    return CustomId("solve", text=f"{puzzle.key} {move}").to_text()


def another_move(puzzle: Puzzle) -> str:
    """A legal move that isn't the best."""
    legal = puzzle.state.view(puzzle.seat).legal_actions
    texts: list[str] = [action.to_text() for action in legal]
    return next(text for text in texts if text != puzzle.best)


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
async def test_a_puzzle_is_asked_missed_and_solved_in_one_private_message(ana: Person, bot: Finte, game: str) -> None:
    puzzle = todays(bot, game)

    asked = said(await ana.command("puzzle", {"game": game}))
    assert "Which one?" in asked
    assert page(ana)["flags"] & EPHEMERAL

    assert "Try again." in said(await ana.raw_click(page(ana), answer(puzzle, another_move(puzzle))))
    assert "**Right:**" in said(await ana.raw_click(page(ana), answer(puzzle, puzzle.best)))
    assert not enabled(page(ana), "solve")
    assert len(ana.messages()) == 1


async def test_the_solution_can_be_shown(ana: Person) -> None:
    await ana.command("puzzle", {"game": GAME})

    told = said(await ana.click(page(ana), labelled(page(ana), "Show me")))

    assert "**The best move:**" in told
    assert "**Right:**" not in told


async def test_without_a_game_there_is_a_choice_of_them(ana: Person) -> None:
    assert "Today's puzzles" in said(await ana.command("puzzle"))
    assert len(labels(page(ana))) == len(GAMES_WITH_PUZZLES)

    await ana.click(page(ana), enabled(page(ana), "puzzle")[0]["custom_id"])

    assert "Which one?" in text_of(page(ana))


@pytest.mark.parametrize("text", [f"{GAME} 99 lift", "nothing 1 lift", f"{GAME} 1 nonsense", GAME])
async def test_a_forged_answer_is_refused(ana: Person, text: str) -> None:
    await ana.command("puzzle", {"game": GAME})

    refused = await ana.raw_click(page(ana), CustomId("solve", text=text).to_text())

    assert "**Right:**" not in said(refused)
    assert not refused.failed


async def test_a_puzzle_of_another_day_promises_nothing_for_tomorrow(ana: Person, bot: Finte, clock: Clock) -> None:
    puzzle = todays(bot, GAME)
    await ana.command("puzzle", {"game": GAME})
    clock.now += DAY_SECONDS

    solved = said(await ana.raw_click(page(ana), answer(puzzle, puzzle.best)))

    assert "There's a new puzzle every day (UTC)." in solved


async def test_a_puzzle_leaves_nothing_in_the_database(ana: Person, bot: Finte) -> None:
    await ana.command("puzzle", {"game": GAME})
    await ana.raw_click(page(ana), answer(todays(bot, GAME), todays(bot, GAME).best))

    assert await bot.store.table(1) is None
