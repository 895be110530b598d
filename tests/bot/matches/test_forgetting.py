"""Forgetting a person while the bot runs: they leave first, the others play on and keep what is theirs.

Deletions at once, in the middle of something, and broken off: all of it is deleted, or it can be asked for again.
"""

import asyncio

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import Busy
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import Forgotten, PrivacyStore
from bot.store.results import recount
from bot.store.schema import metadata, opening_balances, players, ratings, sitters
from bot.store.schema import results as results_table
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Person, Place
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, lobby, play_out
from tests.bot.results import Played
from tests.database import undeletable
from tests.postgresql import DATABASES

DORA = Person(4, "Dora")


async def people_in(engine: AsyncEngine) -> set[int]:
    """Everybody whose id is stored with a seat or a sum."""
    found: set[int] = set()
    async with engine.connect() as db:
        for table in metadata.sorted_tables:
            for name in ("user_id", "opponent_id", "host_id"):
                if name in table.c:
                    found |= set((await db.execute(select(table.c[name]))).scalars())
    return {one for one in found if one and one > 0}


async def test_the_others_play_on_and_get_their_results(
    matches: Matches, match: Match, forgetting: Forgetting, results: Results
) -> None:
    told, shown = list[int](), list[Match]()
    forgetting.on_forgotten.append(told.append)
    matches.on_change.append(shown.append)
    await forgetting.forget(BEN.user_id)
    later = await matches.get(match.table.id)
    assert told == [BEN.user_id]
    assert shown[-1] is later
    assert [person.name for person in later.table.people] == [ANA.name, "a former player", CLEO.name]
    assert (later.table.leavers, later.state) == ((1,), match.state)

    assert (await play_out(matches, later)).table.phase == "over"
    assert set(await results(match.table.id)) == {ANA.user_id, CLEO.user_id}


async def test_a_match_that_ends_afterwards_leaves_nothing_about_the_former_player(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    await play_out(matches, await begun(matches, BEN))
    match = await begun(matches, BEN, CLEO)
    await forgetting.forget(BEN.user_id)
    ended = await play_out(matches, await matches.get(match.table.id))

    async with engine.connect() as db:
        for table in (ratings, opening_balances):
            assert not (await db.execute(select(table).where(table.c.user_id < 0))).all(), table.name
        named = set((await db.execute(select(results_table.c.user_id))).scalars())
    assert ended.table.people[1].user_id in named
    assert set(ended.changes) >= {ANA.user_id, CLEO.user_id}
    assert await recount(engine, repairs=False) == []


async def test_a_former_player_has_no_rank_in_front_of_anyone(store: Store) -> None:
    played = Played(store)
    for day in range(12):
        await played((ANA, 1), (CLEO, 0), at=day * 2 * DAY_SECONDS)
    match_id = await played((ANA, 2), (CLEO, 1), (Person(-5, "a former player"), 0), at=30 * DAY_SECONDS)

    changes, _ = await store.aftermath(match_id)
    assert changes[CLEO.user_id].rank_after == 2
    assert set(changes) == {ANA.user_id, CLEO.user_id}


async def test_all_matches_that_are_over_have_the_same_number_and_no_other_person_has_it(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    for _ in range(2):
        await play_out(matches, await begun(matches, BEN, CLEO))
    await forgetting.forget(BEN.user_id)
    await forgetting.forget(CLEO.user_id)

    async with engine.connect() as db:
        ids = (await db.execute(select(sitters.c.user_id).order_by(sitters.c.match_id, sitters.c.seat))).scalars().all()
    assert ids == [ANA.user_id, ids[1], ids[2]] * 2
    assert ids[1] != ids[2]
    assert max(ids[1:3]) < 0


async def test_tables_are_left_first_and_the_last_one_closes_them(matches: Matches, forgetting: Forgetting) -> None:
    with_ben, alone, against_robot = await lobby(matches, BEN), await lobby(matches), await begun(matches, robots=1)
    await forgetting.forget(ANA.user_id)

    left = (await matches.get(with_ben.id)).table
    assert (left.people, left.host_id) == ((BEN,), BEN.user_id)
    assert (await matches.get(alone.id)).table.phase == "cancelled"
    over = (await matches.get(against_robot.table.id)).table
    assert (over.is_open, over.people[0].is_former) == (False, True)


async def test_a_lobby_forgets_that_its_host_has_removed_somebody(
    matches: Matches, forgetting: Forgetting, store: Store
) -> None:
    table = await lobby(matches, BEN, CLEO)
    for guest in (BEN, CLEO):
        await matches.lobby.remove(table.id, ANA.user_id, guest)
    await forgetting.forget(BEN.user_id)

    stored = await store.table(table.id)
    assert stored
    assert stored.removed == (CLEO.user_id,)
    assert (await matches.lobby.join(table.id, DORA)).table.removed == (CLEO.user_id,)  # nor does memory know more


async def test_the_player_is_told_what_has_been_deleted(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    await play_out(matches, match)
    lesson = await matches.lessons.take("bluff", options={}, place=HERE, learner=BEN, robot=STEADY)
    await PanelStore(engine).remember(PanelToken(match.table.id, BEN.user_id, 5, "secret", "@original", "fr", 100))
    await PreferenceStore(engine).keep(Preference("person", BEN.user_id, pictures=False))

    gone = await forgetting.forget(BEN.user_id)
    assert gone == Forgotten(results=1, names=1, seats=1, lessons=1, panels=1, choices=1)
    assert await people_in(engine) == {ANA.user_id, CLEO.user_id}
    assert await Store(engine).table(lesson.table.id) is None


async def test_what_was_played_in_direct_messages_is_gone_with_its_leaderboard(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, caplog: pytest.LogCaptureFixture
) -> None:
    table = await lobby(matches, robots=1, place=Place(0, 99))
    await play_out(matches, await matches.lobby.start(table.id, ANA.user_id))
    still_open = await lobby(matches, robots=1, place=Place(0, 99))
    await forgetting.forget(ANA.user_id)

    assert await Store(engine).tables([table.id, still_open.id]) == []
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    async with engine.connect() as db:
        for left in (results_table, ratings):
            assert not (await db.execute(select(left))).all()


@pytest.mark.parametrize("engine", DATABASES, indirect=True)
@pytest.mark.parametrize("ends", [True, False], ids=["is played out", "is cancelled"])
async def test_a_match_ends_for_the_others_although_another_process_has_forgotten_its_former_player(
    engine: AsyncEngine, matches: Matches, anew: Matches, match: Match, *, results: Results, ends: bool
) -> None:
    left = await matches.seats.quit(match.table.id, BEN.user_id)
    await Forgetting(anew, Store(engine), PrivacyStore(engine)).forget(BEN.user_id)
    assert (await matches.get(left.table.id)).table.people[1] == BEN  # in this one's memory
    if ends:
        assert (await play_out(matches, left)).table.phase == "over"
        assert set(await results(left.table.id)) == {ANA.user_id, CLEO.user_id}
    else:
        await matches.seats.cancel(left.table.id, ANA.user_id, "playing", moderator=False)

    assert BEN.user_id not in await people_in(engine)


async def test_people_of_the_same_tables_can_be_forgotten_at_once_and_twice(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    await play_out(matches, await begun(matches, BEN))
    for _ in range(3):
        await begun(matches, BEN, CLEO)

    gone = await asyncio.gather(*(forgetting.forget(person.user_id) for person in (BEN, BEN, ANA, CLEO)))

    assert sorted(one.names for one in gone[:2]) == [0, 1]
    assert await people_in(engine) == set()


class Restless(PrivacyStore):
    """A store whose person sits down again each time before they're forgotten."""

    matches: Matches
    times: int

    async def matches_of(self, user_id: int) -> list[int]:
        ids = await super().matches_of(user_id)
        if self.times:
            self.times -= 1
            await lobby(self.matches)
        return ids


async def test_somebody_who_sits_down_meanwhile_leaves_that_table_too(engine: AsyncEngine, matches: Matches) -> None:
    store = Restless(engine)
    store.matches, store.times = matches, 99
    forgetting = Forgetting(matches, Store(engine), store)
    with pytest.raises(Busy):
        await forgetting.forget(ANA.user_id)
    assert store.times == 94

    store.times = 2
    await forgetting.forget(ANA.user_id)
    assert await people_in(engine) == set()


async def test_if_deletion_fails_nothing_is_lost_and_it_can_be_asked_for_again(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    await play_out(matches, match)
    async with engine.connect() as db:
        before = (await db.execute(select(results_table))).all()
    async with undeletable(engine, "players"):
        with pytest.raises(Exception, match="broken"):
            await forgetting.forget(BEN.user_id)

    async with engine.connect() as db:
        assert (await db.execute(select(results_table))).all() == before
        assert (await db.execute(select(players.c.user_id))).scalars().all() == [1, 2, 3]
    await forgetting.forget(BEN.user_id)
    assert BEN.user_id not in await people_in(engine)


async def test_a_table_that_cannot_be_shown_does_not_undo_the_deletion(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(changed: Match) -> None:
        if BEN not in changed.table.people:
            raise RuntimeError

    matches.on_change.append(fail)
    await forgetting.forget(BEN.user_id)

    assert f"table {match.table.id} cannot be shown" in caplog.text
    assert BEN.user_id not in await people_in(engine)


async def test_memory_is_told_before_the_log_is_emptied(
    forgetting: Forgetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | str] = []

    async def empty(_: PrivacyStore) -> None:
        told.append("emptied")

    monkeypatch.setattr(PrivacyStore, "empty_log", empty)
    forgetting.on_forgotten.append(told.append)
    await forgetting.forget(BEN.user_id)

    assert told == [BEN.user_id, "emptied"]
