"""`/server`: how tables look to everyone on a server, whether its matches count everywhere, and its digest."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.interactions import Reply, Sentence, reply
from bot.words import phrase, words
from cogs.commands.digest import add_digest
from cogs.table.answers import RIGHTS, board_locale, is_community, missing_for_thread, place, say_to

LANGUAGES = {"en-US": phrase("English"), "fr": phrase("Français"), "de": phrase("Deutsch")}
"""The languages of public messages, each under its own name in every language."""

AS_DISCORD = "auto"

SHOWN = {"on": phrase("with pictures"), "off": phrase("text only")}

TABLES = {"channel": phrase("in the channel"), "thread": phrase("each in a thread")}

COUNTED = {"on": phrase("count everywhere too"), "off": phrase("count only here")}


CALLED = {"on": phrase("tell those who want it"), "off": phrase("tell nobody")}


class ServerSettings:
    """Answers the commands about what everyone on a server sees."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot

    async def language(self, interaction: discord.Interaction[Finte], language: str) -> Reply:
        """Sets the language of the server's boards, including those already posted."""
        say = say_to(interaction)
        await self._choose(interaction, language=None if language == AS_DISCORD else language)
        await self._redraw(interaction)
        if language == AS_DISCORD and not is_community(interaction):
            return Sentence(say("Each board here is now in its host's language."))
        chosen = board_locale(interaction) if language == AS_DISCORD else language
        spoken = LANGUAGES[words(chosen).spoken]
        return Sentence(say("Boards on this server are now in {language}.", language=spoken))

    async def pictures(self, interaction: discord.Interaction, shown: str) -> Reply:
        """Sets whether the server's boards have pictures, including those already posted."""
        await self._choose(interaction, pictures=shown == "on")
        await self._redraw(interaction)
        say = say_to(interaction)
        if shown == "on":
            return Sentence(say("Boards on this server now have pictures."))
        return Sentence(say("Boards on this server are now text only. They show all the same information."))

    async def tables(self, interaction: discord.Interaction, matches: str) -> Reply:
        """Sets whether the server's matches get threads of their own. A right that the bot lacks here is named."""
        say = say_to(interaction)
        await self._choose(interaction, threads=matches == "thread")
        if matches != "thread":
            return Sentence(say("New matches on this server are now played in the channel."))
        told = say("New matches on this server now get a thread each. Their lobbies and results stay in the channel.")
        if missing := missing_for_thread(interaction):
            lack = say("In this channel I still need the *{right}* permission for it.", right=say(RIGHTS[missing]))
            told = f"{told} {lack}"
        return Sentence(told)

    async def everywhere(self, interaction: discord.Interaction, matches: str) -> Reply:
        """Sets whether matches that end on the server from now on count on the leaderboards across all servers."""
        await self._choose(interaction, is_everywhere=matches == "on")
        said = phrase("Matches that end on this server from now on count only here; those that already count on the "
                      "leaderboards across all servers stay there.")  # fmt: skip
        if matches == "on":
            said = phrase("Matches that end on this server from now on also count on the leaderboards across all "
                          "servers, which list only people who have opted in with /settings.")  # fmt: skip
        return Sentence(say_to(interaction)(said))

    async def calls(self, interaction: discord.Interaction, calls: str) -> Reply:
        """Sets whether people who have asked for it are called to the server's tables."""
        await self._choose(interaction, calls=calls == "on")
        said = phrase("Nobody on this server is told any more when somebody wants to play.")
        if calls == "on":
            said = phrase("People on this server who want it are told when somebody wants to play.")
        return Sentence(say_to(interaction)(said))

    async def _choose(self, interaction: discord.Interaction, **choices: object) -> None:
        await self._bot.preferences.choose("community", place(interaction).community_id, **choices)

    async def _redraw(self, interaction: discord.Interaction) -> None:
        self._bot.redraw(await self._bot.store.tables_to_draw(place(interaction).guild_id))


async def setup(bot: Finte) -> None:
    """Adds the commands."""
    own = ServerSettings(bot)
    shown = [Choice(name=name, value=key) for key, name in SHOWN.items()]
    server = app_commands.Group(
        name="server",
        description=phrase("Server settings: language, pictures, calls and leaderboards"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @server.command(name="language", description=phrase("The language of the boards on this server"))
    @app_commands.describe(language=phrase("Which language"))
    @app_commands.choices(
        language=[
            Choice(name=phrase("The server's Discord language, or else the host's"), value=AS_DISCORD),
            *(Choice(name=name, value=key) for key, name in LANGUAGES.items()),
        ]
    )
    async def language(interaction: discord.Interaction[Finte], language: str) -> None:
        await reply(interaction, own.language(interaction, language))

    @server.command(name="pictures", description=phrase("Pictures on the boards of this server, or text only"))
    @app_commands.describe(boards=phrase("With pictures or text only"))
    @app_commands.choices(boards=shown)
    async def pictures(interaction: discord.Interaction[Finte], boards: str) -> None:
        await reply(interaction, own.pictures(interaction, boards))

    @server.command(name="tables", description=phrase("Where this server's matches are played"))
    @app_commands.describe(matches=phrase("In the channel or in threads"))
    @app_commands.choices(matches=[Choice(name=name, value=key) for key, name in TABLES.items()])
    async def tables(interaction: discord.Interaction[Finte], matches: str) -> None:
        await reply(interaction, own.tables(interaction, matches))

    @server.command(name="calls", description=phrase("Whether people who want it are told when somebody wants to play"))
    @app_commands.describe(calls=phrase("In a message at a table that lacks people"))
    @app_commands.choices(calls=[Choice(name=name, value=key) for key, name in CALLED.items()])
    async def calls(interaction: discord.Interaction[Finte], calls: str) -> None:
        await reply(interaction, own.calls(interaction, calls))

    @server.command(
        name="everywhere", description=phrase("Whether this server's matches count on leaderboards across all servers")
    )
    @app_commands.describe(matches=phrase("Matches from now on; only people who agree are listed there"))
    @app_commands.choices(matches=[Choice(name=name, value=key) for key, name in COUNTED.items()])
    async def everywhere(interaction: discord.Interaction[Finte], matches: str) -> None:
        await reply(interaction, own.everywhere(interaction, matches))

    add_digest(bot, server)
    bot.tree.add_command(server)
