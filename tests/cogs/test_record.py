"""`/record`: the file of a match, for those who played in it."""

import pytest

from bot.interactions.client import Finte
from games.record import read
from localcord import Localcord, Person
from tests.cogs.replaying import BROKEN_OFF, LOG, Stored, opened, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labelled, labels, said

pytestmark = pytest.mark.slow


@pytest.fixture
def stored(bot: Finte, discord: Localcord) -> Stored:
    return Stored(bot, discord)


async def test_the_record_is_one_that_the_rules_confirm(
    discord: Localcord, ana: Person, ben: Person, stored: Stored
) -> None:
    number = await stored(player(ana), player(ben))
    await opened(ana, number)

    answer = await ana.click(page(ana), labelled(page(ana), "Record"))

    assert "as a file" in said(answer)
    assert answer.message is not None
    (file,) = answer.message["attachments"]
    assert file["filename"] == f"finte-{number}.jsonl"
    record = read(discord.file(file["url"]))
    assert record.log == LOG
    assert answer.message["flags"] & EPHEMERAL


async def test_only_its_players_get_the_record_of_a_match_that_was_played_out(
    discord: Localcord, ana: Person, ben: Person, stored: Stored
) -> None:
    number = await stored(player(ana), player(ben))
    broken_off = await stored(player(ana), player(ben), log=BROKEN_OFF, phase="deserted")
    dora = discord.person("Dora")

    refused = "Only people who played in a match can download its record."
    assert said(await dora.command("record", {"match": number})) == refused
    assert "broken off" in said(await ana.command("record", {"match": broken_off}))
    await opened(dora, number)
    assert "Record" not in labels(page(dora))
