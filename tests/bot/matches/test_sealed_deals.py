"""Matches whose chance comes from a key: made with the table, kept to itself, and the same after a restart."""

from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.schema import deals
from bot.store.store import Store
from bot.tables.table import Table, terms_of, tidied
from games.catalogue import GAMES
from games.core import CHANCE, Move
from games.sealed import KEY_BYTES, NO_WORDS, Seal, digest_of, fingerprint
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, lobby, play, play_out
from tests.clock import Clock


async def seal_of(store: Store, table: Table) -> Seal:
    seal = await store.seal(table.id)
    assert seal is not None
    return seal


def chance_in(log: list[Move]) -> list[str]:
    return [move.text for move in log if move.seat == CHANCE]


def drawn_from(seal: Seal, match: Match, log: list[Move]) -> list[str]:
    """What chance should have brought, according to the seal."""
    game = GAMES[match.table.game].game
    found: list[str] = []
    state = game.start(match.table.capacity, match.table.options)
    for move in log:
        if move.seat == CHANCE:
            found.append(state.sample_chance(seal.stream(len(found))).to_text())
        state = state.apply(move.seat, game.parse_action(move.text)).state
    return found


async def test_a_table_opens_with_a_key_and_shows_its_fingerprint(matches: Matches, store: Store) -> None:
    table = await lobby(matches)
    key = (await seal_of(store, table)).key

    assert len(key) == KEY_BYTES
    assert table.fingerprint == fingerprint(key, terms_of(table))
    assert (await store.table(table.id)) == table


async def test_every_table_has_a_key_of_its_own(matches: Matches, store: Store) -> None:
    over = await play_out(matches, await begun(matches, BEN))
    again, _ = await matches.lobby.rematch(over.table.id, ANA, HERE)

    keys = {(await seal_of(store, table)).key for table in (over.table, again.table, await lobby(matches))}
    assert len(keys) == 3


async def test_all_chance_comes_from_the_seal(matches: Matches, store: Store) -> None:
    over = await play_out(matches, await begun(matches, BEN, CLEO))
    log, seal = await store.log(over.table.id), await seal_of(store, over.table)

    assert len(chance_in(log)) > 2
    assert drawn_from(seal, over, log) == chance_in(log)
    assert drawn_from(replace(seal, key=bytes(KEY_BYTES)), over, log) != chance_in(log)


async def test_after_a_restart_chance_goes_on_from_the_same_seal(
    matches: Matches, store: Store, engine: AsyncEngine, clock: Clock
) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 2x3")
    anew = Matches(Store(engine), clock=clock, rng=Random(99))

    over = await play_out(anew, await anew.get(match.table.id))

    log = await store.log(over.table.id)
    assert drawn_from(await seal_of(store, over.table), over, log) == chance_in(log)


async def test_words_enter_the_seal_in_the_order_of_the_seats(matches: Matches, store: Store) -> None:
    table = await lobby(matches, BEN, CLEO)
    assert (await seal_of(store, table)).words == ()
    await matches.lobby.add_words(table.id, CLEO.user_id, "dice")
    await matches.lobby.add_words(table.id, ANA.user_id, "first")
    await matches.lobby.add_words(table.id, ANA.user_id, "second  thoughts")

    match = await matches.lobby.start(table.id, ANA.user_id)

    expected = (digest_of("second thoughts"), NO_WORDS, digest_of("dice"))
    seal = await seal_of(store, match.table)
    assert seal.words == expected
    assert [person.words for person in match.table.people] == ["second thoughts", "", "dice"]
    log = await store.log(match.table.id)
    assert drawn_from(seal, match, log) == chance_in(log)
    assert drawn_from(replace(seal, words=expected[::-1]), match, log) != chance_in(log)


async def test_words_are_on_disk_before_anyone_sees_them(matches: Matches, store: Store) -> None:
    table = await lobby(matches, BEN)
    after = await matches.lobby.add_words(table.id, BEN.user_id, "luck")

    assert await store.table(table.id) == after.table
    assert after.table.people[1].words == "luck"
    assert after.table.fingerprint == table.fingerprint


async def test_words_can_be_taken_back_and_go_with_their_player(matches: Matches) -> None:
    table = await lobby(matches, BEN, CLEO)
    for person in (BEN, CLEO):
        await matches.lobby.add_words(table.id, person.user_id, "luck")
    await matches.lobby.add_words(table.id, BEN.user_id, "")
    await matches.lobby.leave(table.id, CLEO.user_id)
    match = await matches.lobby.join(table.id, CLEO)

    assert [person.words for person in match.table.people] == ["", "", ""]


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
        ("x" * 50, "x" * 40),
        ("e\u0301", "\u00e9"),
        ("a\x00b\ud800c", "abc"),
        ("x" * 39 + " y", "x" * 39),
        (" \n ", ""),
    ],
    ids=["lines", "length", "accents", "control", "a space at the end", "nothing"],
)
def test_words_are_one_short_line(given: str, kept: str) -> None:
    assert tidied(given) == kept == tidied(kept)


async def test_a_match_that_is_older_than_seals_goes_on_by_itself(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    match = await begun(matches, BEN)
    async with engine.begin() as db:
        await db.execute(delete(deals))
    anew = Matches(Store(engine), clock=clock, rng=Random(99))

    older = await anew.get(match.table.id)
    assert older.seal is None
    assert (await play_out(anew, older)).table.phase == "over"


async def test_a_lobby_that_is_older_than_seals_starts_without_one(matches: Matches, engine: AsyncEngine) -> None:
    table = await lobby(matches, BEN)
    async with engine.begin() as db:
        await db.execute(delete(deals))

    match = await matches.lobby.start(table.id, ANA.user_id)

    assert match.seal is None
    async with engine.connect() as db:
        assert not (await db.execute(select(deals))).all()


async def test_no_text_about_a_match_quotes_its_key(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    key = (await seal_of(store, match.table)).key

    assert match.seal is not None
    for text in (repr(match), str(match), repr(match.seal)):
        assert key.hex() not in text
        assert repr(key) not in text
