"""Translation of every sentence shown to a player: gettext, one `Words` per language."""

import gettext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from games.core import PlayerError

LOCALE = Path(__file__).with_name("locale")


@dataclass(frozen=True)
class Words:
    """The sentences of one language, which Discord names, such as en-US."""

    language: str
    _catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    @property
    def spoken(self) -> str:
        """The language the sentences are really in: English if `language` has no catalogue."""
        return self._catalogue.info().get("language", "en-US")

    def __call__(self, sentence: str, **facts: str | int) -> str:
        """The translation of an English sentence, with its facts filled in."""
        return self._catalogue.gettext(sentence).format(**facts)

    def many(self, one: str, several: str, n: int, **facts: str | int) -> str:
        """The translation of a sentence about `n` things; `{n}` in it is replaced by their number."""
        return self._catalogue.ngettext(one, several, n).format(n=n, **facts)

    def error(self, error: PlayerError) -> str:
        """The translated sentence of a refusal."""
        return self(error.template, **error.facts)


def phrase(english: str) -> str:
    """Marks a sentence for `make messages` that is translated only later. Returns it unchanged, in English."""
    return english


@cache
def words(language: str) -> Words:
    """The words for one of Discord's locales; English if it has no catalogue."""
    catalogue = gettext.translation(
        "finte", LOCALE, languages=[language.replace("-", "_"), language[:2]], fallback=True
    )
    return Words(language, catalogue)


ENGLISH = words("en")
