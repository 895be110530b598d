"""The page's WebSocket, as a tab uses it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError

from localcord import Localcord
from localcord.locales import preferred_locale
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use

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


async def test_somebody_new_has_the_language_of_their_browser(local: Localcord) -> None:
    local.person("Ana", locale="fr")
    for name in ("Ana", "Ben"):
        async with ClientSession() as session:
            url, headers = f"{local.url}/page/socket?user={name}", {"Accept-Language": "de-AT,de;q=0.9"}
            async with session.ws_connect(url, headers=headers | {"Origin": local.url}) as socket:
                await frame(socket, "settings")

    assert [person.locale for person in local.people] == ["fr", "de"]


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None], ids=["another page", "no page"])
async def test_other_origins_get_no_connection(local: Localcord, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    async with ClientSession() as session:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await session.ws_connect(f"{local.url}/page/socket?user=Ana", headers=headers)


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


@pytest.mark.parametrize(
    ("languages", "locale"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9", "en-GB"),
        ("en", "en-US"),
        ("pt-PT", "pt-BR"),
        ("gsw,de;q=0.5", "de"),
        ("*", "en-US"),
    ],
)
def test_a_browsers_first_language_that_discord_has_is_taken(languages: str, locale: str) -> None:
    assert preferred_locale(languages) == locale
