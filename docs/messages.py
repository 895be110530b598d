"""`make messages`: collects every sentence for players, brings the translations up to date, and compiles them."""

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE = Path("bot/locale")
TEMPLATE = LOCALE / "finte.pot"
PASSING = ("POT-", "PO-", "Last-Translator", "Language-Team", "Report-Msgid-Bugs", "Generated-By")
"""Headers that change with every run, or name a person."""

SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def extract(to: Path) -> None:
    """Collects the sentences from the code."""
    CommandLineInterface().run(  # type: ignore[no-untyped-call]
        ["pybabel", "-q", "extract", "-F", "pyproject.toml", "--omit-header", "--add-location=file", "--sort-by-file",
         "-o", str(to), "games", "bot", "cogs"]
    )  # fmt: skip


def translations() -> Iterable[Path]:
    """The catalogue of each language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/finte.po"))


def read(catalogue: Path) -> Catalog:
    """A language's catalogue as its translators see it."""
    with catalogue.open("rb") as file:
        found = read_po(file, locale=catalogue.parts[-3])
    found.creation_date = found.revision_date = SOME_DAY
    return found


def po(catalogue: Catalog) -> bytes:
    """The bytes of the file that translators edit, the same on every machine and day."""
    file = BytesIO()
    catalogue.header_comment = ""
    write_po(file, catalogue, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = file.getvalue().decode().split("\n")
    return "\n".join(line for line in lines if not line.lstrip('"').startswith(PASSING)).lstrip("#\n").encode()


def mo(catalogue: Catalog) -> bytes:
    """The bytes of the file that the bot reads."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The sentences that wait for a translator. Shape: the singular of a plural that lacks any of its forms."""
    return [_forms(message.id)[0] for message in catalogue if message.id and not all(_forms(message.string))]


def _forms(said: object) -> tuple[str, ...]:
    return tuple(said) if isinstance(said, tuple | list) else (str(said or ""),)


def main() -> int:
    """Shape: 1 if a sentence waits for its translation, else 0."""
    extract(TEMPLATE)
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    is_complete = True
    for path in translations():
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        path.write_bytes(po(catalogue))
        path.with_suffix(".mo").write_bytes(mo(read(path)))
        if missing := untranslated(catalogue):
            print(f"Translate these sentences in {path}, then run `make messages` again:", *missing, sep="\n    ")
            is_complete = False
    return int(not is_complete)


if __name__ == "__main__":
    sys.exit(main())
