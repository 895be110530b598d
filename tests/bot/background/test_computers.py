"""Computer players move on their turn, after a pause that betrays nothing, and always choose in time."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import mean
from typing import Any, TypeVar, TypeVarTuple

import pytest

import bot.background.computers
from bot.background.computers import (
    LEAST_SECONDS,
    LONGEST_WAIT_SECONDS,
    OVERRUN_SECONDS,
    Computers,
    Thinker,
    pause,
    share,
)
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.database import Unavailable
from bot.workers.pool import WorkerPool
from bot.workers.searches import FoundAction, search
from games.bluff import GAME
from games.catalogue import GAMES, Listing
from games.core import CHANCE, Seat, State
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import begun, play
from tests.bot.positions import position
from tests.clock import Naps
from tests.contract.strategies import every_listing

PAUSE = 1.5


@pytest.fixture
def naps() -> Naps:
    naps = Naps()
    naps.awake.clear()
    return naps


@pytest.fixture
def computers(matches: Matches, naps: Naps) -> Computers:
    computers = computers_of(matches, naps)
    matches.on_change.append(computers.wake)
    return computers


def computers_of(matches: Matches, naps: Naps, mean: float = PAUSE) -> Computers:
    return Computers(matches, Thinker(0, 0, Random(1)), mean, sleep=naps)


async def awaits_robot(matches: Matches, robots: int = 1) -> Match:
    """Ana's match against computer players, of which one is to act."""
    match = await begun(matches, robots=robots)
    return match if match.robot_to_act is not None else await play(matches, match, "bid 1x1")


async def until_a_person_acts(matches: Matches, match_id: int) -> Match:
    """The match after the computer players have made their moves."""
    reached: asyncio.Future[Match] = asyncio.get_running_loop().create_future()

    def look(match: Match) -> None:
        if match.robot_to_act is None and not reached.done():
            reached.set_result(match)

    matches.on_change.append(look)
    look(await matches.get(match_id))
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await reached


async def until_nobody_moves(computers: Computers) -> None:
    """Waits until no computer player has anything left to do."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while computers._tasks:
            await asyncio.wait(computers._tasks.values())


async def test_how_long_a_computer_player_takes_follows_from_what_everyone_sees_and_not_from_its_dice(
    matches: Matches, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await awaits_robot(matches)
    cups = set()
    for number in range(20):
        world = replace(match, state=GAME.redeal(match.view(None), Random(number)))
        cups.add(world.view(Seat(1)).own_dice)

        async def get(_match_id: int, world: Match = world) -> Match:
            return world

        monkeypatch.setattr(matches, "get", get)
        computers = computers_of(matches, naps)
        computers.wake(world)
        await asyncio.sleep(0)
        await computers.stop()

    assert len(cups) > 10
    assert naps.taken == [PAUSE * pause(match.view(None).hardness, match.table.id, match.decision)] * 20


async def test_a_bid_and_what_is_shown_with_it_are_one_pause_and_one_step(
    matches: Matches, computers: Computers, naps: Naps
) -> None:
    steps: list[Match] = []
    naps.awake.set()
    match = await begun(matches, robots=3, reroll=True)
    matches.on_change.append(steps.append)

    after = await until_a_person_acts(matches, match.table.id)

    assert len(after.view(None).table.bids) == len(naps.taken) == len(steps) > 0
    assert not any(step.view(None).continues_turn for step in steps)
    await computers.stop()


async def test_a_table_is_woken_once_and_not_after_a_stop(matches: Matches, computers: Computers, naps: Naps) -> None:
    match = await awaits_robot(matches)
    for _ in range(3):
        computers.wake(match)
        await asyncio.sleep(0)
    assert len(naps.taken) == 1

    await computers.stop()
    computers.wake(match)
    assert not computers._tasks
    assert await matches.get(match.table.id) is match


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """The level of each line about a computer player, and what went wrong."""
    lines = [(record.levelname, record.getMessage()) for record in caplog.records if "computer" in record.name]
    return [(level, line.partition("failed: ")[2].partition(" at ")[0]) for level, line in lines]


def fail_reading(matches: Matches, monkeypatch: pytest.MonkeyPatch, failures: list[Exception]) -> None:
    """Has each of the next reads of a match raise the next of these errors."""
    get = matches.get

    async def fails_at_first(match_id: int) -> Match:
        if failures:
            raise failures.pop(0)
        return await get(match_id)

    monkeypatch.setattr(matches, "get", fails_at_first)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (Unavailable("ConnectionRefusedError"), ("WARNING", "Unavailable (ConnectionRefusedError)")),
        (OSError("disk full"), ("ERROR", "OSError (disk full)")),
    ],
    ids=["outage", "error"],
)
async def test_what_fails_is_tried_again_ever_more_slowly(
    *, matches: Matches, naps: Naps, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    error: Exception, line: tuple[str, str],
) -> None:  # fmt: skip
    naps.awake.set()
    match = await awaits_robot(matches)
    fail_reading(matches, monkeypatch, [error] * 9)
    computers = computers_of(matches, naps)
    computers.wake(match)

    await until_nobody_moves(computers)

    assert naps.taken[:9] == [1, 2, 4, 8, 16, 32, *[LONGEST_WAIT_SECONDS] * 3]
    assert said(caplog) == [line] * 9
    assert await matches.get(match.table.id) is not match


async def test_once_people_are_out_the_computer_players_end_the_match_at_once(
    matches: Matches, computers: Computers, naps: Naps
) -> None:
    match = await begun(matches, robots=3)
    paused: list[int] = []
    matches.on_change.append(lambda match: paused.append(len(naps.taken)) if match.is_left_to_computers else None)
    naps.awake.set()
    while match.table.phase == "playing":
        match = await until_a_person_acts(matches, match.table.id)
        if match.table.phase == "playing":
            match = await play(matches, match, match.view(Seat(0)).legal_actions[-1].to_text())

    assert paused, "people were in until the end"
    assert set(naps.taken[paused[0] :]) == {0}
    await computers.stop()


# Choices


SECONDS = 0.05

USED = 0.01
"""The time that each search of `Busy` leaves unused."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Busy(WorkerPool):
    """Processes that search until the test ends them, and note each search's time."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.given: list[float] = []
        self.ended = asyncio.Event()

    async def run(self, seconds: float, _work: Callable[[*Ts], T], *args: *Ts) -> T:
        searched: tuple[Any, ...] = args
        _, view, _, share = searched
        assert seconds == share + OVERRUN_SECONDS
        self.given.append(share)
        await self.ended.wait()
        found: Any = FoundAction(view.legal_actions[0], share - USED)
        chosen: T = found
        return chosen


def thinker_with(pool: Busy, seconds: float, naps: Naps | None = None) -> Thinker:
    """A thinker that searches in these processes."""
    thinker = Thinker(pool.count, seconds, Random(1), sleep=naps or Naps())
    thinker.close()
    thinker._pool = pool
    return thinker


async def searches(pool: Busy, seconds: float, count: int) -> list[asyncio.Task[Any]]:
    """Starts this many moves of hard players, each while the ones before are still waiting."""
    thinker = thinker_with(pool, seconds)
    view = position("bluff")
    asked = [asyncio.create_task(thinker.choose("bluff", "hard", view)) for _ in range(count)]
    await asyncio.sleep(0)
    return asked


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("closed", "a search of bluff failed, and the quick player moves: BrokenExecutor"),
        ("late", "a search of bluff does not answer, and the quick player moves"),
        ("full", "a quick move of bluff: 1 searches are queued"),
    ],
)
async def test_the_quick_player_answers_for_a_search_that_does_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str, said: str
) -> None:
    caplog.set_level("INFO")
    thinker = thinker_with(Busy(1), LEAST_SECONDS / 2 if kind == "full" else 0.6)
    if kind == "closed":
        thinker = Thinker(1, SECONDS, Random(1))
        thinker.close()
    monkeypatch.setattr(bot.background.computers, "START_SECONDS", 0)
    monkeypatch.setattr(bot.background.computers, "LONGEST_QUEUE", 0)
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    assert said in caplog.text
    assert thinker.waiting == 0


async def test_each_search_gets_its_share_of_the_time_among_those_that_wait() -> None:
    pool = Busy(2)
    asked = await searches(pool, 0.6, 6)
    pool.ended.set()
    await asyncio.gather(*asked)

    assert pool.given == pytest.approx([0.6, 0.6, 0.4, 0.3, 0.24, 0.2])


async def test_a_plain_decision_gets_less_of_a_search() -> None:
    pool = Busy(1)
    pool.ended.set()
    thinker = thinker_with(pool, 0.6)
    for effort in (1.0, 0.5, 0.0):
        await thinker.choose("bluff", "hard", position("bluff"), effort=effort)

    assert pool.given == [0.6, 0.3]


async def test_a_search_that_ends_early_answers_no_sooner() -> None:
    """Only one card may be played, say: nobody is to tell that by the time it takes."""
    pool, naps = Busy(1), Naps()
    pool.ended.set()
    await thinker_with(pool, 0.6, naps).choose("bluff", "hard", position("bluff"))

    assert naps.taken == pytest.approx([0.6 - USED])


def test_a_search_knows_how_much_of_its_time_it_has_left_unused() -> None:
    match = GAMES["tuecke"].game
    state, rng = match.start(4, {}), Random(1)
    while state.view(None).table.round.tricks < 13 or CHANCE in state.to_act:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else state.default_action(seat)
        state = state.apply(seat, action).state
    only = state.view(min(state.to_act))

    assert len(only.legal_actions) == 1
    assert search("tuecke", only, 1, 5.0).spare_seconds > 1
    assert search("tuecke", position("tuecke"), 1, SECONDS).spare_seconds == 0


# Pauses


PLAIN, HARD = 0.0, 1.0


def decisions(listing: Listing, seats: int) -> Iterator[State[Any, Any]]:
    """Every decision of some matches between computer players."""
    rng, computer = Random(1), listing.computers["medium"]
    for _ in range(2):
        state = listing.game.start(seats, {})
        while state.to_act:
            seat = min(state.to_act)
            if seat != CHANCE:
                yield state
            action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
            state = state.apply(seat, action).state


@every_listing
def test_a_match_takes_as_long_as_if_every_pause_were_the_mean(listing: Listing) -> None:
    for seats in {listing.game.seats[0], listing.game.seats[-1]}:
        looks = [(state.view(None).hardness, state.decision) for state in decisions(listing, seats)]

        assert mean(pause(hardness, 1, decision) for hardness, decision in looks) == pytest.approx(1, abs=0.15)
        assert 0 <= min(looks)[0] < 0.3
        assert 0.7 < max(looks)[0] <= 1


def test_what_is_hard_takes_several_times_as_long_as_what_is_plain() -> None:
    for decision in range(10):
        assert pause(HARD, 7, decision) > 4 * pause(PLAIN, 7, decision)
    assert 0 < share(PLAIN) < 0.5
    assert share(0.5) == 1


def test_pauses_differ_from_decision_to_decision_and_from_table_to_table() -> None:
    assert len({pause(0.5, table, decision) for table in range(5) for decision in range(5)}) == 25
    assert pause(0.5, 7, 3) == pause(0.5, 7, 3)
