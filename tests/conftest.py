"""What all tests share: Hypothesis searches anew here and repeats itself in CI; no sentence escapes the translators."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.sentences import only_known_sentences

EXAMPLES = 60
"""Of each property: enough to go through every phase of every game, and few enough that people run the tests."""

settings.register_profile("here", deadline=None, max_examples=EXAMPLES)
settings.register_profile("ci", deadline=None, max_examples=EXAMPLES, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session", autouse=True)
def translatable() -> Iterator[None]:
    """Every sentence that is said to a player in any test is one of bot/locale/finte.pot."""
    with only_known_sentences():
        yield
