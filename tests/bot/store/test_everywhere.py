"""Who is listed in the rankings across all servers: in one transaction with the choice, and by one name."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.schema import EVERYWHERE, players, ratings
from bot.store.store import Store
from tests.bot.people import ANA, BEN, HERE
from tests.bot.results import Played

AGREES = Preference("person", ANA.user_id, is_everywhere=True)
DECLINES = Preference("person", ANA.user_id, is_everywhere=False)


@pytest.fixture
async def choices(engine: AsyncEngine) -> PreferenceStore:
    """The choices, in a server that takes part and in which Ana and Ben have played once."""
    choices = PreferenceStore(engine)
    await choices.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    await Played(Store(engine))((ANA, 1), (BEN, 0))
    return choices


async def listed(engine: AsyncEngine, community_id: int = EVERYWHERE) -> set[int]:
    """Who is listed in the rankings of a community."""
    query = select(ratings.c.user_id).where(ratings.c.scope == community_id, ratings.c.is_listed)
    async with engine.connect() as db:
        return set((await db.execute(query)).scalars())


async def names(engine: AsyncEngine) -> Sequence[str]:
    async with engine.connect() as db:
        query = select(players.c.name).where(players.c.community_id == EVERYWHERE)
        return (await db.execute(query)).scalars().all()


async def test_nobody_is_listed_unasked(choices: PreferenceStore, engine: AsyncEngine) -> None:  # noqa: ARG001
    assert (await listed(engine), await names(engine)) == (set(), [])
    assert await listed(engine, HERE.guild_id) == {ANA.user_id, BEN.user_id}


async def test_somebody_who_agrees_is_listed_with_what_they_have_played_before(
    choices: PreferenceStore, engine: AsyncEngine
) -> None:
    await choices.list_everywhere(AGREES, "Ana Global")

    assert (await listed(engine), await names(engine)) == ({ANA.user_id}, ["Ana Global"])


async def test_a_later_match_leaves_them_listed(choices: PreferenceStore, engine: AsyncEngine) -> None:
    await choices.list_everywhere(AGREES, "Ana Global")
    await Played(Store(engine))((ANA, 1), (BEN, 0), game="tuecke")

    assert await listed(engine) == {ANA.user_id}


async def test_somebody_who_agrees_again_is_listed_by_their_newest_name(
    choices: PreferenceStore, engine: AsyncEngine
) -> None:
    await choices.list_everywhere(AGREES, "Ana")
    await choices.list_everywhere(AGREES, "Anouk")

    assert await names(engine) == ["Anouk"]


async def test_somebody_who_declines_disappears_from_there_alone(choices: PreferenceStore, engine: AsyncEngine) -> None:
    await choices.list_everywhere(AGREES, "Ana")
    await choices.list_everywhere(DECLINES, "Ana")

    assert (await listed(engine), await names(engine)) == (set(), [])
    assert await listed(engine, HERE.guild_id) == {ANA.user_id, BEN.user_id}


async def test_the_choice_and_the_lists_change_together_or_not_at_all(
    choices: PreferenceStore, engine: AsyncEngine
) -> None:
    with pytest.raises(IntegrityError):
        await choices.list_everywhere(AGREES, None)  # type: ignore[arg-type]

    assert await listed(engine) == set()
    assert [choice for choice in await choices.every() if choice.kind == "person"] == []


async def test_only_a_person_can_be_listed(choices: PreferenceStore) -> None:
    with pytest.raises(ValueError, match="community"):
        await choices.list_everywhere(Preference("community", HERE.guild_id, is_everywhere=True), "Server")
