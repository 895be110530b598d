"""The bot as a process: how it starts, how it does not, and how it stops."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Settings
from localcord import Localcord

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing is set, in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Localcord]:
    """Where processes of this test find Discord."""
    async with Localcord() as server:
        monkeypatch.setenv("DISCORD_API_URL", server.api_url)
        monkeypatch.setenv("DISCORD_GATEWAY_URL", server.gateway_url)
        yield server


def test_without_a_token_the_bot_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 1

    said = capsys.readouterr().err
    assert "DISCORD_TOKEN: Field required" in said
    assert ".env.example" in said
    assert "make play" in said


def test_a_wrong_setting_is_named_and_not_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("LOBBY_MINUTES", "c2VjcmV0")

    assert main() == 1

    said = capsys.readouterr().err
    assert "LOBBY_MINUTES: " in said
    assert "c2VjcmV0" not in said


@pytest.mark.usefixtures("discord")
async def test_a_token_that_discord_does_not_know_ends_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "c2VjcmV0")

    bot = await started()
    _, said = await bot.communicate()

    assert bot.returncode == 1
    assert b"Discord does not know this DISCORD_TOKEN" in said
    assert b"c2VjcmV0" not in said
    assert b"Traceback" not in said


async def test_the_bot_stops_when_it_is_told_to(discord: Localcord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    bot = await started()
    await discord.bot_connected()

    bot.send_signal(signal.SIGTERM)
    _, said = await bot.communicate()

    assert bot.returncode == 0
    assert b"stopping" in said
    assert b"ERROR" not in said


async def started() -> asyncio.subprocess.Process:
    """`python -m bot`, in the folder of the test."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.PIPE,
    )
