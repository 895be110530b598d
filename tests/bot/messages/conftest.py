"""Fixtures for tests of messages: a player with a panel."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.messages.painter import Painter
from bot.messages.panels import Panels
from bot.store.panels import PanelStore
from localcord import Localcord
from tests.bot.answering import Answering
from tests.bot.hands import Hand, Pages, nobody_asks
from tests.bot.people import BEN, lobby
from tests.clock import Clock


@pytest.fixture
async def hand(local: Localcord, client: Answering, matches: Matches, engine: AsyncEngine) -> Hand:
    painter, store, clock = Painter(0), PanelStore(engine), Clock()

    async def start_anew() -> Panels:
        panels = Panels(
            client,
            matches=matches,
            store=store,
            painter=painter,
            renderer=client.renderer,
            preferences=client.preferences,
            pages=Pages(),
            still_sees=nobody_asks,
            clock=clock,
        )
        matches.on_change.append(panels.paint)
        return panels

    table = await lobby(matches, BEN)
    return Hand(await start_anew(), painter, matches, store, table.id, client, local.person("Ben"), clock, start_anew)
