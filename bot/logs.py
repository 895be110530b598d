"""What the log may say: where something went wrong and of which kind, never a hand, a die, or a token.

Messages of exceptions can quote a move, and the debug logs of libraries quote whole payloads; so an error is written
as its type and its frames, and libraries are held to INFO, the chatty ones to WARNING.
"""

import logging
import traceback
from types import TracebackType

import discord

OURS = ("bot", "cogs", "games", "__main__")
"""The loggers that `LOG_LEVEL` is for."""

CHATTY = ("alembic", "discord")
"""Libraries whose INFO tells a host nothing that he could use."""


def set_up(level: str) -> None:
    """Logs to standard error; the level is for our own loggers, libraries never say more than INFO."""
    logging.basicConfig(format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", level=logging.INFO)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(_Outlining("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(capture=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


def outline(error: BaseException) -> str:
    """The error's type, what is safe of its message, and its frames, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    trail = " > ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames)
    said = f" ({error})" if isinstance(error, OSError) else ""
    if isinstance(error, discord.HTTPException):
        said = f" (HTTP {error.status}, code {error.code})"
    cause = f"; caused by {outline(error.__cause__)}" if error.__cause__ else ""
    return f"{type(error).__name__}{said} at {trail or 'no frame'}{cause}"


class _Outlining(logging.Formatter):
    """Writes exceptions that libraries log as outlines, too."""

    def formatException(  # noqa: N802 - the standard library's name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        return outline(ei[1]) if ei[1] else ""
