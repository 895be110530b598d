"""Chance comes from a key: made with the table, kept to itself, the same after a restart, and checked in the end."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.history import Verified, verified
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.store.schema import deals
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from bot.tables.table import Person, Table, terms_of, tidied
from docs.verify import check
from games.core import CHANCE, Move
from games.sealed import KEY_BYTES, NO_WORDS, Seal, digest_of, fingerprint
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, lobby, play, play_out
from tests.verification import any_match


async def verify(matches: Matches, match_id: int) -> Verified:
    return await matches.verifying.check(await matches.verifying.table(match_id))


async def seal_of(store: Store, table: Table) -> Seal:
    seal = await store.seal(table.id)
    assert seal is not None
    return seal


@pytest.fixture
async def over(matches: Matches) -> Match:
    """A match that has been played out, with words of Ana's and Cleo's."""
    table = await lobby(matches, BEN, CLEO)
    for person, words in (CLEO, "dice"), (ANA, "first"), (ANA, "second  thoughts"):
        await matches.lobby.add_words(table.id, person.user_id, words)
    return await play_out(matches, await matches.lobby.start(table.id, ANA.user_id))


async def test_every_table_has_a_key_and_shows_its_fingerprint(matches: Matches, over: Match) -> None:
    again, _ = await matches.lobby.rematch(over.table.id, ANA, HERE)
    tables = (over.table, again.table, await lobby(matches))
    keys = [(await seal_of(matches.store, table)).key for table in tables]
    assert len(set(keys)) == 3
    assert [len(key) for key in keys] == [KEY_BYTES] * 3
    assert [table.fingerprint for table in tables] == [
        fingerprint(key, terms_of(table)) for key, table in zip(keys, tables, strict=True)
    ]


async def test_after_a_restart_chance_goes_on_from_the_same_seal(matches: Matches, anew: Matches) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 2x3")
    over = await play_out(anew, await anew.get(match.table.id))
    assert (await verify(anew, over.table.id)).is_right


async def test_words_enter_the_seal_in_the_order_of_the_seats(store: Store, over: Match) -> None:
    expected = (digest_of("second thoughts"), NO_WORDS, digest_of("dice"))
    assert (await seal_of(store, over.table)).words == expected
    assert [person.words for person in over.table.people] == ["second thoughts", "", "dice"]


async def test_words_are_on_disk_can_be_taken_back_and_go_with_their_player(matches: Matches, store: Store) -> None:
    table = await lobby(matches, BEN, CLEO)
    for person in (BEN, CLEO):
        table = (await matches.lobby.add_words(table.id, person.user_id, "luck")).table
    assert [person.words for person in table.people] == ["", "luck", "luck"]
    assert await store.table(table.id) == table
    await matches.lobby.add_words(table.id, BEN.user_id, "")
    await matches.lobby.leave(table.id, CLEO.user_id)
    assert {person.words for person in (await matches.lobby.join(table.id, CLEO)).table.people} == {""}


async def test_nobody_else_adds_words_and_nobody_once_the_match_has_begun(matches: Matches) -> None:
    table = await lobby(matches, BEN)
    with pytest.raises(NotYourSeat):
        await matches.lobby.add_words(table.id, CLEO.user_id, "luck")
    await matches.lobby.start(table.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="already started"):
        await matches.lobby.add_words(table.id, BEN.user_id, "luck")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  two\n lines\t", "two lines"),
        ("x" * 39 + " y", "x" * 39),
        ("e\u0301", "\u00e9"),
        ("a\x00b\ud800c", "abc"),
        (" \n ", ""),
    ],
    ids=["lines", "length", "accents", "control", "nothing"],
)
def test_words_are_one_short_line(given: str, kept: str) -> None:
    assert tidied(given) == kept == tidied(kept)


@pytest.mark.parametrize("has_begun", [True, False])
async def test_a_table_older_than_keys_goes_on_and_says_so(
    matches: Matches, anew: Matches, engine: AsyncEngine, *, has_begun: bool
) -> None:
    table = (await begun(matches, BEN)).table if has_begun else await lobby(matches, BEN)
    async with engine.begin() as db:
        await db.execute(delete(deals))
    match = await (anew.get(table.id) if has_begun else anew.lobby.start(table.id, ANA.user_id))
    assert match.seal is None
    await play_out(anew, match)

    found = await verify(anew, table.id)
    assert (found.is_sealed, found.file, found.is_right) == (False, None, False)
    assert found.draws > 0


async def test_no_text_about_a_match_quotes_its_key(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    key = (await seal_of(store, match.table)).key
    assert match.seal
    for text in repr(match), repr(match.seal), repr(await store.table(match.table.id)):
        assert key.hex() not in text
        assert repr(key) not in text


async def test_a_match_played_to_its_end_gives_its_key_away(matches: Matches, store: Store, over: Match) -> None:
    found = await verify(matches, over.table.id)
    assert (found.is_right, found.lacks_words) == (True, False)
    assert found.file
    file = json.loads(found.file)
    assert file["key"] == (await seal_of(store, over.table)).key.hex()
    assert [words["words"] for words in file["words"]] == ["second thoughts", "", "dice"]
    assert "Ana" not in found.file.decode()
    assert check(file)


async def test_a_match_without_deleted_words_can_be_checked(
    matches: Matches, forgetting: Forgetting, over: Match
) -> None:
    await forgetting.forget(CLEO.user_id)
    found = await verify(matches, over.table.id)
    assert (found.is_right, found.lacks_words) == (True, True)
    assert found.file
    assert "dice" not in found.file.decode()
    assert check(json.loads(found.file))


@pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "settled"])
async def test_a_match_that_is_not_played_out_keeps_its_key(matches: Matches, *, is_cancelled: bool) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 2x3")
    with pytest.raises(NotAllowed, match="isn't over yet"):
        await verify(matches, match.table.id)
    if is_cancelled:
        await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False)
    else:
        await matches.seats.quit(match.table.id, BEN.user_id)
        await matches.seats.settle(match.table.id, ANA.user_id)

    found = await verify(matches, match.table.id)
    assert (found.is_right, found.file) == (True, None)
    assert (await seal_of(matches.store, match.table)).key.hex() not in repr(found)


async def test_what_cannot_be_checked_says_why(matches: Matches, engine: AsyncEngine, over: Match) -> None:
    table = await lobby(matches)
    await matches.lobby.leave(table.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="Nothing was rolled or dealt"):
        await verify(matches, table.id)
    with pytest.raises(MatchOver):
        await verify(matches, 99)
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(rules_version=0))
    with pytest.raises(NotAllowed, match="older rules"):
        await verify(matches, over.table.id)


def test_a_roll_that_does_not_follow_from_the_key_is_noticed() -> None:
    table, log, seal = any_match(8, "bluff")
    other = "opening 1 1 1 1 1 / 1 1 1 1 2" + " / 1 1 1 1 1" * (table.capacity - 2)
    found, forged = verified(table, log, seal), verified(table, [Move(CHANCE, other)], seal)
    assert (found.moves, found.draws) == (len(log), sum(move.seat == CHANCE for move in log))
    assert (found.fitting, found.is_right) == (found.draws, True)
    assert (forged.draws, forged.fitting, forged.is_right, forged.file) == (1, 0, False, None)


def other_options(table: Table) -> Table:
    return replace(table, options=dict(table.options) | {"reroll": not table.options["reroll"]})


def other_words(table: Table) -> Table:
    return replace(table, sitters=(Person(1, "Ana", "other words"), *table.sitters[1:]))


def other_fingerprint(table: Table) -> Table:
    return replace(table, fingerprint="0" * 64)


@pytest.mark.parametrize("change", [other_fingerprint, other_options, other_words])
def test_a_promise_that_was_not_kept_is_noticed(change: Callable[[Table], Table]) -> None:
    table, log, seal = any_match(8, "bluff")
    deal: Sequence[Move] = log[:1]
    assert verified(table, deal, seal).has_kept_promise
    assert not verified(table, deal, replace(seal, key=bytes(32))).has_kept_promise
    assert not verified(change(table), deal, seal).has_kept_promise
