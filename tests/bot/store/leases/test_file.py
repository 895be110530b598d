"""The lease of a SQLite database."""

import asyncio
import errno
import os
import sys
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


async def test_one_at_a_time_has_it(tmp_path: Path) -> None:
    one, other = (FileLease(tmp_path / "finte.sqlite3") for _ in range(2))

    assert await one.try_acquire()
    assert await one.try_acquire()
    assert not await other.try_acquire()
    await one.release()
    assert not await one.is_held()
    assert await other.try_acquire()
    await other.release()


async def test_a_killed_process_loses_it_at_once(tmp_path: Path) -> None:
    database = tmp_path / "finte.sqlite3"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLD, str(database), stdin=pipe, stdout=pipe)
    assert process.stdout
    assert await process.stdout.readline() == b"True\n"
    lease = FileLease(database)
    assert not await lease.try_acquire()

    process.kill()
    await process.wait()

    assert await lease.try_acquire()
    await lease.release()


async def test_whoever_waits_is_reminded_at_once_and_then_every_minute(tmp_path: Path) -> None:
    one, other = (FileLease(tmp_path / "finte.sqlite3") for _ in range(2))
    await one.try_acquire()
    naps, reminded_after = Naps(), list[float]()

    async def sleep(seconds: float) -> None:
        await naps(seconds)
        if sum(naps.taken) > 2.5 * REMIND_SECONDS:
            await one.release()

    await acquired(other, remind=lambda: reminded_after.append(sum(naps.taken)), sleep=sleep)

    assert reminded_after == pytest.approx([0, 60, 120], abs=0.1)
    await other.release()


async def test_nobody_is_reminded_of_a_free_lease(tmp_path: Path) -> None:
    lease = FileLease(tmp_path / "finte.sqlite3")

    await acquired(lease, remind=lambda: pytest.fail("nobody waits"))

    await lease.release()


async def test_another_path_to_the_same_file_has_the_same_lease(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    one, other = FileLease(tmp_path / "finte.sqlite3"), FileLease(tmp_path / "link" / "finte.sqlite3")

    assert await one.try_acquire()
    assert not await other.try_acquire()
    await one.release()


async def test_a_link_to_the_file_has_the_same_lease(tmp_path: Path) -> None:
    (tmp_path / "finte.sqlite3").touch()
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "finte.sqlite3")
    one, other = FileLease(tmp_path / "finte.sqlite3"), FileLease(tmp_path / "link.sqlite3")

    assert await one.try_acquire()
    assert not await other.try_acquire()
    await one.release()


async def test_a_deleted_file_keeps_nobody_out_so_its_lease_is_lost(tmp_path: Path) -> None:
    lease = FileLease(tmp_path / "finte.sqlite3")
    assert await lease.try_acquire()

    os.unlink(lease.name)  # noqa: PTH108 - it's quick enough here

    assert not await lease.is_held()


async def test_a_folder_that_cannot_be_read_for_a_moment_costs_no_lease(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = FileLease(tmp_path / "finte.sqlite3")
    assert await lease.try_acquire()

    def refuse(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "not now")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", refuse)
        assert await lease.is_held()

    assert await lease.is_held()
    await lease.release()


async def test_where_nothing_can_be_locked_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_file: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(leases_file, "_lock", refuse)
    lease = FileLease(tmp_path / "finte.sqlite3")

    assert await lease.try_acquire()
    assert "make sure that no second process is started" in caplog.text
    await lease.release()


async def test_a_file_that_may_not_be_locked_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(leases_file, "_lock", refuse)

    with pytest.raises(OSError, match="broken"):
        await FileLease(tmp_path / "finte.sqlite3").try_acquire()


async def test_a_database_in_memory_is_everyones_own() -> None:
    url = "sqlite+aiosqlite:///:memory:"
    async with open_lease(url, (0,), 1) as one, open_lease(url, (0,), 1) as other:
        assert await one.try_acquire()
        assert await other.try_acquire()
        assert await other.is_held()
        assert not other.is_exclusive
