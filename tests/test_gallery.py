"""The gallery: a real browser shows all of each screen, and git has only a few pictures, all of which are shown.

These tests look at a few screens. `python -m docs.gallery --check` looks at all of them.
"""

import asyncio
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from docs import shown
from docs.gallery import PHONE, WIDTH, Shot, on_a_phone, shots
from docs.screens import Screen, screens
from games.catalogue import GAMES

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/ratings.md", "docs/gallery/README.md")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
MOST_PICTURES = 45
LOOKS = {"fr": ("light",), "de": ("dark", "light")}
"""The languages with the longest words."""


def looked_at() -> tuple[list[Screen], list[Screen]]:
    """The screens to look at: one lobby in full width, and on a phone the widest screens of each game."""
    every = list(screens())
    narrow = [screen for screen in on_a_phone(every) if not screen.name.startswith(("lobby", "privacy"))]
    return [screen for screen in every if (screen.game, screen.name) == ("bluff", "lobby")], narrow


@pytest.fixture(scope="module")
def taken() -> list[Shot]:
    lobby, narrow = looked_at()
    return asyncio.run(shots(lobby, LOOKS, narrow=narrow, kept=[WIDTH]))


@pytest.mark.browser
@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_screen_can_be_seen_on_a_phone(taken: list[Shot], game: str) -> None:
    of_game = [shot for shot in taken if shot.screen.game == game and shot.width == PHONE]

    assert {shot.screen.name.partition("-")[0] for shot in of_game} >= {"board", "panel"}
    assert {str(shot.path): shot.flaws for shot in of_game if shot.flaws} == {}


@pytest.mark.browser
def test_the_themes_and_the_languages_look_different(taken: list[Shot]) -> None:
    lobbies = [shot.png for shot in taken if shot.width == WIDTH]

    assert len(set(lobbies)) == sum(map(len, LOOKS.values()))
    for picture in lobbies:
        with Image.open(BytesIO(picture)) as shot:
            assert WIDTH * 0.7 < shot.width <= WIDTH


def test_the_page_of_the_gallery_is_up_to_date() -> None:
    assert (shown.FOLDER / "README.md").read_text() == shown.page()


def test_git_holds_few_pictures_and_every_one_is_shown() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("only a clone knows which files belong to the project")
    listed = subprocess.check_output([git, "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    pictures = {path for path in listed if path.endswith(PICTURES) and (ROOT / path).exists()}
    linked = {
        str((ROOT / page).parent.joinpath(target).relative_to(ROOT))
        for page in PAGES
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", (ROOT / page).read_text())
    }

    assert pictures == linked
    assert len(pictures) <= MOST_PICTURES
