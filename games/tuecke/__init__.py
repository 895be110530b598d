"""Mit List und Tücke: tricks that two players share, and two colours that count."""

from games.tuecke.actions import (
    COLOURS_IN,
    DECKS,
    HAND_SIZE,
    KEEPS,
    PLAYERS,
    ColourSet,
    Keep,
    SeatAction,
    Take,
    TueckeAction,
)
from games.tuecke.computer import COMPUTERS, SEARCH
from games.tuecke.events import Blocked, RoundEnded, TrickTaken
from games.tuecke.rules import GAME, MOST_ROUNDS, Tuecke, TueckeState
from games.tuecke.scoring import Counts, Pile, Score, counts_of
from games.tuecke.table import Phase, Round, Table
from games.tuecke.view import TueckeView

__all__ = [
    "COLOURS_IN",
    "COMPUTERS",
    "DECKS",
    "GAME",
    "HAND_SIZE",
    "KEEPS",
    "MOST_ROUNDS",
    "PLAYERS",
    "SEARCH",
    "Blocked",
    "ColourSet",
    "Counts",
    "Keep",
    "Phase",
    "Pile",
    "Round",
    "RoundEnded",
    "Score",
    "SeatAction",
    "Table",
    "Take",
    "TrickTaken",
    "Tuecke",
    "TueckeAction",
    "TueckeState",
    "TueckeView",
    "counts_of",
]
