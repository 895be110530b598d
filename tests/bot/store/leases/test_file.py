"""The lease of a SQLite database."""

import errno
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import leases as leases_file
from bot.store.leases import REMIND_SECONDS, FileLease, acquired, open_lease
from tests.clock import Naps


@pytest.fixture
async def lease(file: Path) -> AsyncIterator[FileLease]:
    found = FileLease(file)
    yield found
    await found.release()


async def test_one_at_a_time_has_it(lease: FileLease, file: Path) -> None:
    other = FileLease(file)
    assert await lease.try_acquire()
    assert await lease.try_acquire()
    assert not await other.try_acquire()
    await lease.release()
    assert not await lease.is_held()
    assert await other.try_acquire()
    await other.release()


async def test_whoever_waits_is_reminded_at_once_and_then_every_minute(lease: FileLease, file: Path) -> None:
    await lease.try_acquire()
    other, naps, reminded_after = FileLease(file), Naps(), list[float]()

    async def sleep(seconds: float) -> None:
        await naps(seconds)
        if sum(naps.taken) > 2.5 * REMIND_SECONDS:
            await lease.release()

    await acquired(other, remind=lambda: reminded_after.append(sum(naps.taken)), sleep=sleep)
    await acquired(other, remind=lambda: pytest.fail("nobody waits"))
    await other.release()

    assert reminded_after == pytest.approx([0, 60, 120], abs=0.1)


@pytest.mark.parametrize("link", ["folder", "file"])
async def test_another_path_to_the_same_file_has_the_same_lease(lease: FileLease, link: str, file: Path) -> None:
    there = file.with_name("link")
    there.symlink_to(file.parent if link == "folder" else file)
    other = FileLease(there / file.name if link == "folder" else there)

    assert await lease.try_acquire()
    assert not await other.try_acquire()


async def test_a_deleted_file_loses_the_lease_and_a_folder_that_cannot_be_read_for_a_moment_does_not(
    lease: FileLease, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await lease.try_acquire()

    def refuse(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "not now")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", refuse)
        assert await lease.is_held()
    assert await lease.is_held()

    os.unlink(lease.name)  # noqa: PTH108 - it's quick enough here
    assert not await lease.is_held()


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
