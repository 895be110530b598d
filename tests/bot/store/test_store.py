"""What was written is read back as it was, in one transaction each."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.standings import Result
from bot.store import Store, Taken
from bot.store.schema import moves
from bot.table import Person, Place, Robot, Sitter, Table
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, HERE, STEADY

BID, DOUBT = Move(Seat(0), "bid 2x3"), Move(Seat(1), "lift")
WON = Result(user_id=ANA.user_id, community_id=10, game="bluff", field="people", won=True, points=1)


async def opened(store: Store, *sitting: Sitter, place: Place = HERE, now: int = 100) -> Table:
    return await store.open(
        game="bluff",
        rules_version=1,
        options={"reroll": True},
        capacity=4,
        place=place,
        host=ANA,
        sitting=sitting or (ANA,),
        now=now,
    )


async def test_a_table_is_read_back_as_it_was_written(store: Store) -> None:
    table = await opened(store, ANA, STEADY, Robot("random"))

    assert await store.table(table.id) == table


async def test_an_unknown_number_is_no_table(store: Store) -> None:
    assert await store.table(1) is None


async def test_who_sits_where_replaces_who_sat_there(store: Store) -> None:
    table = await opened(store, ANA, STEADY)

    await store.seat(table.id, (STEADY, BEN), host_id=BEN.user_id, now=200)

    changed = replace(table, sitters=(STEADY, BEN), host_id=BEN.user_id, changed_at=200)
    assert await store.table(table.id) == changed


async def test_a_person_goes_by_his_newest_name(store: Store) -> None:
    table = await opened(store, ANA)

    await opened(store, Person(ANA.user_id, "Ana Lucía"))
    await store.seat(table.id, (Person(ANA.user_id, "Anouk"),), host_id=ANA.user_id, now=200)

    renamed = await store.table(table.id)
    assert renamed is not None
    assert renamed.people == (Person(ANA.user_id, "Anouk"),)


async def test_a_log_is_read_back_in_order(store: Store) -> None:
    table = await opened(store)

    await store.append(table, 0, [BID], [])
    await store.append(table, 1, [DOUBT, BID], [])

    assert await store.log(table.id) == [BID, DOUBT, BID]


async def test_a_move_brings_the_table_up_to_date(store: Store) -> None:
    table = await opened(store)
    playing = replace(table, phase="playing", capacity=2, changed_at=300)

    await store.append(playing, 0, [BID], [])

    assert await store.table(table.id) == playing


async def test_a_number_is_written_once(store: Store) -> None:
    table = await opened(store)
    await store.append(table, 0, [BID, DOUBT], [])

    with pytest.raises(Taken):
        await store.append(replace(table, phase="over"), 1, [BID], [WON])

    assert await store.log(table.id) == [BID, DOUBT]
    assert await store.table(table.id) == table


async def test_the_end_and_its_results_are_written_together_or_not_at_all(store: Store, engine: AsyncEngine) -> None:
    table = await opened(store)
    of_nobody = replace(WON, user_id=404)

    with pytest.raises(IntegrityError):
        await store.append(replace(table, phase="over"), 0, [BID], [WON, of_nobody])

    async with engine.connect() as db:
        assert (await db.execute(select(func.count()).select_from(moves))).scalar_one() == 0
    assert await store.table(table.id) == table


async def test_a_closed_table_is_not_open(store: Store) -> None:
    table = await opened(store)
    other = await opened(store)

    await store.close(table.id, "cancelled", now=200)

    assert await store.open_tables_of(ANA.user_id) == [other]
    assert await store.open_tables_in(HERE.channel_id) == [other]


async def test_open_tables_are_those_of_one_channel(store: Store) -> None:
    table = await opened(store)
    await opened(store, place=Place(10, 21))

    assert await store.open_tables_in(HERE.channel_id) == [table]


async def test_open_tables_are_those_of_one_person_oldest_first(store: Store) -> None:
    tables = [await opened(store) for _ in range(3)]
    for table in (tables[2], tables[0]):
        await store.seat(table.id, (ANA, BEN), host_id=ANA.user_id, now=100)

    assert [table.id for table in await store.open_tables_of(BEN.user_id)] == [tables[0].id, tables[2].id]


async def test_a_restart_draws_the_open_tables_and_those_just_closed(store: Store) -> None:
    waiting = await opened(store, now=100)
    long_closed = await opened(store)
    just_closed = await opened(store)
    await store.close(long_closed.id, "lapsed", now=199)
    await store.close(just_closed.id, "lapsed", now=200)

    assert [table.id for table in await store.tables_to_draw(200)] == [waiting.id, just_closed.id]


async def test_lobbies_are_found_by_their_last_change(store: Store) -> None:
    old = await opened(store, now=100)
    await opened(store, now=200)
    begun = await opened(store, now=100)
    await store.append(replace(begun, phase="playing"), 0, [BID], [])

    assert await store.lobbies_unchanged_since(200) == [old.id]


async def test_a_number_never_names_another_table(store: Store, engine: AsyncEngine) -> None:
    table = await opened(store)
    async with engine.begin() as db:
        await db.exec_driver_sql("DELETE FROM sitters")
        await db.exec_driver_sql("DELETE FROM matches")

    assert (await opened(store)).id > table.id


async def test_where_the_message_stands_is_kept(store: Store) -> None:
    table = await opened(store)

    await store.place_board(table.id, 2**63 - 1)

    assert await store.table(table.id) == replace(table, board_id=2**63 - 1)
