"""Dockerfile and compose file. Docker itself isn't needed: what they say is read, and what they copy is run."""

import asyncio
import fnmatch
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from localcord import Localcord
from tests.ports import free_port

ROOT = Path(__file__).parents[1]

Block = dict[str, "Block | list[str] | str"]


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


def test_the_image_has_a_python_that_is_tested() -> None:
    versions = {found.removeprefix("python:").partition("-")[0] for found in arguments("FROM")}
    (version,) = versions
    tested = re.findall(r'"(3\.\d+)"', (ROOT / ".github" / "workflows" / "ci.yml").read_text())
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]

    assert version in tested
    assert f">={tested[0]}" == oldest


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


# compose.yaml, which uses only mappings, lists and texts


def compose() -> Block:
    """The compose file as dicts, lists and texts."""
    text = (ROOT / "compose.yaml").read_text()
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    rest = iter([(len(line) - len(line.lstrip()), line.strip()) for line in lines])
    found, left = block(next(rest), rest)
    assert left is None
    assert isinstance(found, dict)
    return found


Line = tuple[int, str]


def block(first: Line, rest: Iterator[Line]) -> tuple[Block | list[str], Line | None]:
    """Reads the lines that are indented as the first one is. Shape: also the line after them, None at the end."""
    depth, line = first[0], first
    items: list[str] = []
    found: Block = {}
    after: Line | None = first
    while after is not None and after[0] == depth:
        line, after = after, next(rest, None)
        if line[1].startswith("- "):
            items.append(line[1].removeprefix("- "))
            continue
        key, colon, text = line[1].partition(":")
        assert colon, line
        assert key not in found, line
        if text.strip() or after is None or after[0] <= depth:
            assert text.strip(), line
            found[key] = text.strip()
        else:
            assert after[0] == depth + 2, after
            found[key], after = block(after, rest)
    assert not (items and found)
    assert after is None or after[0] < depth
    return items or found, after


def part(*keys: str) -> Block | list[str] | str:
    """A part of the compose file."""
    found: Block | list[str] | str = compose()
    for key in keys:
        assert isinstance(found, dict)
        found = found[key]
    return found


def test_the_bot_waits_for_its_database_and_stores_everything_there() -> None:
    assert part("services", "bot", "depends_on", "database", "condition") == "service_healthy"
    assert part("services", "bot", "env_file") == ".env"
    url, password = part("services", "bot", "environment", "DATABASE_URL"), "${POSTGRES_PASSWORD:?write it into .env}"
    assert url == f"postgresql://finte:{password}@database/finte"
    assert part("services", "database", "environment", "POSTGRES_PASSWORD") == password
    assert part("services", "database", "environment", "POSTGRES_USER") == "finte"
    assert part("services", "database", "environment", "POSTGRES_DB") == "finte"
    assert "pg_isready" in part("services", "database", "healthcheck", "test")


def test_the_database_outlives_its_container() -> None:
    volumes = part("services", "database", "volumes")
    assert isinstance(volumes, list)
    (volume,) = volumes
    assert volume.partition(":")[0] in part("volumes")


@pytest.mark.parametrize("service", ["bot", "database"])
def test_no_container_has_a_right_of_root_or_can_get_one(service: str) -> None:
    assert part("services", service, "cap_drop") == ["ALL"]
    assert part("services", service, "security_opt") == ["no-new-privileges:true"]


def test_the_database_starts_as_its_own_user_since_it_may_not_change_it() -> None:
    assert part("services", "database", "user") == "postgres"


def test_the_metrics_of_the_container_are_for_its_own_machine_alone() -> None:
    port = part("services", "bot", "environment", "METRICS_PORT")
    assert part("services", "bot", "ports") == [f"127.0.0.1:{port}:{port}"]
    assert f"METRICS_PORT={port}" in arguments("ENV")[0]
