"""Which card takes a trick."""

import pytest

from games.cards import CARD_OF_NAME, Colour, colour_of, taker


def names(*texts: str) -> list[int]:
    return [CARD_OF_NAME[text] for text in texts]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("y3 y10 b12 y8", "y10"),
        ("y3 y10 r0 y8", "r0"),
        ("r1 y10 r3 g8", "r3"),
        ("y0 b12 g12", "y0"),
        ("J y1 J y2", "y2"),
        ("y5", "y5"),
    ],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_colour_led(trick: str, winner: str) -> None:
    cards = names(*trick.split())

    assert trick.split()[taker(cards, colour_of(min(cards[:2])), Colour.RED)] == winner


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("y3 r5 r2", Colour.RED, "r5"),
        ("r3 r1 y12", Colour.RED, "r3"),
        ("b2 g1 g7 b12", Colour.GREEN, "g7"),
        ("r9 b1 r12 g12", Colour.BLUE, "b1"),
        ("g5 b12 r12 g4", Colour.YELLOW, "g5"),
    ],
)
def test_a_trump_is_taken_by_a_higher_trump_alone(trick: str, trump: Colour, winner: str) -> None:
    cards = names(*trick.split())

    assert trick.split()[taker(cards, colour_of(cards[0]), trump)] == winner
