"""Ports of this machine, for tests."""

import socket
from contextlib import closing

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """The number of a port on which nothing listens."""
    with closing(socket.create_server((LOOPBACK, 0))) as probe:
        return int(probe.getsockname()[1])
