"""The parts of the soak test in which a soak wouldn't notice a mistake."""

from datetime import datetime
from itertools import islice

import pytest

from games.catalogue import GAMES
from tests.soak.log import SLOW, WITHIN_SECONDS, Fault, Kind, log_time, unexplained
from tests.soak.plan import matches_of

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
        "Traceback (most recent call last):",
        f"{TIME} WARNING asyncio: Task was destroyed but it is pending!",
    ],
    ids=["error", "traceback", "task"],
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


def test_what_a_busy_machine_delays_is_no_error_and_neither_is_a_word() -> None:
    slow = f"{TIME} ERROR   bot.messages.renderer: a RoundPicture took too long to draw: it is shown in words"

    assert len(SLOW.findall(slow)) == 1
    assert unexplained(f"{slow}\n{log_time(MOMENT)} INFO    bot.store: ERROR is a word\n", []) == []
