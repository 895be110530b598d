"""The event loop that the bot runs on."""

import asyncio
import importlib
import sys

import pytest

from bot import loop


def made() -> str:
    """The package of the loop that the bot would run on."""
    fresh = loop.new_loop()
    try:
        return type(fresh).__module__.partition(".")[0]
    finally:
        fresh.close()


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop isn't made for Windows")
def test_the_bot_runs_on_uvloop() -> None:
    assert made() == "uvloop"


def test_without_uvloop_the_bot_runs_on_pythons_own_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "uvloop", None)
        importlib.reload(loop)
        assert made() == asyncio.__name__
    importlib.reload(loop)
