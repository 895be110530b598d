"""Volltreffer: cards bought, melded and played, and a marker that should stop near 66."""

from games.volltreffer.actions import (
    BUYS,
    DECLARES,
    SWAPS,
    Buy,
    Deck,
    Declare,
    LayRow,
    SeatAction,
    Swap,
    VolltrefferAction,
    declarations,
)
from games.volltreffer.computer import COMPUTERS, SEARCH
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, RowLaid, SmallestTotal, TrickTaken
from games.volltreffer.game import GAME, Volltreffer
from games.volltreffer.market import PRICES, Row
from games.volltreffer.melds import DECK, FIVE_COLOURS, MELDS, Meld, Melds, laid_out, points, possible, total
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.table import Phase, Table
from games.volltreffer.track import BULLSEYE
from games.volltreffer.view import VolltrefferView

__all__ = [
    "BULLSEYE",
    "BUYS",
    "COMPUTERS",
    "DECK",
    "DECLARES",
    "FIVE_COLOURS",
    "GAME",
    "MELDS",
    "PRICES",
    "SEARCH",
    "SWAPS",
    "Buy",
    "CardBought",
    "Deck",
    "Declare",
    "LayRow",
    "Meld",
    "Melds",
    "MeldsShown",
    "Phase",
    "RoundOver",
    "Row",
    "RowLaid",
    "SeatAction",
    "SmallestTotal",
    "Swap",
    "Table",
    "TrickTaken",
    "Volltreffer",
    "VolltrefferAction",
    "VolltrefferState",
    "VolltrefferView",
    "declarations",
    "laid_out",
    "points",
    "possible",
    "total",
]
