"""The log says where something went wrong, and never names anyone's dice or cards."""

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot import logs
from bot.logs import outline
from tests.bot.refusals import refusal

SECRET = "roll 1 2 3 4 5"


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    """The error with its traceback, as an except clause gets it."""
    try:
        raise error from cause
    except Exception as caught:  # noqa: BLE001 - any error may come
        return caught


def failed(orig: Exception, kind: type[DBAPIError] = OperationalError) -> Exception:
    """The error that SQLAlchemy makes of a driver's."""
    return raised(kind(f"INSERT {SECRET}", {"text": SECRET}, orig), cause=orig)


class DiskFullError(Exception):
    """An error like asyncpg's of the same name."""

    sqlstate = "53100"


LATE = aiohttp.ConnectionTimeoutError("Connection timeout to host https://discord.com/api/webhooks/1/" + SECRET)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (raised(ValueError(SECRET)), "ValueError at test_logs.py:"),
        (raised(sqlite3.OperationalError(SECRET)), "OperationalError at test_logs.py:"),
        (
            ConnectionResetError(104, "Connection reset"),
            "ConnectionResetError ([Errno 104] Connection reset) at no frame",
        ),
        (LATE, "ConnectionTimeoutError at no frame"),
        (refusal(discord.NotFound, 400, 50035, SECRET), "NotFound (HTTP 400, code 50035) at no frame"),
        (failed(sqlite3.OperationalError("disk I/O error")), "OperationalError (disk I/O error) at "),
        (failed(sqlite3.DatabaseError("disk image is malformed")), "OperationalError (disk image is malformed) at "),
        (failed(sqlite3.IntegrityError(SECRET), IntegrityError), "IntegrityError (IntegrityError) at "),
        (
            failed(raised(Exception(SECRET), cause=DiskFullError(SECRET)), DBAPIError),
            "DBAPIError (DiskFullError, SQLSTATE 53100) at ",
        ),
        (raised(RuntimeError(SECRET), raised(KeyError(SECRET))), "RuntimeError at test_logs.py:"),
        (PoolTimeout("QueuePool limit"), "TimeoutError (the database was busy for too long)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_outline_names_the_type_and_the_place_and_quotes_only_the_system(error: Exception, said: str) -> None:
    outlined = outline(error)

    assert outlined.startswith(said)
    assert ("; caused by KeyError at test_logs.py:" in outlined) == isinstance(error, RuntimeError)
    assert SECRET not in outlined


@pytest.fixture
def written() -> Iterator[Callable[[str], StringIO]]:
    """Sets up the log as `python -m bot` does at its most verbose; it's as before after the test."""
    root, stream = logging.getLogger(), StringIO()
    handlers = root.handlers
    levels = {name: logging.getLogger(name).level for name in ("", "discord.state", *logs.CHATTY, *logs.OURS)}
    root.handlers = [logging.StreamHandler(stream)]

    def set_up(form: str) -> StringIO:
        logs.set_up("DEBUG", form)
        root.setLevel(logging.INFO)
        return stream

    yield set_up
    logging.captureWarnings(capture=False)
    root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_at_the_lowest_level_we_talk_and_libraries_only_when_something_is_wrong(
    written: Callable[[str], StringIO],
) -> None:
    stream = written("text")
    logging.getLogger("bot.matches.intents").debug("ours")
    for name in ("discord.gateway", "sqlalchemy.engine", "aiosqlite"):
        logging.getLogger(name).debug(SECRET)
    for name in ("alembic.runtime.migration", "discord.client"):
        logging.getLogger(name).info("all as usual")
        logging.getLogger(name).warning("something is wrong")

    messages = [line.rpartition(": ")[2] for line in stream.getvalue().splitlines()]
    assert messages == ["ours", "something is wrong", "something is wrong"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_a_library_logs_of_an_error_is_an_outline(written: Callable[[str], StringIO], form: str) -> None:
    stream = written(form)
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=raised(ValueError(SECRET)))

    assert "ValueError at test_logs.py:" in stream.getvalue()
    assert SECRET not in stream.getvalue()


async def test_an_error_that_nobody_caught_is_outlined_without_what_failed_was_called_with(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.log_unhandled)

    def fail(_hand: str) -> None:
        raise ZeroDivisionError

    loop.call_soon(fail, SECRET)
    loop.call_exception_handler({"message": "Task exception was never retrieved", "exception": RuntimeError(SECRET)})
    await asyncio.sleep(0)

    assert "Task exception was never retrieved: RuntimeError at no frame" in caplog.text
    assert "fail: ZeroDivisionError at " in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("table 17: posting\nits message", {"match": 17}),
        ("match 17 cannot be counted: ValueError", {"match": 17}),
        ("reference 3f9a01: ValueError at live.py:1 get", {"reference": "3f9a01"}),
        ("tables: 17 open", {}),
    ],
)
def test_a_line_of_json_says_when_and_where_and_what(
    written: Callable[[str], StringIO], message: str, fields: dict[str, Any]
) -> None:
    stream = written("json")
    logging.getLogger("bot.somewhere").error("%s", message)

    line = json.loads(stream.getvalue())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {"level": "ERROR", "logger": "bot.somewhere", "message": message, **fields}
