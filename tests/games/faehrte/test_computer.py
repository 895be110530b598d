"""Computer players of Auf falscher Fährte that answer at once."""

from random import Random

import pytest

from games.cards import Colour, parse, parse_card
from games.faehrte.computer import STEPS, plus_chances, steady, to_hide
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import play, playing

PLUS, MINUS = "r12 y12 g0 b0", "r0 y0 g0 b0"


def choice(state: FaehrteState) -> str:
    seat = min(state.to_act)
    return steady(state.view(seat), Random(1)).to_text()


@pytest.mark.parametrize(
    ("turned", "card"),
    [(PLUS, "y9"), (MINUS, "y5")],
    ids=["takes it as cheaply as it can", "gets rid of the highest that does not take it"],
)
def test_steady_plays_last(turned: str, card: str) -> None:
    state = play(playing("y7 g1 g2 g3 / y6 b1 b2 b3 / y1 b4 b5 b6 / y2 y5 y9 y11", turned=turned), "y7 y6 y1")

    assert choice(state) == f"play {card}"


def test_of_equal_cards_the_one_of_the_shortest_colour_is_hidden() -> None:
    assert to_hide(4, parse("g0 g1 b0 b1 b2"), Colour.RED) == parse_card("g0")


def test_of_equal_cards_no_trump_is_hidden() -> None:
    assert to_hide(4, parse("g0 b0"), Colour.GREEN) == parse_card("b0")


@pytest.mark.parametrize(("seats", "border"), [(3, 13), (4, 23)])
def test_when_all_is_known_so_is_the_kind(seats: int, border: int) -> None:
    assert plus_chances(seats, 0)[border : border + 2] == (0, STEPS)
