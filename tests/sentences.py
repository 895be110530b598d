"""The sentences that translators get, and a guard: nothing else is said to a player."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from babel.messages.pofile import read_po

from bot.words import LOCALE, Words

POT = LOCALE / "finte.pot"


def known_sentences() -> frozenset[str | tuple[str, ...]]:
    """What bot/locale/finte.pot lists. Shape: a pair where there is a plural."""
    with POT.open("rb") as file:
        return frozenset(
            message.id if isinstance(message.id, str) else tuple(message.id) for message in read_po(file) if message.id
        )


@contextmanager
def only_known_sentences() -> Iterator[None]:
    """Has every sentence refused that `make messages` has not found, and could therefore not be translated."""
    known = known_sentences()
    say, many = Words.__call__, Words.many

    def say_known(words: Words, sentence: str, **facts: str | int) -> str:
        assert sentence in known, f"not in finte.pot: {sentence}"
        return say(words, sentence, **facts)

    def many_known(words: Words, one: str, several: str, n: int, **facts: str | int) -> str:
        assert (one, several) in known, f"not in finte.pot: {one}"
        return many(words, one, several, n, **facts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Words, "__call__", say_known)
        patch.setattr(Words, "many", many_known)
        yield
