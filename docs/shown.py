"""The few pictures that git keeps, each with what it shows, and the page that shows them. Knows no browser.

Every version of a picture stays in git for ever, so these are in English and dark only. `make gallery` makes all the
others into a folder that git ignores.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("gallery")
LANGUAGE, THEME = "en-US", "dark"

TITLES: Final[Mapping[str, str]] = {
    "bluff": "Bluff",
    "faehrte": "Auf falscher Fährte",
    "tuecke": "Mit List und Tücke",
    "volltreffer": "Volltreffer",
}

SHOWN: Final[Mapping[str, Mapping[str, str]]] = {
    "bluff": {
        "lobby": "The lobby",
        "panel-host": "Its host's panel",
        "board-bids": "Six players bid",
        "panel-bids": "Your dice, and bids",
        "board-reveal": "A doubt is settled",
        "board-result": "The result",
        "lesson": "A lesson",
        "rules-1": "The rules",
        "leaderboard": "The leaderboard",
        "story": "What happened",
        "replay-open": "A replay, all dice in sight",
        "review": "A review",
        "daily": "The daily matches",
        "lobby.360": "The lobby on a phone",
        "board-bids.360": "The board on a phone",
        "panel-bids.360": "The panel on a phone",
    },
    "faehrte": {
        "board-hiding": "Everyone hides a card",
        "panel-hiding": "Choosing the card to hide",
        "board-trick": "A trick, and the hidden cards",
        "panel-trick": "Your hand",
        "panel-trump": "Changing trump",
        "board-scored": "The end of a round",
        "board-result": "The result",
        "lesson": "A lesson",
        "daily-result": "A daily match's result",
        "review-decision": "A review of one decision",
        "panel-trick.360": "The panel on a phone",
    },
    "tuecke": {
        "board-trick": "A trick of six",
        "panel-trick": "Your hand, and piles",
        "panel-keeping": "Keeping two colours",
        "board-scored": "The end of a round",
        "board-result": "The result",
        "lesson": "A lesson",
        "puzzle-right": "A puzzle, solved",
        "board-trick.360": "The board on a phone",
    },
    "volltreffer": {
        "panel-buying": "Buying a card",
        "panel-melds": "Choosing melds",
        "board-trick": "A trick, and melds",
        "panel-trick": "Your hand",
        "board-track": "Cards for sale",
        "board-result": "The result",
        "lesson": "A lesson",
        "replay-own.360": "A replay on a phone",
        "board-track.360": "The board on a phone",
    },
}
"""By game, what each picture shows. Shape: the key is the screen's name; `.360` behind it means a narrow phone."""

COLUMNS = 3


def paths() -> frozenset[Path]:
    """Where the kept pictures are, from `FOLDER`."""
    return frozenset(_path(game, name) for game, pictures in SHOWN.items() for name in pictures)


def page() -> str:
    """The page that shows the kept pictures, in Markdown."""
    lines = [
        "# Gallery", "",
        "Screens as the page of `make play` shows them. `make gallery` takes these pictures, and those of all other",
        "screens, languages and themes into the folder `gallery`.", "",
    ]  # fmt: skip
    for game in SHOWN:
        lines += [f"## {TITLES[game]}", "", "| " * COLUMNS + "|", "| --- " * COLUMNS + "|", *_rows(game), ""]
    return "\n".join(lines)


def _rows(game: str) -> Iterator[str]:
    cells = [f"![]({_path(game, name)})<br>{caption}" for name, caption in SHOWN[game].items()]
    cells += [""] * (-len(cells) % COLUMNS)
    for first in range(0, len(cells), COLUMNS):
        yield f"| {' | '.join(cells[first : first + COLUMNS])} |"


def _path(game: str, name: str) -> Path:
    screen, _, width = name.partition(".")
    return Path(game) / f"{screen}.{LANGUAGE[:2]}.{THEME}{'.' + width if width else ''}.png"
