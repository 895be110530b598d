"""After a bug, the player gets one honest sentence with a reference that is also in the log. Neither has a secret."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import interactions
from bot.interactions.client import Finte
from bot.pages.page import Page
from bot.store.results import RatingChanges
from bot.store.store import Store
from localcord import Localcord, Person
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.ledger import stored
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, said, text_of, told
from tests.time_limits import TimeLimits

SECRET = "roll 1 2 3 4 5 / 1 1 1 1 1"
APOLOGY = re.compile(
    r"Something went wrong \(reference ([0-9a-f]{6})\)\. Check the table to see if your move counted, then try again\."
)


def reference_in(sentence: str) -> str:
    found = APOLOGY.fullmatch(sentence)
    assert found, sentence
    return found[1]


async def test_a_move_that_could_not_be_stored_is_answered_with_a_reference_and_can_be_made_again(
    table: Table, asked: Person, bot: Finte, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError(SECRET)

    before = await bot.store.log(int(table.match_id))
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", fail)
        sentence = said(await table.move(asked))
    assert f"reference {reference_in(sentence)}: RuntimeError at " in caplog.text
    assert SECRET not in caplog.text
    assert await bot.store.log(int(table.match_id)) == before
    await table.move(asked)
    assert len(await bot.store.log(int(table.match_id))) == len(before) + 1


async def test_a_page_that_cannot_be_drawn_leaves_the_move_where_it_is(
    table: Table, asked: Person, bot: Finte, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> Page:
        raise RuntimeError(SECRET)

    before = await bot.store.log(int(table.match_id))
    monkeypatch.setattr(bot.pages, "panel", fail)
    reference_in(said(await table.move(asked)))
    assert len(await bot.store.log(int(table.match_id))) == len(before) + 1
    assert SECRET not in caplog.text


async def test_a_move_whose_handler_hangs_counts_once_and_is_shown_within_a_minute(
    table: Table, asked: Person, bot: Finte, proof: Proof, *, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    limits, append, before = TimeLimits(), Store.append, text_of(table.board)

    async def hangs(store: Store, *arguments: Any, **named: Any) -> RatingChanges:  # noqa: ANN401 - as `append`
        monkeypatch.setattr(Store, "append", append)
        await append(store, *arguments, **named)
        limits.end()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(interactions, "handler_timeout", limits.handler_timeout)
    monkeypatch.setattr(Store, "append", hangs)
    move = table.moves(asked)[0]

    assert "very busy" in said(await table.move(asked))
    assert re.search("its handler hung.*service.py", caplog.text, re.DOTALL)
    assert text_of(table.board) == before
    await bot.jobs.every_minute()
    await table.until(lambda: table.asked not in (None, asked))
    assert "has moved on" in await table.forge(asked, move) or "already moved" in await table.forge(asked, move)
    await proof.finish(table)


@pytest.fixture
async def discord_now() -> AsyncIterator[Localcord]:
    """A stand-in on real time, for a bot in another process."""
    async with discord_for_children() as server:
        yield server


@pytest.mark.kills
async def test_a_database_that_fails_puts_nothing_into_the_log_but_the_kind_of_fault(
    discord_now: Localcord, tmp_path: Path
) -> None:
    child = Child(discord_now, tmp_path)
    await child.start()
    table = await Table.started(discord_now, (discord_now.person("Ana"), discord_now.person("Ben")))
    await table.until(lambda: table.asked)
    player = table.asked
    assert player
    (before,) = stored(child.database)
    rename(child.database, "moves", "gone")
    sentence = await told(player, await table.move(player))
    rename(child.database, "gone", "moves")
    await table.move(player)
    await child.stop()
    (after,) = stored(child.database)
    (line,) = [line for line in child.log.splitlines() if f"reference {reference_in(sentence)}" in line]
    assert "OperationalError (no such table: moves) at " in line
    assert not any(secret in child.log for secret in ("roll ", "bid ", "INSERT", "parameters"))
    assert len(after.log) == len(before.log) + 1


def rename(database: Path, old: str, new: str) -> None:
    """Renames a table of the database while the bot runs, to break it or to mend it."""
    with closing(sqlite3.connect(database)) as db:
        db.execute(f"ALTER TABLE {old} RENAME TO {new}")
