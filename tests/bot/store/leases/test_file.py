"""The lease of a SQLite database."""

import asyncio
import errno
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import leases as leases_file
from bot.store.leases import REMIND_SECONDS, FileLease, acquired, open_lease
from tests.clock import Naps

HOLD = """
import asyncio, sys
from pathlib import Path
from bot.store.leases import FileLease
print(asyncio.run(FileLease(Path(sys.argv[1])).try_acquire()), flush=True)
sys.stdin.read()
"""


@pytest.fixture
async def lease(file: Path) -> AsyncIterator[FileLease]:
    found = FileLease(file)
    yield found
    await found.release()


@pytest.fixture
async def other(file: Path) -> AsyncIterator[FileLease]:
    found = FileLease(file)
    yield found
    await found.release()


async def test_one_at_a_time_has_it(lease: FileLease, other: FileLease) -> None:
    assert await lease.try_acquire()
    assert await lease.try_acquire()
    assert not await other.try_acquire()
    await lease.release()
    assert not await lease.is_held()
    assert await other.try_acquire()


async def test_a_killed_process_loses_it_at_once(lease: FileLease, file: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLD, str(file), stdin=pipe, stdout=pipe)
    assert process.stdout
    assert await process.stdout.readline() == b"True\n"
    assert not await lease.try_acquire()

    process.kill()
    await process.wait()

    assert await lease.try_acquire()


async def test_whoever_waits_is_reminded_at_once_and_then_every_minute(lease: FileLease, other: FileLease) -> None:
    await lease.try_acquire()
    naps, reminded_after = Naps(), list[float]()

    async def sleep(seconds: float) -> None:
        await naps(seconds)
        if sum(naps.taken) > 2.5 * REMIND_SECONDS:
            await lease.release()

    await acquired(other, remind=lambda: reminded_after.append(sum(naps.taken)), sleep=sleep)
    await acquired(other, remind=lambda: pytest.fail("nobody waits"))

    assert reminded_after == pytest.approx([0, 60, 120], abs=0.1)


@pytest.mark.parametrize("link", ["folder", "file"])
async def test_another_path_to_the_same_file_has_the_same_lease(lease: FileLease, link: str, file: Path) -> None:
    there = file.with_name("link")
    there.symlink_to(file.parent if link == "folder" else file)
    other = FileLease(there / file.name if link == "folder" else there)

    assert await lease.try_acquire()
    assert not await other.try_acquire()


async def test_a_deleted_file_keeps_nobody_out_so_its_lease_is_lost(lease: FileLease) -> None:
    assert await lease.try_acquire()

    os.unlink(lease.name)  # noqa: PTH108 - it's quick enough here

    assert not await lease.is_held()


async def test_a_folder_that_cannot_be_read_for_a_moment_costs_no_lease(
    lease: FileLease, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await lease.try_acquire()

    def refuse(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "not now")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", refuse)
        assert await lease.is_held()

    assert await lease.is_held()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EIO])
async def test_where_nothing_can_be_locked_the_log_says_so_and_other_errors_are_errors(
    lease: FileLease, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    def refuse(_file: int) -> None:
        raise OSError(number, "broken")

    monkeypatch.setattr(leases_file, "_lock", refuse)

    if number == errno.EIO:
        with pytest.raises(OSError, match="broken"):
            await lease.try_acquire()
    else:
        assert await lease.try_acquire()
        assert "make sure that no second process is started" in caplog.text


async def test_a_database_in_memory_is_everyones_own() -> None:
    url = "sqlite+aiosqlite:///:memory:"
    async with open_lease(url, (0,), 1) as one, open_lease(url, (0,), 1) as other:
        assert await one.try_acquire()
        assert await other.try_acquire()
        assert await other.is_held()
        assert not other.is_exclusive
