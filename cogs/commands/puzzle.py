"""`/puzzle`: one position a day for each game in which one move is clearly best, for the person who asks.

Nothing is stored: a button says which puzzle it belongs to, and what it answers.
"""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.component_router import UNKNOWN_BUTTON, Click
from bot.interactions.replies import Private, Reply, reply
from bot.matches.play import THEN
from bot.words import phrase
from cogs.puzzles.collection import Puzzle, of_the_day, puzzles, with_puzzles
from cogs.puzzles.page import choice_of_games, question, solution
from cogs.table.answers import person, say_to
from games.catalogue import GAMES
from games.core import MalformedAction


class Puzzles:
    """Answers the command and the clicks on a puzzle's page."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {"puzzle": self.open, "solve": self.solve, "solution": self.show}.items():
            bot.router.on(verb, handler)

    async def today(self, interaction: discord.Interaction, game: str | None) -> Private:
        """Shows today's puzzle, or which there are."""
        if game is None:
            return Private(choice_of_games(self._games(), say_to(interaction)))
        return self._ask(interaction, of_the_day(game, self._bot.clock()))

    async def open(self, click: Click) -> Reply:
        """Handles the buttons that open today's puzzle of a game, and those that open another part of the panel."""
        game, _, rest = click.id.text.partition(" ")
        if not rest and game in with_puzzles():
            return await self.today(click.interaction, game)
        puzzle, show = _parse(click.id.text)
        return self._ask(click.interaction, puzzle, click.chosen or show)

    async def solve(self, click: Click) -> Reply:
        """Answers a move: says why it's best, or that there's a better one."""
        puzzle, text = _parse(click.id.text)
        action = GAMES[puzzle.game].game.parse_action(text.split(THEN)[0])
        puzzle.state.view(puzzle.seat).check(action)
        if action == puzzle.answer:
            return self._explain(click.interaction, puzzle, is_own=True)
        say, screens = say_to(click.interaction), self._bot.screens[puzzle.game]
        return Private(question(puzzle, person(click.interaction), screens, say, tried=action))

    async def show(self, click: Click) -> Reply:
        """Shows the best move to somebody who gives up."""
        puzzle, _ = _parse(click.id.text)
        return self._explain(click.interaction, puzzle, is_own=False)

    def _ask(self, interaction: discord.Interaction, puzzle: Puzzle, show: str = "") -> Private:
        screens = self._bot.screens[puzzle.game]
        return Private(question(puzzle, person(interaction), screens, say_to(interaction), show=show))

    def _explain(self, interaction: discord.Interaction, puzzle: Puzzle, *, is_own: bool) -> Private:
        screens, say = self._bot.screens[puzzle.game], say_to(interaction)
        return Private(solution(puzzle, person(interaction), screens, say, self._games(), is_own=is_own))

    def _games(self) -> list[tuple[str, str]]:
        """Keys and titles of the games that have puzzles."""
        return [(game, self._bot.screens[game].title) for game in with_puzzles()]


def _parse(text: str) -> tuple[Puzzle, str]:
    """The puzzle that a button names, and what stands behind it. Raises: MalformedAction if it was forged."""
    game, _, rest = text.partition(" ")
    number, _, answer = rest.partition(" ")
    every = puzzles(game) if game in GAMES else ()
    found = next((puzzle for puzzle in every if str(puzzle.number) == number), None)
    if found is None:
        raise MalformedAction(UNKNOWN_BUTTON)
    return found, answer


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    answers = Puzzles(bot)

    @bot.tree.command(
        name="puzzle", description=phrase("Today's puzzle: find the best move in a position from a match")
    )
    @app_commands.describe(game=phrase("Which game?"))
    @app_commands.choices(game=[Choice(name=bot.screens[key].title, value=key) for key in with_puzzles()])
    async def puzzle(interaction: discord.Interaction[Finte], game: str | None = None) -> None:
        await reply(interaction, answers.today(interaction, game))
