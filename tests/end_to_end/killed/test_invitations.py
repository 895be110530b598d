"""What becomes of an invitation when the bot is killed around the message that mentions somebody."""

import asyncio

import pytest

import localcord.messages
from localcord import Localcord
from localcord.components import USER_SELECT, walk
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from localcord.world import Event
from tests.end_to_end.child import Child
from tests.end_to_end.tables import EPHEMERAL, Table, text_of

pytestmark = pytest.mark.kills


@pytest.mark.parametrize("way", ["/play", "the host's panel"])
@pytest.mark.parametrize("is_done", [True, False], ids=["after its post", "before its post"])
async def test_a_message_during_which_the_bot_is_killed_mentions_once(
    discord: Localcord, child: Child, monkeypatch: pytest.MonkeyPatch, way: str, *, is_done: bool
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    pings: list[Event] = []
    discord.world.watch(lambda event: pings.append(event) if is_ping(event) else None)
    if way == "/play":
        held = discord.hold_next("POST", "/callback", is_done=is_done)
        acting = asyncio.create_task(ana.command("play bluff", {"with": ben}))
    else:
        table = await Table.opened(discord, ana)
        await table.until(lambda: table.panel(ana))
        panel = table.panel(ana)
        assert panel
        (menu,) = [one["custom_id"] for one in walk(panel["components"]) if one["type"] == USER_SELECT]
        held = discord.hold_next("POST", f"/channels/{discord.channel_id}/messages", is_done=is_done)
        acting = asyncio.create_task(ana.select(panel, menu, [ben.id]))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()

    child.kill()
    await child.dead()
    acting.cancel()
    monkeypatch.setattr(localcord.messages, "NONCE_SECONDS", -1)  # it comes back once Discord has forgotten the nonce
    held.let_go()
    assert len(pings) == is_done
    assert await child.start()

    def boards() -> list[str]:
        public = [one for one in ana.messages() if not one["flags"] & EPHEMERAL]
        return [text_of(one) for one in public if f"{ben.mention} · invited" in text_of(one)]

    await ana.wait_for(lambda _: bool(boards()) and bool(pings))
    await ana.command("table")  # has the board looked after once more
    assert len(boards()) == 1
    assert len(pings) == 1
    (board,) = [one for one in ben.messages() if "· invited" in text_of(one)]
    assert (await ben.click(board, join_of(board))).answered
    await ana.wait_for(lambda _: any("**Ben**" in text_of(one) for one in ana.messages()))
    assert len(pings) == 1


def join_of(board: JsonObject) -> str:
    found = (str(one.get("custom_id", "")) for one in walk(board["components"]))
    return next(custom_id for custom_id in found if custom_id.startswith("f1|join"))


def is_ping(event: Event) -> bool:
    return event.name == "MESSAGE_CREATE" and event.message is not None and bool(event.message.pinged)
