"""PgBouncer in front of the tests' PostgreSQL, as hosting providers have it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from localcord.people import PATIENCE_SECONDS
from tests.postgresql import MISSING, USER, Server

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

SKIPPED = pytest.mark.skipif(bool(MISSING) or not PROGRAM, reason=MISSING or "PgBouncer is not installed")

SETTINGS = """
[databases]
* = host={server}
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
"""


@contextmanager
def pooler(server: Server, *lines: str) -> Iterator[Path]:
    """The folder of the socket of a PgBouncer with these further settings."""
    assert PROGRAM
    with TemporaryDirectory(prefix="finte-") as name:
        folder, user = Path(name), "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        (folder / "users").write_text(f'"{USER}" ""\n')
        settings = folder / "pgbouncer.ini"
        settings.write_text("\n".join([SETTINGS.format(server=server.folder, folder=folder), *lines]))
        if user:
            shutil.chown(folder, user, user)
        with subprocess.Popen(
            [PROGRAM, "--quiet", settings], user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                until = monotonic() + PATIENCE_SECONDS
                while not _listens(folder / ".s.PGSQL.5432"):
                    assert monotonic() < until, "PgBouncer doesn't start"
                yield folder
            finally:
                process.terminate()


def _listens(path: Path) -> bool:
    """Whether somebody accepts connections at this socket."""
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(str(path)) == 0
