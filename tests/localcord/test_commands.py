"""Commands: registered by the bot, listed to people, used, and autocompleted."""

import discord
import pytest

from localcord import ClientRefuses, Localcord, Permission
from tests.localcord.bot import SmallBot, Use
from tests.localcord.conftest import Ask


@pytest.fixture
async def commander(bot: SmallBot) -> SmallBot:
    """A bot with `/play bluff` (options `seats` and `stakes`), and `/settings` for people who manage the guild."""
    play = discord.app_commands.Group(name="play", description="Open a table")

    @play.command(name="bluff", description="Dice under cups")
    async def bluff(interaction: Use, seats: discord.app_commands.Range[int, 2, 6], stakes: str = "none") -> None:
        await interaction.response.send_message(f"{seats} seats for {stakes}")

    @bluff.autocomplete("stakes")
    async def stakes(_interaction: Use, current: str) -> list[discord.app_commands.Choice[str]]:
        return [discord.app_commands.Choice(name=word, value=word) for word in ("beans", "beer") if current in word]

    @discord.app_commands.command(name="settings", description="For hosts")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Use, who: discord.Member) -> None:
        await interaction.response.send_message(who.display_name, ephemeral=True)

    bot.tree.add_command(play)
    bot.tree.add_command(settings)
    await bot.tree.sync()
    return bot


@pytest.mark.usefixtures("commander")
async def test_a_synchronised_command_is_listed_to_people(local: Localcord) -> None:
    assert [command["name"] for command in local.person("Ana").commands()] == ["play"]


@pytest.mark.usefixtures("commander")
async def test_a_command_for_hosts_is_listed_to_those_with_the_permission(local: Localcord) -> None:
    host = local.person("Ana", permissions=Permission.MANAGE_GUILD)
    assert [command["name"] for command in host.commands()] == ["play", "settings"]


@pytest.mark.usefixtures("commander")
async def test_a_subcommand_brings_its_options_to_the_bot(local: Localcord) -> None:
    used = await local.person("Ana").command("play bluff", {"seats": 4})
    assert used.message is not None
    assert used.message["content"] == "4 seats for none"


@pytest.mark.usefixtures("commander")
async def test_a_member_given_as_an_option_is_resolved(local: Localcord) -> None:
    host = local.person("Ana", permissions=Permission.MANAGE_GUILD)
    used = await host.command("settings", {"who": local.person("Ben")})
    assert used.message is not None
    assert used.message["content"] == "Ben"


@pytest.mark.usefixtures("commander")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("play", {}),
        ("play bluff", {}),
        ("play bluff", {"seats": 7}),
        ("play bluff", {"seats": "four"}),
        ("play bluff", {"seats": 4, "dice": 5}),
        ("play chess", {}),
        ("settings", {"who": "1"}),
    ],
    ids=["no subcommand", "nothing given", "out of range", "not a number", "unknown option", "unknown", "not allowed"],
)
async def test_a_client_does_not_send_what_it_does_not_offer(
    local: Localcord, name: str, options: dict[str, object]
) -> None:
    with pytest.raises(ClientRefuses):
        await local.person("Ana").command(name, options)


@pytest.mark.usefixtures("commander")
async def test_an_option_is_completed_with_the_choices_of_the_bot(local: Localcord) -> None:
    choices = await local.person("Ana").autocomplete("play bluff", "stakes", "bee", {"seats": 2})
    assert choices == [{"name": "beer", "value": "beer"}]


async def test_a_second_synchronisation_keeps_the_ids_of_commands(commander: SmallBot) -> None:
    first = {command.name: command.id for command in await commander.tree.fetch_commands()}
    second = {command.name: command.id for command in await commander.tree.sync()}
    assert first == second


async def test_commands_beyond_the_limits_are_refused(ask: Ask, local: Localcord) -> None:
    path = f"/applications/{local.application_id}/commands"
    answer = await ask("PUT", path, [{"name": "Not a name!", "description": "x"}])
    assert (answer.status, answer.code) == (400, 50035)


async def test_another_application_is_unknown(ask: Ask) -> None:
    assert (await ask("GET", "/applications/1/commands")).code == 10002
