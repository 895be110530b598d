"""The exceptions that discord.py raises when Discord refuses or fails, made without a Discord."""

from dataclasses import dataclass
from typing import TypeVar, cast

import aiohttp
import discord

Refusal = TypeVar("Refusal", bound=discord.HTTPException)


@dataclass(frozen=True)
class _Response:
    """The parts of an HTTP response that the exceptions read."""

    status: int
    reason: str


def refusal(kind: type[Refusal], status: int, code: int = 0, message: str = "") -> Refusal:
    """An exception, as discord.py makes it from Discord's answer."""
    response = cast("aiohttp.ClientResponse", _Response(status, "reason"))
    return kind(response, {"code": code, "message": message})


def server_error() -> discord.DiscordServerError:
    return refusal(discord.DiscordServerError, 503)


def too_many_requests() -> discord.HTTPException:
    return refusal(discord.HTTPException, 429, 30046, "Maximum number of edits to messages older than 1 hour reached")


def unknown_message() -> discord.NotFound:
    return refusal(discord.NotFound, 404, 10008, "Unknown Message")
