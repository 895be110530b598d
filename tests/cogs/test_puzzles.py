"""The puzzles that ship: every one can be shown and solved, and what is said of it is true for its position."""

import re
from collections import Counter
from random import Random

import pytest

from bench.puzzles import AT_ONCE, MOST_ALIKE, SURE, WANTED, reasons, table_of, usual
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.page import Page, Text
from bot.tables.periods import NO_RUN
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.puzzle import _table_of, question, solution
from cogs.puzzles import SECONDS_A_DAY, Puzzle, of_the_day, puzzles, with_puzzles
from games.catalogue import GAMES
from games.search import after, best_of
from tests.pages import as_text, custom_ids, enabled

EVERY = [puzzle for game in with_puzzles() for puzzle in puzzles(game)]
ANA = Person(2**63 - 1, "Ana")

every_puzzle = pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.key.replace(" ", "-"))


def solution_of(puzzle: Puzzle) -> Page:
    return solution(puzzle, ANA, GAME_UIS[puzzle.game], ENGLISH, is_own=True, run=NO_RUN)


@every_puzzle
def test_a_puzzle_is_a_position_with_a_legal_best_move_and_reasons_that_hold(puzzle: Puzzle) -> None:
    state = puzzle.state  # raises if the log isn't legal
    view, ui = state.view(puzzle.seat), GAME_UIS[puzzle.game]

    assert puzzle.seat in state.to_act
    assert puzzle.answer in view.legal_actions
    assert all(look.margin > SURE * look.error for look in puzzle.looks)
    assert puzzle.reasons
    assert all(key in ui.reasons for key in puzzle.reasons)
    held = reasons(puzzle.game, table_of(puzzle.game, puzzle.seats, puzzle.options), view, puzzle.answer)
    assert {*puzzle.reasons} <= {*held}


@every_puzzle
def test_the_task_comes_first_and_only_the_solution_shows_which_move_is_best(puzzle: Puzzle) -> None:
    asked, solved = question(puzzle, ANA, GAME_UIS[puzzle.game], ENGLISH).parts, solution_of(puzzle).parts
    task = as_text(GAME_UIS[puzzle.game].panel(_table_of(puzzle, ANA), puzzle.state.view(puzzle.seat), ENGLISH, "-"))
    lines = [line for part in asked if isinstance(part, Text) for line in part.content.splitlines()]

    assert lines[0] == "## 🧩 One move is best. Which one?"
    assert TWINS.text(lines[1]) == f"**{task.splitlines()[0].removeprefix('## ')}**"
    assert len({*lines}) == len(lines)
    assert " !]" not in as_text(asked)
    assert "[Show me]" in as_text(asked)
    assert re.match(r"✅ \*\*Right:\*\* [^.]", as_text(solved))
    assert "Your turn" not in as_text(solved)
    assert {found.verb for found in map(CustomId.from_text, custom_ids(solved)) if found} == {
        "puzzle",
        "puzzleshare",
        "rules",
    }
    assert enabled(solved) == custom_ids(solved)


@pytest.mark.parametrize("game", with_puzzles())
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    every = puzzles(game)

    assert len({puzzle.key for puzzle in every}) == len(every)
    assert len(every) == WANTED
    assert len({puzzle.log for puzzle in every}) == len(every)
    assert max(Counter(puzzle.log[:4] for puzzle in every).values()) <= 2
    assert len({puzzle.best.split(" ")[0] for puzzle in every}) >= 2
    assert max(Counter(puzzle.reasons[0] for puzzle in every).values()) <= WANTED / 3


@pytest.mark.parametrize("game", [game for game in with_puzzles() if all(len(one.looks) == 2 for one in puzzles(game))])
def test_most_puzzles_are_missed_by_all_players_who_answer_at_once_and_few_are_alike(game: str) -> None:
    every = puzzles(game)
    answers = [{usual(game, level, one.state.view(one.seat)) for level in AT_ONCE} for one in every]

    assert sum(one.answer not in answered for one, answered in zip(every, answers, strict=True)) >= 20
    assert max(Counter(one.reasons[0] for one in every).values()) <= MOST_ALIKE


@pytest.mark.parametrize("game", with_puzzles())
def test_everyone_gets_the_same_puzzle_all_day_and_each_in_turn(game: str) -> None:
    days = [of_the_day(game, day * SECONDS_A_DAY).key for day in range(20_000, 20_000 + len(puzzles(game)))]

    assert sorted(days) == sorted(puzzle.key for puzzle in puzzles(game))
    assert of_the_day(game, 20_001 * SECONDS_A_DAY - 1).key == days[0]


@pytest.mark.slow
@pytest.mark.thorough
@every_puzzle
def test_the_best_move_is_still_the_best(puzzle: Puzzle) -> None:
    view, worlds = puzzle.state.view(puzzle.seat), 500
    judged = GAMES[puzzle.game].evaluate(view, Random(7), after(worlds), among=view.legal_actions, kept=puzzle.answer)

    assert best_of(judged) == puzzle.answer
