"""Commands that look back at a match: without a number, they're about the latest one of whoever asks."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.cogs.replaying import BROKEN_OFF, Stored
from tests.cogs.tables import player
from tests.end_to_end.tables import said

pytestmark = pytest.mark.slow


@pytest.fixture
def stored(bot: Finte, discord: Localcord) -> Stored:
    return Stored(bot, discord)


@pytest.mark.parametrize("command", ["replay", "record", "verify", "review"])
async def test_without_a_number_it_is_ones_latest_match(
    ana: Person, ben: Person, stored: Stored, bot: Finte, command: str
) -> None:
    assert "You haven't played a match to the end yet." in said(await ana.command(command, {}))
    await stored(player(ana), player(ben))
    number = await stored(player(ana), player(ben))
    await stored(player(ben))

    latest = said(await ana.command(command, {}))

    assert latest == said(await ana.command(command, {"match": number}))
    assert "You haven't played" not in latest
    await bot.reviews.stop()


@pytest.mark.parametrize("command", ["replay", "record", "verify", "review"])
async def test_a_number_that_no_match_has_had_yet_names_none(
    ana: Person, ben: Person, stored: Stored, command: str
) -> None:
    number = await stored(player(ana), player(ben))

    assert said(await ana.command(command, {"match": number + 1})) == f"There's no match {number + 1}."


@pytest.mark.parametrize("command", ["replay", "record", "verify", "review"])
async def test_a_match_that_was_deleted_is_no_longer_stored(
    ana: Person, ben: Person, stored: Stored, bot: Finte, command: str
) -> None:
    gone = await stored(player(ana), player(ben))
    await stored(player(ana), player(ben))
    await bot.jobs.retention._store.delete_matches([gone])

    assert said(await ana.command(command, {"match": gone})) == "This match is no longer stored."


@pytest.mark.parametrize(("command", "takes_it"), [("replay", True), ("verify", True), ("record", False)])
async def test_a_match_that_ended_early_is_the_latest_where_it_can_be_shown(
    ana: Person, ben: Person, stored: Stored, command: str, *, takes_it: bool
) -> None:
    whole = await stored(player(ana), player(ben))
    settled = await stored(player(ana), player(ben), log=BROKEN_OFF, phase="settled")

    latest = said(await ana.command(command, {}))

    expected = await ana.command(command, {"match": settled if takes_it else whole})
    assert latest == said(expected)
    assert "broken off" not in latest
