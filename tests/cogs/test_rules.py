"""The pages of the rules: short, each with an example, easy to turn, and within Discord's limits in every language."""

import pytest

from bot.pages.faces import MARKS
from bot.pages.page import Picture, Select, Text
from bot.pictures.encode import png
from bot.words import LOCALE, words
from cogs.catalogue import GAME_UIS
from cogs.commands.rules import page
from games.catalogue import GAMES
from tests.contract.test_rendering import check
from tests.pages import as_text

LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
MOST_SHOWN = 1_200
"""Characters on a page, few enough to read between two moves."""


every_chapter = pytest.mark.parametrize(
    ("game", "chapter"), [(game, chapter.key) for game, ui in GAME_UIS.items() for chapter in ui.chapters]
)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_are_six_to_nine_different_pages(game: str) -> None:
    keys = {chapter.key for chapter in GAME_UIS[game].chapters}

    assert 6 <= len(keys) <= 9
    assert len(keys) == len(GAME_UIS[game].chapters)


@every_chapter
@pytest.mark.parametrize("language", LANGUAGES)
def test_discord_takes_every_page(game: str, chapter: str, language: str) -> None:
    check(page(GAME_UIS[game], game, chapter, words(language)))


@every_chapter
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_short_and_has_an_example(game: str, chapter: str, language: str) -> None:
    shown = page(GAME_UIS[game], game, chapter, words(language))
    text = as_text(part for part in shown.parts if not isinstance(part, Select))

    assert words(language)("**Example**") in text
    assert len(text) <= MOST_SHOWN


@every_chapter
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_full_stop_stands_alone_on_the_line_below_cards_or_dice(game: str, chapter: str, language: str) -> None:
    texts = [
        part.content for part in page(GAME_UIS[game], game, chapter, words(language)).parts if isinstance(part, Text)
    ]

    assert not [line for text in texts for line in text.split("\n") if line.endswith(f"{MARKS[1]}.")]


@every_chapter
def test_every_picture_can_be_drawn_and_says_what_it_shows(game: str, chapter: str) -> None:
    shown = page(GAME_UIS[game], game, chapter, words("en-US"))

    for part in shown.parts:
        if isinstance(part, Picture):
            assert part.alt
            assert png(part.drawing)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_have_pictures(game: str) -> None:
    drawings = [page(GAME_UIS[game], game, chapter.key, words("en-US")).drawings for chapter in GAME_UIS[game].chapters]

    assert any(drawings)


@pytest.mark.parametrize(
    ("game", "chapter", "says"),
    [
        ("volltreffer", "idea", "If you're past the zone, you go on from there: pay your way back, or go round."),
        ("volltreffer", "track", "after 41 comes 40"),
        ("volltreffer", "end", "if nobody is in the zone then, the nearest to 66 wins."),
        ("volltreffer", "end", "From 25, hardly anybody reaches 61 in the first round."),
        ("volltreffer", "end", "The others are placed by how far they are from the zone."),
        ("volltreffer", "end", "exactly two of the four cards, except after the very last purchase"),
        ("volltreffer", "buying", "After the very last purchase nothing is turned up."),
        ("faehrte", "turning", "After trick 5 at the latest everyone knows."),
        ("faehrte", "tricks", "A 0 can take a trick too."),
        ("faehrte", "tricks", "your thirteenth card is the hidden one"),
        ("faehrte", "jokers", "shuffled in"),
        ("faehrte", "jokers", "one card is left over: it's shown to all and out for the round, even if it's a joker"),
        ("faehrte", "jokers", "It doesn't set the colour."),
        ("faehrte", "jokertrump", "you can't hand yours on to somebody else"),
        ("faehrte", "jokertrump", "The second starts from the trump the first one chose."),
        ("faehrte", "deck", "the deal moves one seat to the left"),
        ("tuecke", "deck", "The first dealer is chosen at random."),
        ("tuecke", "deck", "the deal moves one seat to the left"),
        ("tuecke", "piles", "even after the last trick"),
        ("tuecke", "end", "Then everyone sees all the piles."),
        ("bluff", "end", "more dice than they have left"),
        ("bluff", "raising", "★ comes just before 8: only half as many dice show a star"),
        ("bluff", "reroll", "before the next player acts"),
        ("bluff", "reroll", "you need two or more there"),
        ("bluff", "reroll", "even if nobody can raise your bid any more"),
    ],
)
def test_the_pages_say_what_newcomers_would_get_wrong(game: str, chapter: str, says: str) -> None:
    assert says in as_text(page(GAME_UIS[game], game, chapter, words("en-US")).parts)
