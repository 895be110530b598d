"""`python -m localcord [--port N] [-- COMMAND ...]`: Discord on this machine, and the bot as its child."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence

from localcord.ratelimits import DEFAULT_LIMITS, EMOJI_CHANGES, Limit, RateLimits
from localcord.server import Localcord

PORT = 8710
NOT_RUNNABLE = 127
PATIENCE_SECONDS = 10.0
"""How long the bot may take to stop after SIGTERM."""


def main() -> int:
    """Runs until the child ends or someone stops it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m localcord", description="A stand-in for Discord on this machine.")
    parser.add_argument("--port", type=int, default=PORT, help=f"where to listen (default {PORT}; any if it is taken)")
    parser.add_argument("command", nargs="*", metavar="-- COMMAND", help="the bot to run")
    arguments = parser.parse_args()
    return asyncio.run(serve(arguments.port, arguments.command))


def open_server(port: int) -> Localcord:
    """Opens a server on this port, or on a free one if it's taken. Emoji uploads aren't rate limited."""
    limits = {route: limit for route, limit in DEFAULT_LIMITS.items() if route not in EMOJI_CHANGES}
    whole = Limit(1000, 1)
    try:
        return Localcord(port=port, rate_limits=RateLimits(limits, whole))
    except OSError:
        return Localcord(port=0, rate_limits=RateLimits(limits, whole))


async def serve(port: int, command: Sequence[str]) -> int:
    """Serves until the command ends, or for ever without one; SIGINT and SIGTERM end both."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with open_server(port) as discord:
        if not command:
            announce(discord)
            await stop.wait()
            return 0
        return await run_bot(discord, command, stop)


def announce(discord: Localcord) -> None:
    """Prints the address, in one write so that nothing the bot prints gets in between."""
    print(f"Open {discord.url} in your browser\n", end="", flush=True)


async def run_bot(discord: Localcord, command: Sequence[str], stop: asyncio.Event) -> int:
    """Runs the bot as a child until it ends or is told to stop; returns its exit status, or 0."""
    environment = os.environ | {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
    }
    # A session of its own: Ctrl-C in the terminal reaches this process alone, which then ends the bot.
    try:
        child = await asyncio.create_subprocess_exec(*command, env=environment, start_new_session=True)
    except OSError as error:
        print(f"Cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_RUNNABLE
    ended = asyncio.create_task(child.wait())
    stopped = asyncio.create_task(stop.wait())
    connected = asyncio.create_task(discord.gateway.online())
    try:
        await asyncio.wait({ended, stopped, connected}, return_when=asyncio.FIRST_COMPLETED)
        if connected.done():
            announce(discord)
        await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            print(f"The bot has ended (exit status {child.returncode}).", file=sys.stderr)
            return child.returncode or 0
        return 0
    finally:
        for task in (stopped, connected):
            task.cancel()
        await end(child, ended)


async def end(child: asyncio.subprocess.Process, ended: "asyncio.Task[int]") -> None:
    """Asks the child to stop, then forces it."""
    if child.returncode is None:
        child.terminate()
        await asyncio.wait({ended}, timeout=PATIENCE_SECONDS)
    if child.returncode is None:
        child.kill()
    await ended


if __name__ == "__main__":
    sys.exit(main())
