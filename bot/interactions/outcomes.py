"""Classifies interactions and errors for the metrics. Knows nothing of what is answered."""

import aiohttp
import discord
from discord.utils import DISCORD_EPOCH
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import Busy, Full, MatchOver, StaleClick
from bot.ops.metrics import Kind, Outcome
from games.core import PlayerError


def kind_of(interaction: discord.Interaction) -> Kind:
    """What somebody did."""
    match interaction.type:
        case discord.InteractionType.component:
            return "click"
        case discord.InteractionType.modal_submit:
            return "form"
        case _:
            return "command"


def sent_at(interaction: discord.Interaction) -> float:
    """When Discord made the interaction. Units: seconds since 1970."""
    return ((interaction.id >> 22) + DISCORD_EPOCH) / 1000


def outcome_of(error: PlayerError) -> Outcome:
    """The outcome of an interaction that was answered with this error's sentence."""
    if isinstance(error, Busy | Full):
        return "busy"
    return "stale" if isinstance(error, StaleClick | MatchOver) else "refused"


def error_kind(error: BaseException) -> str:
    """A label for an error: "database", "discord", "timeout", "system" or "bug"."""
    while isinstance(error, discord.app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, SQLAlchemyError):
        return "database"
    if isinstance(error, discord.DiscordException | aiohttp.ClientError):
        return "discord"
    if isinstance(error, TimeoutError):
        return "timeout"
    return "system" if isinstance(error, OSError) else "bug"
