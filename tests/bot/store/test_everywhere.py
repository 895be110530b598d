"""Lists of the rankings across all servers: changed in one transaction with a person's choice."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.schema import ratings
from tests.bot.people import ANA, BEN, HERE
from tests.bot.results import Played

AGREES = Preference("person", ANA.user_id, is_everywhere=True)


@pytest.fixture
def choices(engine: AsyncEngine) -> PreferenceStore:
    return PreferenceStore(engine)


async def test_the_choice_and_the_lists_change_together_or_not_at_all(
    choices: PreferenceStore, engine: AsyncEngine, played: Played
) -> None:
    await choices.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    await played((ANA, 1), (BEN, 0))

    with pytest.raises(IntegrityError):
        await choices.list_everywhere(AGREES, None)  # type: ignore[arg-type]

    async with engine.connect() as db:
        listed = (await db.execute(select(ratings.c.scope).where(ratings.c.is_listed).distinct())).scalars().all()
    assert listed == [HERE.guild_id]
    assert await choices.one("person", ANA.user_id) is None


async def test_only_a_person_can_be_listed(choices: PreferenceStore) -> None:
    with pytest.raises(ValueError, match="community"):
        await choices.list_everywhere(Preference("community", HERE.guild_id, is_everywhere=True), "Server")
