"""What Discord's client doesn't let people do: click on what isn't there, or send what nobody offers."""

import asyncio

import discord
import pytest
from discord import ui

from localcord import ClientRefuses, Localcord, Permission
from tests.clock import Clock
from tests.localcord.bot import SmallBot, Use, buttons, filled_in, form


async def table(bot: SmallBot, local: Localcord, view: ui.View | None = None) -> str:
    """The id of a public message, with a button if nothing else is given."""
    message = await bot.text_channel(local.channel_id).send(view=view or buttons("Join"))
    return str(message.id)


async def panel(interaction: Use) -> None:
    """Answers with an ephemeral panel."""
    await interaction.response.send_message("your dice", view=buttons("Bid"), ephemeral=True)


async def test_an_ephemeral_answer_is_for_its_owner_alone_until_the_client_restarts(
    bot: SmallBot, local: Localcord
) -> None:
    bot.react = panel
    ana, ben = local.person("Ana"), local.person("Ben")
    opened = await ana.click(await table(bot, local), "Join")
    assert opened.message is not None
    assert (len(ana.messages()), len(ben.messages()), len(local.public_messages)) == (2, 1, 1)
    with pytest.raises(ClientRefuses):
        await ben.click(opened.message, "Bid")
    ana.restart_client()
    assert len(ana.messages()) == 1


async def test_only_buttons_that_are_there_and_work_can_be_clicked(bot: SmallBot, local: Localcord) -> None:
    message_id = await table(bot, local, buttons("Join", disabled=True))
    for custom_id in ("Join", "Steal"):
        with pytest.raises(ClientRefuses):
            await local.person("Ana").click(message_id, custom_id)


async def test_a_click_nobody_answers_fails(bot: SmallBot, local: Localcord, clock: Clock) -> None:
    message_id = await table(bot, local)
    clicking = asyncio.create_task(local.person("Ana").click(message_id, "Join"))
    await asyncio.sleep(0)
    clock.now += 3.1
    local.clock_moved()
    assert (await clicking).error == "This interaction failed"


@pytest.mark.parametrize("values", [[], ["4"], ["1", "2"]], ids=["none", "not offered", "too many"])
async def test_a_client_sends_only_choices_that_fit(bot: SmallBot, local: Localcord, values: list[str]) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Select(custom_id="face", options=[discord.SelectOption(label=face) for face in "123"]))
    message_id = await table(bot, local, view)
    with pytest.raises(ClientRefuses):
        await local.person("Ana").select(message_id, "face", values)


@pytest.mark.parametrize("values", [{}, {"name": "far too long"}, {"nick": "x"}], ids=["empty", "too long", "unknown"])
async def test_a_modal_is_sent_only_if_it_is_filled_in_properly(
    bot: SmallBot, local: Localcord, values: dict[str, str]
) -> None:
    async def ask_for_name(interaction: Use) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(form("Your name", "Name", most=10))
        else:
            await interaction.response.send_message(f"Hello {filled_in(interaction)}")

    bot.react = ask_for_name
    ana = local.person("Ana")
    asked = await ana.click(await table(bot, local), "Join")
    with pytest.raises(ClientRefuses):
        await ana.submit(asked, values)
    sent = await ana.submit(asked, {"name": "Chloé"})
    assert sent.message is not None
    assert sent.message["content"] == "Hello Chloé"


@pytest.fixture
async def commander(bot: SmallBot) -> SmallBot:
    """A bot with `/play bluff` (options `seats` and `stakes`), and `/settings` for people who manage the guild."""
    play = discord.app_commands.Group(name="play", description="Open a table")

    @play.command(name="bluff", description="Dice under cups")
    @discord.app_commands.choices(stakes=[discord.app_commands.Choice(name="beans", value="beans")])
    async def bluff(interaction: Use, seats: discord.app_commands.Range[int, 2, 6], stakes: str = "none") -> None:
        await interaction.response.send_message(f"{seats} seats for {stakes}")

    @discord.app_commands.command(name="settings", description="For hosts")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Use, who: discord.Member) -> None:
        await interaction.response.send_message(who.display_name, ephemeral=True)

    bot.tree.add_command(play)
    bot.tree.add_command(settings)
    await bot.tree.sync()
    return bot


@pytest.mark.usefixtures("commander")
async def test_a_command_for_hosts_is_listed_to_those_with_the_permission(local: Localcord) -> None:
    host = local.person("Ben", permissions=Permission.MANAGE_GUILD)
    listed = [[command["name"] for command in person.commands()] for person in (local.person("Ana"), host)]
    used = await host.command("settings", {"who": host})
    assert used.message is not None
    assert (listed, used.message["content"]) == ([["play"], ["play", "settings"]], "Ben")


@pytest.mark.usefixtures("commander")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("play", {}),
        ("play bluff", {}),
        ("play bluff", {"seats": 7}),
        ("play bluff", {"seats": "four"}),
        ("play bluff", {"seats": 4, "stakes": "beer"}),
        ("play bluff", {"seats": 4, "dice": 5}),
        ("play chess", {}),
        ("settings", {"who": "1"}),
    ],
    ids=[
        "no subcommand", "nothing given", "out of range", "not a number", "no choice", "unknown option", "unknown",
        "not allowed",
    ],
)  # fmt: skip
async def test_a_client_does_not_send_what_it_does_not_offer(
    local: Localcord, name: str, options: dict[str, object]
) -> None:
    with pytest.raises(ClientRefuses):
        await local.person("Ana").command(name, options)
