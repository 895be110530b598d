"""`python -m bot doctor` as a process, and beside a running bot."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from cogs.composition import expected_at_discord
from localcord import Localcord
from tests.bot.ops.doctor.examining import findings, of
from tests.end_to_end.fork_server import PROJECT


async def test_the_commands_of_a_running_bot_are_those_of_its_version(bot: Finte, discord: Localcord) -> None:
    before = len(discord.requests)
    found = await findings(bot.settings, expected=await expected_at_discord(bot.settings))

    assert of(found, "commands")[0] == "ok"
    assert of(found, "emojis") == ("ok", "turned off by EMOJIS")
    assert [one for one in found if one.level == "failure"] == []
    assert {request.method for request in discord.requests[before:]} == {"GET"}
    assert discord.gateway.has_sessions


def is_empty(folder: Path) -> bool:
    """Whether nothing has been written there."""
    return not list(folder.iterdir())


async def doctor(discord: Localcord, folder: Path, token: str) -> tuple[int | None, str]:
    """The exit status of `python -m bot doctor`, and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "doctor",
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "DISCORD_TOKEN": token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


@pytest.mark.kills
async def test_the_doctor_prints_a_line_for_each_check(tmp_path: Path) -> None:
    async with Localcord() as discord:
        status, said = await doctor(discord, tmp_path, discord.token)

    assert status == 0
    checks = [line.split(": ")[0].split()[1] for line in said.splitlines()]
    assert checks == [
        "versions", "settings", "processes", "database", "writing", "disk", "token", "clock", "application",
        "gateway", "commands", "emojis", "rights",
    ]  # fmt: skip
    assert discord.token not in said
    assert is_empty(tmp_path)


@pytest.mark.kills
async def test_a_failure_is_the_exit_status(tmp_path: Path) -> None:
    async with Localcord() as discord:
        status, said = await doctor(discord, tmp_path, "c2VjcmV0")

    assert status == 1
    assert "failure  token: " in said
    assert "c2VjcmV0" not in said
