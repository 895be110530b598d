"""Computer players move on their turn, after a pause, and never give up."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.background.computers import LONGEST_WAIT_SECONDS, Computers, Thinker, pause
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.database import Unavailable
from games.bluff import GAME
from games.core import Seat
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import begun, play
from tests.clock import Naps

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
