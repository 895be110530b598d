"""The sentences that translators get, and a check that no other sentence is said to a player."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from babel.messages.pofile import read_po

from bot.words import LOCALE, Words

POT = LOCALE / "finte.pot"

UNTRANSLATED: frozenset[str] = frozenset()
"""What is said by a game that lives in the tests alone, while there is one."""


def known_sentences() -> frozenset[str | tuple[str, ...]]:
    """The sentences in bot/locale/finte.pot. Shape: a pair if there is a plural."""
    with POT.open("rb") as file:
        return frozenset(
            message.id if isinstance(message.id, str) else tuple(message.id) for message in read_po(file) if message.id
        )


@contextmanager
def only_known_sentences() -> Iterator[None]:
    """Fails at the end if a sentence was said that `make messages` hasn't found, since nobody could translate it.

    It doesn't fail at once, because within a click the error boundary would catch that like any other error.
    """
    known = known_sentences()
    unknown: set[str] = set()
    say, many = Words.__call__, Words.many

    def say_known(words: Words, sentence: str, **facts: str | int) -> str:
        if sentence not in known and sentence not in UNTRANSLATED:
            unknown.add(sentence)
        return say(words, sentence, **facts)

    def many_known(words: Words, one: str, several: str, n: int, **facts: str | int) -> str:
        if (one, several) not in known:
            unknown.add(one)
        return many(words, one, several, n, **facts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Words, "__call__", say_known)
        patch.setattr(Words, "many", many_known)
        yield
    assert not unknown, f"not in finte.pot: {sorted(unknown)}; run `make messages`, which doesn't see into f-strings"
