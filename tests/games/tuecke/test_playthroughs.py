"""Whole rounds of Mit List und Tücke, to follow with real cards. They include all printed examples.

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


def test_five_players_until_one_cannot_play() -> None:
    over = play(
        deal(
            "3 / r3 r5 r10 y2 g3 g7 g8 g11 g12 g16 b4 b5 b9 b12"
            " / r8 r11 r12 r17 y10 y17 g5 b1 b2 b6 b8 b10 b14 b17"
            " / r4 r15 r16 y1 y5 y15 y16 g1 g9 g14 b7 b11 b13 b15"
            " / r9 r13 y3 y4 y7 y8 y12 y13 y14 g2 g6 g10 g15 g17"
            " / r1 r2 r6 r7 r14 r18 y6 y9 y11 y18 g4 g13 b3 b16"
        ),
        "r14 y2 r11 r16 y3, take r11 r16 y2",  # 3 and 1
        "r10 b2 y1 r13 r18, take r13 r18 y1",  # 5 and 3
        "b15 g2 y18 b5 b1, take b1 b5 b15",  # 3 and 4
        "g17 g4 g8 b8 g14, take g4 g14 g17",  # 4 and 2
        "b17 r4 g15 r6 r3, take r3 r4 b17",  # 2 and 1
        "g16 r8 b7 g10 b16, take r8 g10 g16",  # 1 and 3
        "r15 y4 y6 g7 y10, take r15 y10 g7, keep red blue",  # 3 and 4; the g7 is 3's fourth colour
        "y12 g13 g3 g5 g9, take y12 g3 g9",  # 4 and 1
        "g12 r12 b11 g6 r7, take r7 r12 g6, keep yellow green",  # 1 and 5; the g12 is 5's fourth
        "y11 g11 y17 y15 r9, take r9 y15 y17, keep yellow green",  # 2 and 4; the r9 is 2's fourth
        "y14 y9 r5 b14 y16, take r5 y9 b14",  # 3 and 1
        "b4 r17 b13 y13 r1, take r1 r17 b13",  # 3 and 5
        "r2 b12 b10 g1",  # 4 has only yellow cards left
    )
    assert [pile.to_record() for pile in last_round(over).piles] == [
        {"red": 5, "yellow": 3, "green": 6, "discard": 0},  # 5 × 6 ÷ 3, as printed
        {"yellow": 2, "green": 1, "discard": 5},
        {"red": 7, "blue": 8, "discard": 4},  # 7 × 8 ÷ 4, as printed
        {"yellow": 5, "green": 7, "discard": 0},
        {"yellow": 2, "green": 1, "discard": 4},
    ]
    assert over.outcome == Outcome(scores=(10, 0, 14, 35, 0), places=(3, 4, 2, 1, 4))


def test_five_players_play_all_their_cards() -> None:
    over = play(
        deal(
            "1 / r5 r7 y2 y5 y14 g1 g4 g5 g7 g16 b3 b8 b14 b16"
            " / r1 r6 r12 r13 y6 y10 y17 g14 g17 b4 b5 b7 b10 b17"
            " / r3 r10 r14 r15 r17 y1 y7 y8 y11 y16 y18 g11 g13 b2"
            " / r8 y3 y4 y9 y12 y13 g3 g6 g8 g9 g10 g12 b9 b12"
            " / r2 r4 r9 r11 r16 r18 y15 g2 g15 b1 b6 b11 b13 b15"
        ),
        "y18 g3 b1 y14 y17, take y14 y18 b1",  # 3 and 5
        "y15 g1 b17 y16 y12, take y15 y16 b17",  # 3 and 1
        "g16 r1 g11 g10 r2, take g10 g11 g16",  # 1 and 2
        "b4 y1 b12 b15 y2, take y1 b12 b15",  # 5 and 3
        "y11 y13 b6 g4 g17, take y13 g4 g17",  # 4 and 1
        "y5 b10 y7 y9 r9, take y5 y7 y9, keep yellow blue",  # 4 and 5; the r9 is 5's fourth colour
        "b11 b3 y6 r3 r8, take y6 b3 b11",  # 5 and 3
        "y8 g6 r18 g5 r12, take r12 r18 y8",  # 3 and 1
        "g7 y10 r17 g9 r11, take y10 g7 g9",  # 4 and 2
        "b5 b2 g12 b13 b14, take b2 b13 b14",  # 1 and 4
        "y3 r16 b16 r13 r10, take r13 r16 y3, keep yellow green",  # 4 and 3; the r13 is 4's fourth
        "r14 g8 g15 b8 b7, take r14 g15 b8, keep red yellow",  # 3 and 2; the g15 is 3's fourth
        "g14 r15 y4 r4 r5, take r4 r5 r15",  # 2 and 4: of two equal cards the one played first
        "b9 g2 r7 r6 g13, take g2 g13 b9",  # the last cards: 4 and 5
    )
    assert last_round(over).blocked is None
    assert [pile.to_record() for pile in last_round(over).piles] == [
        {"yellow": 2, "green": 6, "blue": 4, "discard": 0},
        {"red": 7, "green": 1, "blue": 1, "discard": 0},  # 7 × 1 ÷ 1, as printed
        {"red": 6, "yellow": 6, "discard": 6},
        {"yellow": 7, "green": 8, "discard": 4},
        {"yellow": 3, "blue": 5, "discard": 4},
    ]
    assert over.outcome == Outcome(scores=(12, 7, 6, 14, 3), places=(2, 3, 4, 1, 5))
