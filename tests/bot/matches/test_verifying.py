"""Checks of closed matches: what they say, and which matches keep their key to themselves."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed
from bot.matches.history import Verified, verified
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.store.schema import deals
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from bot.tables.table import Person, Table
from docs.verify import check
from games.core import CHANCE, Move
from games.sealed import Seal
from tests.bot.people import ANA, BEN, CLEO, begun, lobby, play, play_out
from tests.verification import any_match


async def verify(matches: Matches, match_id: int) -> Verified:
    return await matches.verifying.check(await matches.verifying.table(match_id))


async def with_words(matches: Matches) -> Table:
    """A match that is over, with words of Ben's."""
    table = await lobby(matches, BEN, CLEO)
    await matches.lobby.add_words(table.id, BEN.user_id, "Ben's luck")
    return (await play_out(matches, await matches.lobby.start(table.id, ANA.user_id))).table


async def test_a_match_played_to_its_end_gives_its_key_away(matches: Matches, store: Store) -> None:
    table = await with_words(matches)
    found, seal = await verify(matches, table.id), await store.seal(table.id)

    assert found.is_right
    assert not found.lacks_words
    assert seal is not None
    assert found.file is not None
    file = json.loads(found.file)
    assert file["key"] == seal.key.hex()
    assert [words["words"] for words in file["words"]] == ["", "Ben's luck", ""]
    assert "Ana" not in found.file.decode()
    assert check(file)


async def test_a_match_under_way_gives_nothing_away(matches: Matches) -> None:
    match = await begun(matches, BEN)
    with pytest.raises(NotAllowed, match="isn't over yet"):
        await verify(matches, match.table.id)


async def test_a_match_that_is_broken_off_keeps_its_key(matches: Matches, store: Store) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 2x3")
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False)
    found, seal = await verify(matches, match.table.id), await store.seal(match.table.id)

    assert found.is_right
    assert found.file is None
    assert seal is not None
    assert seal.key.hex() not in repr(found)


async def test_a_match_that_the_others_have_left_keeps_its_key(matches: Matches) -> None:
    match = await begun(matches, BEN)
    await matches.seats.quit(match.table.id, BEN.user_id)
    settled = await matches.seats.settle(match.table.id, ANA.user_id)

    assert settled.table.phase == "settled"
    assert (await verify(matches, match.table.id)).file is None


async def test_a_table_at_which_nobody_has_played_has_nothing_to_check(matches: Matches) -> None:
    table = await lobby(matches)
    await matches.lobby.leave(table.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="Nothing was rolled or dealt"):
        await verify(matches, table.id)


async def test_a_match_that_is_older_than_keys_says_so(matches: Matches, engine: AsyncEngine) -> None:
    table = (await play_out(matches, await begun(matches, BEN))).table
    async with engine.begin() as db:
        await db.execute(delete(deals))
    found = await verify(matches, table.id)

    assert (found.is_sealed, found.file, found.is_right) == (False, None, False)
    assert found.draws > 0


async def test_a_match_by_older_rules_cannot_be_checked(matches: Matches, engine: AsyncEngine) -> None:
    table = (await play_out(matches, await begun(matches, BEN))).table
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(rules_version=0))
    with pytest.raises(NotAllowed, match="older rules"):
        await verify(matches, table.id)


async def test_there_is_no_match_with_another_number(matches: Matches) -> None:
    with pytest.raises(MatchOver):
        await matches.verifying.table(99)


async def test_deleted_words_leave_a_match_that_can_be_checked(matches: Matches, forgetting: Forgetting) -> None:
    table = await with_words(matches)
    await forgetting.forget(BEN.user_id)
    found = await verify(matches, table.id)

    assert found.is_right
    assert found.lacks_words
    assert found.file is not None
    assert "Ben" not in found.file.decode()
    assert check(json.loads(found.file))


def test_a_roll_that_does_not_follow_from_the_key_is_noticed() -> None:
    table, _, seal = any_match(8, "bluff")
    other = "opening 1 1 1 1 1 / 1 1 1 1 2" + " / 1 1 1 1 1" * (table.capacity - 2)
    found = verified(table, [Move(CHANCE, other)], seal)

    assert (found.draws, found.fitting, found.is_right, found.file) == (1, 0, False, None)


Changed = tuple[Table, Sequence[Move], Seal]


def another_key(table: Table, log: Sequence[Move], seal: Seal) -> Changed:
    return table, log, replace(seal, key=bytes(32))


def another_fingerprint(table: Table, log: Sequence[Move], seal: Seal) -> Changed:
    return replace(table, fingerprint="0" * 64), log, seal


def other_options(table: Table, log: Sequence[Move], seal: Seal) -> Changed:
    return replace(table, options=dict(table.options) | {"reroll": not table.options["reroll"]}), log[:1], seal


def other_words(table: Table, log: Sequence[Move], seal: Seal) -> Changed:
    return replace(table, sitters=(Person(1, "Ana", "other words"), *table.sitters[1:])), log, seal


@pytest.mark.parametrize("change", [another_key, another_fingerprint, other_options, other_words])
def test_a_promise_that_was_not_kept_is_noticed(change: object) -> None:
    assert callable(change)
    table, log, seal = any_match(8, "bluff")
    assert verified(table, log, seal).is_right

    assert not verified(*change(table, log, seal)).has_kept_promise


def test_counts_are_those_of_the_log() -> None:
    table, log, seal = any_match(4)
    found = verified(table, log, seal)

    assert found.moves == len(log)
    assert found.draws == found.fitting == sum(move.seat == CHANCE for move in log)
