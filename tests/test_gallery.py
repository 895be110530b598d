"""The screens of the gallery in a real browser: all of each can be seen, in every language and both themes."""

import asyncio
from io import BytesIO

import pytest
from PIL import Image

from docs.gallery import LANGUAGES, ON_A_PHONE, PHONE, THEMES, WIDTH, Shot, on_a_phone, shots
from docs.screens import Screen, screens
from games.catalogue import GAMES
from tests.chromium import needs_chromium

pytestmark = [needs_chromium, pytest.mark.unmeasured]

BOARDS = {"bluff": "board-reveal", "faehrte": "board-trick", "tuecke": "board-trick", "volltreffer": "board-track"}
PANELS = {"bluff": "panel-bids", "faehrte": "panel-hiding", "tuecke": "panel-first", "volltreffer": "panel-buying"}


def chosen(game: str) -> tuple[Screen, ...]:
    """A board, a panel and a page of the rules."""
    names = (BOARDS[game], PANELS[game], "rules-4", "lobby")
    return tuple(screen for screen in screens() if screen.game == game and screen.name in names)


@pytest.fixture(scope="module")
def taken() -> list[Shot]:
    every = tuple(screen for game in GAMES for screen in chosen(game))
    return asyncio.run(shots(every, LANGUAGES, THEMES, narrow=on_a_phone(screens())))


def test_every_screen_has_a_name_of_its_own() -> None:
    names = [(screen.game, screen.name) for screen in screens()]

    assert len(set(names)) == len(names)
    assert {game for game, _ in names} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_screen_can_be_seen(taken: list[Shot], game: str) -> None:
    of_game = [shot for shot in taken if shot.screen.game == game and shot.width == WIDTH]

    assert len(of_game) == 4 * len(LANGUAGES) * len(THEMES)
    assert {str(shot.path): shot.flaws for shot in of_game if shot.flaws} == {}


@pytest.mark.parametrize("game", GAMES)
def test_lobby_board_and_panel_can_be_seen_on_a_phone(taken: list[Shot], game: str) -> None:
    of_game = [shot for shot in taken if shot.screen.game == game and shot.width == PHONE]

    assert {shot.screen.name.partition("-")[0] for shot in of_game} == {"lobby", "board", "panel"}
    assert len(of_game) == len(ON_A_PHONE[game]) * len(LANGUAGES) * len(THEMES)
    assert {str(shot.path): shot.flaws for shot in of_game if shot.flaws} == {}


def test_the_themes_and_the_languages_look_different(taken: list[Shot]) -> None:
    of_bluff = [shot for shot in taken if shot.screen.game == "bluff" and shot.width == WIDTH]
    lobbies = [shot.png for shot in of_bluff if shot.screen.name == "lobby"]

    assert len(set(lobbies)) == len(LANGUAGES) * len(THEMES)
    for picture in lobbies:
        with Image.open(BytesIO(picture)) as shot:
            assert WIDTH * 0.7 < shot.width <= WIDTH
