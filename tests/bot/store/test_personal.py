"""Walks the schema: whatever can hold a person's id or name is in their export, and gone once they are forgotten."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Literal

import pytest
from sqlalchemy import JSON, Boolean, Column, Float, String, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.privacy import Exports, Forgetting
from bot.store.privacy import ExportStore, PrivacyStore, rows_of_community, rows_of_person
from bot.store.schema import metadata, opening_balances, results, sitters

ZOE, NAME = 77_000_001, "Zoë Quux"
BEN = 88_000_002

Kind = Literal["person", "name", "neither"]

COLUMNS: Mapping[str, Mapping[Kind, str]] = {
    "players": {"person": "user_id", "name": "name", "neither": "community_id"},
    "matches": {
        "person": "host_id removed invited",
        "neither": "id game rules_version options fingerprint capacity plays_forced phase guild_id channel_id "
        "parent_id board_id shows_rounds old_board_id opened_by is_invite_only is_drawn rematch_of is_lesson day pace "
        "locale clocks hold pause service_offset version changed_at opened_at full_at call_id",
    },
    "sitters": {"person": "user_id", "name": "name words", "neither": "match_id seat computer"},
    "deals": {"neither": "match_id secret_key words"},  # words are digests there
    "moves": {"neither": "match_id number seat text stood_in"},
    "results": {
        "person": "user_id",
        "neither": "match_id community_id game field won points ended_at number is_everywhere is_triumph has_finished "
        "streak pace seat place weight levels rivals figures firsts rating_before rating_after rank_before rank_after "
        "is_provisional rated opponents overall_before overall_after",
    },
    "reviews": {"person": "user_id", "neither": "match_id seat asked_at is_done verdicts"},
    "dailies": {"person": "user_id", "neither": "day game match_id place points ended_at"},
    "solved_puzzles": {"person": "user_id", "neither": "day game"},
    "server_days": {"neither": "guild_id day"},
    "digests": {"neither": "guild_id channel_id minute locale day message_id is_refused"},
    "secrets": {"neither": "name value"},
    "panels": {"person": "user_id", "neither": "match_id message_id token handle language clicked_at watches"},
    "emojis": {"neither": "name emoji_id digest"},  # the names of cards and dice
    "preferences": {
        "person": "id",
        "neither": "of language pictures ping quiet_begins quiet_ends is_everywhere hides_stats invites threads calls",
    },
    "calls": {
        "person": "user_id",
        "neither": "community_id games most utc_offset begins ends called called_for",
    },
    "greetings": {"neither": "community_id"},
    "invitations": {"person": "user_id", "neither": "id invited_at"},
    "departures": {"neither": "guild_id left_at"},
    "life": {"neither": "id alive_at shard_count service_offset"},
    "leases": {"neither": "shard holder has_ended"},
    "session_starts": {"neither": "key started_at"},
    "commands": {"neither": "application_id digest"},
    "ratings": {
        "person": "user_id",
        "neither": "scope game field season mu sigma rated opponents strength matches wins points is_listed",
    },
    "opening_balances": {"person": "user_id", "neither": "community_id game balance"},
}
"""Contents of each column. A new column fails the test until somebody has decided, and looked after it."""

NOT_SHOWN = {
    "panels.token",  # a key
    "panels.handle",
    "matches.rules_version",
    "matches.fingerprint",  # belongs to the match, and only says which key it had
    "matches.service_offset",
    "matches.capacity",
    "matches.version",
    "matches.old_board_id",
    "matches.locale",
    "matches.opened_by",
}
"""Columns of rows about a person that say nothing about them."""

FIXED: Mapping[str, Any] = {
    "matches.id": 1,
    "matches.game": "bluff",
    "matches.options": {},
    "matches.phase": "cancelled",
    "matches.clocks": [],
    "matches.hold": None,
    "matches.pause": None,
    "matches.removed": [],  # empty except in lobbies: tests/bot/matches has those
    "matches.invited": [],
    "matches.rematch_of": None,
    "matches.day": None,
    "matches.pace": "live",
    "matches.capacity": 2,
    "sitters.seat": 0,
    "sitters.computer": None,
    "deals.words": ["-"],
    "moves.seat": 0,
    "reviews.seat": 0,
    "reviews.verdicts": [],
    "preferences.of": "person",
    "calls.games": ["bluff"],
    "calls.called": [600_000_005],
    "results.rivals": None,
    "results.firsts": None,
    "results.figures": {"bluffs": [600_000_001, 600_000_002]},
    "opening_balances.balance": {"counts": {"pace/live": [600_000_003, 600_000_004]}, "met": {f"{BEN}": [1, 1, 0]}},
}
"""Values that a row needs so that the bot can read it."""

KEYS = {"match_id": 1, "community_id": 10}


def kind(table: Table, column: Column[Any]) -> Kind:
    (found,) = (kind for kind, names in COLUMNS[table.name].items() if column.name in names.split())
    return found


def value(table: Table, column: Column[Any], numbers: Iterator[int]) -> Any:  # noqa: ANN401 - as many as types of columns
    name = f"{table.name}.{column.name}"
    if name in FIXED:
        return FIXED[name]
    if column.name in KEYS:
        return KEYS[column.name]
    if kind(table, column) != "neither":
        return ZOE if kind(table, column) == "person" else NAME
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, Float):
        return next(numbers) + 0.5
    if isinstance(column.type, String):
        return f"{next(numbers)}"[: column.type.length]
    assert not isinstance(column.type, JSON)
    return next(numbers)


@pytest.fixture
async def rows(engine: AsyncEngine) -> Mapping[Table, dict[str, Any]]:
    """One row about Zoë in every table, with values that are nowhere else."""
    numbers, tables = count(500_000_001), metadata.sorted_tables
    found = {table: {column.key: value(table, column, numbers) for column in table.c} for table in tables}
    async with engine.begin() as db:
        for table, row in found.items():
            await db.execute(table.delete())
            await db.execute(insert(table).values(row))
        await db.execute(insert(sitters).values(match_id=1, seat=1, user_id=BEN, name="Ben"))
        met = {"met": {f"{ZOE}": [1, 0, 1]}}
        await db.execute(insert(opening_balances).values(community_id=10, user_id=BEN, game="a", balance=met))
    return found


def is_shown(table: Table, column: Column[Any]) -> bool:
    """Whether an export must have the column's value, if rows of this table are about somebody."""
    is_known = f"{table.name}.{column.name}" in NOT_SHOWN | set(FIXED) or column.name in KEYS
    return kind(table, column) == "neither" and not is_known and not isinstance(column.type, Boolean)


def test_somebody_has_decided_for_every_column_whether_it_can_hold_an_id_or_a_name() -> None:
    decided = {table: " ".join(kinds.values()).split() for table, kinds in COLUMNS.items()}

    assert {name: sorted(columns) for name, columns in decided.items()} == {
        table.name: sorted(column.name for column in table.c) for table in metadata.sorted_tables
    }


async def test_an_export_has_every_row_about_a_person_no_token_and_nobody_else(
    engine: AsyncEngine, rows: Mapping[Table, dict[str, Any]]
) -> None:
    text = (await Exports(ExportStore(engine)).of_person(ZOE, now=0)).decode()

    missing = [
        f"{table.name}.{column.name}"
        for table, row in rows.items()
        if "person" in COLUMNS[table.name]
        for column in table.c
        if is_shown(table, column) and f"{row[column.key]}" not in text
    ]
    assert not missing
    assert NAME in text
    assert all(f"{number}" in text for number in range(600_000_001, 600_000_005))
    assert rows[metadata.tables["moves"]]["text"] in text
    assert json.loads(text)["rows"]["panels"]
    assert rows[metadata.tables["panels"]]["token"] not in text
    assert "Ben" not in text
    assert str(BEN) not in text


@pytest.mark.usefixtures("rows")
async def test_nothing_is_left_anywhere_of_somebody_who_has_been_forgotten(
    engine: AsyncEngine, matches: Matches
) -> None:
    await Forgetting(matches, PrivacyStore(engine)).forget(ZOE)

    async with engine.connect() as db:
        kept = {
            table: list((await db.execute(select(table).order_by(*table.primary_key))).all())
            for table in metadata.sorted_tables
        }
    found = [
        f"{table.name}.{column.name}"
        for table, stored in kept.items()
        for row in stored
        for column, value in zip(table.c, row, strict=True)
        if str(ZOE) in str(value) or NAME in str(value)
    ]
    assert not found
    former, ben = [row.user_id for row in kept[sitters]]
    assert former < 0
    assert ben == BEN
    assert [row.user_id for row in kept[results]] == [former]
    assert [(row.user_id, row.balance) for row in kept[opening_balances]] == [
        (former, {"met": {f"{BEN}": [1, 1, 0]}}), (BEN, {"met": {f"{former}": [1, 0, 1]}})
    ]  # fmt: skip


def test_what_belongs_to_everyone_is_never_taken_for_somebodys() -> None:
    for nobody in (0, -5):
        with pytest.raises(ValueError, match="no user"):
            rows_of_person(nobody)
    with pytest.raises(ValueError, match="no community"):
        rows_of_community(0)


def test_a_community_has_every_table_that_names_one() -> None:
    is_of_one = {"community_id", "guild_id"}.intersection
    others = {"matches", "departures"}  # deleted before and after these
    named = {table for table in metadata.sorted_tables if is_of_one(table.c.keys()) and table.name not in others}

    assert named <= set(rows_of_community(10))
