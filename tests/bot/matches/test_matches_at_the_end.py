"""How tables close: played to the end, cancelled, or timed out; and the rematch."""

from typing import Literal

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick, VersionConflict
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.retention import RetentionStore
from bot.store.schema import results
from bot.store.store import Store
from bot.tables.table import Robot, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, draft, lobby, play_out, reaches_everywhere
from tests.clock import Clock

HOUR = 3600


@pytest.fixture
async def over(matches: Matches) -> Match:
    """A match of Ana, Ben and a computer player, played to its end."""
    return await play_out(matches, await begun(matches, BEN, robots=1))


async def counted(engine: AsyncEngine) -> int:
    """The number of stored results."""
    async with engine.connect() as db:
        return (await db.execute(select(func.count()).select_from(results))).scalar_one()


async def test_a_match_ends_with_its_result(over: Match, engine: AsyncEngine) -> None:
    assert over.table.phase == "over"
    assert await counted(engine) == 2


async def test_a_match_under_way_counts_for_nobody(matches: Matches, engine: AsyncEngine) -> None:
    await begun(matches, BEN)

    assert await counted(engine) == 0


async def test_the_host_cancels_the_lobby(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    assert (await matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)).table.phase == "cancelled"


async def test_a_moderator_cancels_a_match_under_way(matches: Matches) -> None:
    match = await begun(matches, BEN)

    closed = await matches.seats.cancel(match.table.id, CLEO.user_id, "playing", moderator=True)

    assert closed.table.phase == "cancelled"


async def test_a_cancelled_match_counts_for_nobody(matches: Matches, engine: AsyncEngine) -> None:
    match = await begun(matches, BEN)

    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=True)

    assert await counted(engine) == 0


async def test_nobody_else_cancels_a_table(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await matches.seats.cancel(table.id, BEN.user_id, "lobby", moderator=False)


async def test_the_button_of_the_lobby_does_not_cancel_a_match_that_has_begun(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(StaleClick):
        await matches.seats.cancel(match.table.id, ANA.user_id, "lobby", moderator=False)


async def test_a_closed_table_is_not_cancelled(over: Match, matches: Matches) -> None:
    with pytest.raises(MatchOver):
        await matches.seats.cancel(over.table.id, ANA.user_id, "playing", moderator=True)


async def test_a_lobby_that_nobody_touches_lapses(matches: Matches, clock: Clock) -> None:
    table = await lobby(matches)
    clock.now += HOUR + 1

    await matches.seats.lapse(HOUR, "lobby", reaches_everywhere)

    assert (await matches.get(table.id)).table.phase == "lapsed"


async def test_a_lobby_to_which_somebody_has_come_stays(matches: Matches, clock: Clock) -> None:
    table = await lobby(matches)
    clock.now += HOUR
    await matches.lobby.join(table.id, BEN)
    clock.now += HOUR

    await matches.seats.lapse(HOUR, "lobby", reaches_everywhere)

    assert (await matches.get(table.id)).table.phase == "lobby"


async def test_a_lobby_that_was_deleted_meanwhile_is_no_error(
    matches: Matches, store: Store, engine: AsyncEngine, *, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    table = await lobby(matches)
    clock.now += HOUR + 1

    async def looked_up(*_: object) -> list[int]:
        await RetentionStore(engine).delete_matches([table.id])
        matches.drop_all()
        return [table.id]

    monkeypatch.setattr(store, "unchanged_since", looked_up)
    await matches.seats.lapse(HOUR, "lobby", reaches_everywhere)

    assert not caplog.records


async def test_a_lobby_to_which_somebody_comes_at_the_last_moment_stays(
    matches: Matches, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lobby(matches)
    clock.now += HOUR + 1
    unchanged = await store.unchanged_since(int(clock.now) - HOUR, "lobby", matches.service_clock)
    await matches.lobby.join(table.id, BEN)

    async def looked_up(*_: object) -> list[int]:
        return unchanged

    monkeypatch.setattr(store, "unchanged_since", looked_up)
    await matches.seats.lapse(HOUR, "lobby", reaches_everywhere)

    assert unchanged == [table.id]
    assert (await matches.get(table.id)).table.phase == "lobby"


@pytest.mark.parametrize("phase", ["lobby", "playing"])
async def test_a_match_in_which_a_clock_runs_never_lapses(
    matches: Matches, clock: Clock, phase: Literal["lobby", "playing"]
) -> None:
    match = await begun(matches, BEN)
    clock.now += 1000 * HOUR

    await matches.seats.lapse(HOUR, phase, reaches_everywhere)

    assert (await matches.get(match.table.id)).table.phase == "playing"


async def test_a_match_in_which_nobody_plays_lapses(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, robots=1)
    clock.now += HOUR + 1

    await matches.seats.lapse(HOUR, "playing", reaches_everywhere)

    assert (await matches.get(match.table.id)).table.phase == "deserted"


async def test_the_first_to_ask_opens_the_rematch(over: Match, matches: Matches) -> None:
    again, is_new = await matches.lobby.rematch(over.table.id, BEN, HERE)

    assert is_new
    assert (again.table.host_id, again.table.sitters) == (BEN.user_id, (BEN, robot_of(over)))
    assert (again.table.options, again.table.capacity) == (over.table.options, over.table.capacity)


async def test_the_next_to_ask_joins_the_rematch(over: Match, matches: Matches) -> None:
    first, _ = await matches.lobby.rematch(over.table.id, BEN, HERE)

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert not is_new
    assert (again.table.id, again.table.sitters) == (first.table.id, (BEN, robot_of(over), ANA))


async def test_a_rematch_that_is_full_starts_at_once(matches: Matches) -> None:
    over = await play_out(matches, await begun(matches, robots=1))

    again, _ = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert again.table.phase == "playing"


async def test_only_its_players_ask_for_a_rematch(over: Match, matches: Matches) -> None:
    with pytest.raises(NotYourSeat):
        await matches.lobby.rematch(over.table.id, CLEO, HERE)


async def test_the_rematch_is_for_those_who_played(over: Match, matches: Matches) -> None:
    await matches.lobby.rematch(over.table.id, BEN, HERE)

    with pytest.raises(NotYourSeat):
        await matches.lobby.rematch(over.table.id, CLEO, HERE)


async def test_after_a_cancelled_rematch_there_can_be_another(over: Match, matches: Matches) -> None:
    first, _ = await matches.lobby.rematch(over.table.id, BEN, HERE)
    await matches.seats.cancel(first.table.id, BEN.user_id, "lobby", moderator=False)

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert is_new
    assert again.table.id != first.table.id


async def test_a_rematch_asked_for_twice_is_the_same_one(over: Match, matches: Matches) -> None:
    first, _ = await matches.lobby.rematch(over.table.id, BEN, HERE)
    await matches.lobby.rematch(over.table.id, ANA, HERE)
    await matches.lobby.start(first.table.id, BEN.user_id)

    again, is_new = await matches.lobby.rematch(over.table.id, BEN, HERE)

    assert (again.table.id, again.table.phase, is_new) == (first.table.id, "playing", False)


async def test_there_is_no_rematch_before_the_end(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(NotAllowed, match="You can ask for a rematch"):
        await matches.lobby.rematch(match.table.id, ANA, HERE)


async def test_a_match_has_one_rematch(over: Match, store: Store) -> None:
    await open_rematch(store, over.table)

    with pytest.raises(VersionConflict):
        await open_rematch(store, over.table)


async def test_a_player_who_asks_a_moment_too_late_joins(
    over: Match, matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await open_rematch(store, over.table)
    seen = iter([None, other.id])

    async def looked_up(_match_id: int) -> int | None:
        return next(seen)

    monkeypatch.setattr(store, "rematch_of", looked_up)

    again, is_new = await matches.lobby.rematch(over.table.id, ANA, HERE)

    assert not is_new
    assert again.table.id == other.id


def robot_of(match: Match) -> Robot:
    """The computer player at this table, with its name."""
    (found,) = (sitter for sitter in match.table.sitters if isinstance(sitter, Robot))
    return found


async def open_rematch(store: Store, over: Table) -> Table:
    """A rematch that Ben has opened."""
    return await store.open(draft(BEN, capacity=over.capacity, rematch_of=over.id))
