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
from tests.bot.refusals import refusal, unknown_message

SECRET = "roll 1 2 3 4 5"


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    """The error with its traceback, as an except clause gets it."""
    try:
        raise error from cause
    except Exception as caught:  # noqa: BLE001 - any error may come
        return caught


@pytest.mark.parametrize("error", [ValueError(SECRET), KeyError(SECRET), sqlite3.OperationalError(SECRET)])
def test_an_outline_names_the_type_and_the_place_and_quotes_nothing(error: Exception) -> None:
    said = outline(raised(error))

    assert said.startswith(f"{type(error).__name__} at test_logs.py:")
    assert said.endswith(" raised")
    assert SECRET not in said


def test_an_outline_goes_down_to_the_cause() -> None:
    said = outline(raised(RuntimeError(SECRET), cause=raised(ValueError(SECRET))))

    assert "caused by ValueError at test_logs.py:" in said
    assert SECRET not in said


def test_an_error_of_the_system_is_quoted() -> None:
    assert outline(ConnectionResetError(104, "Connection reset by peer")).startswith(
        "ConnectionResetError ([Errno 104] Connection reset by peer)"
    )


def test_of_a_connection_to_discord_that_takes_too_long_no_address_is_quoted() -> None:
    error = aiohttp.ConnectionTimeoutError("Connection timeout to host https://discord.com/api/webhooks/1/" + SECRET)

    assert outline(error) == "ConnectionTimeoutError at no frame"


def test_of_a_refusal_by_discord_its_numbers_are_quoted() -> None:
    assert outline(unknown_message()) == "NotFound (HTTP 404, code 10008) at no frame"


def test_of_a_refusal_by_discord_its_text_is_not_quoted() -> None:
    assert SECRET not in outline(refusal(discord.HTTPException, 400, 50035, SECRET))


@pytest.fixture
def logging_as_set_up() -> Iterator[None]:
    """Sets up the log as `python -m bot` does, at its most verbose, and restores it afterwards."""
    root = logging.getLogger()
    formatters = {handler: handler.formatter for handler in root.handlers}
    levels = {name: logging.getLogger(name).level for name in ("", *logs.CHATTY, *logs.OURS)}
    logs.set_up("DEBUG")
    yield
    logging.captureWarnings(capture=False)
    for handler, formatter in formatters.items():
        handler.setFormatter(formatter)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("logging_as_set_up")
def test_at_the_lowest_level_we_talk_and_libraries_do_not(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("bot.matches.intents").debug("ours")
    logging.getLogger("discord.gateway").debug(SECRET)
    logging.getLogger("sqlalchemy.engine").debug(SECRET)
    logging.getLogger("aiosqlite").debug(SECRET)

    assert [record.getMessage() for record in caplog.records] == ["ours"]


@pytest.mark.usefixtures("logging_as_set_up")
@pytest.mark.parametrize("name", ["alembic.runtime.migration", "discord.gateway", "discord.client"])
def test_a_chatty_library_is_heard_only_when_something_is_wrong(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)  # of the root logger, which isn't set up because it already has handlers here
    logging.getLogger(name).info("all as usual")
    logging.getLogger(name).warning("something is wrong")

    assert [record.getMessage() for record in caplog.records] == ["something is wrong"]


@pytest.mark.usefixtures("logging_as_set_up")
def test_what_a_library_logs_of_an_error_is_an_outline(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=raised(ValueError(SECRET)))

    assert "ValueError at test_logs.py:" in caplog.text
    assert SECRET not in caplog.text


def failed(orig: Exception, kind: type[DBAPIError] = OperationalError) -> Exception:
    """The error that SQLAlchemy makes of a driver's."""
    return raised(kind(f"INSERT {SECRET}", {"text": SECRET}, orig), cause=orig)


@pytest.mark.parametrize(
    "reason", ["database or disk is full", "database is locked", "database disk image is malformed", "disk I/O error"]
)
def test_why_sqlite_fails_is_said_once(reason: str) -> None:
    said = outline(failed(sqlite3.OperationalError(reason)))

    assert said.startswith(f"OperationalError ({reason}) at ")
    assert said.count(reason) == 1
    assert "INSERT" not in said
    assert SECRET not in said


def test_of_a_row_that_is_refused_nothing_is_quoted() -> None:
    said = outline(failed(sqlite3.IntegrityError(f"UNIQUE constraint failed: {SECRET}"), IntegrityError))

    assert said.startswith("IntegrityError (IntegrityError) at ")
    assert SECRET not in said


class DiskFullError(Exception):
    """An error like asyncpg's of the same name."""

    sqlstate = "53100"


def test_why_a_server_fails_is_said_by_the_kind_of_its_error() -> None:
    wrapped = raised(Exception(SECRET), cause=DiskFullError(SECRET))

    said = outline(failed(wrapped, DBAPIError))

    assert said.startswith("DBAPIError (DiskFullError, SQLSTATE 53100) at ")
    assert SECRET not in said


def test_to_have_waited_for_the_database_is_said() -> None:
    assert outline(PoolTimeout("QueuePool limit")).startswith("TimeoutError (the database was busy for too long)")


def test_frames_that_are_not_ours_are_left_out_but_the_last() -> None:
    def deep(levels: int) -> None:
        json.loads("[" * levels, object_hook=lambda _: None)

    try:
        deep(1)
    except ValueError as caught:
        said = outline(caught)

    frames = said.partition(" at ")[2].split(" > ")
    assert [frame.partition(":")[0] for frame in frames] == ["test_logs.py", "test_logs.py", "…", "decoder.py"]


async def test_an_error_that_nobody_caught_is_outlined(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.log_unhandled)

    loop.call_exception_handler({"message": "Task exception was never retrieved", "exception": RuntimeError(SECRET)})

    assert "Task exception was never retrieved: RuntimeError at no frame" in caplog.text
    assert SECRET not in caplog.text


async def test_what_a_failing_callback_was_called_with_is_not_quoted(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.log_unhandled)

    def fail(_hand: str) -> None:
        raise ZeroDivisionError

    loop.call_soon(fail, SECRET)
    await asyncio.sleep(0)

    assert "fail: ZeroDivisionError at " in caplog.text
    assert SECRET not in caplog.text


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Logs as JSON, and reads what has been logged."""
    root, written = logging.getLogger(), StringIO()
    handlers, level, root.handlers = root.handlers, root.level, [logging.StreamHandler(written)]
    logs.set_up("DEBUG", "json")
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logging.captureWarnings(capture=False)
    root.handlers = handlers
    root.setLevel(level)


def test_a_line_of_json_says_when_and_where_and_what(lines: Callable[[], list[dict[str, Any]]]) -> None:
    logging.getLogger("bot.messages.boards").info("posting\nits message")

    (line,) = lines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {"level": "INFO", "logger": "bot.messages.boards", "message": "posting\nits message"}


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("table 17: posting its message", {"match": 17}),
        ("match 17 cannot be counted: ValueError", {"match": 17}),
        ("reference 3f9a01: ValueError at live.py:1 get", {"reference": "3f9a01"}),
        ("tables: 17 open", {}),
    ],
)
def test_the_table_and_the_reference_are_fields(
    lines: Callable[[], list[dict[str, Any]]], message: str, fields: dict[str, Any]
) -> None:
    logging.getLogger("bot.somewhere").error("%s", message)

    (line,) = lines()
    assert {key: line[key] for key in line.keys() & {"match", "reference"}} == fields


def test_json_quotes_no_more_of_an_error_than_text_does(lines: Callable[[], list[dict[str, Any]]]) -> None:
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=raised(ValueError(SECRET)))

    (line,) = lines()
    assert line["error"].startswith("ValueError at test_logs.py:")
    assert SECRET not in json.dumps(line)
