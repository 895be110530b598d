"""A person's file, with no hidden dice or cards of a match under way; and deletions while the bot runs."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import Busy
from bot.matches import privacy
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Exports, Forgetting
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import ExportStore, Forgotten, PrivacyStore
from bot.store.results import recount
from bot.store.schema import metadata, moves, opening_balances, players, ratings, sitters
from bot.store.schema import results as results_table
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Person, Place
from games import record
from games.catalogue import GAMES
from tests.bot.matches.away import play_lowest
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, lobby, play_out, to_act
from tests.bot.results import Played
from tests.database import undeletable
from tests.postgresql import DATABASES


@pytest.fixture
def exports(engine: AsyncEngine) -> Exports:
    return Exports(ExportStore(engine))


async def exported(exports: Exports, user_id: int = ANA.user_id) -> dict[str, Any]:
    found = json.loads(await exports.of_person(user_id, now=1_800_000_000))
    assert isinstance(found, dict)
    return found


async def only_match(exports: Exports, user_id: int = ANA.user_id) -> dict[str, Any]:
    (entry,) = (await exported(exports, user_id))["matches"]
    assert isinstance(entry, dict)
    return entry


async def test_a_match_that_is_over_is_a_record_that_holds(matches: Matches, match: Match, exports: Exports) -> None:
    ended = await play_out(matches, match)
    entry = await only_match(exports)
    assert ended.state
    assert record.read(json.dumps(entry["record"]).encode()).outcome == ended.state.outcome
    assert (entry["seat"], entry["name"], entry["was_host"]) == (0, ANA.name, True)
    assert entry["seats"] == ["you", "another player", "another player"]
    assert entry["result"]["community_id"] == str(HERE.guild_id)


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_about_a_match_under_way_depends_on_its_dice_or_cards(
    engine: AsyncEngine, matches: Matches, exports: Exports, game: str
) -> None:
    seats = max(GAMES[game].game.seats.start, 3)
    opened = await matches.lobby.open(
        game, options={}, capacity=seats, place=HERE, host=ANA, robots=[STEADY] * (seats - 2)
    )
    await matches.lobby.join(opened.table.id, BEN)
    assert (await matches.lobby.start(opened.table.id, ANA.user_id)).length
    dealt = await only_match(exports)
    assert (dealt["phase"], dealt["clock"]["presence"]) == ("playing", "here")

    async with engine.begin() as db:
        await db.execute(update(moves).values(text="something else"))
    assert await only_match(exports) == dealt


async def test_a_match_that_was_broken_off_has_only_their_own_moves(
    matches: Matches, match: Match, exports: Exports
) -> None:
    mover = to_act(match)
    bid = match.view(match.table.seat_of(mover.user_id)).legal_actions[0].to_text()
    await play_lowest(matches, await play_lowest(matches, match))
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=True)
    entry = await only_match(exports, mover.user_id)
    assert entry["own_moves"] == [bid]
    assert "record" not in entry


async def test_a_lesson_that_ended_early_has_their_own_moves(matches: Matches, exports: Exports) -> None:
    lesson = await matches.lessons.take("bluff", options={}, place=HERE, learner=ANA, robot=STEADY)
    await matches.lessons.end(lesson.table.id)
    entry = await only_match(exports)
    assert (entry["is_lesson"], entry["phase"], entry["own_moves"]) == (True, "over", [])


async def test_nobody_elses_name_or_id_is_in_it(matches: Matches, match: Match, exports: Exports) -> None:
    await play_out(matches, match)
    await lobby(matches, BEN)
    found = await exported(exports)
    assert not [name for name in ("Ben", "Cleo") if name in json.dumps(found)]
    rankings = {(row["user_id"], row["scope"], row["game"], row["season"]) for row in found["rows"]["ratings"]}
    assert rankings >= {("you", "10", "bluff", "all"), ("you", "10", "", "all")}
    assert {user_id for user_id, *_ in rankings} == {"you"}


async def test_the_lobbies_from_which_they_have_been_removed_are_in_it(matches: Matches, exports: Exports) -> None:
    table = await lobby(matches, BEN, CLEO)
    for guest in (BEN, CLEO):
        await matches.lobby.remove(table.id, ANA.user_id, guest)
    assert (await exported(exports, BEN.user_id))["rows"]["removed_from"] == [{"match_id": table.id}]
    assert (await exported(exports, ANA.user_id))["rows"]["removed_from"] == []


async def test_somebody_unknown_gets_an_empty_file(exports: Exports) -> None:
    found = await exported(exports)

    assert not any(found.pop("rows").values())
    assert found == {
        "format": "finte-export/1",
        "user_id": "1",
        "made_at": "2027-01-15T08:00:00+00:00",
        "matches": [],
        "left_out": {"rows": 0, "matches": 0, "moves_of_matches": 0},
    }


async def test_a_file_that_would_be_too_large_has_the_newest_matches_and_says_so(
    engine: AsyncEngine, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "BYTES_WITHOUT_MOVES", 500)
    for _ in range(8):
        await play_out(matches, await begun(matches, BEN))
    most = 10_500
    content = await Exports(ExportStore(engine), most_bytes=most).of_person(ANA.user_id, now=0)

    found = json.loads(content)
    kept = found["matches"]
    with_moves = [entry for entry in kept if "record" in entry]
    assert len(content) <= most
    assert [entry["match"] for entry in kept] == list(range(8, 8 - len(kept), -1))
    assert 0 < len(with_moves) < len(kept) < 8
    assert kept[: len(with_moves)] == with_moves
    assert found["left_out"] == {"rows": 0, "matches": 8 - len(kept), "moves_of_matches": 8 - len(with_moves)}
    few = await Exports(ExportStore(engine), most_bytes=2000).of_person(ANA.user_id, now=0)
    assert len(few) <= 2000
    assert json.loads(few)["left_out"]["rows"] > 0


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


async def test_the_others_play_on(matches: Matches, match: Match, forgetting: Forgetting, results: Results) -> None:
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


async def test_a_later_end_adds_nothing_to_a_former_player(
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


async def test_each_former_player_has_one_number_in_all_matches(
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


async def test_a_lobby_forgets_whom_its_host_has_removed(matches: Matches, forgetting: Forgetting) -> None:
    table = await lobby(matches, BEN, CLEO)
    for guest in (BEN, CLEO):
        await matches.lobby.remove(table.id, ANA.user_id, guest)
    await forgetting.forget(BEN.user_id)
    stored = await matches.store.table(table.id)
    assert stored
    assert stored.removed == (CLEO.user_id,)
    assert (await matches.lobby.join(table.id, DORA)).table.removed == (CLEO.user_id,)  # nor does memory know more


async def test_they_are_told_what_is_deleted(
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
    await Forgetting(anew, PrivacyStore(engine)).forget(BEN.user_id)
    assert (await matches.get(left.table.id)).table.people[1] == BEN  # in this one's memory
    if ends:
        assert (await play_out(matches, left)).table.phase == "over"
        assert set(await results(left.table.id)) == {ANA.user_id, CLEO.user_id}
    else:
        await matches.seats.cancel(left.table.id, ANA.user_id, "playing", moderator=False)

    assert BEN.user_id not in await people_in(engine)


async def test_people_of_the_same_tables_go_at_once(
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
    forgetting = Forgetting(matches, store)
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


async def test_memory_is_told_before_a_log_is_emptied(forgetting: Forgetting, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int | str] = []

    async def empty(_: PrivacyStore) -> None:
        told.append("emptied")

    monkeypatch.setattr(PrivacyStore, "empty_log", empty)
    forgetting.on_forgotten.append(told.append)
    await forgetting.forget(BEN.user_id)

    assert told == [BEN.user_id, "emptied"]
