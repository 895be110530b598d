"""A handler that never ends."""

import asyncio
from typing import Any

import pytest

from bot.interactions import interactions
from bot.store import RatingChanges, Store
from localcord import Person
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, said
from tests.time_limits import TimeLimits


async def test_a_move_whose_handler_hangs_counts_once_and_the_table_goes_on(
    table: Table, asked: Person, proof: Proof, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    limits, is_stored = TimeLimits(), asyncio.Event()

    append = Store.append

    async def hangs(store: Store, *arguments: Any, **named: Any) -> RatingChanges:  # noqa: ANN401 - as `append`
        monkeypatch.setattr(Store, "append", append)
        await append(store, *arguments, **named)
        is_stored.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(interactions, "handler_timeout", limits.handler_timeout)
    monkeypatch.setattr(Store, "append", hangs)
    move, panel = table.moves(asked)[0], table.panel(asked)
    assert panel is not None
    clicking = asyncio.create_task(asked.click(panel, move))
    await is_stored.wait()
    limits.end()

    assert "very busy" in said(await clicking)
    assert "its handler hung" in caplog.text
    assert "service.py" in caplog.text
    assert "has moved on" in await table.forge(asked, move)
    await proof.finish(table)
