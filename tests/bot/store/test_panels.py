"""The tokens of panels: each player's newest click at each table."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.panels import PanelStore, PanelToken
from bot.store.retention import RetentionStore
from bot.store.store import Store
from tests.bot.people import ANA, draft

CLICK = PanelToken(1, 1, message_id=500, token="aW50ZXJh", handle="@original", language="en-US", clicked_at=1000)


def test_a_token_is_not_shown() -> None:
    assert CLICK.token not in repr(CLICK)


async def test_the_newest_click_of_each_player_is_kept_however_long_its_texts_are(
    engine: AsyncEngine, store: Store
) -> None:
    await store.open(draft(ANA))
    panels, other = PanelStore(engine), replace(CLICK, user_id=2, clicked_at=1001)
    newer = replace(CLICK, token="x" * 3000, handle="1" * 300, language="en-" + "x" * 100)
    for one in (CLICK, other, newer):
        assert await panels.remember(one)
    assert set(await panels.fresh(0)) == {newer, other}

    assert await panels.fresh(1001) == [other]
    assert await panels.fresh(0) == [other]
    await panels.forget(CLICK.match_id, 2)
    assert await panels.fresh(0) == []


async def test_a_panel_of_a_match_that_has_been_deleted_is_not_kept(engine: AsyncEngine, store: Store) -> None:
    await store.open(draft(ANA))
    await RetentionStore(engine).delete_matches([CLICK.match_id])

    assert not await PanelStore(engine).remember(CLICK)
    assert await PanelStore(engine).fresh(0) == []
