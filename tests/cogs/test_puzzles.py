"""The puzzles that ship: every one can be shown and solved, and what is said of it is true for its position."""

import re
from collections import Counter
from random import Random

import pytest

from bench.puzzles import WANTED, counts_tries, judged, reasons, table_of
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.page import Page, Text
from bot.tables.table import Person
from bot.words import ENGLISH, LOCALE, words
from cogs.catalogue import GAME_UIS
from cogs.commands.puzzle import _table_of, choice_of_games, question, solution
from cogs.puzzles import SECONDS_A_DAY, Puzzle, of_the_day, puzzles, with_puzzles
from games.catalogue import GAMES
from localcord.limits import check_message
from tests.contract.test_rendering import LONG_NAMES, UPLOADED
from tests.pages import as_text, custom_ids, enabled, message

FEWEST = WANTED
"""A game that has puzzles has a month of them."""

EVERY = [puzzle for game in with_puzzles() for puzzle in puzzles(game)]
LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
ANA = Person(2**63 - 1, "Ana")
LONGEST_NAME = Person(2**63 - 1, LONG_NAMES[2])
OTHERS = [(game, GAME_UIS[game].title) for game in with_puzzles()]

every_puzzle = pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.key.replace(" ", "-"))


def asked(puzzle: Puzzle, language: str = "en-US", solver: Person = ANA) -> Page:
    return question(puzzle, solver, GAME_UIS[puzzle.game], words(language))


def solved(puzzle: Puzzle, language: str = "en-US", solver: Person = ANA) -> Page:
    return solution(puzzle, solver, GAME_UIS[puzzle.game], words(language), OTHERS, is_own=True)


@every_puzzle
def test_a_puzzle_is_a_position_with_a_legal_best_move(puzzle: Puzzle) -> None:
    state = puzzle.state  # raises if the log isn't legal

    assert puzzle.seat in state.to_act
    assert puzzle.answer in state.view(puzzle.seat).legal_actions
    assert puzzle.margin > 2 * puzzle.error


@every_puzzle
def test_every_reason_holds_and_knows_no_hidden_card(puzzle: Puzzle) -> None:
    view, ui = puzzle.state.view(puzzle.seat), GAME_UIS[puzzle.game]
    other = GAMES[puzzle.game].game.redeal(view, Random(1)).view(puzzle.seat)

    assert puzzle.reasons
    assert other == view
    assert all(key in ui.reasons for key in puzzle.reasons)
    assert re.search(r"\*\*Right:\*\* [^.]", as_text(solved(puzzle).parts))
    held = reasons(puzzle.game, table_of(puzzle.game, puzzle.seats, puzzle.options), view, puzzle.answer)
    assert {*puzzle.reasons} <= {*held}


@pytest.mark.slow
@every_puzzle
def test_discord_takes_every_page(puzzle: Puzzle) -> None:
    legal = puzzle.state.view(puzzle.seat).legal_actions
    wrong = next(action for action in legal if action != puzzle.answer)
    for language in LANGUAGES:
        say, ui = words(language), GAME_UIS[puzzle.game]
        tried = question(puzzle, LONGEST_NAME, ui, say, tried=wrong)
        for page in (asked(puzzle, language, LONGEST_NAME), tried, solved(puzzle, language, LONGEST_NAME)):
            check_message(message(page))
            check_message(message(page, UPLOADED))


@every_puzzle
def test_only_the_solution_shows_which_move_is_best(puzzle: Puzzle) -> None:
    page = as_text(asked(puzzle).parts)

    assert " !]" not in page
    assert "[Show me]" in page


@every_puzzle
def test_the_task_comes_first_and_nothing_is_said_twice(puzzle: Puzzle) -> None:
    task = as_text(GAME_UIS[puzzle.game].panel(_table_of(puzzle, ANA), puzzle.state.view(puzzle.seat), ENGLISH, "-"))
    lines = [line for part in asked(puzzle).parts if isinstance(part, Text) for line in part.content.splitlines()]

    assert lines[0] == "## 🧩 One move is best. Which one?"
    assert TWINS.text(lines[1]) == f"**{task.splitlines()[0].removeprefix('## ')}**"
    assert len({*lines}) == len(lines)


@every_puzzle
def test_a_solution_begins_with_the_verdict_and_has_no_button_for_a_move(puzzle: Puzzle) -> None:
    page = as_text(solved(puzzle).parts)
    verbs = {found.verb for found in map(CustomId.from_text, custom_ids(solved(puzzle).parts)) if found}

    assert page.startswith("✅ **Right:** ")
    assert verbs == {"puzzle", "rules"}
    assert "Your turn" not in page
    assert enabled(solved(puzzle).parts) == custom_ids(solved(puzzle).parts)


@pytest.mark.parametrize("game", with_puzzles())
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    every = puzzles(game)

    assert [puzzle.number for puzzle in every] == list(range(1, len(every) + 1))
    assert FEWEST <= len(every) <= WANTED
    assert len({puzzle.log for puzzle in every}) == len(every)
    assert max(Counter(puzzle.log[:4] for puzzle in every).values()) <= 2
    assert len({puzzle.best.split(" ")[0] for puzzle in every}) >= 2
    assert max(Counter(puzzle.reasons[0] for puzzle in every).values()) <= WANTED / 3


@pytest.mark.parametrize("game", with_puzzles())
def test_everyone_gets_the_same_puzzle_all_day_and_each_in_turn(game: str) -> None:
    days = [of_the_day(game, day * SECONDS_A_DAY).number for day in range(20_000, 20_000 + len(puzzles(game)))]

    assert sorted(days) == list(range(1, len(days) + 1))
    assert of_the_day(game, 20_001 * SECONDS_A_DAY - 1).number == days[0]


def test_a_game_without_puzzles_is_not_offered() -> None:
    assert puzzles("no such game") == ()
    page = as_text(choice_of_games(OTHERS, ENGLISH).parts)
    assert all(title.partition(" (")[0] in page for _, title in OTHERS)


def test_what_no_table_tells_is_called_as_its_button_is() -> None:
    left = next(puzzle for puzzle in EVERY if puzzle.best == "stand")
    lifted = next(puzzle for puzzle in EVERY if puzzle.best == "lift")

    assert "**Right:** Leave them." in as_text(solved(left).parts)
    assert "**Right:** Doubt." in as_text(solved(lifted).parts)


@pytest.mark.slow
@pytest.mark.thorough
@every_puzzle
def test_the_best_move_is_still_the_best(puzzle: Puzzle) -> None:
    listing, view = GAMES[puzzle.game], puzzle.state.view(puzzle.seat)
    worlds = 2000 if counts_tries(puzzle.game, view) else 250

    assert judged(listing, view, Random(7), worlds).best.action == puzzle.answer
