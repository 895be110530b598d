"""Leases: which of the processes that share a database acts. Each is a lock that ends with its process."""

from bot.store.leases.file import FileLease, lock_of
from bot.store.leases.lease import FAULTS, Lease, NoLease, acquired
from bot.store.leases.opening import open_lease
from bot.store.leases.records import LeaseRecords
from bot.store.leases.server import ServerLease

__all__ = [
    "FAULTS",
    "FileLease",
    "Lease",
    "LeaseRecords",
    "NoLease",
    "ServerLease",
    "acquired",
    "lock_of",
    "open_lease",
]
