"""The alt texts of pictures: only words, in the reader's language."""

import pytest

from bot.pages.faces import face
from bot.words import ENGLISH, words
from cogs.parts.spoken import spoken


@pytest.mark.parametrize(
    ("shown", "read"),
    {
        f"Trump: {face('red')} red": "Trump: red",
        f"{face('seat_2')} **Ana** **{face('yellow_10')}** 👑": "2 Ana yellow 10 · takes it",
        f"➤ {face('seat_1')} **A\\_b**": "leads: 1 A_b",
        f"➤ {face('seat_1')} **👑 \\*** ◀": "leads: 1 👑 * · to act",
        f"## Title\n-# small\n\n\n~~{face('blue')}~~": "Title\nsmall\nblue",
        f"{face('die_3')} {face('die_star')} {face('die_hidden')} {face('joker')}": "3, star, hidden die, joker",
    }.items(),
)
def test_faces_and_marks_become_words(shown: str, read: str) -> None:
    assert spoken(shown, ENGLISH) == read


@pytest.mark.parametrize(("language", "read"), {"fr": "7 rouge", "de": "Rot 7", "en-US": "red 7"}.items())
def test_a_card_is_named_as_one_says_it(language: str, read: str) -> None:
    assert spoken(face("red_7"), words(language)) == read
