"""Runs the doctor on an installation whose Discord is localcord."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bot.ops.doctor import Expected, Finding, Level, examine
from bot.settings import Settings
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS

COMMAND: Mapping[str, Any] = {"name": "play", "type": 1, "description": "Opens a table", "options": []}
FACE = "die_1"
EXPECTED = Expected([COMMAND], {FACE})


def settings_for(local: Localcord, folder: Path, **others: Any) -> Settings:  # noqa: ANN401 - of any type
    """Settings of a bot that wants no helper processes."""
    given: dict[str, Any] = {
        "discord_token": local.token,
        "discord_api_url": local.api_url,
        "discord_gateway_url": local.gateway_url,
        "database_url": f"sqlite:///{folder / 'finte.sqlite3'}",
        "picture_processes": 0,
        "search_processes": 0,
        "review_seconds": 0,
    }
    return Settings(**(given | others), _env_file=None)


async def findings(
    settings: Settings,
    channel_id: str | None = None,
    *,
    expected: Expected = EXPECTED,
    tell: Callable[[str], None] = lambda _: None,
    patience: float = PATIENCE_SECONDS,
) -> list[Finding]:
    """All findings of the doctor."""
    number = int(channel_id) if channel_id else None
    return [found async for found in examine(settings, expected, number, tell=tell, patience=patience)]


def of(found: list[Finding], check: str) -> tuple[Level, str]:
    """The level and text of the only finding of this name."""
    (one,) = (finding for finding in found if finding.check == check)
    return one.level, one.text
