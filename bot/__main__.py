"""Starts the bot: `python -m bot`. `python -m bot --help` lists the chores that can be run beside it."""

import argparse
import asyncio
import gc
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from getpass import getpass
from pathlib import Path

from pydantic import SecretStr, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.errors import CannotStart, WrongSettings, failed
from bot.interactions.client import point_at
from bot.logs import outline
from bot.ops import chores
from bot.ops.doctor import examine
from bot.ops.health import Systemd, start_monitoring
from bot.settings import DISCORD_API_URL, MALFORMED, ChoreSettings, Settings, UnreadableFile
from bot.store.connection import COMMAND_SECONDS, in_memory
from bot.store.leases import open_lease
from cogs.composition import compose, expected_at_discord

log = logging.getLogger(__name__)

GARBAGE_THRESHOLDS = (2_500, 80, 20)
"""Allocations until the youngest generation is collected, as in a few clicks and in about 1 ms; then, for each older
generation, collections of the one before."""

STOPPING = (signal.SIGTERM, signal.SIGINT)

PRIVATE = 0o077
"""File mode mask: no other account on this machine may read the bot's files, which contain hidden dice and cards."""

CHORES = frozenset({"backup", "move-to", "forget", "recompute"})
"""The commands that need only the database, and no token."""

FAILED = {
    "backup": "There is no backup",
    "move-to": "Nothing is copied",
    "forget": "Nothing is removed",
    "recompute": "Nothing is changed",
    "doctor": "The examination has ended",
}
"""Beginnings of what is said of a command that fails."""

HOSTS_ERRORS = (OSError, sqlite3.Error, SQLAlchemyError)
"""Errors of the disk, the network or the database, about which an operator can do something."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit status after Ctrl-C, as shells have it."""

SWITCH_SECONDS = 0.001
"""How long the event loop waits for another thread, such as the database's, that is busy in Python."""


def new_loop() -> asyncio.AbstractEventLoop:
    """An event loop of uvloop where it's installed, else Python's own."""
    try:
        import uvloop  # noqa: PLC0415 - there is none for Windows
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def run(settings: Settings) -> None:
    """Runs the bot until the process is told to stop. Raises: CannotStart."""
    _stop_at_the_first_signal()
    asyncio.get_running_loop().set_exception_handler(logs.log_unhandled)
    if in_memory(settings.database_url) and settings.discord_api_url == DISCORD_API_URL:
        log.warning("DATABASE_URL is a database in memory: everything is lost when the bot stops")
    if settings.shard_ids:
        log.info("shards of this process: %s of %d", settings.shard_ids, settings.shard_count)
    with suppress(asyncio.CancelledError):
        async with (
            open_lease(settings.database_url, settings.share.shards, settings.share.count) as lease,
            chores.opened(settings.database_url, migrates=False, command_seconds=COMMAND_SECONDS) as engine,
            compose(settings, engine, lease=lease) as bot,
            start_monitoring(bot, engine, Systemd(os.environ)),
        ):
            freeze_startup_objects()
            sys.setswitchinterval(SWITCH_SECONDS)
            if settings.has_malformed_token:
                raise WrongSettings(f"{MALFORMED}. Copy all of it into DISCORD_TOKEN")
            await wait_for_end(bot.start(settings.discord_token.get_secret_value()))
            if bot.failure:
                raise CannotStart(bot.failure)


async def wait_for_end(work: Coroutine[None, None, None], patience: float = 2) -> None:
    """Waits for the work; once cancelled, gives it at most `patience` seconds to stop.

    discord.py can mistake a stop for a lost connection if both happen at once, and would then reconnect for ever.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task}, timeout=patience)
        raise
    await task


def freeze_startup_objects() -> None:
    """Excludes what is loaded by now from collection, since nearly all of it stays, and collects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def _stop_at_the_first_signal() -> None:
    """Cancels this task on the first signal and ignores later ones, so that the bot has time to close cleanly."""
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None

    def stop() -> None:
        for number in STOPPING:
            loop.remove_signal_handler(number)  # or the loop's end would do it, and the next signal would kill
            signal.signal(number, signal.SIG_IGN)
        log.info("stopping")
        main.cancel()

    for number in STOPPING:
        loop.add_signal_handler(number, stop)


async def _chore(chosen: argparse.Namespace, settings: ChoreSettings) -> str:
    """Does a chore with the bot's database, and returns its report. Raises: CannotStart."""
    count = settings.share.count
    async with AsyncExitStack() as stack:
        address = _address(chosen.url) if chosen.command == "move-to" else ""
        engine = await stack.enter_async_context(chores.at_rest(settings.database_url, count))
        if chosen.command == "move-to":
            return await chores.move_to(engine, await stack.enter_async_context(chores.to_fill(address, count)))
        if chosen.command == "forget":
            return await chores.forget(engine, chosen.user_id)
        return await chores.recompute(engine, checks=chosen.check)


async def _doctor(settings: Settings, channel_id: int | None) -> int:
    """Checks the installation and prints each finding. Returns 1 if a check fails, else 0."""
    logs.set_up("WARNING")
    has_failed = False
    async for found in examine(settings, await expected_at_discord(settings), channel_id, tell=_print):
        _print(str(found))
        has_failed |= found.level == "failure"
    return int(has_failed)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Runs the bot, or does a chore beside it.")
    commands = parser.add_subparsers(dest="command", metavar="CHORE")
    backup = commands.add_parser("backup", help="copy the SQLite database to a file, while the bot runs or not")
    backup.add_argument("file", type=Path)
    move_to = commands.add_parser("move-to", help="copy everything to another database, while the bot is stopped")
    move_to.add_argument(
        "url",
        help="the address of a new, empty database, as in DATABASE_URL; - to read it from the standard input, "
        "so that no list of processes shows its password",
    )
    forget = commands.add_parser("forget", help="remove what is kept about a person, while the bot is stopped")
    forget.add_argument("user_id", type=_user_id, help="their Discord user id, a number")
    recompute = commands.add_parser(
        "recompute", help="work out all ratings anew from the stored results, while the bot is stopped"
    )
    recompute.add_argument("--check", action="store_true", help="change nothing; fail if anything is wrong")
    doctor = commands.add_parser("doctor", help="check this installation, while the bot runs or not")
    doctor.add_argument(
        "--channel", type=int, help="the id of a channel in which to test clicks too, while the bot is stopped"
    )
    return parser


def _user_id(written: str) -> int:
    """The id. Raises: ArgumentTypeError for anything else, such as a name."""
    if not written.isdecimal():
        advice = "turn on Developer Mode in Discord, then right-click the person"
        raise argparse.ArgumentTypeError(f"a Discord user id is a number: {advice}")
    return int(written)


def _address(written: str) -> str:
    """The address given on the command line, or the line of the standard input if that is "-". Raises: CannotStart."""
    if written == "-":
        written = _line_of_input()
        if not written:
            raise CannotStart("Nothing is copied: there is no address on the standard input")
    try:
        return ChoreSettings(database_url=written).database_url
    except ValidationError as error:
        reasons = [str(problem["msg"]) for problem in error.errors(include_input=False, include_url=False)]
        raise CannotStart(f"Nothing is copied: {'; '.join(reasons)}") from error


def _line_of_input() -> str:
    """The first line of the standard input, which a person at a terminal is asked for; "" if there's none."""
    if sys.stdin is None or sys.stdin.closed:  # a shell can close it
        return ""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    try:
        return getpass("Address: ").strip()  # without showing it
    except EOFError:
        return ""


def _advice(wrong: ValidationError) -> str:
    """Lines that say what is wrong with the settings, without their values, and what to do."""
    problems = wrong.errors(include_input=False, include_url=False)
    names = [".".join(map(str, problem["loc"])).upper() for problem in problems]
    lines = [f"{name}: {problem['msg']}" for name, problem in zip(names, problems, strict=True)]
    if "DISCORD_TOKEN" in names:
        begin = "" if Path(".env").exists() else "Copy .env.example to .env. "  # over an existing one, it would be lost
        lines.append(f"{begin}Write the token after DISCORD_TOKEN= in .env; `make play` needs none.")
    return "".join(f"{line}\n" for line in lines)


def main(arguments: Sequence[str] = ()) -> int:
    """Runs the bot or one of its chores.

    Returns 0 after a clean stop, 1 if it can't start or a check fails, `os.EX_CONFIG` if a setting must change first,
    INTERRUPTED after Ctrl-C, and for a chore after SIGTERM, too.
    """
    chosen = _parser().parse_args(arguments)
    os.umask(PRIVATE)
    try:
        settings = ChoreSettings() if chosen.command in CHORES else _settings(chosen.command)
    except UnreadableFile as error:
        sys.stderr.write(f"{error}.\n")
        return os.EX_CONFIG
    except ValidationError as error:
        sys.stderr.write(_advice(error))
        return os.EX_CONFIG
    logs.set_up(settings.log_level, settings.log_format)
    try:
        if isinstance(settings, Settings):
            return _run_or_examine(chosen, settings)
        _do_chore(chosen, settings)
    except CannotStart as error:
        log.error("%s", error)
        return os.EX_CONFIG if isinstance(error, WrongSettings) else 1
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        return INTERRUPTED
    except HOSTS_ERRORS as error:
        log.error("%s", failed(FAILED.get(chosen.command, "The bot has failed"), error))
        return 1
    except Exception as error:  # noqa: BLE001 - the one line tells more than a traceback, and quotes nothing
        log.error("%s, which is a bug: %s", FAILED.get(chosen.command, "The bot has failed"), outline(error))
        return 1
    return 0


def _settings(command: str | None) -> Settings:
    """The settings of the bot; for the doctor, without a token that can't be read. Raises: ValidationError."""
    try:
        return Settings()
    except ValidationError as error:
        if command != "doctor" or any(problem["loc"] != ("discord_token",) for problem in error.errors()):
            raise
        return Settings(discord_token=SecretStr("none")).model_copy(update={"discord_token": SecretStr("")})


def _do_chore(chosen: argparse.Namespace, settings: ChoreSettings) -> None:
    """Runs one of the CHORES. Raises: CannotStart."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as after Ctrl-C, nothing unfinished is left behind
    if chosen.command == "backup":
        chores.backup(settings.database_url, chosen.file)
    else:
        _print(asyncio.run(_chore(chosen, settings)))


def _run_or_examine(chosen: argparse.Namespace, settings: Settings) -> int:
    """Runs the bot, or the doctor, and returns the exit status. Raises: CannotStart."""
    point_at(settings)
    if chosen.command == "doctor":
        return asyncio.run(_doctor(settings, chosen.channel))
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(run(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
