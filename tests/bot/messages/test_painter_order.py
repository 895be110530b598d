"""People see what happened before they have to choose again: a message can wait for another one."""

import asyncio

import pytest

import bot.messages.painter
from bot.messages.painter import Painter
from tests.bot.canvas import Canvas, done
from tests.clock import Naps


async def test_a_message_waits_for_what_is_due_on_another(painter: Painter) -> None:
    sent: list[str] = []
    board = Canvas(painter, "board", text="the board", sent=sent, gate=asyncio.Event())
    board.paint()
    Canvas(painter, "panel", text="the panel", sent=sent, after="board").paint()
    await board.arrived.wait()
    assert sent == []

    assert board.gate
    board.gate.set()
    await done(painter)
    assert sent == ["the board", "the panel"]


async def test_it_is_drawn_only_then(painter: Painter) -> None:
    board, panel = Canvas(painter, "board", gate=asyncio.Event()), Canvas(painter, "panel", after="board")
    board.paint()
    panel.paint()
    await board.arrived.wait()
    panel.text = "newer"
    assert board.gate
    board.gate.set()
    await done(painter)

    assert panel.sent == ["newer"]


async def test_it_does_not_wait_for_the_pause_after_it(painter: Painter, naps: Naps) -> None:
    board, panel = Canvas(painter, "board"), Canvas(painter, "panel", after="board")
    naps.awake.clear()
    board.paint()
    panel.paint()
    await panel.arrived.wait()

    assert board.sent == ["first"]
    naps.awake.set()
    await done(painter)


async def test_it_does_not_wait_for_a_message_with_nothing_new(painter: Painter) -> None:
    panel = Canvas(painter, "panel", after="board")
    panel.paint()
    await done(painter)

    assert panel.sent == ["first"]


async def test_it_does_not_wait_for_ever(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.messages.painter, "PATIENCE_SECONDS", 0)
    board, panel = Canvas(painter, "board", gate=asyncio.Event()), Canvas(painter, "panel", after="board")
    board.paint()
    panel.paint()
    await panel.arrived.wait()

    assert board.sent == []
    assert board.gate
    board.gate.set()
    await done(painter)
