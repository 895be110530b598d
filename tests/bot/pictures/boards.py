"""The pictures on the boards of matches."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bot.pages.page import Picture
from bot.pictures.drawing import Drawing
from bot.tables.table import Person
from bot.words import words
from cogs.catalogue import GAME_UIS
from games.catalogue import GAMES
from games.core import CHANCE, State
from tests.cogs.tables import seated

NAMES = ("Wiebke", "Magnus", "Jürgen", "Momoko", "Ömmele", "Wendla")
"""Names of six letters, some of them wide."""

DECISIONS = 130
TABLES = [(game, seats) for game, listing in GAMES.items() for seats in listing.game.seats]
FULL = [(game, max(listing.game.seats)) for game, listing in GAMES.items()]


def pictures(game: str, names: Sequence[str], language: str = "en-US") -> Iterator[Drawing]:
    """The pictures on the board in the first positions of a match."""
    rng, listing, say = Random(1), GAMES[game], words(language)
    table = seated(*(Person(seat + 1, name) for seat, name in enumerate(names)))
    state: State[Any, Any] = listing.game.start(len(names), {})
    for _ in range(DECISIONS):
        if CHANCE not in state.to_act:
            parts = GAME_UIS[game].board(table, state.view(None), say)
            yield from (part.drawing for part in parts if isinstance(part, Picture))
        if not state.to_act:
            return
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else listing.computers["random"](state.view(seat), rng)
        state = state.apply(seat, action).state
