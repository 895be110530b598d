"""A whole round of Mit List und Tücke, to follow with real cards, with printed examples of scores.

Each line is a trick: the cards in the order played, the first taker's choice, and any decision. Each comment names the
first taker and the second, who leads the next trick.
"""

from games.core import Outcome
from tests.games.tuecke.tables import deal, last_round, play


def test_four_players_until_one_cannot_play() -> None:
    middle = play(
        deal(
            "0 / r1 r2 r5 r8 r11 r12 r14 y1 y3 y12 g1 g3 b1 b11"
            " / r6 r10 y9 y13 g8 g14 b2 b3 b5 b6 b7 b12 b13 b14"
            " / r3 r4 r9 y2 y5 y7 y8 y10 y11 g4 g7 g10 g11 g12"
            " / r7 r13 y4 y6 y14 g2 g5 g6 g9 g13 b4 b8 b9 b10"
        ),
        "b13 y2 r7 y1, take r7 y2",  # the player left of the dealer led: 2 and 1
        "b11 b5 r3 g2, take b5 b11",  # 1 and 4
        "r13 r11 y9 g7, take r13 g7",  # 4 and 3
        "y8 y4 y12 r10, take y4 y8",  # 1 and 2
        "y13 r4 b9 b1, take r4 y13",  # 2 and 1
        "y3 r6 y7 g13, take r6 y3",  # 3 and 2: the 6 is lower than the 13
        "g8 g4 g9 g1, take g4 g9",  # one colour: 4 takes two, g1 and g8 are out, and 4 leads
    )
    assert middle.to_act == {3}

    over = play(
        middle,
        "g5 g3 b14 y10, take g3 g5",  # 4 and 3
        "r9 g6 r5 g14, take r5 r9",  # 3 and 4
        "b4 r14 b2 y5, take r14 y5",  # 4 and 3
        "y11 y6 r12 b6, take r12 y11, keep red yellow",  # 3 and 2; the b6 is 2's fourth colour
        "b3 g10 y14",  # 1 has only red cards left
    )
    ended = last_round(over)
    assert ended.blocked is not None
    assert ended.blocked.seat == 0
    assert [pile.to_record() for pile in ended.piles] == [
        {"yellow": 3, "blue": 5, "discard": 0},  # 3 × 5, as printed
        {"red": 3, "yellow": 5, "discard": 2},
        {"red": 5, "yellow": 4, "blue": 3, "discard": 0},  # 5 × 4 ÷ 3, as printed
        {"red": 3, "yellow": 1, "green": 8, "discard": 0},
    ]
    assert over.outcome == Outcome(scores=(15, 7, 6, 24), places=(2, 3, 4, 1))
