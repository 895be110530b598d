"""The tokens of panels: each player's newest click at each table."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.panels import PanelStore, PanelToken
from bot.store.retention import RetentionStore
from bot.store.store import Store
from tests.bot.people import ANA, draft

SECRET = "aW50ZXJhY3Rpb246"


@pytest.fixture
def panels(engine: AsyncEngine) -> PanelStore:
    return PanelStore(engine)


@pytest.fixture
async def panel(store: Store) -> PanelToken:
    """A click at a table."""
    table = await store.open(draft(ANA))
    return PanelToken(table.id, 1, message_id=500, token=SECRET, handle="@original", language="en-US", clicked_at=1000)


async def test_a_newer_click_takes_the_place_of_the_older_one_however_long_its_texts_are(
    panels: PanelStore, panel: PanelToken
) -> None:
    newer = replace(panel, token="x" * 3000, handle="1" * 300, language="en-" + "x" * 100, clicked_at=1100)

    await panels.remember(panel)
    await panels.remember(newer)

    assert await panels.fresh(0) == [newer]


async def test_each_players_panel_is_kept_and_forgotten_alone(panels: PanelStore, panel: PanelToken) -> None:
    other = replace(panel, user_id=2)
    await panels.remember(panel)
    await panels.remember(other)
    assert await panels.fresh(0) == [panel, other]

    await panels.forget(panel.match_id, panel.user_id)

    assert await panels.fresh(0) == [other]


async def test_tokens_that_discord_no_longer_honours_leave_the_disk(panels: PanelStore, panel: PanelToken) -> None:
    young, youngest = replace(panel, user_id=2, clicked_at=1001), replace(panel, user_id=3, clicked_at=1002)
    for one in (panel, young, youngest):
        await panels.remember(one)

    assert await panels.fresh(1001) == [young, youngest]
    await panels.drop(before=1002)
    assert await panels.fresh(0) == [youngest]


def test_a_token_is_not_shown() -> None:
    assert SECRET not in repr(PanelToken(1, 1, 500, SECRET, "@original", "en-US", 1000))


async def test_a_panel_of_a_match_that_has_been_deleted_is_not_kept(
    engine: AsyncEngine, panels: PanelStore, panel: PanelToken
) -> None:
    assert await panels.remember(panel)
    await RetentionStore(engine).delete_matches([panel.match_id])

    assert not await panels.remember(panel)
    assert await panels.fresh(0) == []
