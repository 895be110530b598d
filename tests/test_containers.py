"""Dockerfile and compose file. Docker itself isn't needed: what they say is read, and what they copy is run."""

import asyncio
import fnmatch
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from localcord import Localcord
from tests.ports import free_port

ROOT = Path(__file__).parents[1]


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions. Shape: name and arguments, in order."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line and not line.startswith("#")]


def arguments(name: str) -> list[str]:
    return [found for instruction, found in instructions() if instruction == name]


def copied() -> list[str]:
    """What is copied from the repository."""
    return [
        source for found in arguments("COPY") if not found.startswith("--from") for source in found.split()[:-1]
    ]  # fmt: skip


def is_ignored(path: str) -> bool:
    """Whether .dockerignore keeps a file at the top out of the image. Shape: the last rule that fits counts."""
    ignored = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith(("#", "**")) and fnmatch.fnmatch(path, line.removeprefix("!")):
            ignored = not line.startswith("!")
    return ignored


@pytest.mark.parametrize("source", copied())
def test_what_is_copied_exists_and_is_not_ignored(source: str) -> None:
    assert (ROOT / source).exists()
    assert not is_ignored(source)


@pytest.mark.parametrize("secret", [".env", "data", ".git", "finte.sqlite3"])
def test_secrets_stay_out_of_the_image(secret: str) -> None:
    assert is_ignored(secret)


def test_the_image_starts_what_the_procfile_starts() -> None:
    (command,) = arguments("CMD")
    assert f"worker: {' '.join(json.loads(command))}" == (ROOT / "Procfile").read_text().strip()


def test_packages_are_installed_by_their_hashes_and_nobody_is_root() -> None:
    assert all("--require-hashes" in found for found in arguments("RUN") if "pip install" in found)
    (user,) = arguments("USER")
    assert f" --uid {user} " in "".join(arguments("RUN"))  # by its number, an orchestrator sees that it isn't root
    assert arguments("STOPSIGNAL") == ["SIGTERM"]
    assert arguments("VOLUME") == ["/data"]


def healthcheck() -> list[str]:
    """The command that says whether the container is healthy, with this Python."""
    (found,) = arguments("HEALTHCHECK")
    command: list[str] = json.loads(found.partition("CMD ")[2])
    assert command[0] == "python"
    return [sys.executable, *command[1:]]


async def is_healthy(environment: dict[str, str]) -> bool:
    process = await asyncio.create_subprocess_exec(
        *healthcheck(), env=environment, stderr=asyncio.subprocess.DEVNULL
    )  # fmt: skip
    return await process.wait() == 0


@pytest.mark.kills
async def test_what_is_copied_is_enough_for_a_healthy_bot(tmp_path: Path) -> None:
    image = tmp_path / "image"
    copy(image)
    async with Localcord() as discord:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "1",
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/finte.sqlite3",
            "METRICS_PORT": str(free_port()),
            "EMOJIS": "false",
        }
        assert not await is_healthy(environment)
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", cwd=image, env=environment)
        await discord.bot_connected()
        assert await is_healthy(environment)
        bot.terminate()
        assert await bot.wait() == 0


def copy(image: Path) -> None:
    """Copies what the Dockerfile copies."""
    image.mkdir()
    for source in copied():
        path = ROOT / source
        if path.is_dir():
            shutil.copytree(path, image / source, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, image)


def test_the_containers_share_a_password_and_have_no_right_of_root() -> None:
    lines = [line.strip() for line in (ROOT / "compose.yaml").read_text().splitlines()]
    password = "${POSTGRES_PASSWORD:?write it into .env}"

    for line in (
        f"DATABASE_URL: postgresql://finte:{password}@database/finte",
        f"POSTGRES_PASSWORD: {password}",
        "condition: service_healthy",
        "user: postgres",
    ):
        assert line in lines
    assert lines.count("- no-new-privileges:true") == lines.count("cap_drop:") == lines.count("- ALL") == 2
