"""The rules in pages: short, with an example each, in every language within Discord's limits, and easy to turn."""

import pytest

from bot.pages import Picture, Select
from bot.pictures.encode import png
from bot.words import LOCALE, words
from cogs.rules.book import CHAPTERS, page
from games.catalogue import GAMES
from tests.contract.test_rendering import check
from tests.pages import as_text
from tests.screens import SCREENS

LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
MOST_SHOWN = 1_200
"""Characters on a page, all told: what can be read between two moves."""


every_chapter = pytest.mark.parametrize(
    ("game", "chapter"), [(game, chapter.key) for game, chapters in CHAPTERS.items() for chapter in chapters]
)


def test_every_game_has_its_rules() -> None:
    assert CHAPTERS.keys() == GAMES.keys()


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_rules_of_a_game_are_six_to_nine_different_pages(game: str) -> None:
    keys = {chapter.key for chapter in CHAPTERS[game]}

    assert 6 <= len(keys) <= 9
    assert len(keys) == len(CHAPTERS[game])


@every_chapter
@pytest.mark.parametrize("language", LANGUAGES)
def test_discord_takes_every_page(game: str, chapter: str, language: str) -> None:
    check(page(SCREENS[game], game, chapter, words(language)))


@every_chapter
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_short_and_has_an_example(game: str, chapter: str, language: str) -> None:
    shown = page(SCREENS[game], game, chapter, words(language))
    text = as_text(part for part in shown.parts if not isinstance(part, Select))

    assert words(language)("**Example**") in text
    assert len(text) <= MOST_SHOWN


@every_chapter
def test_every_picture_can_be_drawn_and_says_what_it_shows(game: str, chapter: str) -> None:
    shown = page(SCREENS[game], game, chapter, words("en-US"))

    for part in shown.parts:
        if isinstance(part, Picture):
            assert part.alt
            assert png(part.drawing)


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_rules_of_a_game_have_pictures(game: str) -> None:
    drawings = [page(SCREENS[game], game, chapter.key, words("en-US")).drawings for chapter in CHAPTERS[game]]

    assert any(drawings)
