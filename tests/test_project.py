"""The repository as a whole: what its documents promise, and what its files may contain."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Command
from pydantic import SecretStr

from bot.settings import Settings
from bot.store.connection import open_database
from cogs import EXTENSIONS
from cogs.composition import compose
from games.catalogue import GAMES

ROOT = Path(__file__).parents[1]
COMMANDS = (ROOT / "docs" / "commands.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()

SELF = "tests/test_project.py"
MACHINE_PATH = re.compile(r"(?<![\w./])/(root|home|Users|work|tmp|mnt)/\w")
HE = re.compile(r".{,20}(?<![^\W_])(?:he|him|his|himself)(?![^\W_]).{,20}", re.IGNORECASE)
AnyCommand = Command[Any, ..., Any]
LOCKED = sorted(path.name for path in ROOT.glob("requirements*.txt"))


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The content of every text file in the repository, by its path from the root."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("which files belong to the project is known in a clone alone")
    listed = subprocess.check_output([git, "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    contents = {path: (ROOT / path).read_bytes() for path in listed if (ROOT / path).is_file()}
    return {path: content.decode() for path, content in contents.items() if b"\0" not in content}


@pytest.fixture
async def slash_commands() -> list[AnyCommand]:
    """Every command that the bot registers with Discord."""
    settings = Settings(discord_token=SecretStr("none"), _env_file=None)
    async with open_database("sqlite+aiosqlite:///:memory:") as engine, compose(settings, engine) as bot:
        for extension in EXTENSIONS:
            await bot.load_extension(extension)
        return [command for command in bot.tree.walk_commands() if isinstance(command, Command)]


async def test_the_paper_on_commands_has_a_row_for_every_command_with_all_options(
    slash_commands: list[AnyCommand],
) -> None:
    unnamed = [command.qualified_name for command in slash_commands if f"`/{command.qualified_name}`" not in COMMANDS]
    assert slash_commands
    assert not unnamed, "give each of these commands a row in docs/commands.md"
    lines = COMMANDS.splitlines()
    options = {  # `with_2` is one more of `with`
        (command.qualified_name, re.sub(r"_\d$", "", option.display_name))
        for command in slash_commands
        for option in command.parameters
    }
    missing = [
        f"{command}: {name}"
        for command, name in options
        if not any(line.startswith(f"| `/{command}`") and f"`{name}`" in line for line in lines)
    ]
    assert not missing, "describe these options in docs/commands.md, each in the row of its command"


def test_the_paper_on_settings_names_every_setting_and_the_example_its_default() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    defaults = {key: field.default for key, field in Settings.model_fields.items() if not field.is_required()}
    wanted = [f"{key.upper()}={str(value).lower() if value is True else value}" for key, value in defaults.items()]

    assert not [key for key in Settings.model_fields if f"`{key.upper()}`" not in SETTINGS], (
        "describe it in settings.md"
    )
    assert not [line for line in wanted if line not in lines], "add these lines to .env.example"


@pytest.mark.parametrize("key", GAMES)
def test_the_paper_on_records_names_the_limits_of_every_option(key: str) -> None:
    sections = (ROOT / "docs" / "records.md").read_text().split("\n## ")
    (section,) = (section for section in sections if f"games/{key}/RULES.md" in section)
    game = GAMES[key].game
    for option in (option for seats in game.seats for option in game.options(seats)):
        limits = "`true` or `false`" if isinstance(option.default, bool) else f"{max(option.low, 1)} to {option.high}"
        described = f"`{option.key}`: {limits}"
        assert described in section, f"say this in docs/records.md, in the section of {key}"


def test_every_link_from_paper_to_paper_leads_somewhere(texts: dict[str, str]) -> None:
    broken = [
        f"{path}: {target}"
        for path, text in texts.items()
        if path.endswith(".md")
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", text)
        if not (ROOT / path).parent.joinpath(target).exists()
    ]
    assert not broken


def test_every_link_to_a_heading_leads_to_one(texts: dict[str, str]) -> None:
    pages = {ROOT / path: text for path, text in texts.items() if path.endswith(".md")}
    headings = {
        page: {
            re.sub(r"[^\w\s-]", "", line.lower()).replace(" ", "-")
            for line in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        for page, text in pages.items()
    }
    broken = [
        f"{page.name}: {target}#{heading}"
        for page, text in pages.items()
        for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", text)
        if heading not in headings[(page.parent / target).resolve() if target else page]
    ]
    assert not broken


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    versions = re.findall(r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert versions[0] == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.parametrize("name", LOCKED)
def test_every_locked_package_has_a_version_and_a_hash(name: str) -> None:
    packages = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
    loose = [package for package in packages if not re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+[^\n]*\\\n +--hash", package)]
    assert packages
    assert not loose


def test_every_action_of_the_ci_is_pinned_to_a_commit_and_says_its_version(texts: dict[str, str]) -> None:
    """The owner of an action can move a tag to other code; a commit stays as it was read."""
    used = [
        line.strip()
        for path, text in texts.items()
        if path.startswith(".github/") and path.endswith((".yml", ".yaml"))
        for line in text.splitlines()
        if re.match(r"[\s-]*uses:", line) and not re.match(r"[\s-]*uses: \./", line)
    ]
    assert used
    assert not [line for line in used if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} +# v\d", line)]


def test_no_file_names_a_path_of_somebodys_machine(texts: dict[str, str]) -> None:
    assert not [path for path, text in texts.items() if path != SELF and MACHINE_PATH.search(text)]


def test_nobody_is_called_he(texts: dict[str, str]) -> None:
    of_ben = ("Ben wins: he's", "You saw him take five red cards: leave him the green ones, so his points")
    said = {path: text for path, text in texts.items() if path.endswith((".py", ".md", ".js", ".pot")) and path != SELF}
    for known in (*of_ben, '"he": "'):  # Hebrew
        said = {path: " ".join(text.replace('"\n"', "").split()).replace(known, "") for path, text in said.items()}

    assert {path: found for path, text in said.items() if (found := HE.findall(text))} == {}
