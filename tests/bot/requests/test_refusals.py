"""Invalid answers: what counts, and what the bot does before Discord blocks its address."""

import logging

import pytest

from bot.requests.budget import SLOW_FROM, STOP_FROM, WINDOW_SECONDS, Budget, Refusals
from bot.requests.purpose import Urgency
from tests.bot.requests.timeline import Sender, Timeline


@pytest.mark.parametrize(
    ("status", "scope", "counts"),
    [
        *((status, None, True) for status in (401, 403)),
        *((429, scope, True) for scope in ("user", "global")),
        (429, "shared", False),
        *((status, None, False) for status in (200, 404, 500)),
    ],
)
def test_discord_counts_these(status: int, scope: str | None, *, counts: bool) -> None:
    refusals = Refusals()
    refusals.note(status, scope, 0)

    assert refusals.count(1) == counts


def test_after_ten_minutes_they_are_forgotten() -> None:
    refusals = Refusals()
    refusals.note(403, None, 0)

    assert (refusals.count(WINDOW_SECONDS - 1), refusals.count(WINDOW_SECONDS)) == (1, 0)


def refuse(budget: Budget, count: int) -> None:
    """Has Discord refuse this many requests."""
    for _ in range(count):
        budget.answered(403)


async def test_after_many_refusals_boards_are_slow_and_chores_wait(
    sender: Sender, timeline: Timeline, budget: Budget
) -> None:
    refuse(budget, SLOW_FROM)
    for number in range(20):
        for urgency in (Urgency.AWAITED, Urgency.BOARD, Urgency.HOUSEKEEPING):
            sender.ask(f"{urgency.name} {number}", urgency)
    await timeline.pass_by(5.5)
    kinds = [name.split()[0] for name in sender.names]

    assert (kinds.count("AWAITED"), kinds.count("HOUSEKEEPING")) == (20, 0)
    assert 4 <= kinds.count("BOARD") <= 7


async def test_after_too_many_only_what_people_wait_for_is_sent_until_it_is_fewer(
    sender: Sender, timeline: Timeline, budget: Budget
) -> None:
    refuse(budget, STOP_FROM)
    sender.ask("board")
    sender.ask("ping", Urgency.AWAITED)
    await timeline.pass_by(60)
    meanwhile = list(sender.names)
    await timeline.pass_by(WINDOW_SECONDS)

    assert (meanwhile, sender.names) == (["ping"], ["ping", "board"])


async def test_the_log_says_so_once(
    sender: Sender, timeline: Timeline, budget: Budget, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    refuse(budget, STOP_FROM)
    for number in range(10):
        sender.ask(f"{number}")
    await timeline.pass_by(WINDOW_SECONDS + 10)

    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
