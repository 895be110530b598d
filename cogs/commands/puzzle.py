"""`/puzzle`: one position a day for each game in which one move is clearly best, for the person who asks.

Nothing is stored: a button says which puzzle it belongs to, and what it answers. The moves are the buttons of the
game's own panel, which here answer instead of playing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply
from bot.matches.play import THEN
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Select, Text, rows
from bot.pages.size import joined
from bot.tables.table import Person, Place, Robot, Table, name_robots
from bot.words import Words, phrase
from cogs.parts.names import ACCENT, short_title
from cogs.parts.one_page import one_page
from cogs.parts.panel import rules
from cogs.puzzles import Puzzle, of_the_day, puzzles, with_puzzles
from cogs.table.answers import person, say_to
from games.catalogue import GAMES
from games.core import Action, MalformedAction

UNTOUCHED = "-"
"""Asks a panel to show nothing chosen, and nothing suggested either."""

GAMES_IN_A_ROW = 2
"""Buttons with the names of games: more would wrap on a narrow screen."""

OPPONENTS = "steady"
"""The level of the computer players in the other seats; beside their names it isn't shown."""


def question(
    puzzle: Puzzle, solver: Person, ui: GameUI, say: Words, *, show: str = "", tried: Action | None = None
) -> Page:
    """The position, and the moves to choose from. Shape: `tried` is a move that was chosen and isn't the best."""
    table, state = _table_of(puzzle, solver), puzzle.state
    view = state.view(puzzle.seat)
    panel = ui.panel(table, view, say, show or UNTOUCHED)
    asked = say("## 🧩 One move is best. Which one?")
    if tried is not None:
        asked = say("❌ **Not the best:** {move}. Try again.", move=_called(tried, panel, ui, say))
    refused = None if tried is None else tried.to_text()
    page = one_page(ui.board(table, state.view(None), say), panel, ui.hand(view, say))
    choices = _choices(page.panel, puzzle, refused)
    help_with = (Button(say("Show me"), CustomId("solution", text=puzzle.key).to_text()), rules(table, say))
    head = Text("\n".join((asked, f"**{page.task}**", *([f"-# {page.place}"] if tried is None else []))))
    return Page(joined((head, *page.table, *_with_footer(choices, help_with), *page.before)), ui.accent)


def solution(
    puzzle: Puzzle, solver: Person, ui: GameUI, say: Words, others: Iterable[tuple[str, str]], *, is_own: bool
) -> Page:
    """The best move and why it's best, with buttons to `others`, given by keys and titles."""
    table, state, best = _table_of(puzzle, solver), puzzle.state, puzzle.answer
    view = state.view(puzzle.seat)
    move = _called(best, ui.panel(table, view, say, UNTOUCHED), ui, say)
    found = say("✅ **Right:** {move}.", move=move) if is_own else say("💡 **The best move:** {move}.", move=move)
    why = (ui.reasons[key](table, view, best, say) for key in puzzle.reasons)
    more = tuple(Button(short_title(title, say), CustomId("puzzle", text=game).to_text())
                 for game, title in others if game != puzzle.game)  # fmt: skip
    page = one_page(ui.board(table, state.view(None), say))
    head = Text("\n".join((found, *why)))
    tomorrow = say("-# There's a new puzzle every day (UTC).")
    below = Text("\n".join((ui.hand(view, say), f"-# {page.place}", tomorrow)))
    footer = rows((*more, rules(table, say)), width=GAMES_IN_A_ROW)
    return Page(joined((head, *page.table, below, *footer)), ui.accent)


def choice_of_games(games: Iterable[tuple[str, str]], say: Words) -> Page:
    """The games that have a puzzle for today. Shape: keys and titles."""
    title = say("## 🧩 Today's puzzles\nEach is a position from a match, in which one move is clearly best. There's a "
                "new one for each game every day, the same for everyone.")  # fmt: skip
    buttons = tuple(Button(short_title(title, say), CustomId("puzzle", text=game).to_text(), "primary")
                    for game, title in games)  # fmt: skip
    return Page((Text(title), *rows(buttons, width=GAMES_IN_A_ROW)), ACCENT)


def _called(action: Action, panel: Iterable[Part], ui: GameUI, say: Words) -> str:
    """A move in words: as the table would tell it, or else as its button is labelled."""
    found = ((CustomId.from_text(button.custom_id), button.label) for part in panel if isinstance(part, Row)
             for button in part.buttons if isinstance(button, Button))  # fmt: skip
    labels = (label for by, label in found if by and by.verb == "play" and _first(by.text) == action.to_text())
    return ui.action_label(action, say) or next(labels, action.to_text())


def _table_of(puzzle: Puzzle, solver: Person) -> Table:
    """A table of the solver's own, with computer players. It's never stored."""
    robots = name_robots((Robot(OPPONENTS),) * (puzzle.seats - 1), (solver,), puzzle.key)
    return Table(
        id=0,
        game=puzzle.game,
        rules_version=GAMES[puzzle.game].game.rules_version,
        options=puzzle.options,
        capacity=puzzle.seats,
        phase="playing",
        place=Place(0, 0),
        host_id=solver.user_id,
        changed_at=0,
        sitters=(*robots[: puzzle.seat], solver, *robots[puzzle.seat :]),
        day=0,
    )


def _choices(panel: Iterable[Part], puzzle: Puzzle, refused: str | None) -> Iterator[Part]:
    """The panel with buttons and lists that answer the puzzle. Shape: `refused` is a move that isn't the best."""
    for part in panel:
        match part:
            case Row(buttons):
                kept = tuple(
                    new for old in buttons if isinstance(old, Button) and (new := _choice(puzzle, refused, old))
                )
                if kept:
                    yield Row(kept)
            case Select():
                yield replace(part, custom_id=CustomId("puzzle", text=puzzle.key).to_text())
            case _:
                yield part


def _with_footer(choices: Iterable[Part], help_with: tuple[Button, ...]) -> tuple[Part, ...]:
    """The choices with more buttons below the last row, or in it if only one choice is there."""
    parts = list(choices)
    last = max(at for at, part in enumerate(parts) if isinstance(part, Row))
    row = parts[last]
    assert isinstance(row, Row)
    below = (Row((*row.buttons, *help_with)),) if len(row.buttons) == 1 else (row, Row(help_with))
    return (*parts[:last], *below, *parts[last + 1 :])


def _choice(puzzle: Puzzle, refused: str | None, button: Button) -> Button | None:
    """A button of the panel that answers the puzzle, or shows another part of the panel. Nothing is suggested."""
    found = CustomId.from_text(button.custom_id)
    assert found is not None
    style = "plain" if button.style == "primary" else button.style
    match found.verb:
        case "play":
            custom_id = CustomId("solve", text=f"{puzzle.key} {found.text}").to_text()
            is_barred = button.disabled or _first(found.text) == refused
            return replace(button, custom_id=custom_id, style=style, disabled=is_barred)
        case "show":
            return replace(button, custom_id=CustomId("puzzle", text=f"{puzzle.key} {found.text}").to_text())
    return None


def _first(text: str) -> str:
    """The action that a click answers with, without the one that follows it in the same breath."""
    return text.partition(THEN)[0]


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
        if not rest and (not game or game in with_puzzles()):
            return await self.today(click.interaction, game or None)
        puzzle, show = _parse(click.id.text)
        return self._ask(click.interaction, puzzle, click.chosen or show)

    async def solve(self, click: Click) -> Reply:
        """Answers a move: says why it's best, or that there's a better one."""
        puzzle, text = _parse(click.id.text)
        action = GAMES[puzzle.game].game.parse_action(text.split(THEN)[0])
        puzzle.state.view(puzzle.seat).check(action)
        if action == puzzle.answer:
            return self._explain(click.interaction, puzzle, is_own=True)
        say, ui = say_to(click.interaction), self._bot.game_uis[puzzle.game]
        return Private(question(puzzle, person(click.interaction), ui, say, tried=action))

    async def show(self, click: Click) -> Reply:
        """Shows the best move to somebody who gives up."""
        puzzle, _ = _parse(click.id.text)
        return self._explain(click.interaction, puzzle, is_own=False)

    def _ask(self, interaction: discord.Interaction, puzzle: Puzzle, show: str = "") -> Private:
        ui = self._bot.game_uis[puzzle.game]
        return Private(question(puzzle, person(interaction), ui, say_to(interaction), show=show))

    def _explain(self, interaction: discord.Interaction, puzzle: Puzzle, *, is_own: bool) -> Private:
        ui, say = self._bot.game_uis[puzzle.game], say_to(interaction)
        return Private(solution(puzzle, person(interaction), ui, say, self._games(), is_own=is_own))

    def _games(self) -> list[tuple[str, str]]:
        return [(game, self._bot.game_uis[game].title) for game in with_puzzles()]


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
    @app_commands.choices(game=[Choice(name=bot.game_uis[key].title, value=key) for key in with_puzzles()])
    async def puzzle(interaction: discord.Interaction[Finte], game: str | None = None) -> None:
        await reply(interaction, answers.today(interaction, game))
