"""Commands of an older version of the bot, or of no client at all, get a sentence and do nothing else."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from localcord.commands import BOOLEAN, INTEGER, STRING, SUBCOMMAND
from localcord.wire import JsonObject
from tests.end_to_end.tables import said

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
    ],
    ids=["name", "game", "a required option", "seats", "one seat", "pace", "level", "switch", "number"],
)
@pytest.mark.usefixtures("bot")
async def test_a_command_that_is_out_of_date_is_told_so_and_opens_nothing(
    bot: Finte, discord: Localcord, caplog: pytest.LogCaptureFixture, command: JsonObject
) -> None:
    ana = discord.person("Ana")

    assert said(await ana.raw_command(command)) == CHANGED
    assert await bot.store.open_tables_of(int(ana.id)) == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_table_opens_with_the_values_that_discord_knows(bot: Finte, discord: Localcord) -> None:
    ana = discord.person("Ana")
    known = play("bluff", ("seats", INTEGER, 2), ("pace", STRING, "relaxed"), ("reroll", BOOLEAN, True))
    await ana.raw_command(known)
    (table,) = await bot.store.open_tables_of(int(ana.id))

    assert (table.capacity, table.pace, table.options) == (2, "relaxed", {"reroll": True})


@pytest.mark.usefixtures("bot")
async def test_a_form_that_nobody_asked_for_is_answered(discord: Localcord) -> None:
    answer = said(await discord.person("Ana").raw_submit("f1|cheat|1|2|"))

    assert answer == "This button no longer works. Type /table to get your table back."
