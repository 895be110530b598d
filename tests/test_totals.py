"""Totals of code and documents that only fall: tests/totals.toml lists them, and changes in the same commit."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from games.catalogue import GAMES

ROOT = Path(__file__).parents[1]
LIST = "tests/totals.toml"
TOTALS = tomllib.loads((ROOT / LIST).read_text())
LIBRARIES: Mapping[str, list[str]] = TOTALS.pop("libraries")

PRODUCT = ("bot", "cogs", "games")
DOCS = ("*.md", "docs/**/*.md", "tests/**/*.md")
OF_ITS_OWN = {*(f"{top}/{game}" for top in ("games", "cogs") for game in GAMES), "cogs/commands"}
"""Folders of a game or of commands, whose files may have one importer."""


@cache
def sources() -> Mapping[str, str]:
    """The product's code, by path."""
    found = (path for top in PRODUCT for path in sorted((ROOT / top).rglob("*.py")))
    return {str(path.relative_to(ROOT)): path.read_text() for path in found}


def module_of(path: str) -> str:
    """The name that a file is imported by."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(path: str) -> Iterator[tuple[str, str]]:
    """The modules and names that a file imports. A name is "" if the module itself is imported."""
    for node in ast.walk(ast.parse(sources()[path])):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def with_one_importer() -> list[str]:
    """The modules that one other imports. A name imported from a package counts for the module that defines it."""
    modules = {module_of(path): path for path in sources()}
    packages = [path for path in sources() if path.endswith("/__init__.py")]
    origins = {(module_of(path), name): module for path in packages for module, name in imported(path)}
    importers = defaultdict[str, set[str]](set)
    for path in sources().keys() - packages:
        for module, name in imported(path):
            origin = module
            while (origin, name) in origins:
                origin = origins[origin, name]
            importers[f"{origin}.{name}" if f"{origin}.{name}" in modules else origin].add(path)
    return [
        path
        for module, path in modules.items()
        if len(importers[module]) == 1 and path not in packages and path.rpartition("/")[0] not in OF_ITS_OWN
    ]


def words_of_docs() -> int:
    """The words in all documents but the changelog and the games' rules."""
    docs = (path for pattern in DOCS for path in ROOT.glob(pattern))
    return sum(len(path.read_text().split()) for path in docs if path.name not in ("CHANGELOG.md", "RULES.md"))


def test_the_totals_are_those_in_the_list() -> None:
    now = {
        "product_lines": sum(text.count("\n") for text in sources().values()),
        "modules_with_one_importer": len(with_one_importer()),
        "words_of_docs": words_of_docs(),
    }
    risen = [name for name, total in now.items() if total > TOTALS[name]]
    assert not risen, f"lower these again, or write them and say in the commit what they buy: {now}"
    assert now == TOTALS, "\n".join([f"write in {LIST}:", *(f"{name} = {total}" for name, total in now.items())])


def hooks() -> Iterator[tuple[str, str]]:
    """The private names of libraries that code uses and methods that it replaces, with its path.

    The linters object to them, except to names that a subclass of ours inherits.
    """
    code = "\n".join(sources().values())
    assigned = " ".join(re.findall(r"^ +([\w., =]+)(?:: | = )", code, re.MULTILINE))
    own = {*re.findall(r"(?<![.\w])_\w+", code), *re.findall(r"_\w+", assigned)}
    for path, text in sources().items():
        yield from ((name, path) for name in re.findall(r"\bself\.(_[a-z]\w*)", text) if name not in own)
        for line in text.splitlines():
            if "noqa: SLF001" in line:
                yield from ((name, path) for name in re.findall(r"(?<!self)\.(_\w+)", line))
            if "ignore[method-assign" in line:
                yield from ((name, path) for name in re.findall(r"\.(\w+) = ", line))


def test_private_names_of_libraries_are_in_the_list_with_the_files_that_use_them() -> None:
    listed = {(name.rpartition(".")[2], path) for name, paths in LIBRARIES.items() for path in paths}
    gone = {(name, path) for name, path in listed if not re.search(rf"\b{name}\b", sources().get(path, ""))}
    assert not gone, f"remove them from {LIST}"
    assert {*hooks()} <= listed, "use something public"
