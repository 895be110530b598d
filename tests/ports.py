"""Ports of this machine, for tests."""

import socket
from contextlib import closing

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.create_server((LOOPBACK, 0))) as probe:
        return int(probe.getsockname()[1])
