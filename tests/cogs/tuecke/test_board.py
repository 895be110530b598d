"""The public page of Mit List und Tücke, read by hand: beside its pictures, and in words alone."""

import pytest

from bot.table import Person
from bot.words import ENGLISH
from cogs.spoken import spoken
from cogs.tuecke.board import board, formula
from games.cards import Colour
from games.tuecke import TueckeState
from games.tuecke.actions import colour_set
from games.tuecke.scoring import Pile
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.tuecke.tables import act, play, table
from tests.pages import beside_pictures

DORA = Person(4, "Dora")
HANDS = "r1 r5 / r2 y5 / y3 g5 / b3 b4"
NEXT_DEAL = (
    "deal 0 / r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 y14 / r14 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13"
    " / g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 g14 / b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14"
)


def lines(state: TueckeState) -> list[str]:
    """What stands beside the pictures."""
    return beside_pictures(board(seated(ANA, BEN, CLEO, DORA), state.view(None), ENGLISH)).splitlines()


def test_the_result_shows_the_last_trick() -> None:
    state = play(table("r1 / r2 / y3 / y4"), "r1 r2 y3 y4, take r1 r2")

    assert "-# Last trick: ② **Ben** took ❤️ 1 · ❤️ 2, ③ **Cleo** ☀️ 3 · ☀️ 4" in lines(state)


@pytest.fixture
def second_trick() -> TueckeState:
    """The only round is about to end in its second trick, as Ben holds none of its three colours."""
    return play(table(HANDS), "r1 r2 y3 b4, take r1 r2")


SENTENCE = (
    "**Round 1** ended at once: ③ **Cleo** led 🍀 5 · 💧 3 · ❤️ 5, and ② **Ben** had no card of these three colours."
)


def test_a_trick_that_was_broken_off_is_told(second_trick: TueckeState) -> None:
    assert SENTENCE in lines(play(second_trick, "g5 b3 r5"))


def test_beside_a_trick_that_was_broken_off_no_older_one_is_the_last(second_trick: TueckeState) -> None:
    assert any("Last trick" in line for line in lines(second_trick))
    assert not any("Last trick" in line for line in lines(play(second_trick, "g5 b3 r5")))


def test_in_the_next_round_the_trick_that_was_broken_off_is_told_until_one_is_complete() -> None:
    before = play(table(HANDS, options={"rounds": 2}), "r1 r2 y3 b4, take r1 r2")
    state = act(play(before, "g5 b3 r5"), NEXT_DEAL)

    assert SENTENCE in lines(state)
    assert not any("Last trick" in line for line in lines(state))
    after = lines(play(state, "y1 g1 b1 y14, take y1 y14"))
    assert SENTENCE not in after
    assert "-# Last trick: ① **Ana** took ☀️ 1 · ☀️ 14, ③ **Cleo** 🍀 1 · 💧 1" in after


def test_a_new_round_shows_the_last_trick_of_the_one_before() -> None:
    state = act(play(table("r1 / r2 / y3 / y4", options={"rounds": 2}), "r1 r2 y3 y4, take r1 r2"), NEXT_DEAL)

    assert "-# Last trick: ② **Ben** took ❤️ 1 · ❤️ 2, ③ **Cleo** ☀️ 3 · ☀️ 4" in lines(state)


@pytest.mark.parametrize(
    ("counts", "kept", "read"),
    [
        ((5, 6, 3, 0), (), "yellow 6 × red 5 ÷ 3 = 10"),
        ((7, 0, 4, 8), (Colour.RED, Colour.BLUE), "blue 8 × red 7 ÷ 4 = 14"),
        ((1, 9, 1, 9), (Colour.RED, Colour.GREEN), "red 1 × green 1 ÷ 18 = 0"),
        ((3, 5, 0, 0), (), "yellow 5 × red 3 = 15"),
        ((0, 0, 4, 0), (), "green 4 × 0 = 0"),
        ((0, 0, 0, 0), (), "0 × 0 = 0"),
    ],
)
def test_a_formula_names_the_colours_that_are_multiplied(
    counts: tuple[int, ...], kept: tuple[Colour, ...], read: str
) -> None:
    assert spoken(formula(Pile(counts, colour_set(kept))), ENGLISH) == read
