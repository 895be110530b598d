"""Boards keep their height, and their pictures are small files."""

import pytest

from bot.pages.page import Picture
from bot.pictures.drawing import Drawing
from bot.pictures.encode import png
from bot.tables.table import Person
from bot.words import words
from cogs.catalogue import GAME_UIS
from tests.bot.pictures.test_names import TABLES, states
from tests.cogs.tables import seated

LONG_NAMES = ("Maximiliane von der Wartburg", "Bartholomäus-Ferdinand", "W" * 32, "Jürgen",
              "Anne-Sophie de la Fontaine", "Þórbjörg Guðmundsdóttir")  # fmt: skip

MOST_BYTES = 40 * 1024

OF_A_RESULT = {"Podium", "Reveal", "ScoreSheet", "Track"}
"""The pictures that boards show after play, whose height depends on how much there is to show."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, seats in TABLES if seats in {3, 4, 5, 6}])
def test_a_board_keeps_its_height_in_a_phase_and_its_pictures_are_small(game: str, seats: int) -> None:
    table, say = seated(*(Person(seat + 1, LONG_NAMES[seat]) for seat in range(seats))), words("de")
    found: dict[str, dict[Drawing, None]] = {}
    for state in states(game, seats):
        for part in GAME_UIS[game].board(table, state.view(None), say):
            if isinstance(part, Picture) and type(part.drawing).__name__ not in OF_A_RESULT:
                found.setdefault(type(part.drawing).__name__, {})[part.drawing] = None

    for kind, drawings in found.items():
        few = list(drawings)[:: max(1, len(drawings) // 5)]
        assert len({drawing.draw().height for drawing in few}) == 1, kind
        assert max(len(png(drawing)) for drawing in few) <= MOST_BYTES, kind
