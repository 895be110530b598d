"""A start that fails blames whoever has refused: the disk, the database, this machine or Discord."""

import errno
import os
from pathlib import Path
from typing import NoReturn

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey
from discord.http import HTTPClient

from bot.errors import CannotStart
from bot.interactions.client import point_at
from bot.requests.limiter import DISCORDS_LIMIT
from bot.store.leases import Lease
from cogs.composition import compose
from localcord import Localcord
from tests.database import database
from tests.end_to_end.here import settings_for


class Refused(Lease):
    """A lease that the operating system refuses."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    async def try_acquire(self) -> bool:
        raise OSError(self._number, os.strerror(self._number), "finte.sqlite3.lock")


async def started(discord: Localcord, folder: Path, lease: Lease) -> NoReturn:
    """Starts a bot. Raises: why it can't start."""
    settings = settings_for(discord, folder, reveal_seconds=0, requests_per_second=DISCORDS_LIMIT)
    point_at(settings)
    async with database(settings.database_url) as engine, compose(settings, engine, lease=lease) as client:
        await client.start(discord.token)
    raise AssertionError


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "Make room on that disk"),
        (errno.EMFILE, "Let the bot open more files, as with LimitNOFILE in its systemd unit"),
    ],
    ids=errno.errorcode.get,
)
async def test_a_disk_that_refuses_the_lease_is_to_blame(
    discord: Localcord, tmp_path: Path, number: int, advice: str
) -> None:
    with pytest.raises(CannotStart, match=rf"The bot can't act on its database: .*{os.strerror(number)}.*{advice}"):
        await started(discord, tmp_path, Refused(number))


def at_discord(number: int) -> OSError:
    """What a request to Discord raises if the operating system refuses to connect."""
    refused = OSError(number, os.strerror(number))
    return aiohttp.ClientConnectorError(ConnectionKey("discord.com", 443, True, True, None, None, None), refused)


@pytest.mark.parametrize(
    ("number", "blame"),
    [
        (errno.EACCES, "Discord is out of reach: ClientConnectorError: "),  # a firewall says so
        (errno.EMFILE, r"This machine can't connect to Discord: .*\. Let the bot open more files"),
    ],
    ids=errno.errorcode.get,
)
async def test_a_connection_that_this_machine_refuses_is_not_discords_fault(
    discord: Localcord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, blame: str
) -> None:
    async def refuse(_http: HTTPClient, _token: str) -> None:
        raise at_discord(number)

    monkeypatch.setattr(HTTPClient, "static_login", refuse)
    with pytest.raises(CannotStart, match=blame):
        await started(discord, tmp_path, Lease())


async def test_a_database_that_refuses_what_a_start_needs_is_to_blame(discord: Localcord, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}"
    async with database(url) as engine, engine.begin() as db:
        await db.exec_driver_sql("DROP TABLE leases")

    with pytest.raises(CannotStart, match=r"DATABASE_URL leads to no database .*: no such table: leases"):
        await started(discord, tmp_path, Lease())
