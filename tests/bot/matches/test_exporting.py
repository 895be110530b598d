"""A person's export: their matches as records, nobody else's name, and no hidden dice or cards of a match under way."""

import json
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches import privacy
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Exports
from bot.store.privacy import ExportStore
from bot.store.schema import moves
from games import record
from games.catalogue import GAMES
from tests.bot.matches.away import play_lowest
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, lobby, play_out, to_act


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


async def test_a_match_that_is_over_is_there_as_a_record_that_holds(
    matches: Matches, match: Match, exports: Exports
) -> None:
    ended = await play_out(matches, match)
    entry = await only_match(exports)

    assert ended.state
    assert record.read(json.dumps(entry["record"]).encode()).outcome == ended.state.outcome
    assert (entry["seat"], entry["name"], entry["was_host"]) == (0, ANA.name, True)
    assert entry["seats"] == ["you", "another player", "another player"]
    assert entry["result"]["community_id"] == str(HERE.guild_id)


@pytest.mark.parametrize("game", GAMES)
async def test_of_a_match_under_way_there_is_nothing_that_depends_on_dice_or_cards(
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


async def test_of_a_match_that_was_not_played_out_there_are_only_their_own_moves(
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


async def test_rows_that_would_be_too_many_are_counted(engine: AsyncEngine, matches: Matches) -> None:
    await play_out(matches, await begun(matches, BEN))
    content = await Exports(ExportStore(engine), most_bytes=2000).of_person(ANA.user_id, now=0)

    assert len(content) <= 2000
    assert json.loads(content)["left_out"]["rows"] > 0
