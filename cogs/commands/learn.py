"""`/learn`: a private lesson against computer players, for someone who has never played a game."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply
from bot.tables.table import Robot
from bot.words import phrase
from cogs.table.answers import board_locale, check_rights, new_table, panel_reply, person, place
from cogs.table.lesson_page import NEWS
from games.catalogue import GAMES, LEVELS
from games.core import MalformedAction

LEAST_SEATS = 3
"""Seats at the table to play for real after a lesson, or as few as the game allows if that's more."""


class LearnCommand:
    """Answers the command and the clicks around lessons. Moves in a lesson are handled like those at any table."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        bot.router.on("learn", lambda click: self.learn(click.interaction, _game(click)))
        bot.router.on("relearn", self.again)
        bot.router.on("open", self.open)

    async def learn(self, interaction: discord.Interaction, game: str) -> Private:
        """Shows the learner's lesson under way, or starts one if there is none or its teaching is over."""
        learner = person(interaction)
        ui = self._bot.game_uis[game]
        running = await self._bot.store.lesson_of(learner.user_id, game)
        if running is not None:
            match = await self._bot.matches.get(running.id)
            seat = match.table.seat_of(learner.user_id)
            if match.state is not None and ui.has_taught(match.view(seat)):
                await self._end(interaction, game)
                running = None
        match = await self._bot.matches.lessons.take(
            game,
            options=ui.lesson_options,
            place=place(interaction),
            learner=learner,
            robot=Robot(ui.lesson_level),
        )
        return panel_reply(self._bot, interaction, match, show="" if running else NEWS)

    async def again(self, click: Click) -> Reply:
        """Replaces the lesson under way by a new one."""
        game = _game(click)
        await self._bot.panels.forget(click.id.match_id, click.interaction.user.id)
        await self._end(click.interaction, game)
        return await self.learn(click.interaction, game)

    async def open(self, click: Click) -> Reply:
        """Starts a match against easy computer players, to play for real after the lesson."""
        interaction, game = click.interaction, _game(click)
        check_rights(interaction)
        seats = max(LEAST_SEATS, GAMES[game].game.seats.start)
        match = await self._bot.matches.lobby.open(
            game,
            options={},
            capacity=seats,
            place=place(interaction),
            host=person(interaction),
            robots=[Robot(LEVELS[0])] * (seats - 1),
            locale=board_locale(interaction),
            opened_by=interaction.id,
        )
        return new_table(self._bot, interaction, match)

    async def _end(self, interaction: discord.Interaction, game: str) -> None:
        user_id = interaction.user.id
        running = await self._bot.store.lesson_of(user_id, game)
        if running is not None:
            await self._bot.matches.seats.cancel(running.id, user_id, running.phase, moderator=False)


def _game(click: Click) -> str:
    """The game that a button names. Raises: MalformedAction if it was forged."""
    if click.id.text not in GAMES:
        raise MalformedAction(UNKNOWN_BUTTON)
    return click.id.text


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    lessons = LearnCommand(bot)

    @bot.tree.command(
        name="learn", description=phrase("Learn a game: a private round against the computer, with a teacher")
    )
    @app_commands.describe(game=phrase("Which game?"))
    @app_commands.choices(game=[Choice(name=bot.game_uis[key].title, value=key) for key in GAMES])
    async def learn(interaction: discord.Interaction[Finte], game: str) -> None:
        await reply(interaction, lessons.learn(interaction, game))
