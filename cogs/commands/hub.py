"""`/finte`: a private page that leads to everything, also shown once on each new server; and who is playing there."""

import asyncio
import logging
from typing import Any, cast

import discord
from discord import app_commands

from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply, send_after
from bot.logs import outline
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Page, Part, Row, Section, Text, rows
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.commands.learn import LEAST_SEATS
from cogs.commands.lookups import MOST_LOOKUPS, lookup_limit
from cogs.commands.play import open_table
from cogs.commands.tables import first_names
from cogs.parts.names import ACCENT, short_title
from cogs.table.answers import say_to, seen_of
from games.catalogue import GAMES
from games.core import MalformedAction

log = logging.getLogger(__name__)

WIDTH = 3
"""Buttons in a row of the hub."""

GAMES_IN_A_ROW = 2
"""Buttons with the names of games: more would wrap on a narrow screen."""

COMMAND = "finte"

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu

MOST_LISTED = 8
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


def _back(say: Words) -> Button:
    return Button(say("Back"), CustomId("hub").to_text())


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
        say, on_server, parts = say_to(interaction), interaction.guild_id is not None, list[Part]()
        people = (("people", say("With people here")),) if on_server else ()
        ways = (*people, ("computer", say("Against the computer")))
        for key in GAMES:
            buttons = (Button(name, CustomId("begin", text=f"{key} {way}").to_text(), "primary") for way, name in ways)
            parts += [Text(say(self._bot.game_uis[key].pitch)), Row(tuple(buttons))]
        return Private(Page((Text(say("## Which game?")), *parts, Row((_back(say),))), ACCENT))

    async def _learn(self, interaction: discord.Interaction) -> Private:
        say = say_to(interaction)
        title = Text(say("## Which game?\nA private round against the computer, with a teacher."))
        names = {key: short_title(self._bot.game_uis[key].title, say) for key in GAMES}
        games = (Button(name, CustomId("learn", text=key).to_text(), "primary") for key, name in names.items())
        return Private(Page((title, *rows(games, width=GAMES_IN_A_ROW), Row((_back(say),))), ACCENT))

    async def _who(self, interaction: discord.Interaction) -> Private:
        """Lists the tables of this server that the reader may see: those with a free seat first, then the newest."""
        say, guild_id = say_to(interaction), interaction.guild_id
        self._limit.take(interaction.user.id)
        found = await self._bot.store.listed_tables(guild_id, MOST_LOOKED_AT) if guild_id else []
        seen = await seen_of(self._bot, interaction, found)
        tables = sorted((one for one in found if one.id in seen), key=lambda one: (not _has_room(one), -one.changed_at))
        parts: list[Part] = [Text(say("## Who's playing"))]
        parts += (self._listed(table, say) for table in tables[:MOST_LISTED])
        if not tables:
            parts.append(Text(say("Nobody right now. Open a table, and others can join.")))
        if len(tables) > MOST_LISTED or len(found) == MOST_LOOKED_AT:
            parts.append(Text(say("-# There are more tables.")))
        play = Button(say("Play"), _to("play"), "primary")
        return Private(Page((*parts, Row((play, _back(say)))), ACCENT))

    def _listed(self, table: Table, say: Words) -> Part:
        title = short_title(self._bot.game_uis[table.game].title, say)
        state = say("match under way")
        if table.phase == "lobby":
            free = table.capacity - len(table.sitters)
            state = say.many("{n} seat free", "{n} seats free", free) if free else say("about to start")
        facts = f"**{title}** · <#{table.place.channel_id}> · {state}\n{first_names(table, say)}"
        return Section(Text(facts), Link(say("Go there"), table.address)) if table.address else Text(facts)

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


def _has_room(table: Table) -> bool:
    return table.phase == "lobby" and not table.is_full


async def setup(bot: Finte) -> None:
    """Adds the command, registers the handlers, and greets new servers."""
    pages = Hub(bot)
    bot.add_listener(pages.greet, "on_app_command_completion")

    @bot.tree.command(name=COMMAND, description=phrase("Everything in one place: play, learn, and who's playing"))
    async def finte(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, pages.show(interaction))
