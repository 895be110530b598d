"""The page's WebSocket, as a tab uses it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError
from discord import ui

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use, buttons, form

Wait = Callable[..., Awaitable[JsonObject]]


@pytest.fixture
async def socket(local: Localcord) -> AsyncIterator[ClientWebSocketResponse]:
    """Ana's tab."""
    headers = {"Origin": local.url}
    async with ClientSession() as session:
        url = f"{local.url}/page/socket?user=Ana"
        async with session.ws_connect(url, headers=headers) as opened:
            yield opened


async def frame(socket: ClientWebSocketResponse, kind: str) -> JsonObject:
    """The next frame of this kind."""
    while True:
        received: JsonObject = await socket.receive_json(timeout=PATIENCE_SECONDS)
        if received["t"] == kind:
            return received


async def test_a_tab_is_greeted_with_the_people_and_channels(socket: ClientWebSocketResponse) -> None:
    hello = await frame(socket, "hello")
    kinds = [channel["kind"] for channel in hello["channels"]]
    assert (hello["people"], kinds) == (["Ana"], ["text", "text", "dm"])


async def test_somebody_new_has_the_language_of_their_browser(local: Localcord) -> None:
    local.person("Ana", locale="fr")
    for name in ("Ana", "Ben"):
        async with ClientSession() as session:
            url, headers = f"{local.url}/page/socket?user={name}", {"Accept-Language": "de-AT,de;q=0.9"}
            async with session.ws_connect(url, headers=headers | {"Origin": local.url}) as socket:
                await frame(socket, "settings")

    assert [person.locale for person in local.people] == ["fr", "de"]


async def test_a_tab_shows_what_was_there_before(bot: SmallBot, local: Localcord) -> None:
    await bot.text_channel(local.channel_id).send("Table")
    async with ClientSession() as session:
        url = f"{local.url}/page/socket?user=Ana"
        async with session.ws_connect(url, headers={"Origin": local.url}) as socket:
            assert (await frame(socket, "message"))["message"]["content"] == "Table"


async def test_a_click_in_a_tab_is_answered(bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message("yours", ephemeral=True)

    bot.react = react
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    place = {"channel": local.channel_id, "message": str(message.id)}
    await socket.send_json({"t": "click", "nonce": "1", "custom_id": "Join", **place})
    states = [(await frame(socket, "interaction"))["state"] for _ in range(2)]
    assert states == ["thinking", "done"]


async def test_a_tab_does_not_show_what_others_have_for_themselves(
    bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse
) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message("yours", ephemeral=True)

    bot.react = react
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    await local.person("Ben").click(str(message.id), "Join")
    local.person("Ben").say("done")
    contents = [(await frame(socket, "message"))["message"]["content"] for _ in range(2)]
    assert contents == ["", "done"]


async def test_a_form_in_a_tab_is_filled_in(bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse) -> None:
    async def react(interaction: Use) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(form("Name", "Name"))
        else:
            await interaction.response.send_message("thanks")

    bot.react = react
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    place = {"channel": local.channel_id, "message": str(message.id)}
    await socket.send_json({"t": "click", "nonce": "1", "custom_id": "Join", **place})
    asked = await frame(socket, "modal")
    await socket.send_json({"t": "submit", "nonce": asked["nonce"], "values": {"name": "Ana"}})
    await frame(socket, "message")
    assert local.person("Ana").messages()[-1]["content"] == "thanks"


async def test_what_a_client_refuses_is_said_in_the_tab(local: Localcord, socket: ClientWebSocketResponse) -> None:
    await socket.send_json({"t": "command", "nonce": "1", "channel": local.channel_id, "name": "play", "options": {}})
    await frame(socket, "interaction")
    assert (await frame(socket, "interaction"))["text"] == "there is no command /play here"


async def test_a_tab_hears_that_the_bot_has_come(local: Localcord, socket: ClientWebSocketResponse) -> None:
    away = (await frame(socket, "bot"))["online"]
    local.gateway._came()
    assert (away, (await frame(socket, "bot"))["online"]) == (False, True)


async def test_what_is_said_in_a_tab_is_seen_by_others(local: Localcord, socket: ClientWebSocketResponse) -> None:
    await socket.send_json({"t": "say", "channel": local.channel_id, "text": "hello"})
    await frame(socket, "message")
    assert local.person("Ben").messages()[0]["content"] == "hello"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None], ids=["another page", "no page"])
async def test_other_origins_get_no_connection(local: Localcord, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    async with ClientSession() as session:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await session.ws_connect(f"{local.url}/page/socket?user=Ana", headers=headers)


async def test_a_name_means_the_same_person_in_any_case(local: Localcord) -> None:
    assert local.person("ana") is local.person("Ana")


async def test_the_page_itself_is_served(local: Localcord) -> None:
    async with ClientSession() as session, session.get(local.url) as answer:
        assert "<title>localcord</title>" in await answer.text()


async def test_under_another_name_the_page_sends_to_its_own(local: Localcord) -> None:
    other = local.url.replace("127.0.0.1", "localhost")
    async with ClientSession() as session:
        headers = {"Host": other.removeprefix("http://")}
        async with session.get(f"{local.url}/?user=Ana", headers=headers, allow_redirects=False) as answer:
            assert answer.headers["Location"] == f"{local.url}/?user=Ana"


async def test_a_tab_hears_of_what_is_gone_new_and_renamed(
    bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse
) -> None:
    message = await bot.text_channel(local.channel_id).send("Table")
    await message.delete()
    gone = await frame(socket, "gone")
    await bot.tree.sync()
    commands = await frame(socket, "commands")
    local.add_channel("more")
    channels = await frame(socket, "channels")
    ben = local.person("Ben")
    names = await frame(socket, "names")
    shown = gone["id"], commands["commands"], len(channels["channels"]), names["users"][ben.id]
    assert shown == (str(message.id), [], 4, "Ben")


async def test_a_dismissed_message_leaves_the_tab(
    bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse
) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.send_message("yours", ephemeral=True)

    bot.react = react
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    clicked = await local.person("Ana").click(str(message.id), "Join")
    assert clicked.message is not None
    await socket.send_json({"t": "dismiss", "channel": local.channel_id, "id": clicked.message["id"]})
    assert (await frame(socket, "gone"))["id"] == clicked.message["id"]


async def test_an_option_is_completed_in_a_tab(
    bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse
) -> None:
    @bot.tree.command(name="rules", description="Read them")
    async def rules(interaction: Use, game: str) -> None:
        await interaction.response.send_message(game)

    @rules.autocomplete("game")
    async def games(_interaction: Use, current: str) -> list[discord.app_commands.Choice[str]]:
        return [discord.app_commands.Choice(name="Bluff", value=current)]

    await bot.tree.sync()
    asked = {"t": "autocomplete", "nonce": "1", "channel": local.channel_id, "name": "rules"}
    await socket.send_json({**asked, "option": "game", "text": "bl", "options": {}})
    assert (await frame(socket, "choices"))["choices"] == [{"name": "Bluff", "value": "bl"}]


async def test_an_owner_of_the_server_is_offered_its_settings(bot: SmallBot, socket: ClientWebSocketResponse) -> None:
    @bot.tree.command(name="server", description="For who runs it")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def server(interaction: Use) -> None:
        await interaction.response.send_message("done")

    await bot.tree.sync()
    assert (await frame(socket, "commands"))["commands"] == []
    await socket.send_json({"t": "role", "role": "manager"})

    assert (await frame(socket, "settings"))["role"] == "manager"
    assert [command["name"] for command in (await frame(socket, "commands"))["commands"]] == ["server"]


async def test_a_choice_in_a_tab_reaches_the_bot(
    bot: SmallBot, local: Localcord, socket: ClientWebSocketResponse
) -> None:
    async def react(interaction: Use) -> None:
        await interaction.response.edit_message(content="chosen", view=None)

    bot.react = react
    view = ui.View(timeout=None)
    view.add_item(ui.Select(custom_id="face", options=[discord.SelectOption(label="1")]))
    message = await bot.text_channel(local.channel_id).send(view=view)
    await frame(socket, "message")
    place = {"channel": local.channel_id, "message": str(message.id)}
    await socket.send_json({"t": "select", "nonce": "1", "custom_id": "face", "values": ["1"], **place})
    assert (await frame(socket, "message"))["message"]["content"] == "chosen"
