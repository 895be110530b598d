"""Ends a process whose work hangs, since nothing else could stop it. Knows nothing of that work."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ends_process_after(seconds: float) -> Iterator[None]:
    """Ends this process if what happens inside takes longer than this many seconds."""
    end = threading.Timer(seconds, os._exit, (1,))
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()
