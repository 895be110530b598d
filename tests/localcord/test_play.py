"""`python -m localcord`: the server, and the bot as its child."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

pytestmark = pytest.mark.kills

Child = asyncio.subprocess.Process
Start = Callable[..., Awaitable[Child]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts `python -m localcord` on a free port, with these arguments."""
    children: list[Child] = []

    async def run(*arguments: str, port: int = 0) -> Child:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "localcord", "--port", str(port), *arguments)
        child = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
        children.append(child)
        return child

    yield run
    for child in children:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def line(child: Child) -> str:
    """The next line a child prints."""
    assert child.stdout is not None
    return (await child.stdout.readline()).decode().strip()


async def test_without_a_bot_it_serves_until_it_is_stopped(start: Start) -> None:
    child = await start()
    said = await line(child)
    child.send_signal(signal.SIGINT)
    assert (said.startswith("Open http://127.0.0.1:"), await child.wait()) == (True, 0)


async def test_a_port_that_is_taken_is_replaced_by_a_free_one(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert str(port) not in await line(await start(port=port))


async def test_the_bot_finds_its_settings_in_the_environment(start: Start) -> None:
    names = ("DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_GATEWAY_URL")
    script = f"import os; print(all(os.environ.get(name) for name in {names}))"
    child = await start("--", sys.executable, "-c", script)
    assert await line(child) == "True"


async def test_it_ends_as_its_bot_ends(start: Start) -> None:
    child = await start("--", sys.executable, "-c", "raise SystemExit(3)")
    assert await child.wait() == 3


async def test_it_says_when_the_bot_cannot_be_run(start: Start) -> None:
    child = await start("--", "no-such-bot")
    _, errors = await child.communicate()
    assert errors.decode().strip() == "Cannot run no-such-bot: No such file or directory"


async def test_a_stop_ends_the_bot_too(start: Start) -> None:
    child = await start("--", sys.executable, "-c", "import os, signal; print(os.getpid(), flush=True); signal.pause()")
    bot_id = int(await line(child))
    child.terminate()
    _, errors = await child.communicate()
    with pytest.raises(ProcessLookupError):
        os.kill(bot_id, 0)
    assert errors == b""
