"""Commands of an older version of the bot, or of no client at all, get a sentence and do nothing else."""

from typing import Any

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command, Parameter

from bot.interactions.client import Finte
from localcord import Localcord
from localcord.limits import INTEGER, STRING, SUBCOMMAND
from localcord.wire import JsonObject
from tests.end_to_end.tables import said, text_of

CHANGED = "This command has changed. Restart Discord (Ctrl+R, or Cmd+R on a Mac) and try again."


def play(game: str, *options: tuple[str, int, object]) -> JsonObject:
    """`/play` with these options, each with its name, Discord's type and its value."""
    given = [{"name": name, "type": kind, "value": value} for name, kind, value in options]
    return {"name": "play", "options": [{"name": game, "type": SUBCOMMAND, "options": given}]}


@pytest.mark.parametrize(
    "command",
    [
        {"name": "deal", "options": []},
        play("poker"),
        {"name": "learn", "options": []},
        play("bluff", ("seats", INTEGER, 99)),
        play("bluff", ("seats", INTEGER, 1)),
        play("bluff", ("pace", STRING, "never")),
        play("bluff", ("level", STRING, "cruel")),
        play("bluff", ("reroll", STRING, "yes")),
        play("faehrte", ("rounds", INTEGER, 0)),
        {"name": "rules", "options": [{"name": "game", "value": "bluff"}]},
        {"name": "rules", "options": [{"type": STRING, "value": "bluff"}]},
    ],
    ids=[
        "name",
        "game",
        "a required option",
        "seats",
        "one seat",
        "pace",
        "level",
        "switch",
        "number",
        "no type",
        "no name",
    ],
)
@pytest.mark.usefixtures("bot")
async def test_a_command_that_is_out_of_date_is_told_so_and_opens_nothing(
    bot: Finte, discord: Localcord, caplog: pytest.LogCaptureFixture, command: JsonObject
) -> None:
    ana = discord.person("Ana")

    assert said(await ana.raw_command(command)) == CHANGED
    assert await bot.store.open_tables_of(int(ana.id)) == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


WRONG: dict[AppCommandOptionType, list[object]] = {
    AppCommandOptionType.string: ["", "x", "../x", "polish", 1, True, None, ["bluff"]],
    AppCommandOptionType.integer: [-1, 10**30, 1.5, True, "1", None],
    AppCommandOptionType.boolean: ["yes", "", 1, 0, None],
    AppCommandOptionType.number: [-12.5, 1e300, "1", True, None],
    AppCommandOptionType.user: ["1", "x", "", 1, None, "9" * 40],
}
"""Values that Discord lets nobody choose, whatever the option."""


def commands_of(bot: Finte) -> list[Command[Any, ..., Any]]:
    """Every command and subcommand."""
    return [one for one in bot.tree.walk_commands() if isinstance(one, Command)]


def spelt(command: Command[Any, ..., Any], *options: JsonObject) -> JsonObject:
    """The data of this command, or of this subcommand of a group."""
    if command.parent is None:
        return {"name": command.name, "options": list(options)}
    inner = {"name": command.name, "type": SUBCOMMAND, "options": list(options)}
    return {"name": command.parent.name, "options": [inner]}


def some(parameter: Parameter, wrong: object) -> list[JsonObject]:
    """The option with a wrong value, in its own type and in that of a text."""
    option = {"name": parameter.display_name, "value": wrong}
    return [option | {"type": kind} for kind in {parameter.type.value, STRING}]


async def test_values_that_discord_lets_nobody_choose_are_refused_by_every_command(
    bot: Finte, discord: Localcord, caplog: pytest.LogCaptureFixture
) -> None:
    ana = discord.person("Ana")
    commands = commands_of(bot)
    forged = [
        (f"/{command.qualified_name} {parameter.display_name}:{wrong!r}", spelt(command, option))
        for command in commands
        for parameter in command.parameters
        for wrong in WRONG[parameter.type]
        for option in some(parameter, wrong)
    ]
    forged += [
        (f"/{one.qualified_name} cheat", spelt(one, {"name": "cheat", "type": 3, "value": "x"})) for one in commands
    ]

    answers = {name: said(await ana.raw_command(data)) for name, data in forged}

    assert len(answers) > 300
    assert {name: answer for name, answer in answers.items() if answer != CHANGED} == {}
    assert await bot.store.open_tables_of(int(ana.id)) == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_the_smallest_and_largest_values_are_taken_by_every_command(bot: Finte, discord: Localcord) -> None:
    ana = discord.person("Ana")
    for command in commands_of(bot):
        for parameter in command.parameters:
            values: list[object] = [choice.value for choice in parameter.choices]
            for value in values or filter(None, (parameter.min_value, parameter.max_value)):
                option = {"name": parameter.display_name, "type": parameter.type.value, "value": value}
                answer = await ana.raw_command(spelt(command, option))
                assert answer.message is None or CHANGED not in text_of(answer.message), (command, option)


@pytest.mark.usefixtures("bot")
async def test_a_command_for_servers_is_refused_in_a_direct_message(discord: Localcord) -> None:
    ana = discord.person("Ana")
    language = {"name": "language", "type": STRING, "value": "de"}
    data = {"name": "server", "options": [{"name": "language", "type": SUBCOMMAND, "options": [language]}]}

    assert said(await ana.raw_command(data, channel_id=ana.dm_channel_id)) == CHANGED
