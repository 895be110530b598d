"""Every sentence for a player goes through here: gettext, one `Words` a language. Knows no game and no table."""

import gettext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from games.core import PlayerError

LOCALE = Path(__file__).with_name("locale")


@dataclass(frozen=True)
class Words:
    """The sentences of one language. Shape: `language` as Discord names it, such as en-US."""

    language: str
    _catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    @property
    def spoken(self) -> str:
        """The language that the sentences are in: not the one asked for, where that has no catalogue."""
        return self._catalogue.info().get("language", "en-US")

    def __call__(self, sentence: str, **facts: str | int) -> str:
        """The sentence, which is the English one, with its facts filled in."""
        return self._catalogue.gettext(sentence).format(**facts)

    def many(self, one: str, several: str, n: int, **facts: str | int) -> str:
        """The sentence for `n` things; `{n}` is their number."""
        return self._catalogue.ngettext(one, several, n).format(n=n, **facts)

    def error(self, error: PlayerError) -> str:
        """What a refusal says."""
        return self(error.template, **error.facts)


def phrase(english: str) -> str:
    """Marks a sentence that is said elsewhere, so that `make messages` finds it; what is said at once needs no mark."""
    return english


@cache
def words(language: str) -> Words:
    """The words for one of Discord's locales; English where there is no catalogue."""
    catalogue = gettext.translation(
        "finte", LOCALE, languages=[language.replace("-", "_"), language[:2]], fallback=True
    )
    return Words(language, catalogue)


ENGLISH = words("en")
