"""Translations for a test, compiled to where `words` looks for them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import bot.words


@contextmanager
def language(
    folder: Path, locale: str, sentences: Mapping[str | tuple[str, str], str | tuple[str, str]]
) -> Iterator[None]:
    """Gives the bot translations into `locale`, of only these sentences."""
    catalogue = Catalog(locale=locale)
    for english, said in sentences.items():
        catalogue.add(english, said)
    place = folder / locale / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "finte.mo").open("wb") as file:
        write_mo(file, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.words, "LOCALE", folder)
        bot.words.words.cache_clear()
        yield
    bot.words.words.cache_clear()
