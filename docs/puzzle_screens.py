"""The gallery's screens of `/puzzle`: a puzzle of each game when it's asked, missed and solved."""

from collections.abc import Callable, Iterator

from bot.interactions.client import Finte
from bot.pages.page import Page
from bot.tables.periods import Run
from bot.tables.table import Person
from bot.words import Words, words
from cogs.commands.puzzle import choice_of_games, question, shared, solution
from cogs.puzzles import puzzles, with_puzzles

SOLVER = Person(1, "Ana")
DAY = 20_700


def puzzle_screens(game: str) -> Iterator[tuple[str, Callable[[Finte, str], Page], bool]]:
    """The screens of one game. Shape: name, page, and whether it's shown on a phone as well."""
    if game not in with_puzzles():
        return
    first = puzzles(game)[0]
    wrong = next(action for action in first.state.view(first.seat).legal_actions if action != first.answer)

    def asked(bot: Finte, say: Words) -> Page:
        return question(first, SOLVER, bot.game_uis[game], say)

    def missed(bot: Finte, say: Words) -> Page:
        return question(first, SOLVER, bot.game_uis[game], say, tried=wrong)

    def solved(bot: Finte, say: Words) -> Page:
        return solution(first, SOLVER, bot.game_uis[game], say, is_own=True, run=Run(5, 21))

    def told(bot: Finte, say: Words) -> Page:
        return shared(first, SOLVER.name, bot.game_uis[game], say, day=DAY, run=Run(5, 21))

    yield "puzzle-asked", _in_language(asked), True
    yield "puzzle-wrong", _in_language(missed), False
    yield "puzzle-right", _in_language(solved), True
    if game == with_puzzles()[0]:
        yield "puzzle-shared", _in_language(told), True
        yield "puzzles", _in_language(_choice), True


def _choice(bot: Finte, say: Words) -> Page:
    titles = _titles(bot)
    return choice_of_games(titles, say, done=with_puzzles()[:1], run=Run(5, 21))


def _titles(bot: Finte) -> list[tuple[str, str]]:
    return [(game, bot.game_uis[game].title) for game in with_puzzles()]


def _in_language(page: Callable[[Finte, Words], Page]) -> Callable[[Finte, str], Page]:
    return lambda bot, language: page(bot, words(language))
