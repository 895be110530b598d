"""Chance that anyone can check afterwards: a secret key, a fingerprint of it, and the draws that follow from it.

The method never changes, so that old matches can still be checked: a new one gets a new number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest
from typing import Final, TypeVar

T = TypeVar("T")

METHOD: Final = 1
"""The number of the method, in all that is hashed."""

KEY_BYTES: Final = 32

NO_WORDS: Final = "-"
"""Stands in place of a digest for a seat without words."""

NUMBER_BYTES: Final = 4
_NUMBERS: Final = 1 << 8 * NUMBER_BYTES


def digest_of(words: str) -> str:
    """Stands for a player's words in the derivation, so that they can be deleted: hex, NO_WORDS for none."""
    return sha256(words.encode()).hexdigest() if words else NO_WORDS


@dataclass(frozen=True, slots=True)
class Terms:
    """Facts of a match that everyone knows before it begins, and that the fingerprint binds.

    `options` are those that were chosen when the table was opened, in any order.
    """

    match: int
    game: str
    rules_version: int
    options: Mapping[str, bool | int]


def fingerprint(key: bytes, terms: Terms) -> str:
    """Shows that the key was fixed before the match, and gives nothing away about it: 64 hex digits."""
    lines = [
        f"finte deals {METHOD}",
        f"key {key.hex()}",
        f"match {terms.match}",
        f"game {terms.game}",
        f"rules {terms.rules_version}",
        *(f"option {name} {_value_text(value)}" for name, value in sorted(terms.options.items())),
    ]
    return sha256(_text(lines)).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """All chance of one match. What comes depends on nothing but the key, the words and the number of the draw.

    So everyone who plays with the same key and words has the same chance, whatever anybody does in between.
    `key` has 32 bytes; `words` has a digest for each seat, NO_WORDS for none.
    """

    key: bytes = field(repr=False)
    words: tuple[str, ...]

    def stream(self, number: int) -> "Stream":
        """Source of the draw with this number. The first move of chance in a match has number 0."""
        return Stream(self.key, [f"finte draw {METHOD}", f"number {number}", *(f"words {one}" for one in self.words)])


class Stream:
    """Numbers that follow from a key and a label: HMAC-SHA256 in counter mode, four bytes each, the highest first."""

    def __init__(self, key: bytes, label: Iterable[str]) -> None:
        self._numbers = _numbers(key, tuple(label))

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, all equally likely: a number from the uneven rest is passed over."""
        even = _NUMBERS - _NUMBERS % limit
        return next(number for number in self._numbers if number < even) % limit

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in another order, all orders equally likely: Fisher and Yates, from the last place down."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _numbers(key: bytes, label: tuple[str, ...]) -> Iterator[int]:
    block = 0
    while True:
        made = digest(key, _text((*label, f"block {block}")), "sha256")
        for start in range(0, len(made), NUMBER_BYTES):
            yield int.from_bytes(made[start : start + NUMBER_BYTES])
        block += 1


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _value_text(value: bool | int) -> str:
    return str(value).lower()
