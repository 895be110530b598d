"""What happens when Discord delivers an event twice, late or in another order."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of

CLICK = "INTERACTION_CREATE"


def answers(discord: Localcord) -> list[int]:
    """The status of each first answer so far."""
    return [request.status for request in discord.requests if request.path.endswith("/callback")]


async def test_a_move_that_arrives_twice_is_one_move_and_has_one_answer(
    table: Table, asked: Person, bot: Finte, proof: Proof, caplog: pytest.LogCaptureFixture
) -> None:
    before, answered = await bot.store.log(int(table.match_id)), len(answers(table.discord))
    table.discord.gateway.repeat_next(CLICK)
    move = await table.move(asked)
    await proof.finish(table)
    assert "You've already moved" not in str(move.answer)
    assert answers(table.discord)[answered:].count(200) == len(answers(table.discord)) - answered
    assert "an interaction twice" in caplog.text
    assert (await bot.store.log(int(table.match_id)))[: len(before)] == before


async def test_everything_that_arrives_twice_happens_once(discord: Localcord, bot: Finte, proof: Proof) -> None:
    """From `/play` over *Join* and *Start* to the last move."""
    discord.gateway.repeat_next(CLICK, times=10_000)
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben))
    assert await bot.store.gaps.ids() == [int(table.match_id)]
    assert len([message for message in discord.world.messages.values() if message.owner_id is None]) == 1
    await proof.finish(table)
    assert {request.status for request in discord.requests if request.path.endswith("/callback")} == {200}


async def test_a_go_on_that_arrives_twice_begins_one_round(
    table: Table, asked: Person, other: Person, bot: Finte, proof: Proof
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.matches._live, "_reveal_seconds", 60)
        await table.press(other, "My dice")
        await table.move(asked)
        await table.doubt(other)
        for person in (asked, other):
            table.discord.gateway.repeat_next(CLICK)
            await table.tap(person, "Go on")
        await table.until(lambda: "round 2" in text_of(table.board))
    await proof.finish(table)


async def test_news_of_servers_and_channels_that_come_late_and_backwards_disturb_nobody(
    table: Table, asked: Person, proof: Proof
) -> None:
    discord = table.discord
    home = discord.world.channel(discord.channel_id)
    with discord.gateway.keeping_back("GUILD_UPDATE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"):
        discord.set_guild_locale("de")
        new = discord.add_channel("new")
        discord.world.channel_changed(home)
        discord.world.remove_channel(discord.world.channel(new))
        assert (await table.move(asked)).answered
    await proof.finish(table)
