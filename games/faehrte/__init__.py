"""Auf falscher Fährte: tricks, and hidden cards that tell late whether to take them."""

from games.faehrte.actions import (
    CHANGES,
    KEEP,
    ChanceAction,
    FaehrteAction,
    Hide,
    Pile,
    SeatAction,
    Trump,
)
from games.faehrte.computer import COMPUTERS, SEARCH
from games.faehrte.events import (
    CardTurned,
    Kind,
    KindDecided,
    RoundScored,
    TrickTaken,
    TrumpNamed,
    TrumpStays,
)
from games.faehrte.game import GAME, Faehrte
from games.faehrte.rules import FaehrteState
from games.faehrte.table import MOST_OF_MINUS, Phase, Table, points
from games.faehrte.view import FaehrteView

__all__ = [
    "CHANGES",
    "COMPUTERS",
    "GAME",
    "KEEP",
    "MOST_OF_MINUS",
    "SEARCH",
    "CardTurned",
    "ChanceAction",
    "Faehrte",
    "FaehrteAction",
    "FaehrteState",
    "FaehrteView",
    "Hide",
    "Kind",
    "KindDecided",
    "Phase",
    "Pile",
    "RoundScored",
    "SeatAction",
    "Table",
    "TrickTaken",
    "Trump",
    "TrumpNamed",
    "TrumpStays",
    "points",
]
