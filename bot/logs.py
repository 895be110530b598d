"""The log: where something went wrong, and what kind of error it was; never a hand, a die or a token.

An exception's message can quote a move, and debug logs of libraries quote whole payloads. So an error is logged as its
type and frames, and libraries are held to INFO, chatty ones to WARNING. Messages from the operating system and SQLite
quote no player, so they are logged: an operator must know that the disk is full.
"""

import asyncio
import json
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from traceback import FrameSummary
from types import TracebackType
from typing import Any

import discord
import sqlalchemy.exc

OURS = ("bot", "cogs", "games", "__main__")
"""The loggers whose level is `LOG_LEVEL`."""

CHATTY = ("alembic", "discord")
"""Libraries whose INFO messages are of no use to an operator."""


FIELDS = {"match": re.compile(r"\b(?:table|match) (\d+)\b"), "reference": re.compile(r"^reference (\w+)")}
"""Extra fields of a JSON line, from our own messages."""


def set_up(level: str, form: str = "text") -> None:
    """Logs to standard error, as text or as JSON. `level` is for our own loggers; libraries never log below INFO."""
    logging.basicConfig(level=logging.INFO)
    text = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
    for handler in logging.getLogger().handlers:
        handler.setFormatter(_JsonFormatter() if form == "json" else _OutlineFormatter(text))
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # it warns of the intents that the bot doesn't need
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(capture=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never uses voice


POOLER = (
    "leads to a pooler in transaction mode: add pgbouncer=true to the address, or use the pooler's session mode or the "
    "server's own address"
)
"""Advice for the operator, after the setting's name, if a pooler has the bot share sessions with others."""

SHARED_SESSION = frozenset({"26000", "42P05"})
"""SQLSTATEs of a prepared statement that is missing, or there already: another client has used the session."""

ROOT = Path(__file__).parents[1]
"""The folder of our own files. Of frames elsewhere, only the innermost is logged."""


def outline(error: BaseException) -> str:
    """The error's type, the part of its message that is safe to log, and its frames, innermost last."""
    trail = " > ".join(_own_frames(traceback.extract_tb(error.__traceback__)))
    text = _safe_text(error)
    is_database_error = isinstance(error, sqlalchemy.exc.DBAPIError | sqlalchemy.exc.TimeoutError) and text
    cause = f"; caused by {outline(error.__cause__)}" if error.__cause__ and not is_database_error else ""
    return f"{type(error).__name__}{f' ({text})' if text else ''} at {trail or 'no frame'}{cause}"


def log_unhandled(_loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Logs an error that nobody caught, in place of asyncio's own handler, which would quote it."""
    error, message = context.get("exception"), context["message"].partition("(")[0]  # a call's arguments follow
    logging.getLogger("asyncio").error("%s: %s", message, outline(error) if error else "no error")


def _safe_text(error: BaseException) -> str:
    """The part of the error's message that can quote neither a move nor a token; "" if there is none."""
    if isinstance(error, sqlalchemy.exc.DBAPIError):
        return reason_of(error.orig)
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    if isinstance(error, sqlalchemy.exc.TimeoutError):
        is_ours = type(error) is not sqlalchemy.exc.TimeoutError  # bot/store/database.py has the reason in its text
        return str(error) if is_ours else "the database was busy for too long"
    if isinstance(error, TimeoutError):
        return ""  # aiohttp's quotes the whole address, with the token in it
    return str(error) if isinstance(error, OSError) else ""


def reason_of(error: BaseException | None) -> str:
    """The database's own reason: SQLite's words, but only the error's type for a server, whose words quote values."""
    if isinstance(error, sqlite3.DatabaseError):
        is_state = type(error) in {sqlite3.OperationalError, sqlite3.DatabaseError, sqlite3.InternalError}
        return str(error).partition("\n")[0] if is_state else type(error).__name__
    if error is None:
        return ""
    cause = error.__cause__ or error
    state = getattr(cause, "sqlstate", None)
    advice = f": DATABASE_URL {POOLER}" if state in SHARED_SESSION else ""
    return type(cause).__name__ + (f", SQLSTATE {state}" if isinstance(state, str) else "") + advice


def sqlstate_of(error: BaseException | None) -> str:
    """The SQLSTATE of this error, or of the first among its causes that has one; "" if none has."""
    states = (getattr(one, "sqlstate", None) for one in with_causes(error))
    return next((state for state in states if isinstance(state, str)), "")


def with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what has caused it, innermost last."""
    while error is not None:
        yield error
        error = getattr(error, "orig", None) or error.__cause__


def _own_frames(frames: Iterable[FrameSummary]) -> Iterator[str]:
    """Our own frames and the innermost one, with a mark wherever others are left out."""
    frames = list(frames)
    has_gap = False
    for number, frame in enumerate(frames, 1):
        path = Path(frame.filename)
        is_ours = path.is_relative_to(ROOT) and "site-packages" not in path.parts
        if is_ours or number == len(frames):
            yield f"{'… > ' if has_gap else ''}{path.name}:{frame.lineno} {frame.name}"
        has_gap = not is_ours


class _OutlineFormatter(logging.Formatter):
    """Logs exceptions as outlines, including those logged by libraries."""

    def formatException(  # noqa: N802 - the standard library's name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        return outline(ei[1]) if ei[1] else ""


class _JsonFormatter(_OutlineFormatter):
    """Writes each record as one JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        line: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
        }
        if record.name.partition(".")[0] in OURS:
            for field, pattern in FIELDS.items():
                if found := pattern.search(message):
                    line[field] = int(found[1]) if field == "match" else found[1]
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
