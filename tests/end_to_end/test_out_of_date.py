"""Commands of an older version of the bot, or of no client at all, get a sentence and do nothing else."""

from typing import Any

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command

from bot.interactions.client import Finte
from localcord import Localcord
from localcord.limits import STRING, SUBCOMMAND
from localcord.wire import JsonObject
from tests.end_to_end.tables import said, text_of

CHANGED = "This command has changed. Restart Discord (Ctrl+R, or Cmd+R on a Mac) and try again."
OLDER: tuple[JsonObject, ...] = (
    {"name": "deal", "options": []},
    {"name": "play", "options": [{"name": "poker", "type": SUBCOMMAND, "options": []}]},
    {"name": "learn", "options": []},
    {"name": "rules", "options": [{"name": "game", "value": "bluff"}]},
    {"name": "rules", "options": [{"type": STRING, "value": "bluff"}]},
)
"""Commands without a name, a game, a required option, or an option's type or name that the bot knows."""

WRONG: dict[AppCommandOptionType, list[object]] = {
    AppCommandOptionType.string: ["", "x", 1, None, ["bluff"]],
    AppCommandOptionType.integer: [-1, 10**30, 1.5, True, "1"],
    AppCommandOptionType.boolean: ["yes", 1, None],
    AppCommandOptionType.number: [-12.5, 1e300, "1", None],
    AppCommandOptionType.user: ["1", "x", 1, None, "9" * 40],
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


async def test_commands_and_values_that_discord_lets_nobody_choose_are_refused(
    bot: Finte, discord: Localcord, caplog: pytest.LogCaptureFixture
) -> None:
    ana = discord.person("Ana")
    forged = [
        *OLDER,
        *(
            spelt(command, {"name": parameter.display_name, "value": wrong, "type": kind})
            for command in commands_of(bot)
            for parameter in command.parameters
            for wrong in WRONG[parameter.type]
            for kind in {parameter.type.value, STRING}
        ),
        *(spelt(command, {"name": "cheat", "type": STRING, "value": "x"}) for command in commands_of(bot)),
    ]

    answers = [(said(await ana.raw_command(data)), data) for data in forged]

    assert [data for answer, data in answers if answer != CHANGED] == []
    assert await bot.store.open_tables_of(int(ana.id)) == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    language = {
        "name": "language",
        "options": [{"name": "language", "type": STRING, "value": "de"}],
        "type": SUBCOMMAND,
    }
    for_servers = {"name": "server", "options": [language]}
    assert said(await ana.raw_command(for_servers, channel_id=ana.dm_channel_id)) == CHANGED


async def test_the_smallest_and_largest_values_are_taken_by_every_command(bot: Finte, discord: Localcord) -> None:
    ana = discord.person("Ana")
    for command in commands_of(bot):
        for parameter in command.parameters:
            values: list[object] = [choice.value for choice in parameter.choices]
            for value in values or filter(None, (parameter.min_value, parameter.max_value)):
                option = {"name": parameter.display_name, "type": parameter.type.value, "value": value}
                answer = await ana.raw_command(spelt(command, option))
                assert answer.message is None or CHANGED not in text_of(answer.message), (command, option)
