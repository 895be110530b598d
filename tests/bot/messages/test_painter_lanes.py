"""The painter's lanes: messages that share a rate limit take turns, and each is drawn when its turn comes."""

import asyncio

from bot.messages.painter import Painter
from tests.bot.canvas import INTERVAL, Canvas, done
from tests.clock import Naps


async def test_messages_of_one_lane_are_drawn_one_after_the_other(painter: Painter) -> None:
    first, second = Canvas(gate=asyncio.Event()), Canvas()
    painter.paint("a", first, lane="channel")
    painter.paint("b", second, lane="channel")
    await first.arrived.wait()
    second.text = "newer"  # while it waits its turn
    assert first.gate
    first.gate.set()
    await done(painter)

    assert (first.sent, second.sent) == (["first"], ["newer"])


async def test_in_a_lane_every_message_gets_its_turn(painter: Painter) -> None:
    sent: list[str] = []
    busy = Canvas(sent=sent, gate=asyncio.Event())
    painter.paint("a", busy, lane="channel")
    painter.paint("b", Canvas(text="patient", sent=sent), lane="channel")
    await busy.arrived.wait()
    busy.text = "busy"
    painter.paint("a", busy, lane="channel")
    assert busy.gate
    busy.gate.set()
    await done(painter)

    assert sent == ["first", "patient", "busy"]


async def test_edits_in_a_lane_keep_their_distance(painter: Painter, naps: Naps) -> None:
    first, second = Canvas(), Canvas()
    naps.awake.clear()
    painter.paint("a", first, lane="channel")
    painter.paint("b", second, lane="channel")
    await naps.asleep.wait()
    await asyncio.sleep(0)

    assert (second.sent, naps.taken) == ([], [INTERVAL])
    naps.awake.set()
    await done(painter)
    assert second.sent == ["first"]


async def test_another_lane_does_not_wait(painter: Painter) -> None:
    held, free = Canvas(gate=asyncio.Event()), Canvas()
    painter.paint("a", held, lane="channel")
    painter.paint("b", free, lane="another channel")
    await free.arrived.wait()

    assert held.sent == []
    assert held.gate
    held.gate.set()
    await done(painter)
