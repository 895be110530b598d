"""`/puzzle`: one position a day for each game in which one move is clearly best, for the person who asks.

Only the days on which somebody solved the day's puzzle are stored: a button says which puzzle it belongs to, and what
it answers. The moves are the buttons of the game's own panel, which here answer instead of playing.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply
from bot.matches.play import THEN
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Select, Text, rows
from bot.pages.size import joined
from bot.tables.periods import NO_RUN, Run, day_begins, day_of, earliest_open, streak
from bot.tables.table import Person, Place, Robot, Table, name_robots
from bot.words import Words, phrase
from cogs.parts.names import ACCENT, escape, short_title
from cogs.parts.one_page import one_page
from cogs.parts.panel import rules
from cogs.puzzles import Puzzle, of_the_day, puzzles, with_puzzles
from cogs.table.answers import back_to_hub, for_everyone, person, say_to
from cogs.table.daily import date, play_it_too, streak_line
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
    return Page(joined((head, *page.table, *_with_footer(choices, help_with))), ui.accent)


def solution(puzzle: Puzzle, solver: Person, ui: GameUI, say: Words, *, is_own: bool, run: Run | None = None) -> Page:
    """The best move and why it's best. Shape: `run` is the solver's streak if they've solved a puzzle of the day."""
    table, state, best = _table_of(puzzle, solver), puzzle.state, puzzle.answer
    view = state.view(puzzle.seat)
    move = _called(best, ui.panel(table, view, say, UNTOUCHED), ui, say)
    found = say("✅ **Right:** {move}.", move=move) if is_own else say("💡 **The best move:** {move}.", move=move)
    why = (ui.reasons[key](table, view, best, say) for key in puzzle.reasons)
    share = () if run is None else (Button(say("Share"), CustomId("puzzleshare", text=puzzle.key).to_text(), "good"),)
    page = one_page(ui.board(table, state.view(None), say))
    head = Text("\n".join((found, *why)))
    tomorrow = say("-# There's a new puzzle every day (UTC).")
    days = () if run is None else (streak_line(run, say),)
    below = Text("\n".join((ui.hand(view, say), f"-# {page.place}", *days, tomorrow)))
    footer = Row((*share, Button(say("All puzzles"), CustomId("puzzle").to_text()), rules(table, say)))
    return Page(joined((head, *page.table, below, footer)), ui.accent)


def shared(puzzle: Puzzle, name: str, ui: GameUI, say: Words, *, day: int, run: Run) -> Page:
    """The line for everyone. It says nothing about the position or its solution."""
    line = say("**{name}** · Finte puzzle {date} · {game}: ✅ solved, streak {days}", name=escape(name), date=date(day),
               game=short_title(ui.title, say), days=run.days)  # fmt: skip
    play = play_it_too(CustomId("puzzle", text=puzzle.key).to_text(), say)
    return Page((Text(line), Row((play,))), ui.accent)


def choice_of_games(
    games: Iterable[tuple[str, str]], say: Words, *, done: Container[str] = (), run: Run = NO_RUN
) -> Page:
    """The games that have a puzzle for today. Shape: keys and titles; of those `done`, the reader has solved it."""
    title = say("## 🧩 Today's puzzles\nEach is a position from a match, in which one move is clearly best. There's a "
                "new one for each game every day, the same for everyone.")  # fmt: skip
    buttons = (_choice_of(game, short_title(title, say), is_done=game in done) for game, title in games)
    text = "\n".join(filter(None, (title, streak_line(run, say))))
    return Page((Text(text), *rows((*buttons, back_to_hub(say)), width=GAMES_IN_A_ROW)), ACCENT)


def _choice_of(game: str, title: str, *, is_done: bool) -> Button:
    custom_id = CustomId("puzzle", text=game).to_text()
    return Button(f"✅ {title}", custom_id) if is_done else Button(title, custom_id, "primary")


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
        verbs = {"puzzle": self.open, "solve": self.solve, "solution": self.show, "puzzleshare": self.share}
        for verb, handler in verbs.items():
            bot.router.on(verb, handler)

    async def today(self, interaction: discord.Interaction, game: str | None) -> Private:
        """Shows today's puzzle, or which there are."""
        if game is None:
            today, solved = day_of(int(self._bot.clock())), await self._bot.store.dailies.solved(interaction.user.id)
            run = streak(solved, today)
            return Private(choice_of_games(self._games(), say_to(interaction), done=solved.get(today, ()), run=run))
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
            return await self._solved(click.interaction, puzzle)
        say, ui = say_to(click.interaction), self._bot.game_uis[puzzle.game]
        return Private(question(puzzle, person(click.interaction), ui, say, tried=action))

    async def show(self, click: Click) -> Reply:
        """Shows the best move to somebody who gives up."""
        puzzle, _ = _parse(click.id.text)
        ui, say = self._bot.game_uis[puzzle.game], say_to(click.interaction)
        return Private(solution(puzzle, person(click.interaction), ui, say, is_own=False))

    async def share(self, click: Click) -> Reply:
        """Posts a line for everyone. Raises: NotAllowed if the reader hasn't solved the puzzle, or its day is over."""
        puzzle, _ = _parse(click.id.text)
        day, user = self._day_of(puzzle), click.interaction.user
        solved = await self._bot.store.dailies.solved(user.id)
        if day is None or puzzle.game not in solved.get(day, ()):
            raise NotAllowed("You can share a puzzle on its day, once you've solved it.")
        ui, say = self._bot.game_uis[puzzle.game], say_to(click.interaction)
        page = shared(puzzle, user.display_name, ui, say, day=day, run=streak(solved, day))
        return for_everyone(self._bot, click.interaction, page)

    def _ask(self, interaction: discord.Interaction, puzzle: Puzzle, show: str = "") -> Private:
        ui = self._bot.game_uis[puzzle.game]
        return Private(question(puzzle, person(interaction), ui, say_to(interaction), show=show))

    async def _solved(self, interaction: discord.Interaction, puzzle: Puzzle) -> Private:
        """Says why the move is best. Only a puzzle of the day counts for the streak, and can be shared."""
        ui, say, dailies = self._bot.game_uis[puzzle.game], say_to(interaction), self._bot.store.dailies
        day, run = self._day_of(puzzle), None
        if day is not None:
            await dailies.note_solved(interaction.user.id, day, puzzle.game)
            run = streak(await dailies.solved(interaction.user.id), day)
        return Private(solution(puzzle, person(interaction), ui, say, is_own=True, run=run))

    def _day_of(self, puzzle: Puzzle) -> int | None:
        """The day that's still open whose puzzle it is, as for a daily match; None if it's of another one."""
        now = self._bot.clock()
        days = (day_of(int(now)), earliest_open(now))
        return next((day for day in days if of_the_day(puzzle.game, day_begins(day)) == puzzle), None)

    def _games(self) -> list[tuple[str, str]]:
        return [(game, self._bot.game_uis[game].title) for game in with_puzzles()]


def _parse(text: str) -> tuple[Puzzle, str]:
    """The puzzle that a button names, and what stands behind it. Raises: MalformedAction if it was forged."""
    game, _, rest = text.partition(" ")
    number, _, answer = rest.partition(" ")
    every = puzzles(game) if game in GAMES else ()
    found = next((puzzle for puzzle in every if puzzle.key == f"{game} {number}"), None)
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
