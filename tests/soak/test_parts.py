"""The parts of the soak test in which a soak wouldn't notice a mistake."""

import asyncio
from datetime import datetime
from itertools import islice
from random import Random

import pytest

from games.catalogue import GAMES
from localcord import Interaction, Localcord, Person
from tests.soak.log import SLOW, WITHIN_SECONDS, Fault, Kind, log_time, unexplained
from tests.soak.people import STUCK_SECONDS, Regulars, Stuck
from tests.soak.plan import matches_of
from tests.soak.screens import Screens, Seen

TIME = "2026-01-02 03:04:05,678"

MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678_000).astimezone().timestamp()
FAILED = (
    "ERROR   bot.interactions.interactions: reference 1a2b3c: "
    "DiscordServerError (HTTP 503, code 0) at interactions.py:1 reply"
)
RESET = "ERROR   bot.interactions.interactions: reference 1a2b3c: ClientOSError ([Errno 104] Connection reset by peer)"
DIED = "ERROR   bot.messages.renderer: the drawing process died: BrokenExecutor at renderer.py:1 _draw"

FAULTS: list[tuple[Kind, str]] = [
    ("request failed", FAILED),
    ("connection reset", RESET),
    ("helper process killed", DIED),
]
KINDS = [kind for kind, _ in FAULTS]


def test_the_same_seed_gives_the_same_matches() -> None:
    planned = [[*islice(matches_of(seed, place), 30)] for seed, place in ((1, 0), (1, 0), (1, 1), (2, 0))]

    assert planned[0] == planned[1]
    assert planned[0] not in planned[2:]


def test_a_soak_plans_every_game_and_everything_that_people_do() -> None:
    planned = [*islice(matches_of(1, 0), 300)]

    assert {match.game for match in planned} == set(GAMES)
    assert {match.people for match in planned} == {1, 2, 3, 4, 5, 6}
    assert {match.is_cancelled for match in planned} == {match.hesitates for match in planned} == {True, False}
    assert {match.forgets for match in planned if match.leaves_after} == {True, False}
    for match in planned:
        assert match.options["seats"] in GAMES[match.game].game.seats


@pytest.mark.parametrize(
    "line",
    [
        f"{TIME} ERROR   bot.interactions.interactions: reference 1a2b3c: KeyError at interactions.py:1 reply",
        f"{TIME} CRITICAL bot: the database is damaged",
        "Traceback (most recent call last):",
        f"{TIME} WARNING asyncio: Task was destroyed but it is pending!",
    ],
    ids=["error", "critical", "traceback", "task"],
)
def test_an_error_that_no_fault_explains_is_found(line: str) -> None:
    everything = [Fault(kind, MOMENT) for kind in KINDS]

    assert len(unexplained(f"{TIME} INFO    bot: ready\n{line}\n{line}\n", everything)) == 1


@pytest.mark.parametrize(("kind", "line"), FAULTS, ids=KINDS)
def test_a_fault_explains_an_error_of_its_kind_soon_after_it(kind: Kind, line: str) -> None:
    log = f"{TIME} {line}\n"

    assert unexplained(log, [Fault(kind, MOMENT - 1)]) == []
    assert unexplained(log, [Fault(other, MOMENT - 1) for other in KINDS if other != kind]) == [f"{line} (1 times)"]
    for time in (MOMENT + 1, MOMENT - WITHIN_SECONDS - 1):
        assert unexplained(log, [Fault(kind, time)]) == [f"{line} (1 times)"]


def test_what_a_busy_machine_delays_is_counted_and_is_no_error() -> None:
    other = f"{TIME} ERROR   bot.messages.renderer: a RoundPicture could not be drawn: KeyError at picture.py:1 draw"
    slow = f"{TIME} ERROR   bot.messages.renderer: a RoundPicture took too long to draw: it is shown in words"
    text = "reference 1a2b3c: TimeoutError (the database was busy for too long)"
    busy = f"{TIME} ERROR   bot.interactions.interactions: {text}"

    assert len(SLOW.findall(f"{other}\n{slow}\n{busy} at interactions.py:1 reply\n")) == 2
    assert unexplained(f"{slow}\n{busy} at interactions.py:1 reply\n", []) == []
    assert len(unexplained(f"{other}\n", [])) == 1


def test_a_moment_is_written_as_in_the_log() -> None:
    assert log_time(MOMENT) == TIME


def test_no_error_is_no_error() -> None:
    assert unexplained(f"{TIME} INFO    bot.store: ERROR is a word\n", []) == []


class Hurried(Regulars):
    """The people of a table who don't wait for anything: each look or click moves their clock by ten seconds."""

    seconds = 0.0

    async def _press(self, table: Seen, person: Person, verb: str) -> Interaction:  # noqa: ARG002 - as its base
        await self._wait(table)
        return Interaction.__new__(Interaction)

    async def _try_to_move(self, table: Seen, person: Person) -> None:  # noqa: ARG002 - as its base
        await self._wait(table)

    async def _wait(self, table: Seen) -> None:  # noqa: ARG002 - as its base
        self.seconds += 10


async def nothing_changes(_match_id: str, _seconds: float) -> None:
    raise TimeoutError


def board(discord: Localcord, verb: str, label: str, *, owner: Person | None = None) -> str:
    """Posts a message of table 7 with one button, for everyone or for one person. Shape: the message's id."""
    button = {"type": 2, "style": 1, "label": label, "custom_id": f"f1|{verb}|7|0|"}
    body = {"content": f"{label}?", "components": [{"type": 1, "components": [button]}]}
    channel = discord.world.channel(discord.channel_id)
    return discord.messages.post(channel, discord.world.bot, body, owner_id=owner.id if owner else None).id


@pytest.mark.parametrize("phase", ["begin", "cancel", "finish"])
async def test_a_table_that_never_goes_on_is_reported_with_what_was_seen(
    discord: Localcord, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens, is_up, plan = Screens(discord), asyncio.Event(), next(matches_of(1, 0))
    is_up.set()
    people = Hurried(
        discord,
        screens,
        0,
        rng=Random(1),
        plans=iter(()),
        clicked=lambda _: None,
        is_up=is_up,
        clock=lambda: people.seconds,
    )
    guests = discord.person("Guest 0.0"), discord.person("Guest 0.1")
    table = Seen(discord, "7", board(discord, "join", "Join"), guests, screens=screens)
    monkeypatch.setattr(screens, "change", nothing_changes)
    if phase == "finish":
        board(discord, "play", "6x2", owner=guests[0])
    plays = {"begin": people._begin, "finish": people._finish}

    with pytest.raises(Stuck, match=r"table 7 doesn't go on: board: 'Join\?' \['Join'\]") as stuck:
        await (people._cancel(table) if phase == "cancel" else plays[phase](table, plan))

    assert STUCK_SECONDS < people.seconds < 2 * STUCK_SECONDS
    assert ("['6x2']" in str(stuck.value)) == (phase == "finish")
