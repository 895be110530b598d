"""Tables and moves are read back as they were written, each write in one transaction."""

from collections.abc import Sized
from dataclasses import replace
from typing import cast

import pytest
from sqlalchemy import event, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.matches.intents import Matches
from bot.store.schema import matches as matches_
from bot.store.schema import moves, players, sitters
from bot.store.store import Store
from bot.tables.match_result import MatchResult
from bot.tables.table import Person, Place, Robot, Sitter, Table
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, HERE, STEADY, draft
from tests.bot.results import Played, ending

BID, DOUBT = Move(Seat(0), "bid 2x3"), Move(Seat(1), "lift")


def won_by_ana(match_id: int, *others: Person) -> MatchResult:
    """The end of a match that counts for these others too."""
    points = ((ANA, 1), *((person, 0) for person in others))
    return ending(match_id, *points, community_id=HERE.community_id, game="bluff", field="people", at=100)


async def opened(store: Store, *sitting: Sitter, place: Place = HERE, now: int = 100) -> Table:
    return await store.open(draft(*(sitting or (ANA,)), place=place, changed_at=now))


async def lesson(store: Store, person: Person, at: int) -> Table:
    return await store.open(draft(person, STEADY, is_lesson=True, changed_at=at, phase="playing"))


def changed(table: Table, **changes: object) -> Table:
    """The next version of a table."""
    return replace(table, version=table.version + 1, **changes)  # type: ignore[arg-type]


async def test_a_table_is_read_back_as_it_was_written_however_long_its_texts_are(store: Store, played: Played) -> None:
    long = Person(1, "x" * 1000, "y" * 1000)
    table = await store.open(draft(long, STEADY, Robot("random", "Iris"), locale="z" * 100))
    await store.place_board(table.id, 2**63 - 1, 2**62)

    stored = await store.table(table.id)
    assert stored == replace(table, board_id=2**63 - 1, old_board_id=2**62)
    assert stored.sitters[0] == long
    assert await store.table(await played((long, 1), field="computer") + 1) is None


async def test_stored_sitters_replace_those_before_them(store: Store) -> None:
    table = await opened(store, ANA, STEADY)

    later = changed(table, sitters=(STEADY, BEN), host_id=BEN.user_id, changed_at=200)
    await store.seat(later)

    assert await store.table(table.id) == later


async def test_a_person_keeps_the_name_that_they_joined_with_and_is_not_named_anew(
    store: Store, engine: AsyncEngine
) -> None:
    table = await opened(store, ANA)
    await opened(store, Person(ANA.user_id, "Anouk"))
    assert await store.table(table.id) == table

    await store.seat(changed(table, sitters=(ANA, BEN)))

    async with engine.connect() as db:
        names = set((await db.execute(select(players.c.name))).scalars())
    assert names == {"Anouk", BEN.name}


async def test_moves_are_stored_once_in_order_and_bring_the_table_up_to_date(store: Store) -> None:
    playing = changed(await opened(store), phase="playing", capacity=2, changed_at=300)

    await store.append(playing, 0, [], None)  # a match begins without one if its game leaves nothing to chance
    assert await store.table(playing.id) == playing
    await store.append(changed(playing), 0, [BID], None)
    later = changed(changed(playing))
    await store.append(later, 1, [DOUBT, BID], None)
    assert await store.log(playing.id) == [BID, DOUBT, BID]

    with pytest.raises(IntegrityError):
        await store.append(changed(later), 2, [BID], None)  # a number is written once
    assert await store.table(playing.id) == later


async def test_a_writer_that_has_not_seen_the_last_change_changes_nothing(store: Store) -> None:
    table = await opened(store)
    later = changed(table, phase="playing")
    await store.append(later, 0, [BID, DOUBT], None)

    for stale in (
        store.append(changed(table, phase="over"), 2, [BID], won_by_ana(table.id)),
        store.seat(changed(table, sitters=(ANA, BEN))),
        store.close(changed(table, phase="cancelled")),
    ):
        with pytest.raises(VersionConflict):
            await stale

    assert await store.log(table.id) == [BID, DOUBT]
    assert await store.table(table.id) == later


async def test_the_end_and_its_results_are_written_together_or_not_at_all(store: Store, engine: AsyncEngine) -> None:
    table = await opened(store)
    twice = won_by_ana(table.id, ANA)

    with pytest.raises(IntegrityError):
        await store.append(changed(table, phase="over"), 0, [BID], twice)

    async with engine.connect() as db:
        assert (await db.execute(select(func.count()).select_from(moves))).scalar_one() == 0
    assert await store.table(table.id) == table


async def test_open_tables_are_those_of_a_person_or_a_channel_oldest_first(store: Store) -> None:
    first, second, closed = [await opened(store) for _ in range(3)]
    elsewhere = await opened(store, BEN, place=Place(10, 21))
    second, first = [changed(table, sitters=(ANA, BEN)) for table in (second, first)]
    for table in (second, first):
        await store.seat(table)
    await store.close(changed(closed, phase="cancelled"))

    assert await store.open_tables_of(BEN.user_id) == [first, second, elsewhere]
    assert await store.open_tables_in(HERE.channel_id) == [first, second]


async def test_many_tables_are_read_in_two_queries_of_few_parameters(store: Store, engine: AsyncEngine) -> None:
    table = await opened(store, ANA, BEN)
    async with engine.begin() as db:
        row = (await db.execute(select(matches_))).one()
        seats = (await db.execute(select(sitters))).all()
        ids = range(table.id + 1, table.id + 500)
        await db.execute(insert(matches_), [{**row._mapping, "id": number} for number in ids])
        await db.execute(insert(sitters), [{**seat._mapping, "match_id": number} for number in ids for seat in seats])
    parameters: list[int] = []

    def count(*query: object) -> None:
        if "SELECT" in str(query[2]):
            parameters.append(len(cast("Sized", query[3])))

    event.listen(engine.sync_engine, "before_cursor_execute", count)
    found = await store.tables_to_draw(table.place.guild_id)

    assert len(found) == 500
    assert all(one.sitters == table.sitters for one in found)
    assert len(parameters) == 2
    assert max(parameters) < 20


async def test_lessons_end_by_age_and_nothing_else_does(store: Store) -> None:
    old, young = await lesson(store, ANA, 100), await lesson(store, BEN, 200)
    table = await opened(store, now=100)

    assert await store.end_lessons(before=200) == 1

    assert await store.lesson_of(ANA.user_id, old.game) is None
    assert await store.lesson_of(BEN.user_id, young.game) == young
    assert await store.table(table.id) == table
    with pytest.raises(VersionConflict):
        await store.append(changed(old), 0, [BID], None)  # by a process that still has it in memory


async def test_tables_are_found_by_their_last_change(store: Store, matches: Matches) -> None:
    old = await opened(store, now=100)
    new = await opened(store, now=200)
    begun = await opened(store, now=100)
    await store.append(changed(begun, phase="playing"), 0, [BID], None)

    assert await store.unchanged_since(200, "lobby", matches.service_clock) == [old.id]
    assert await store.unchanged_since(200, "playing", matches.service_clock) == [begun.id]
    assert await store.changed_since(200) == [new.id]
    assert set(await store.changed_since(100)) == {old.id, new.id, begun.id}


async def test_a_number_never_names_another_table(store: Store, engine: AsyncEngine) -> None:
    assert await store.latest_id() == 0
    table = await opened(store)
    assert await store.latest_id() == table.id
    async with engine.begin() as db:
        await db.exec_driver_sql("DELETE FROM sitters")
        await db.exec_driver_sql("DELETE FROM matches")

    assert (await opened(store)).id > table.id


async def test_an_interaction_opens_one_table(store: Store, engine: AsyncEngine) -> None:
    asked = draft(ANA, opened_by=77)
    table = await store.open(asked)

    with pytest.raises(VersionConflict):
        await Store(engine).open(asked)

    assert await store.open_tables_of(ANA.user_id) == [table]
