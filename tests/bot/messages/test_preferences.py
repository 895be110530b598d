"""The choices of servers and people take effect, and survive a restart."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.messages.preferences import DEFAULT_LANGUAGE, Preferences
from bot.store.preferences import PreferenceStore
from bot.tables.table import Place, Table
from tests.cogs.tables import ANA, BEN, seated

HERE, THERE = Place(1, 10), Place(2, 20)
CHAT = Place(0, 10)


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


async def test_statistics_are_open_until_somebody_hides_theirs(preferences: Preferences, engine: AsyncEngine) -> None:
    assert not preferences.hides_stats(ANA.user_id)

    await preferences.hide_stats(ANA.user_id, hides=True)

    assert (await restarted(engine)).hides_stats(ANA.user_id)
    assert not preferences.hides_stats(BEN.user_id)


async def test_only_a_name_that_has_changed_is_stored(preferences: Preferences, engine: AsyncEngine) -> None:
    await preferences.list_everywhere(ANA, listed=True)
    anabel = replace(ANA, name="Anabel")

    assert not await preferences.note_name(BEN)  # who isn't listed
    assert not await preferences.note_name(ANA)
    assert await preferences.note_name(anabel)
    assert not await preferences.note_name(anabel)

    again = await restarted(engine)
    assert not await again.note_name(anabel)
    again.forget(ANA.user_id)
    assert not await again.note_name(ANA)
    assert await PreferenceStore(engine).names_everywhere() == {ANA.user_id: "Anabel"}


async def test_where_nothing_is_known_public_messages_are_english(preferences: Preferences) -> None:
    assert preferences.language(table()) == DEFAULT_LANGUAGE


async def test_each_table_has_its_own_language_until_one_is_chosen_for_all(preferences: Preferences) -> None:
    assert preferences.language(table(locale="fr")) == "fr"
    await preferences.choose_language(HERE, "de")
    assert preferences.language(table(locale="fr")) == "de"
    await preferences.choose_language(HERE, None)
    assert preferences.language(table(locale="fr")) == "fr"


async def test_a_choice_is_of_its_server_alone(preferences: Preferences) -> None:
    await preferences.choose_language(HERE, "de")
    await preferences.choose_pictures(HERE, pictures=False)

    assert (preferences.language(table(THERE)), preferences.shows_pictures(THERE)) == (DEFAULT_LANGUAGE, True)
    assert preferences.language(table(Place(1, 99))) == "de"


async def test_a_direct_message_is_a_community_of_its_own(preferences: Preferences) -> None:
    await preferences.choose_language(CHAT, "de")

    assert (preferences.language(table(CHAT)), preferences.language(table())) == ("de", DEFAULT_LANGUAGE)


async def test_pictures_can_be_turned_off_and_on_again(preferences: Preferences) -> None:
    shown = []
    for pictures in (False, True):
        await preferences.choose_pictures(HERE, pictures=pictures)
        await preferences.like_pictures(7, pictures=pictures)
        shown.append((preferences.shows_pictures(HERE), preferences.likes_pictures(7), preferences.likes_pictures(8)))

    assert shown == [(False, False, True), (True, True, True)]


async def test_choices_outlive_a_restart(preferences: Preferences, engine: AsyncEngine) -> None:
    await preferences.choose_language(HERE, "fr")
    await preferences.choose_pictures(HERE, pictures=False)
    await preferences.like_pictures(1, pictures=False)
    after = await restarted(engine)

    assert (after.language(table()), after.shows_pictures(HERE), after.likes_pictures(1)) == ("fr", False, False)


async def test_nobody_is_everywhere_unless_they_choose_it(preferences: Preferences, engine: AsyncEngine) -> None:
    chosen = [(preferences.counts_everywhere(HERE), preferences.is_listed_everywhere(ANA.user_id))]
    await preferences.like_pictures(ANA.user_id, pictures=False)
    await preferences.choose_language(HERE, "de")
    await preferences.choose_everywhere(HERE, counts=True)
    await preferences.list_everywhere(ANA, listed=True)
    after = await restarted(engine)
    chosen.append((after.counts_everywhere(HERE), after.is_listed_everywhere(ANA.user_id)))

    assert chosen == [(False, False), (True, True)]
    assert (after.counts_everywhere(THERE), after.is_listed_everywhere(BEN.user_id)) == (False, False)
    assert (after.likes_pictures(ANA.user_id), after.language(table())) == (False, "de")
