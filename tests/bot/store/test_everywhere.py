"""Who is listed in the rankings across all servers: in one transaction with the choice, and by one name."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.schema import EVERYWHERE, ratings
from tests.bot.people import ANA, BEN, HERE
from tests.bot.results import Played

AGREES = Preference("person", ANA.user_id, is_everywhere=True)
DECLINES = Preference("person", ANA.user_id, is_everywhere=False)


@pytest.fixture
async def choices(engine: AsyncEngine, played: Played) -> PreferenceStore:
    """The choices, in a server that takes part and in which Ana and Ben have played once."""
    choices = PreferenceStore(engine)
    await choices.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    await played((ANA, 1), (BEN, 0))
    return choices


async def listed(engine: AsyncEngine) -> set[tuple[int, int]]:
    """Who is listed in which rankings, by scope and user id."""
    async with engine.connect() as db:
        found = await db.execute(select(ratings.c.scope, ratings.c.user_id).where(ratings.c.is_listed))
        return {tuple(row) for row in found}


HERE_ALONE = {(HERE.guild_id, ANA.user_id), (HERE.guild_id, BEN.user_id)}


async def test_somebody_is_listed_by_their_newest_name_while_they_agree(
    choices: PreferenceStore, engine: AsyncEngine, played: Played
) -> None:
    assert (await listed(engine), await choices.names_everywhere()) == (HERE_ALONE, {})

    await choices.list_everywhere(AGREES, "Ana")
    await choices.list_everywhere(AGREES, "Anouk")
    await played((ANA, 1), (BEN, 0), game="tuecke")
    assert await listed(engine) == {*HERE_ALONE, (EVERYWHERE, ANA.user_id)}
    assert await choices.names_everywhere() == {ANA.user_id: "Anouk"}

    await choices.list_everywhere(DECLINES, "Ana")
    assert (await listed(engine), await choices.names_everywhere()) == (HERE_ALONE, {})


async def test_the_choice_and_the_lists_change_together_or_not_at_all(
    choices: PreferenceStore, engine: AsyncEngine
) -> None:
    with pytest.raises(IntegrityError):
        await choices.list_everywhere(AGREES, None)  # type: ignore[arg-type]

    assert await listed(engine) == HERE_ALONE
    assert [choice for choice in await choices.every() if choice.kind == "person"] == []


async def test_only_a_person_can_be_listed(choices: PreferenceStore) -> None:
    with pytest.raises(ValueError, match="community"):
        await choices.list_everywhere(Preference("community", HERE.guild_id, is_everywhere=True), "Server")
