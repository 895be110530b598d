"""Finds the lease that goes with a database. Knows no table."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.store.address import has_pooler
from bot.store.connection import in_memory
from bot.store.leases.file import FileLease
from bot.store.leases.lease import Lease, NoLease
from bot.store.leases.server import ServerLease

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_lease(url: str, shards: Sequence[int], count: int) -> AsyncIterator[Lease]:
    """The lease of the database at `url`, not taken yet; released at the end. Shape: as for ServerLease."""
    lease = _lease(url, shards, count)
    try:
        yield lease
    finally:
        await lease.release()


def _lease(url: str, shards: Sequence[int], count: int) -> Lease:
    if in_memory(url):
        return NoLease()
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return FileLease(Path(address.database or ""))
    if has_pooler(address):
        log.warning("DATABASE_URL leads to a pooler, which has no lease: make sure that no second process is started")
        return NoLease(trusts_heartbeats=True)
    return ServerLease(url, shards, count)
