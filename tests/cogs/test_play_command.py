"""`/play` has a subcommand for each game with the game's own options, whatever order extensions load in."""

from typing import Any

import pytest
from discord import AppCommandOptionType
from pydantic import SecretStr

from bot.settings import Settings
from bot.store.connection import open_database
from cogs import EXTENSIONS
from cogs.catalogue import GAME_UIS
from cogs.commands.play import LAST_CARD_HELP, SHARED_HELP
from cogs.composition import compose
from games.catalogue import GAMES
from games.core import Option


async def commands(extensions: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The commands as the bot registers them with Discord. Shape: by name."""
    settings = Settings(discord_token=SecretStr("none"), _env_file=None)
    async with open_database("sqlite+aiosqlite:///:memory:") as engine, compose(settings, engine) as bot:
        for extension in extensions:
            await bot.load_extension(extension)
        return {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}


@pytest.fixture
async def play() -> dict[str, dict[str, dict[str, Any]]]:
    """The options of `/play`. Shape: by game and name."""
    subcommands = (await commands(EXTENSIONS))["play"]["options"]
    return {game["name"]: {option["name"]: option for option in game["options"]} for game in subcommands}


def limits(option: dict[str, Any]) -> object:
    """The values that Discord lets people choose."""
    if option["type"] == AppCommandOptionType.boolean.value:
        return bool
    return range(option["min_value"], option["max_value"] + 1)


def limits_by_the_rules(option: Option) -> object:
    """The values that the game allows."""
    return bool if isinstance(option.default, bool) else range(option.low, option.high + 1)


async def test_extensions_may_be_loaded_in_any_order() -> None:
    assert await commands(EXTENSIONS[::-1]) == await commands(EXTENSIONS)


async def test_there_is_a_subcommand_for_every_game(play: dict[str, dict[str, dict[str, Any]]]) -> None:
    assert list(play) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
async def test_a_subcommand_has_the_options_of_its_game(play: dict[str, dict[str, dict[str, Any]]], game: str) -> None:
    seats = GAMES[game].game.seats
    by_rules = {
        option.key: limits_by_the_rules(option)
        for option in GAMES[game].game.options(seats[-1])
        if not option.for_lessons
    }
    offered = {name: limits(option) for name, option in play[game].items() if name in by_rules}

    assert offered == by_rules
    assert play[game].keys() - by_rules.keys() - LAST_CARD_HELP.keys() == SHARED_HELP.keys()
    assert limits(play[game]["seats"]) == seats
    assert limits(play[game]["bots"]) == range(seats[-1])


@pytest.mark.parametrize("game", GAMES)
def test_an_option_has_the_same_limits_for_any_number_of_seats(game: str) -> None:
    rules = GAMES[game].game
    by_seats = [{option.key: limits_by_the_rules(option) for option in rules.options(seats)} for seats in rules.seats]

    assert all(found == by_seats[0] for found in by_seats)


@pytest.mark.parametrize("game", GAMES)
def test_the_screens_name_the_options_of_their_game(game: str) -> None:
    rules, ui = GAMES[game].game, GAME_UIS[game]
    options = rules.options(rules.seats[-1])

    keys = {option.key for option in options}
    asked = {option.key for option in options if not option.for_lessons}
    assert ui.option_help.keys() == asked, f"cogs/{game}/__init__.py: option_help"
    assert ui.option_labels.keys() == keys, f"cogs/{game}/__init__.py: option_labels"
    assert ui.lesson_options.keys() <= keys, f"cogs/{game}/__init__.py: lesson_options"
