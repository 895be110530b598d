"""What a process of the pool runs: `python -m bot.workers.worker NICENESS`. It loads only what its work needs.

Its standard input is a socket on which it gets work and answers with results. Knows no event loop.
"""

import os
import pickle
import signal
import socket
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO

from bot.workers.checkpoints import on_checkpoint

HEAD_BYTES = 8
NUMBER_BYTES = 1


def framed(content: bytes) -> bytes:
    """The content as it's sent over the socket: after its length."""
    return len(content).to_bytes(HEAD_BYTES) + content


def main() -> None:
    """Works until the bot ends. Signals that are meant for the bot don't end it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if niceness := int(sys.argv[1]):
        os.nice(niceness)
    requests: SimpleQueue[bytes] = SimpleQueue()
    with socket.socket(fileno=sys.stdin.fileno()) as bot, suppress(ConnectionError):
        threading.Thread(target=_read, args=(bot.makefile("rb"), requests), daemon=True).start()
        on_checkpoint(lambda: None if requests.empty() else _answer(requests.get(), bot))
        while True:
            _answer(requests.get(), bot)


def _read(bot: BinaryIO, requests: "SimpleQueue[bytes]") -> None:
    """Queues the work that arrives. When the bot ends, ends this process too, even in the middle of its work."""
    try:
        while head := bot.read(HEAD_BYTES):
            requests.put(bot.read(int.from_bytes(head)))
    finally:
        os._exit(0)


def _answer(request: bytes, bot: socket.socket) -> None:
    """Does what is asked for, and sends the answer with the number of the request."""
    bot.sendall(framed(request[:NUMBER_BYTES] + _done(request[NUMBER_BYTES:])))


def _done(request: bytes) -> bytes:
    """Does what is asked for. Shape: its result or its error, whichever there is, as a pickled pair."""
    try:
        work, args = pickle.loads(request)  # noqa: S301 - from the bot
        return pickle.dumps((work(*args), None))
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return _failed(error)


def _failed(error: Exception) -> bytes:
    try:
        failed = pickle.dumps((None, error))
        pickle.loads(failed)  # noqa: S301 - some errors can be pickled, but not rebuilt
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return pickle.dumps((None, RuntimeError(type(error).__name__)))
    return failed


if __name__ == "__main__":
    main()
