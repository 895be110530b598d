"""A PostgreSQL server for the tests, in a temporary folder. Knows no table.

A worker's first test that needs it starts it, which takes less than a second. It listens at a socket in its folder
alone, so that none gets in the way of another, and keeps nothing through a power cut.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

USER = "finte"

QUICK = "-c listen_addresses='' -c fsync=off -c full_page_writes=off -c autovacuum=off -c max_connections=200"

UNTIL_THE_TESTS_END = 'read _; "$0" -D "$1" -m immediate stop'
"""A shell script that stops the server however the tests end, since its input is closed then."""


def _folder_of_programs() -> Path | None:
    """Where the server's programs are. Debian keeps them off the path."""
    on_path = shutil.which("initdb")
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), *([Path(on_path).resolve()] if on_path else [])]
    return max(found, key=str).parent if found else None


PROGRAMS = _folder_of_programs()

MISSING = "" if PROGRAMS and find_spec("asyncpg") else "PostgreSQL or its driver is not installed"
"""Why no test can run on PostgreSQL; "" if they can."""

SKIPPED = pytest.mark.skipif(bool(MISSING), reason=MISSING)

DATABASES = ("sqlite", pytest.param("postgresql", marks=SKIPPED))
"""Every kind of database that the bot runs on."""

DATABASES_THOROUGHLY = ("sqlite", pytest.param("postgresql", marks=(SKIPPED, pytest.mark.thorough)))
"""The same, for tests above the store, where PostgreSQL seldom makes a difference."""


class Server:
    """A server that runs, and can be stopped and started again."""

    def __init__(self, folder: Path, *, primary: "Server | None" = None) -> None:
        """Shape: with a `primary`, this is a standby that follows it until it's promoted."""
        self.folder = folder
        self.databases = set[str]()
        """The databases that tests have made."""
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        if self._user:
            shutil.chown(folder, self._user, self._user)
        if primary is not None:
            self._run("pg_basebackup", "-h", str(primary.folder), "-U", USER, "-R", "-X", "stream", "-c", "fast")
        else:
            self._run("initdb", "-A", "trust", "-N", "-U", USER, "-E", "UTF8", "--locale=C")

    def url(self, name: str, folder: Path | None = None) -> str:
        """The address of one of its databases, by its own socket or that in another folder."""
        return f"postgresql+asyncpg://{USER}@/{name}?host={folder or self.folder}"

    def start(self) -> None:
        """Starts it, and waits until it takes connections."""
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", f"{QUICK} -k {self.folder}", "start")

    def stop(self) -> None:
        """Stops it as an operator would, which drops every connection."""
        self._run("pg_ctl", "-w", "-m", "fast", "stop")

    def break_down(self) -> None:
        """Stops it as if its machine had failed."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def promote(self) -> None:
        """Makes this standby the primary."""
        self._run("pg_ctl", "-w", "promote")

    def restart(self) -> None:
        """Drops every connection, and accepts new ones."""
        self.stop()
        self.start()

    @property
    def processes(self) -> list[int]:
        """The numbers of its processes, of which each connection has one."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *(child.pid for child in psutil.Process(first).children())]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Starts it, and stops it in the end, even if these tests are killed."""
        assert PROGRAMS
        self.start()
        command = ["sh", "-c", UNTIL_THE_TESTS_END, str(PROGRAMS / "pg_ctl"), str(self.folder / "data")]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(  # in a session of its own, or whatever kills the tests would kill it, too
            command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, cwd="/", user=self._user, group=self._user,
            start_new_session=True,
        ):  # fmt: skip
            yield

    def _run(self, program: str, *arguments: str) -> None:
        assert PROGRAMS
        command = [str(PROGRAMS / program), "-D", str(self.folder / "data"), *arguments]
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=True, stdout=quiet, cwd="/", user=self._user, group=self._user)


@contextmanager
def lasting_server() -> Iterator[Server]:
    """A server for all tests of this process."""
    with TemporaryDirectory(prefix="finte-") as folder:
        server = Server(Path(folder))
        with server.running():
            yield server
