"""The pages of the rules: short, each with an example, easy to turn, and within Discord's limits in every language."""

import pytest

from bot.pages.faces import MARKS
from bot.pages.page import Picture, Select, Text
from bot.pictures.encode import png
from bot.words import ENGLISH, LOCALE, words
from cogs.catalogue import GAME_UIS
from cogs.commands.rules import page
from games.catalogue import GAMES
from tests.contract.test_rendering import check
from tests.pages import as_text

LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
MOST_SHOWN = 1_200
"""Characters on a page, few enough to read between two moves."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "chapter"), [(game, chapter.key) for game, ui in GAME_UIS.items() for chapter in ui.chapters]
)
def test_every_page_is_short_and_has_an_example(game: str, chapter: str, language: str) -> None:
    shown = page(GAME_UIS[game], game, chapter, words(language))
    parts = [part for part in shown.parts if not isinstance(part, Select)]
    lines = [line for part in parts if isinstance(part, Text) for line in part.content.split("\n")]

    check(shown)
    assert words(language)("**Example**") in as_text(parts)
    assert len(as_text(parts)) <= MOST_SHOWN
    assert not [line for line in lines if line.endswith(f"{MARKS[1]}.")]  # a full stop below a row of cards or dice


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_are_six_to_nine_different_pages_with_pictures_that_can_be_drawn(game: str) -> None:
    keys = [chapter.key for chapter in GAME_UIS[game].chapters]
    parts = [part for key in keys for part in page(GAME_UIS[game], game, key, ENGLISH).parts]
    pictures = [part for part in parts if isinstance(part, Picture)]

    assert 6 <= len({*keys}) == len(keys) <= 9
    assert pictures
    assert all(part.alt and png(part.drawing) for part in pictures)


@pytest.mark.parametrize(
    ("game", "chapter", "says"),
    [
        ("volltreffer", "idea", "If you're past the zone, you go on from there: pay your way back, or go round."),
        ("volltreffer", "track", "after 41 comes 40"),
        ("volltreffer", "end", "if nobody is in the zone then, the nearest to 66 wins."),
        ("volltreffer", "buying", "After the very last purchase nothing is turned up."),
        ("faehrte", "turning", "After trick 5 at the latest everyone knows."),
        ("faehrte", "tricks", "your thirteenth card is the hidden one"),
        ("faehrte", "jokers", "one card is left over: it's shown to all and out for the round, even if it's a joker"),
        ("faehrte", "jokertrump", "you can't hand yours on to somebody else"),
        ("tuecke", "piles", "even after the last trick"),
        ("tuecke", "end", "Then everyone sees all the piles."),
        ("bluff", "end", "more dice than they have left"),
        ("bluff", "raising", "★ comes just before 8: only half as many dice show a star"),
        ("bluff", "reroll", "before the next player acts"),
    ],
)
def test_the_pages_say_what_newcomers_would_get_wrong(game: str, chapter: str, says: str) -> None:
    assert says in as_text(page(GAME_UIS[game], game, chapter, ENGLISH).parts)
