"""The choices of servers and people take effect, and survive a restart."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.messages.preferences import DEFAULT_LANGUAGE, Preferences
from bot.store.preferences import PreferenceStore
from bot.tables.table import Place, Table
from tests.cogs.tables import ANA, BEN, seated

HERE, THERE, CHAT = Place(1, 10), Place(2, 20), Place(0, 10)


@pytest.fixture
def preferences(engine: AsyncEngine) -> Preferences:
    return Preferences(PreferenceStore(engine))


async def restarted(engine: AsyncEngine) -> Preferences:
    """The preferences after a restart."""
    preferences = Preferences(PreferenceStore(engine))
    await preferences.load()
    return preferences


def table(place: Place = HERE, locale: str | None = None) -> Table:
    """A table opened in this place by somebody with this language."""
    return replace(seated(ANA, BEN), place=place, locale=locale)


async def test_only_a_name_that_has_changed_is_stored(preferences: Preferences, engine: AsyncEngine) -> None:
    await preferences.list_everywhere(ANA, listed=True)
    anabel = replace(ANA, name="Anabel")

    assert not await preferences.note_name(BEN)  # who isn't listed
    assert not await preferences.note_name(ANA)
    assert await preferences.note_name(anabel)
    again = await restarted(engine)
    assert not await again.note_name(anabel)
    again.forget(ANA.user_id)
    assert not await again.note_name(ANA)
    assert await PreferenceStore(engine).names_everywhere() == {ANA.user_id: "Anabel"}


async def test_each_table_has_its_own_language_until_its_server_or_chat_chooses_one(preferences: Preferences) -> None:
    found = []
    for choice in ("de", None):
        await preferences.choose("community", HERE.community_id, language=choice)
        tables = (table(locale="fr"), table(Place(1, 99)), table(THERE), table(CHAT))
        found.append([preferences.language(one) for one in tables])
    await preferences.choose("community", CHAT.community_id, language="de")

    assert found == [
        ["de", "de", DEFAULT_LANGUAGE, DEFAULT_LANGUAGE],
        ["fr", DEFAULT_LANGUAGE, DEFAULT_LANGUAGE, DEFAULT_LANGUAGE],
    ]
    assert (preferences.language(table(CHAT)), preferences.language(table())) == ("de", DEFAULT_LANGUAGE)


async def test_nothing_is_hidden_or_everywhere_unless_somebody_chooses_it_for_themselves(
    preferences: Preferences, engine: AsyncEngine
) -> None:
    def of(shown: Preferences, place: Place, user_id: int) -> tuple[bool, ...]:
        of_place = shown.shows_pictures(place), shown.counts_everywhere(place)
        return *of_place, shown.likes_pictures(user_id), shown.is_listed_everywhere(user_id), shown.hides_stats(user_id)

    nothing_chosen = (True, False, True, False, False)
    before = of(preferences, HERE, ANA.user_id)
    await preferences.choose("community", HERE.community_id, pictures=False)
    await preferences.choose("community", HERE.community_id, is_everywhere=True)
    await preferences.choose("person", ANA.user_id, pictures=False)
    await preferences.list_everywhere(ANA, listed=True)
    await preferences.choose("person", ANA.user_id, hides_stats=True)
    for later in (preferences, await restarted(engine)):
        assert of(later, HERE, ANA.user_id) == (False, True, False, True, True)
        assert of(later, THERE, BEN.user_id) == before == nothing_chosen
    await preferences.choose("community", HERE.community_id, pictures=True)
    await preferences.choose("person", ANA.user_id, pictures=True)

    assert of(await restarted(engine), HERE, ANA.user_id) == (True, True, True, True, True)
