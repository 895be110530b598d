"""Compares every import with the table of allowed imports in docs/architecture.md."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from games.catalogue import GAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "bot", "cogs", "localcord", "tools")
NAME = re.compile(r"`([\w.<>]+)`")


def expanded(name: str, key: str) -> str:
    """The name of a row, filled in for one game."""
    return name.replace("<game>", key)


def rows() -> Iterator[tuple[str, str]]:
    """Each package in the table, with the cell that says what it may import."""
    for line in (ROOT / "docs" / "architecture.md").read_text().splitlines():
        if line.startswith("| `"):
            first, _, last = line.strip("|").split("|")[:3]
            for name in NAME.findall(first):
                yield name, last


def table() -> Mapping[str, frozenset[str]]:
    """What each package may import besides itself. Shape: names of packages, which include everything in them."""
    found: dict[str, frozenset[str]] = {}
    for package, cell in rows():
        for key in GAMES if "<game>" in package else ("",):
            names = NAME.findall(cell)
            keys = [key] if key else [*GAMES]
            found[expanded(package, key)] = frozenset(expanded(name, one) for name in names for one in keys)
    return found


TABLE = table()
NOT_THERE = ""
"""The row for modules that aren't in the table, which may import nothing."""

OF_ONE_GAME = tuple(f"games.{key}" for key in GAMES)


def is_in(name: str, package: str) -> bool:
    """Whether the name is the package or something in it."""
    return name == package or name.startswith(f"{package}.")


def row_of(module: str) -> str:
    """The row that applies to a module: the one with the longest matching name."""
    return max((package for package in TABLE if is_in(module, package)), key=len, default=NOT_THERE)


def is_allowed(module: str, name: str) -> bool:
    """Whether a module may import this."""
    row = row_of(module)
    allowed = {*TABLE.get(row, ()), row, row.rpartition(".")[0] if row.startswith("bot.pages.") else row}
    reached = {package for package in allowed if is_in(name, package)}
    game = next((game for game in OF_ONE_GAME if is_in(name, game)), None)
    return any(is_in(package, game) for package in reached) if game else bool(reached)


def imported(path: Path) -> Iterator[str]:
    """The full names that a file imports anywhere in it; for `from package import module`, the module's."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                folder = ROOT / module.replace(".", "/")
                for alias in names:
                    is_module = folder.is_dir() and (
                        (folder / f"{alias.name}.py").exists() or (folder / alias.name).is_dir()
                    )
                    yield f"{module}.{alias.name}" if is_module else module


def module_of(path: Path) -> str:
    """The name that a file is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files(package: str) -> list[Path]:
    """Every file of a package except migrations, which never change."""
    return [path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts]


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_imports_only_what_the_table_allows(package: str) -> None:
    strangers = [
        f"{module_of(path)} imports {name}"
        for path in files(package)
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not is_allowed(module_of(path), name)
    ]
    assert strangers == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_stands_in_the_table(package: str) -> None:
    folders = {path.parent for path in files(package)} - {ROOT / name for name in PACKAGES}
    missing = [module_of(folder / "__init__.py") for folder in folders if not row_of(module_of(folder / "__init__.py"))]
    assert missing == []


def test_within_bot_a_package_imports_only_what_stands_above_it() -> None:
    inside = [package for package in TABLE if package.startswith("bot.")]
    below = [
        f"{package}: {name}"
        for package, names in TABLE.items()
        if package in inside
        for name in names & {*inside}
        if inside.index(name) >= inside.index(package)
    ]
    assert below == []


def test_the_table_allows_nothing_that_nobody_needs() -> None:
    needed = {
        (row_of(module_of(path)), package)
        for top in PACKAGES
        for path in files(top)
        for name in imported(path)
        for package in TABLE.get(row_of(module_of(path)), ())
        if is_in(name, package)
    }
    idle = [
        f"{row}: {package}"
        for row, packages in TABLE.items()
        for package in packages
        if (row, package) not in needed and row.partition(".")[2] not in GAMES  # games share one row
    ]
    assert idle == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("bot.tables.standings", "discord"),
        ("bot.matches.replaying", "games.tuecke"),
        ("games.faehrte.medium", "games.tuecke.actions"),
        ("games.core", "games.bluff"),
        ("bot.pages.page", "discord"),
        ("bot.messages.boards", "bot.interactions.replies"),
        ("cogs.bluff.board", "games.tuecke"),
        ("cogs.parts.cards", "cogs.table.answers"),
        ("localcord.server", "discord"),
        ("games.bluff.search", "bench.pool.bluff"),
        ("bot.workers.search", "bench.pool"),
    ],
)
def test_the_table_bars_these(module: str, name: str) -> None:
    assert not is_allowed(module, name)
