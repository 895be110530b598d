"""The tokens of panels: each player's newest click at each table."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.store.panels import PanelStore, PanelToken
from bot.store.retention import RetentionStore
from tests.bot.people import lobby

SECRET = "aW50ZXJhY3Rpb246"


@pytest.fixture
def panels(engine: AsyncEngine) -> PanelStore:
    return PanelStore(engine)


@pytest.fixture
async def panel(matches: Matches) -> PanelToken:
    """A click at a table."""
    table = await lobby(matches)
    return PanelToken(
        match_id=table.id,
        user_id=1,
        message_id=500,
        token=SECRET,
        handle="@original",
        language="en-US",
        clicked_at=1000,
    )


async def test_a_panel_is_read_back_as_it_was_written(panels: PanelStore, panel: PanelToken) -> None:
    await panels.remember(panel)

    assert await panels.fresh(0) == [panel]


async def test_nothing_that_discord_supplies_is_too_long(panels: PanelStore, panel: PanelToken) -> None:
    long = replace(panel, token="x" * 3000, handle="1" * 300, language="en-" + "x" * 100)

    await panels.remember(long)

    assert await panels.fresh(0) == [long]


async def test_a_newer_click_takes_the_place_of_the_older_one(panels: PanelStore, panel: PanelToken) -> None:
    newer = replace(panel, token="bmV3ZXI", clicked_at=1100)

    await panels.remember(panel)
    await panels.remember(newer)

    assert await panels.fresh(0) == [newer]


async def test_each_player_has_a_panel_of_their_own(panels: PanelStore, panel: PanelToken) -> None:
    other = replace(panel, user_id=2)

    await panels.remember(panel)
    await panels.remember(other)

    assert await panels.fresh(0) == [panel, other]


async def test_a_panel_is_forgotten_alone(panels: PanelStore, panel: PanelToken) -> None:
    other = replace(panel, user_id=2)
    await panels.remember(panel)
    await panels.remember(other)

    await panels.forget(panel.match_id, panel.user_id)

    assert await panels.fresh(0) == [other]


async def test_old_panels_are_dropped_for_good(panels: PanelStore, panel: PanelToken) -> None:
    young = replace(panel, user_id=2, clicked_at=1001)
    await panels.remember(panel)
    await panels.remember(young)

    assert await panels.fresh(1001) == [young]
    assert await panels.fresh(0) == [young]


async def test_tokens_that_discord_no_longer_honours_leave_the_disk(panels: PanelStore, panel: PanelToken) -> None:
    young = replace(panel, user_id=2, clicked_at=1001)
    await panels.remember(panel)
    await panels.remember(young)

    await panels.drop(before=1001)

    assert await panels.fresh(0) == [young]


def test_a_token_is_not_shown(panel: PanelToken) -> None:
    assert SECRET not in repr(panel)


async def test_a_panel_of_a_match_that_has_been_deleted_is_not_kept(
    engine: AsyncEngine, panels: PanelStore, panel: PanelToken
) -> None:
    assert await panels.remember(panel)
    await RetentionStore(engine).delete_matches([panel.match_id])

    assert not await panels.remember(panel)
    assert await panels.fresh(0) == []
