"""systemd hears that the bot has started, lives and stops, over a real socket."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ops.health import ALIVE, READY, Systemd
from tests.clock import Naps


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """What systemd puts into NOTIFY_SOCKET, and its end of the socket."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@finte-{tmp_path.name}-{id(request)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        try:
            listening.bind(address.replace("@", "\0", 1))
        except OSError:
            pytest.skip("only Linux has abstract names")
        listening.settimeout(0)
        yield address, listening


def test_a_state_reaches_systemd(manager: tuple[str, socket.socket]) -> None:
    address, listening = manager
    Systemd({"NOTIFY_SOCKET": address}).tell(READY)

    assert listening.recv(100) == b"READY=1"


async def test_the_watchdog_is_fed_four_times_in_its_time_while_nothing_is_wrong(
    manager: tuple[str, socket.socket], caplog: pytest.LogCaptureFixture
) -> None:
    address, listening = manager
    troubles = ["", "no answer for 20 s", ""]
    naps = Naps()

    async def trouble() -> str:
        if not troubles:
            raise asyncio.CancelledError
        return troubles.pop(0)

    systemd = Systemd({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000000"})
    with pytest.raises(asyncio.CancelledError):
        await systemd.feed(trouble, sleep=naps)

    assert naps.taken == [15, 15, 15]
    assert [listening.recv(100).decode() for _ in range(2)] == [ALIVE, ALIVE]
    with pytest.raises(BlockingIOError):
        listening.recv(100)
    assert "no answer for 20 s" in caplog.text


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere"}, {"WATCHDOG_USEC": "60000000"}], ids=str)
async def test_without_a_watchdog_nothing_is_fed(environment: dict[str, str]) -> None:
    async def trouble() -> str:
        raise AssertionError

    await Systemd(environment).feed(trouble)


def test_a_systemd_that_is_not_there_is_only_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Systemd({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell(READY)
        Systemd({}).tell(READY)

    assert [record.getMessage() for record in caplog.records] == [
        "systemd can't be told READY=1: No such file or directory"
    ]
