"""The event loop that the bot runs on."""

import asyncio
import sys

import pytest

from bot.__main__ import new_loop


def made() -> str:
    """The package of the loop that the bot would run on."""
    fresh = new_loop()
    try:
        return type(fresh).__module__.partition(".")[0]
    finally:
        fresh.close()


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop isn't made for Windows")
def test_the_bot_runs_on_uvloop() -> None:
    assert made() == "uvloop"


def test_without_uvloop_the_bot_runs_on_pythons_own_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert made() == asyncio.__name__
