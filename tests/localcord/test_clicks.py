"""Clicks and their answers: edits, ephemeral messages, follow-ups, modals."""

import asyncio

import discord
import pytest
from discord import ui

from localcord import ClientRefuses, Localcord, find_button, find_select
from localcord.limits import Refused
from localcord.world import Event
from tests.clock import Clock
from tests.localcord.bot import SmallBot, Use, buttons, filled_in, form, given, layout


async def table(bot: SmallBot, local: Localcord) -> str:
    """The id of a public message with a button."""
    message = await bot.text_channel(local.channel_id).send(view=layout("Table", "Join"))
    return str(message.id)


async def panel(interaction: Use) -> None:
    """Answers with an ephemeral panel."""
    await interaction.response.send_message("your dice", view=buttons("Bid"), ephemeral=True)


async def test_a_click_can_edit_the_message_it_was_made_on(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.edit_message(view=layout("Table of Ana", "Leave"))

    bot.react = react
    ana = local.person("Ana")
    await ana.click(await table(bot, local), "Join")
    assert find_button(ana.messages()[-1], "Leave") == "Leave"


async def test_a_click_brings_the_last_message_of_its_channel(bot: SmallBot, local: Localcord) -> None:
    bot.react = panel
    message_id, said = await table(bot, local), local.person("Ben").say("hello")
    brought: list[str] = []

    def note(event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            brought.append(event.payload["channel"]["last_message_id"])

    local.world.watch(note)
    await local.person("Ana").click(message_id, "Join")
    assert brought == [said["id"]]


async def test_an_ephemeral_answer_is_seen_by_its_owner_alone(bot: SmallBot, local: Localcord) -> None:
    bot.react = panel
    await local.person("Ana").click(await table(bot, local), "Join")
    assert (len(local.person("Ana").messages()), len(local.person("Ben").messages())) == (2, 1)


async def test_an_ephemeral_answer_is_no_public_message(bot: SmallBot, local: Localcord) -> None:
    bot.react = panel
    await local.person("Ana").click(await table(bot, local), "Join")
    assert [message["content"] for message in local.public_messages] == [""]


async def test_another_person_cannot_click_on_an_ephemeral_message(bot: SmallBot, local: Localcord) -> None:
    bot.react = panel
    opened = await local.person("Ana").click(await table(bot, local), "Join")
    assert opened.message is not None
    with pytest.raises(ClientRefuses):
        await local.person("Ben").click(opened.message, "Bid")


async def test_a_click_on_an_ephemeral_message_edits_it_with_a_token_of_its_own(
    bot: SmallBot, local: Localcord
) -> None:
    bot.react = panel
    opened = await local.person("Ana").click(await table(bot, local), "Join")
    assert opened.message is not None

    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="you bid")

    bot.react = react
    clicked = await local.person("Ana").click(opened.message, "Bid")
    await local.person("Ana").wait_for(lambda messages: messages[-1]["content"] == "you bid")
    assert clicked.token != opened.token


async def test_an_ephemeral_message_is_gone_when_the_client_restarts(bot: SmallBot, local: Localcord) -> None:
    bot.react = panel
    ana = local.person("Ana")
    await ana.click(await table(bot, local), "Join")
    ana.restart_client()
    assert [message["content"] for message in ana.messages()] == [""]


async def test_a_follow_up_comes_after_the_answer(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message("first")
        await interaction.followup.send("second", ephemeral=True)

    bot.react = react
    ana = local.person("Ana")
    await ana.click(await table(bot, local), "Join")
    await ana.wait_for(lambda messages: len(messages) == 3)
    assert [message["content"] for message in ana.messages()] == ["", "first", "second"]


async def test_the_first_follow_up_after_a_deferred_answer_takes_its_place(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("thought")

    bot.react = react
    ana = local.person("Ana")
    await ana.click(await table(bot, local), "Join")
    await ana.wait_for(lambda messages: messages[-1]["content"] == "thought")
    assert [message["flags"] & 64 for message in ana.messages()] == [0, 64]


async def test_a_disabled_button_cannot_be_clicked(bot: SmallBot, local: Localcord) -> None:
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join", disabled=True))
    with pytest.raises(ClientRefuses):
        await local.person("Ana").click(str(message.id), "Join")


async def test_a_button_that_is_not_there_cannot_be_clicked(bot: SmallBot, local: Localcord) -> None:
    message_id = await table(bot, local)
    with pytest.raises(ClientRefuses):
        await local.person("Ana").click(message_id, "Steal")


async def test_a_forged_click_reaches_the_bot(bot: SmallBot, local: Localcord) -> None:
    forged: asyncio.Queue[object] = asyncio.Queue()

    async def react(interaction: Use) -> None:
        await forged.put(given(interaction)["custom_id"])
        await interaction.response.defer()

    bot.react = react
    await local.person("Ben").raw_click(await table(bot, local), "Steal")
    assert await forged.get() == "Steal"


async def test_discord_itself_refuses_a_click_on_what_is_not_there(bot: SmallBot, local: Localcord) -> None:
    message_id = await table(bot, local)
    with pytest.raises(Refused, match="50035"):
        await local.person("Ben").raw_click(message_id, "Steal", discord_checks=True)


async def test_a_click_nobody_answers_fails(bot: SmallBot, local: Localcord, clock: Clock) -> None:
    message_id = await table(bot, local)
    clicking = asyncio.create_task(local.person("Ana").click(message_id, "Join"))
    await asyncio.sleep(0)
    clock.now += 3.1
    local.clock_moved()
    assert (await clicking).error == "This interaction failed"


async def test_a_select_brings_its_values(bot: SmallBot, local: Localcord) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message(str(given(interaction)["values"]))

    bot.react = react
    view = ui.View(timeout=None)
    options = [discord.SelectOption(label=face) for face in "123"]
    view.add_item(ui.Select(custom_id="face", placeholder="Which face?", options=options))
    await bot.text_channel(local.channel_id).send(view=view)
    ana = local.person("Ana")
    chosen = await ana.select(ana.messages()[-1], find_select(ana.messages()[-1], "face"), ["2"])
    assert chosen.message is not None
    assert chosen.message["content"] == "['2']"


@pytest.mark.parametrize("values", [[], ["4"], ["1", "2"]], ids=["none", "not offered", "too many"])
async def test_a_client_sends_only_choices_that_fit(bot: SmallBot, local: Localcord, values: list[str]) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Select(custom_id="face", options=[discord.SelectOption(label=face) for face in "123"]))
    message = await bot.text_channel(local.channel_id).send(view=view)
    with pytest.raises(ClientRefuses):
        await local.person("Ana").select(str(message.id), "face", values)


async def ask_for_name(interaction: Use) -> None:
    """Answers with a modal the first time, and then greets."""
    if interaction.type is discord.InteractionType.component:
        await interaction.response.send_modal(form("Your name", "Name", most=10))
    else:
        await interaction.response.send_message(f"Hello {filled_in(interaction)}")


async def test_a_modal_brings_what_was_filled_in(bot: SmallBot, local: Localcord) -> None:
    bot.react = ask_for_name
    ana = local.person("Ana")
    asked = await ana.click(await table(bot, local), "Join")
    sent = await ana.submit(asked, {"name": "Chloé"})
    assert sent.message is not None
    assert sent.message["content"] == "Hello Chloé"


@pytest.mark.parametrize("values", [{}, {"name": "far too long"}, {"nick": "x"}], ids=["empty", "too long", "unknown"])
async def test_a_modal_that_is_not_filled_in_properly_is_not_sent(
    bot: SmallBot, local: Localcord, values: dict[str, str]
) -> None:
    bot.react = ask_for_name
    ana = local.person("Ana")
    asked = await ana.click(await table(bot, local), "Join")
    with pytest.raises(ClientRefuses):
        await ana.submit(asked, values)


def test_a_button_is_found_by_its_whole_label_first() -> None:
    row = {"type": 1, "components": [{"type": 2, "label": label, "custom_id": f"b{label}"} for label in ("11", "1")]}
    assert find_button({"components": [row]}, "1") == "b1"


def test_a_button_is_found_by_a_part_of_its_custom_id() -> None:
    row = {"type": 1, "components": [{"type": 2, "emoji": {"name": "die"}, "custom_id": "bid 2x3"}]}
    assert find_button({"components": [row]}, "2x3") == "bid 2x3"


def test_a_button_that_is_not_there_is_not_found() -> None:
    with pytest.raises(LookupError):
        find_button({"components": []}, "Join")
