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
        "lobby": "A table that waits for players",
        "panel-host": "What its host sees, privately",
        "board-bids": "Six players bid; below, the dice of the round before",
        "panel-bids": "Your dice and the bids you can make",
        "board-reveal": "A doubt is settled, and the next round begins",
        "board-result": "The end of a match",
        "lesson": "A lesson, with a teacher",
        "rules-1": "A page of the rules",
        "leaderboard": "The leaderboard, with your own line in sight",
        "story": "What happened so far",
        "replay-open": "A replay, with all dice in sight",
        "review": "A review: what cost most",
        "daily": "The deals of the day",
        "lobby.360": "The lobby on a phone",
        "board-bids.360": "The board on a phone",
        "panel-bids.360": "The panel on a phone",
    },
    "faehrte": {
        "board-hiding": "Everyone hides a card",
        "panel-hiding": "Choosing the card to hide",
        "board-trick": "A trick, and what the hidden cards can come to",
        "panel-trick": "Only the cards that follow suit can be played",
        "panel-trump": "Changing trump, or keeping it",
        "board-scored": "The end of a round",
        "board-result": "The end of a match",
        "lesson": "A lesson, with a teacher",
        "daily-result": "How a deal of the day went",
        "review-decision": "One decision, and what would have been better",
        "panel-trick.360": "The panel on a phone",
    },
    "tuecke": {
        "board-trick": "A trick of six players",
        "panel-trick": "Your hand, your piles and everyone's",
        "panel-keeping": "Keeping two of four colours",
        "board-scored": "The end of a round",
        "board-result": "The end of a match",
        "lesson": "A lesson, with a teacher",
        "puzzle-right": "A puzzle, solved",
        "board-trick.360": "The board on a phone",
    },
    "volltreffer": {
        "panel-buying": "Buying a card from the row",
        "panel-melds": "Choosing melds, all at the same time",
        "board-trick": "A trick, and everyone's melds",
        "panel-trick": "Your hand, and how far you are from the bullseye",
        "board-track": "The second round's cards are for sale",
        "board-result": "The end of a match",
        "lesson": "A lesson, with a teacher",
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
        "What players see, in English and in the dark theme, as the page of `make play` shows it. `make gallery` takes",
        "these pictures, and those of all other screens, languages and themes into the folder `gallery`.", "",
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
