"""Sealed chance: the fingerprint, the numbers and orders that follow from a key, and what they depend on."""

import hashlib
import hmac
from dataclasses import replace
from typing import Final

import pytest

from games.sealed import NO_WORDS, Seal, Stream, Terms, digest_of, fingerprint

KEY: Final = bytes(range(32))
TERMS: Final = Terms(17, "faehrte", 1, {"rounds": 8, "jokers": True})
SEAL: Final = Seal(KEY, (NO_WORDS, digest_of("Grüße")))


def test_a_fingerprint_is_the_hash_of_what_the_paper_says() -> None:
    text = f"finte deals 1\nkey {KEY.hex()}\nmatch 17\ngame faehrte\nrules 1\noption jokers true\noption rounds 8\n"

    assert fingerprint(KEY, TERMS) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        replace(TERMS, match=18),
        replace(TERMS, game="bluff"),
        replace(TERMS, rules_version=2),
        replace(TERMS, options={"rounds": 8}),
        replace(TERMS, options={"rounds": 9, "jokers": True}),
        replace(TERMS, options={"rounds": 8, "jokers": False}),
    ],
    ids=str,
)
def test_a_fingerprint_binds_all_that_is_known_before_the_match(other: Terms) -> None:
    assert fingerprint(KEY, other) != fingerprint(KEY, TERMS)


def test_numbers_come_from_the_blocks_one_after_the_other() -> None:
    words = f"words -\nwords {hashlib.sha256('Grüße'.encode()).hexdigest()}\n"
    blocks = b"".join(
        hmac.new(KEY, f"finte draw 1\nnumber 3\n{words}block {block}\n".encode(), "sha256").digest()
        for block in range(3)
    )
    stream = SEAL.stream(3)

    assert b"".join(stream.below(2**32).to_bytes(4) for _ in range(24)) == blocks


def test_a_number_of_the_uneven_rest_is_passed_over() -> None:
    """Of 2^32 numbers, those from 3 × 2^30 on would make small results likelier."""
    limit = 3 << 30
    numbers = [number for stream in [SEAL.stream(0)] for number in (stream.below(2**32) for _ in range(64))]
    stream = SEAL.stream(0)
    kept = [number for number in numbers if number < limit]

    assert len(kept) < len(numbers)
    assert [stream.below(limit) for _ in kept] == kept


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    numbers, order = SEAL.stream(5), list("abcdefgh")
    for place in range(7, 0, -1):
        other = numbers.below(place + 1)
        order[place], order[other] = order[other], order[place]

    assert SEAL.stream(5).shuffled("abcdefgh") == order


@pytest.mark.parametrize(
    "other",
    [
        Seal(bytes(32), SEAL.words).stream(1),
        Seal(KEY, SEAL.words[::-1]).stream(1),
        Seal(KEY, (NO_WORDS, digest_of("Grüsse"))).stream(1),
        Seal(KEY, (NO_WORDS,)).stream(1),
        SEAL.stream(2),
    ],
    ids=["key", "whose words", "words", "seats", "number"],
)
def test_what_comes_depends_on_key_words_and_number(other: Stream) -> None:
    assert other.shuffled(range(52)) != SEAL.stream(1).shuffled(range(52))


def test_a_seal_says_nothing_of_its_key() -> None:
    assert KEY.hex() not in repr(SEAL)
    assert repr(KEY) not in repr(SEAL)
