"""Slash commands as Discord lists them: described in each person's language, with the same names for everyone."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from localcord.wire import JsonObject
from tests.bot.catalogues import language
from tests.sentences import known_sentences


@pytest.fixture
def french(tmp_path: Path) -> Iterator[None]:
    sentences: dict[str | tuple[str, str], str | tuple[str, str]] = {
        "Who's best on this server, or everywhere": "Qui est le meilleur sur ce serveur",
        "How far back (default: all time)": "Depuis quand (toujours)",
        "7 days": "7 jours",
    }
    with language(tmp_path, "fr", sentences):
        yield


@pytest.fixture
def synced(bot: Finte, discord: Localcord) -> JsonObject:
    """The commands that the bot has registered with Discord. Shape: by name."""
    route = ("PUT", f"/applications/{bot.application_id}/commands")
    (commands,) = [seen.body for seen in discord.requests if (seen.method, seen.path) == route]
    assert isinstance(commands, list)
    return named(commands)


def options(command: JsonObject) -> JsonObject:
    """The options of a command, or its subcommands. Shape: by name."""
    return named(command["options"])


def named(things: Iterable[Any]) -> JsonObject:
    """JSON objects by their names."""
    return {thing["name"]: thing for thing in things}


def descriptions(command: JsonObject) -> Iterator[str]:
    """Every text that Discord shows for a command, except names."""
    yield command["description"]
    for option in command.get("options", []):
        yield from descriptions(option)
    for choice in command.get("choices", []):
        yield choice["name"]


def test_everything_that_a_command_says_can_be_translated(synced: JsonObject) -> None:
    said_by_all = {text for command in synced.values() for text in descriptions(command)}

    assert said_by_all <= known_sentences()


@pytest.mark.usefixtures("french")
def test_commands_are_described_in_the_languages_of_the_catalogues(synced: JsonObject) -> None:
    leaderboard = synced["leaderboard"]
    period = options(leaderboard)["period"]

    assert leaderboard["description_localizations"] == {"fr": "Qui est le meilleur sur ce serveur"}
    assert period["description_localizations"] == {"fr": "Depuis quand (toujours)"}
    assert period["choices"][3]["name_localizations"] == {"fr": "7 jours"}


@pytest.mark.usefixtures("french")
def test_commands_have_one_name_everywhere(synced: JsonObject) -> None:
    games = options(synced["play"]).values()

    for named in (*synced.values(), *games, *(option for game in games for option in options(game).values())):
        assert not named.get("name_localizations")


@pytest.mark.usefixtures("french")
def test_what_is_not_translated_is_left_to_the_english_text(synced: JsonObject) -> None:
    assert not synced["table"].get("description_localizations")
