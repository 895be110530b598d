"""Languages: of each person's client and of the server, and how the bot learns of both."""

import asyncio

import discord
import pytest

from localcord import Localcord
from localcord.locales import localised
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use, buttons

COMMAND: JsonObject = {
    "name": "rules",
    "name_localizations": {"de": "regeln"},
    "description": "Read them",
    "description_localizations": {"de": "Lies sie", "en-GB": "Do read them"},
    "options": [
        {
            "name": "game",
            "description": "Which",
            "description_localizations": {"de": "Welches"},
            "choices": [{"name": "Bull's-eye", "name_localizations": {"de": "Volltreffer"}, "value": "v"}],
        }
    ],
}


@pytest.fixture
async def heard(bot: SmallBot) -> "asyncio.Queue[Use]":
    """The interactions that reach the bot."""
    uses: asyncio.Queue[Use] = asyncio.Queue()

    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        uses.put_nowait(interaction)

    bot.react = react
    return uses


async def click(bot: SmallBot, local: Localcord, name: str) -> None:
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    await local.person(name).click(str(message.id), "Join")


async def test_an_interaction_brings_the_languages_of_person_and_server(
    bot: SmallBot, local: Localcord, heard: "asyncio.Queue[Use]"
) -> None:
    local.person("Ana").choose_locale("de")
    local.set_guild_locale("fr")
    await click(bot, local, "Ana")
    use = await heard.get()
    assert (use.locale, use.guild_locale) == (discord.Locale.german, discord.Locale.french)


async def test_the_bot_hears_of_the_servers_language(bot: SmallBot, local: Localcord) -> None:
    changed = bot.wait_for("guild_update", timeout=PATIENCE_SECONDS)
    local.set_guild_locale("fr")
    _, guild = await changed
    assert guild.preferred_locale is discord.Locale.french


async def test_a_language_that_discord_does_not_have_is_refused(local: Localcord) -> None:
    with pytest.raises(ValueError, match="no locale tlh"):
        local.person("Ana").choose_locale("tlh")


@pytest.mark.parametrize(
    ("locale", "name", "description", "option", "choice"),
    [
        ("de", "regeln", "Lies sie", "Welches", "Volltreffer"),
        ("en-US", "rules", "Do read them", "Which", "Bull's-eye"),
        ("fr", "rules", "Read them", "Which", "Bull's-eye"),
    ],
)
def test_a_command_is_shown_in_the_language_of_the_client(
    locale: str, name: str, description: str, option: str, choice: str
) -> None:
    shown = localised(COMMAND, locale)
    (field,) = shown["options"]
    offered = field["choices"][0]["name_localized"]
    assert [shown["name_localized"], shown["description"], field["description"], offered] == [
        name,
        description,
        option,
        choice,
    ]


async def test_a_command_is_sent_under_its_own_name(bot: SmallBot, local: Localcord) -> None:
    used: asyncio.Queue[str] = asyncio.Queue()

    @bot.tree.command(name="rules", description="Read them")
    async def rules(interaction: Use) -> None:
        used.put_nowait(str(interaction.locale))
        await interaction.response.send_message("here")

    await bot.tree.sync()
    await local.person("Ana", locale="de").command("rules")
    assert await used.get() == "de"
