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


def is_chosen(screen: Screen) -> bool:
    """Whether it is the board, the panel, the page of the rules or the lobby that is looked at of its game."""
    return screen.name in (BOARDS[screen.game], PANELS[screen.game], "rules-4", "lobby")


@pytest.fixture(scope="module")
def taken() -> list[Shot]:
    every = tuple(screens())
    chosen = tuple(filter(is_chosen, every))
    return asyncio.run(shots(chosen, LANGUAGES, THEMES, narrow=on_a_phone(every), pictured=is_lobby_of_bluff))


def is_lobby_of_bluff(screen: Screen, _language: str = "", _theme: str = "") -> bool:
    return (screen.game, screen.name) == ("bluff", "lobby")


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
    lobbies = [shot.png for shot in taken if is_lobby_of_bluff(shot.screen) and shot.width == WIDTH]

    assert len(set(lobbies)) == len(LANGUAGES) * len(THEMES)
    for picture in lobbies:
        with Image.open(BytesIO(picture)) as shot:
            assert WIDTH * 0.7 < shot.width <= WIDTH
