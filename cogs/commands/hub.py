"""`/finte`: a private page that leads to everything, also shown once on each new server; and who is playing there."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
from discord import app_commands

from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply, send_after
from bot.logs import outline
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Text, rows
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.commands.learn import LEAST_SEATS
from cogs.commands.lookups import MOST_LOOKUPS, lookup_limit
from cogs.commands.play import open_table
from cogs.commands.puzzle import GAMES_IN_A_ROW
from cogs.commands.tables import first_names
from cogs.parts.names import ACCENT, short_title
from cogs.table.answers import back_to_hub, say_to, seen_of
from games.catalogue import GAMES
from games.core import MalformedAction

log = logging.getLogger(__name__)

WIDTH = 3
"""Buttons in a row of the hub."""

COMMAND = "finte"

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu

MOST_LISTED = 6
"""Tables on a page: more wouldn't fit on a phone's screen."""

MOST_LOOKED_AT = 40
"""Tables of a server that are looked at for a page: Discord is asked about the channel of each."""


def hub(say: Words, *, on_server: bool) -> Page:
    """The way to everything. Shape: only on a server there are others who play."""
    who = (Button(say("Who's playing"), _to("who")),) if on_server else ()
    buttons = (
        Button(say("Play"), _to("play"), "primary"),
        Button(say("Learn"), _to("learn")),
        Button(say("Daily"), CustomId("daily").to_text()),
        Button(say("Puzzle"), CustomId("puzzle").to_text()),
        *who,
        Button(say("Settings"), CustomId("settings").to_text()),
    )
    pitch = say("## 🎲 Finte\nGames of bluffing and trick-taking, with people or against the computer.")
    return Page((Text(pitch), *rows(buttons, width=WIDTH)), ACCENT)


def _to(page: str) -> str:
    return CustomId("hub", text=page).to_text()


def choice_of_tables(game_uis: Mapping[str, GameUI], say: Words, *, on_server: bool) -> Page:
    """The games, each to open a table with people, as on a server, or to start against the computer."""
    parts: list[Part] = [Text(say("## Which game?"))]
    for key in GAMES:
        people = Button(say("With people here"), CustomId("begin", text=f"{key} people").to_text(), "primary")
        computer = Button(say("Against the computer"), CustomId("begin", text=f"{key} computer").to_text())
        parts += [Text(say(game_uis[key].pitch)), Row((people, computer) if on_server else (computer,))]
    return Page((*parts, Row((back_to_hub(say),))), ACCENT)


def choice_of_lessons(game_uis: Mapping[str, GameUI], say: Words) -> Page:
    """The games to learn."""
    title = Text(say("## Which game?\nA private round against the computer, with a teacher."))
    names = {key: short_title(game_uis[key].title, say) for key in GAMES}
    games = (Button(name, CustomId("learn", text=key).to_text(), "primary") for key, name in names.items())
    return Page((title, *rows(games, width=GAMES_IN_A_ROW), Row((back_to_hub(say),))), ACCENT)


def who_plays(tables: Sequence[Table], game_uis: Mapping[str, GameUI], say: Words, *, is_all: bool = True) -> Page:
    """These tables, those with a free seat first, then the newest. Shape: `is_all` if there are no others."""
    parts: list[Part] = [Text(say("## Who's playing"))]
    listed = sorted(tables, key=lambda table: (not _has_room(table), -table.changed_at))
    parts += (_line(table, game_uis, say) for table in listed[:MOST_LISTED])
    if not tables:
        parts.append(Text(say("Nobody right now. Open a table, and others can join.")))
    if len(tables) > MOST_LISTED or not is_all:
        parts.append(Text(say("-# There are more tables.")))
    return Page((*parts, Row((Button(say("Play"), _to("play"), "primary"), back_to_hub(say)))), ACCENT)


def _line(table: Table, game_uis: Mapping[str, GameUI], say: Words) -> Text:
    title, state = short_title(game_uis[table.game].title, say), say("match under way")
    if table.phase == "lobby":
        free = table.free_seats
        state = say.many("{n} seat free", "{n} seats free", free) if free else say("about to start")
    link = f"[{title}]({table.address})" if table.address else title
    return Text(f"**{link}** · <#{table.place.channel_id}> · {state}\n{first_names(table.people, say)}")


def _has_room(table: Table) -> bool:
    return table.phase == "lobby" and table.free_seats > 0


class Hub:
    """Answers the command and the clicks on its pages."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("hub", self.turn_to)
        bot.router.on("begin", self.begin)

    async def show(self, interaction: discord.Interaction) -> Private:
        """Shows the way to everything."""
        return Private(hub(say_to(interaction), on_server=interaction.guild_id is not None))

    async def turn_to(self, click: Click) -> Private:
        """Shows another page."""
        pages = {"": self.show, "play": self._play, "learn": self._learn, "who": self._who}
        if click.id.text not in pages:
            raise MalformedAction(UNKNOWN_BUTTON)
        return await pages[click.id.text](click.interaction)

    async def begin(self, click: Click) -> Reply:
        """Opens a table as `/play <game>` does, for people or with the computer in all other seats."""
        key, _, rivals = click.id.text.partition(" ")
        if key not in GAMES or rivals not in {"people", "computer"}:
            raise MalformedAction(UNKNOWN_BUTTON)
        play = self._bot.tree.get_command("play")
        assert isinstance(play, app_commands.Group)
        command = play.get_command(key)
        assert isinstance(command, app_commands.Command)
        chosen = {option.name: option.default for option in command.parameters}
        if rivals == "computer" or click.interaction.guild_id is None:
            seats = max(LEAST_SEATS, GAMES[key].game.seats.start)
            chosen |= {"seats": seats, "bots": seats - 1}
        return await open_table(cast("discord.Interaction[Finte]", click.interaction), key, chosen)

    async def _play(self, interaction: discord.Interaction) -> Private:
        on_server = interaction.guild_id is not None
        return Private(choice_of_tables(self._bot.game_uis, say_to(interaction), on_server=on_server))

    async def _learn(self, interaction: discord.Interaction) -> Private:
        return Private(choice_of_lessons(self._bot.game_uis, say_to(interaction)))

    async def _who(self, interaction: discord.Interaction) -> Private:
        self._limit.take(interaction.user.id)
        guild_id = interaction.guild_id
        found = await self._bot.store.listed_tables(guild_id, MOST_LOOKED_AT) if guild_id else []
        seen = await seen_of(self._bot, interaction, found)
        tables, is_all = [table for table in found if table.id in seen], len(found) < MOST_LOOKED_AT
        return Private(who_plays(tables, self._bot.game_uis, say_to(interaction), is_all=is_all))

    async def greet(self, interaction: discord.Interaction, command: AnyCommand) -> None:
        """Shows the hub below the first command on a server that has never used the bot."""
        if (task := asyncio.current_task()) is not None:
            self._bot.admission.track(task)
        guild_id = interaction.guild_id
        try:
            if guild_id is None or not await self._bot.preferences.greets(guild_id):
                return
            if command.name != COMMAND:
                await send_after(interaction, await self.show(interaction))
        except Exception as error:  # noqa: BLE001 - the command has its answer
            log.warning("a server wasn't greeted: %s", outline(error))


async def setup(bot: Finte) -> None:
    """Adds the command, registers the handlers, and greets new servers."""
    pages = Hub(bot)
    bot.add_listener(pages.greet, "on_app_command_completion")

    @bot.tree.command(name=COMMAND, description=phrase("Everything in one place: play, learn, and who's playing"))
    async def finte(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, pages.show(interaction))
