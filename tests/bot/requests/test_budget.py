"""The budget: how many requests leave in a second, and in which order."""

import asyncio
from contextlib import suppress

import pytest

from bot.requests.budget import BURST, DISCORDS_LIMIT, EASE, EASE_SECONDS, EVERY, PACE, Budget
from bot.requests.purpose import Purpose, Urgency
from localcord.people import PATIENCE_SECONDS
from tests.bot.requests.timeline import Sender, Timeline

A_MINUTE = 60.0


@pytest.mark.parametrize("latency", [0.01, 0.15, 0.9, 3.0])
async def test_no_second_sees_more_requests_than_discord_takes(
    sender: Sender, timeline: Timeline, latency: float
) -> None:
    sender.latency = latency
    for number in range(300):
        sender.ask(f"{number}", Urgency(number % 4))
    await timeline.pass_by(A_MINUTE)

    assert len(sender.sent) == 300
    assert sender.most_in_a_second < DISCORDS_LIMIT


async def test_however_late_requests_are_counted_no_second_counts_too_many(sender: Sender, timeline: Timeline) -> None:
    """All that was under way is counted at one moment, the last at which Discord can count it: when it answers."""
    sender.latency = 0.9
    for number in range(300):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(A_MINUTE)
    left = [moment for _, moment in sender.sent]

    assert max(sum(start - 0.9 <= moment < start + 1 for moment in left) for start in left) < DISCORDS_LIMIT


async def test_where_discord_answers_quickly_the_budget_is_used(sender: Sender, timeline: Timeline) -> None:
    for number in range(300):
        sender.ask(f"{number}")
    await timeline.pass_by(A_MINUTE)

    assert sender.sent[-1][1] - sender.sent[0][1] < 300 / (DISCORDS_LIMIT * 0.7)


async def test_turns_keep_an_even_distance_after_a_small_burst(sender: Sender, timeline: Timeline) -> None:
    for number in range(10):
        sender.ask(f"{number}")
    await timeline.pass_by(1)
    times = [moment - timeline.now + 1 for _, moment in sender.sent]

    assert times == pytest.approx([max(0, step) / (DISCORDS_LIMIT * PACE) for step in range(1 - BURST, 6)], abs=1e-6)


async def test_the_most_urgent_is_next(sender: Sender, timeline: Timeline) -> None:
    for number in range(30):
        sender.ask(f"board {number}", Urgency.BOARD)
    await timeline.pass_by(0.1)
    before = len(sender.sent)
    sender.ask("ping", Urgency.AWAITED)
    sender.ask("answer", Urgency.ANSWER)
    await timeline.pass_by(0.1)

    assert sender.names[before : before + 2] == ["answer", "ping"]


async def test_boards_leave_slots_for_what_people_wait_for(sender: Sender, timeline: Timeline) -> None:
    sender.latency = A_MINUTE  # Discord is slow, and every slot that boards may use is taken
    for number in range(100):
        sender.ask(f"board {number}", Urgency.BOARD)
    await timeline.pass_by(2)
    sender.ask("ping", Urgency.AWAITED)
    await timeline.pass_by(0.1)

    assert sender.names[-1] == "ping"
    assert len(sender.sent) < 50


async def test_nobody_waits_for_ever(sender: Sender, timeline: Timeline) -> None:
    for number in range(60):
        sender.ask(f"ping {number}", Urgency.AWAITED)
        sender.ask(f"board {number}", Urgency.BOARD)
        sender.ask(f"emoji {number}", Urgency.HOUSEKEEPING)
    await timeline.pass_by(1.2)
    kinds = [name.split()[0] for name in sender.names[:40]]

    assert kinds.count("board") >= 40 // EVERY[Urgency.BOARD] - 1
    assert kinds.count("emoji") >= 40 // EVERY[Urgency.HOUSEKEEPING] - 1
    assert kinds.count("ping") > 20


async def test_many_answers_leave_a_share_for_what_people_wait_for(sender: Sender, timeline: Timeline) -> None:
    sender.latency = 0.01
    for number in range(200):
        sender.ask(f"answer {number}", Purpose(Urgency.ANSWER, community_id=1))
    await timeline.pass_by(0.1)
    for number in range(10):
        sender.ask(f"ping {number}", Purpose(Urgency.AWAITED, community_id=2))
        sender.ask(f"board {number}", Purpose(Urgency.BOARD, community_id=2))
    before = len(sender.sent)
    await timeline.pass_by(1)
    after = [name.split()[0] for name in sender.names[before:]][:30]

    assert after.count("ping") >= 30 // EVERY[Urgency.AWAITED]
    assert after.index("ping") < EVERY[Urgency.AWAITED]
    assert after.count("board") >= 30 // EVERY[Urgency.BOARD] - 1
    assert after.count("answer") > after.count("ping")


async def test_a_busy_servers_answers_do_not_delay_a_ping_elsewhere_by_much(sender: Sender, timeline: Timeline) -> None:
    sender.latency = 0.5  # Discord is slow, so slots are scarce
    for number in range(300):
        sender.ask(f"answer {number}", Purpose(Urgency.ANSWER, community_id=1))
    await timeline.pass_by(1)
    asked_at = timeline.now
    sender.ask("ping", Purpose(Urgency.AWAITED, community_id=2))
    await timeline.pass_by(5)

    assert dict(sender.sent)["ping"] - asked_at < 1


async def test_communities_take_turns(sender: Sender, timeline: Timeline) -> None:
    for number in range(50):
        sender.ask(f"busy {number}", Purpose(Urgency.BOARD, community_id=1))
    await timeline.pass_by(0.1)
    before = len(sender.sent)
    sender.ask("quiet 1", Purpose(Urgency.BOARD, community_id=2))
    sender.ask("quiet 2", Purpose(Urgency.BOARD, community_id=2))
    await timeline.pass_by(0.2)

    assert {"quiet 1", "quiet 2"} <= set(sender.names[before : before + 4])


async def test_the_table_that_is_looked_at_is_drawn_first(sender: Sender, timeline: Timeline) -> None:
    for number in range(20):
        sender.ask(f"{number}", Purpose(Urgency.BOARD, community_id=number))
    sender.ask("looked at", Purpose(Urgency.BOARD, community_id=99, clicks=3))
    await timeline.pass_by(0.1)

    assert "looked at" in sender.names[: BURST + 1]


async def test_what_waits_can_become_more_urgent(sender: Sender, timeline: Timeline, budget: Budget) -> None:
    for number in range(30):
        sender.ask(f"{number}", Urgency.HOUSEKEEPING)
    await timeline.pass_by(0.01)
    before = len(sender.sent)
    budget.hasten("29", Purpose(Urgency.AWAITED))
    await timeline.pass_by(1)

    assert sender.names[before] == "29"
    assert sorted(sender.names, key=int) == [f"{number}" for number in range(30)]


async def test_a_request_that_nobody_waits_for_takes_no_turn(
    sender: Sender, timeline: Timeline, budget: Budget
) -> None:
    tasks = [sender.ask(f"{number}") for number in range(10)]
    await timeline.pass_by(0)
    tasks[7].cancel()
    with suppress(asyncio.CancelledError):
        await tasks[7]
    await timeline.pass_by(2)

    assert "7" not in sender.names
    assert (len(sender.sent), sum(budget.waiting.values())) == (9, 0)


async def test_a_turn_that_made_no_request_goes_to_others(timeline: Timeline) -> None:
    budget = Budget(10, clock=timeline, later=timeline.later)
    for _ in range(30):
        async with asyncio.timeout(PATIENCE_SECONDS):
            task = asyncio.create_task(_take_and_drop(budget))
            await timeline.pass_by(0.2)
            await task

    assert budget.sent[Urgency.BOARD] == 30


async def _take_and_drop(budget: Budget) -> None:
    async with budget.ahead(Purpose(Urgency.BOARD)):
        pass


async def test_a_request_uses_the_turn_that_was_taken_for_it(timeline: Timeline, budget: Budget) -> None:
    async with budget.ahead(Purpose(Urgency.BOARD)):
        first = await budget.leave(Purpose(Urgency.BOARD))
        second = await budget.leave(Purpose(Urgency.BOARD))

    assert first is not second
    assert budget.sent[Urgency.BOARD] == 2
    assert timeline.now == 1000


async def test_when_discord_says_stop_nothing_leaves_and_later_less(
    sender: Sender, timeline: Timeline, budget: Budget
) -> None:
    usual = budget.per_second
    budget.stop_for(5)
    budget.stop_for(4.9)  # the next answer says the same
    for number in range(20):
        sender.ask(f"{number}", Urgency.ANSWER)
    await timeline.pass_by(4.9)
    sent_meanwhile, slower = list(sender.sent), budget.per_second
    await timeline.pass_by(5 + EASE_SECONDS)

    assert (sent_meanwhile, len(sender.sent), budget.stops) == ([], 20, 1)
    assert (slower, budget.per_second) == (usual * EASE, usual)


async def test_a_process_takes_only_its_share(timeline: Timeline) -> None:
    sender = Sender(timeline, Budget(share=0.25, clock=timeline, later=timeline.later))
    for number in range(100):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(A_MINUTE)

    assert len(sender.sent) == 100
    assert sender.most_in_a_second <= DISCORDS_LIMIT // 4


async def test_a_request_without_an_answer_does_not_keep_its_slot(timeline: Timeline) -> None:
    sender = Sender(timeline, Budget(2, clock=timeline, later=timeline.later), latency=3600)
    for number in range(5):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(A_MINUTE)

    assert len(sender.sent) == 5


async def test_it_tells_what_waits_and_how_long_it_took(sender: Sender, timeline: Timeline, budget: Budget) -> None:
    for number in range(10):
        sender.ask(f"{number}", Urgency.BOARD)
    await timeline.pass_by(0.001)
    waiting = budget.waiting[Urgency.BOARD]
    await timeline.pass_by(1)

    assert (waiting, budget.waiting[Urgency.BOARD], budget.sent[Urgency.BOARD]) == (10 - BURST, 0, 10)
    assert budget.waited_seconds[Urgency.BOARD] == pytest.approx(sum(range(1, 6)) / (DISCORDS_LIMIT * PACE))
