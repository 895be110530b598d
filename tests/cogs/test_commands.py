"""Slash commands as Discord lists them: described in each person's language, with the options that games have."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.interactions.client import Finte
from cogs.catalogue import GAME_UIS
from cogs.commands.play import GUESTS, LAST_CARD_HELP, SHARED_HELP
from games.catalogue import GAMES
from games.core import Option
from localcord import Localcord
from localcord.wire import JsonObject
from tests.bot.catalogues import language
from tests.sentences import known_sentences

USER_COMMAND = 2
"""The type of a command in the menu of a person, which has no description."""


SPOKEN: dict[str | tuple[str, str], str | tuple[str, str]] = {
    "How far back (default: all time)": "Depuis quand",
    "7 days": "7 jours",
    "Invite to my table": "Inviter à ma table",
}


@pytest.fixture
def french(tmp_path: Path) -> Iterator[None]:
    with language(tmp_path, "fr", SPOKEN):
        yield


@pytest.fixture
def synced(bot: Finte, discord: Localcord) -> JsonObject:
    """The commands that the bot has registered with Discord. Shape: by name."""
    route = ("PUT", f"/applications/{bot.application_id}/commands")
    (commands,) = [seen.body for seen in discord.requests if (seen.method, seen.path) == route]
    assert isinstance(commands, list)
    return named(commands)


def named(things: Iterable[Any]) -> JsonObject:
    """JSON objects by their names."""
    return {thing["name"]: thing for thing in things}


def descriptions(command: JsonObject) -> Iterator[str]:
    """Every text that Discord shows for a command, except names."""
    yield command["name" if command.get("type") == USER_COMMAND else "description"]
    for option in command.get("options", []):
        yield from descriptions(option)
    for choice in command.get("choices", []):
        yield choice["name"]


def test_everything_that_a_command_says_can_be_translated(synced: JsonObject) -> None:
    assert {text for command in synced.values() for text in descriptions(command)} <= known_sentences()


@pytest.mark.usefixtures("french")
def test_commands_are_described_in_the_languages_of_the_catalogues_and_have_one_name(synced: JsonObject) -> None:
    period = named(synced["leaderboard"]["options"])["period"]

    assert period["description_localizations"] == {"fr": "Depuis quand"}
    assert period["choices"][3]["name_localizations"] == {"fr": "7 jours"}
    assert not synced["table"].get("description_localizations")
    menu = synced.pop("Invite to my table")
    assert menu["name_localizations"] == {"fr": "Inviter à ma table"}
    for one in (*synced.values(), *synced["play"]["options"], period):
        assert not one.get("name_localizations")


def limits(option: JsonObject) -> object:
    """The values that Discord lets people choose."""
    return range(option["min_value"], option["max_value"] + 1) if "min_value" in option else bool


def limits_by_the_rules(option: Option) -> object:
    """The values that the game allows."""
    return bool if isinstance(option.default, bool) else range(option.low, option.high + 1)


def test_a_subcommand_of_play_has_the_options_of_its_game(synced: JsonObject) -> None:
    play = named(synced["play"]["options"])
    assert list(play) == list(GAMES)
    for key, listing in GAMES.items():
        asked, seats = named(play[key]["options"]), listing.game.seats
        for number in seats:
            options = [option for option in listing.game.options(number) if not option.for_lessons]
            by_rules = {option.key: limits_by_the_rules(option) for option in options}
            assert {name: limits(asked[name]) for name in by_rules} == by_rules
            shared = asked.keys() - by_rules.keys() - LAST_CARD_HELP.keys()
            assert shared == SHARED_HELP.keys() | set(GUESTS.values()) | {"private"}
        assert (limits(asked["seats"]), limits(asked["bots"])) == (seats, range(seats[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_the_screens_name_the_options_of_their_game(game: str) -> None:
    rules, ui = GAMES[game].game, GAME_UIS[game]
    options = rules.options(rules.seats[-1])

    keys = {option.key for option in options}
    asked = {option.key for option in options if not option.for_lessons}
    assert ui.option_help.keys() == asked, f"cogs/{game}/__init__.py: option_help"
    assert ui.option_labels.keys() == keys, f"cogs/{game}/__init__.py: option_labels"
    assert ui.lesson_options.keys() <= keys, f"cogs/{game}/__init__.py: lesson_options"
