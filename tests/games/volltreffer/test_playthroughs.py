"""Matches and rounds of Volltreffer, short enough to follow with real cards."""

from games.core import Outcome
from tests.games.volltreffer.tables import act, bought, deck, on_turn, row, standing


def test_a_player_who_melds_less_stops_in_the_zone() -> None:
    melding = bought(
        "r6 y3 g3 b3 v3 y4 g4 b4",
        "r1 y1 g1 b1 v1 y2 g2 b2",  # a total of 11 is the smallest
        "y10 g10 b10 v10 y9 g9 b9 v9",  # will take nearly all tricks
    )
    assert melding.table.markers == (25, 25, 25)

    tricks = act(
        melding,
        "declare four:3 three:4",
        "declare five:1 three:2",
        "declare three:10",  # four tens and four nines would be 20, but lead too far
    )
    assert tricks.table.markers == (40, 50, 30)
    assert on_turn(tricks) == 1

    over = act(
        tricks,
        *("play r1", "play v9", "play r6"),  # the third player has no trump, the first must follow and takes it
        *("play y3", "play y1", "play y9"),
        *("play y10", "play y4", "play y2"),
        *("play g10", "play g3", "play g1"),
        *("play g9", "play g4", "play g2"),
        *("play b10", "play b3", "play b1"),
        *("play b9", "play b4", "play b2"),
        *("play v10", "play v3", "play v1"),
    )
    assert over.table.tricks == (1, 0, 7)
    assert over.outcome == Outcome(scores=(45, 50, 65), places=(3, 2, 1))


def test_a_second_round_starts_where_the_first_ended() -> None:
    hands = (
        "r6 y10 y9 y8 y7 y6 g10 g9",
        "r5 g8 g7 g6 g5 g4 b10 b9",
        "r4 b8 b7 b6 b5 b4 v10 v9",
        "r3 v8 v7 v6 v5 v4 v3 v2",  # 38, the smallest
    )
    nobody = act(standing(bought(*hands), 31, 25, 25, 25), *["declare -"] * 4)
    assert nobody.table.markers == (31, 25, 25, 30)

    between = act(
        nobody,
        *("play r3", "play r6", "play r5", "play r4"),
        *("play y10", "play g4", "play b4", "play v2"),
        *("play y9", "play g5", "play b5", "play v3"),
        *("play y8", "play g6", "play b6", "play v4"),
        *("play y7", "play b9", "play b7", "play v5"),
        *("play y6", "play b10", "play b8", "play v6"),  # nobody has yellow to follow, nor a trump
        *("play g9", "play g7", "play v9", "play v7"),
        *("play g10", "play g8", "play v10", "play v8"),
    )
    assert between.table.markers == (71, 25, 25, 30)
    assert between.outcome is None  # 71 is one square too far

    second = act(between, deck(1, "y5", "y9 v10 b2 r1 y3"), "buy b2")
    assert row(second) == "y9 y3 v10 r1"
    assert second.table.markers == (71, 24, 25, 30)
