"""Whole rounds of Auf falscher Fährte, to follow with real cards."""

from games.core import Outcome
from games.faehrte import GAME
from games.faehrte.events import RoundScored
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import act, play


def test_the_printed_example_of_a_start_and_of_a_change_of_trump() -> None:
    """Peter, Sabine, Frank and Julia; Julia has dealt."""
    dealt = act(
        GAME.start(4, {"rounds": 1}),
        "deal 3 / r0 r5 r6 r7 r12 y0 y3 y5 y7 y12 b1 b2 b3 / r4 r11 y1 y9 y10 g1 g4 g9 g10 g12 b5 b7 b9"
        " / r2 r3 r8 r9 r10 g2 g3 g7 b4 b6 b10 b11 b12 / r1 y2 y4 y6 y8 y11 g0 g5 g6 g8 g11 b0 b8",
        "hide y7",
        "hide g10",
        "hide r8",
        "hide r1",
        "pile r1 y7 r8 g10",
    )
    eight = play(
        dealt,
        "y3 y10 b12 y8",  # Frank has no yellow; Sabine takes the trick
        "g12 g2 g5 r0",  # Peter has no green and takes it with the lowest trump; the red 1 is turned
        "y12 y1 b11 y11",  # Peter
        "y0 y9 b6 y6",  # Sabine
        "b5 b4 b8 b2",  # Julia; 1 + 7 + 8 + 10 is 26, a Plus round
        "y2 y5 g1 r2",  # Frank
        "r3 g0 r7 r4",  # Peter
        "b3 b9 b10 b0",  # Frank
    )
    assert (eight.table.total, eight.table.kind, eight.table.tricks) == (26, "plus", (3, 2, 2, 1))

    over = play(
        act(eight, "trump blue"),  # Julia is doing worst
        "r9 g6 r12 r11",  # Peter: red is trump no more, and Frank has led it
        "b1 b7 r10 g8",  # Sabine
        "g4 g3 g11 r5",  # Julia
        "y4 r6 g9 g7",  # Julia
    )
    assert over.table.results == (
        RoundScored(1, "plus", over.table.turned, 26, (4, 3, 2, 3), (4, 3, 0, 3), (4, 3, 0, 3)),
    )
    assert over.outcome == Outcome(scores=(4, 3, 0, 3), places=(1, 2, 4, 2))


def plus_round() -> FaehrteState:
    """Peter, Sabine, Frank and Julia take 6, 1, 1 and 4 tricks in Plus; the next round isn't dealt yet."""
    first = act(
        GAME.start(4, {"rounds": 2}),
        "deal 0 / r5 r10 y7 g9 g10 g12 b0 b1 b2 b5 b8 b11 b12 / r3 y1 y2 y4 y5 y10 g3 g6 g8 g11 b4 b6 b7"
        " / r0 r1 r8 r9 r11 y6 y11 y12 g2 g4 g5 g7 b3 / r2 r4 r6 r7 r12 y0 y3 y8 y9 g0 g1 b9 b10",
        "hide b11",
        "hide y5",
        "hide r8",
        "hide r2",
        "pile r8 b11 r2 y5",
    )
    first = play(
        first,
        "g6 g7 g1 g12",  # Peter
        "y7 y10 y12 y3",  # Frank
        "r9 r12 r5 r3",  # Julia
        "r4 r10 y4 r1",  # Peter
        "b8 b7 b3 b10",  # Julia; 8 + 11 + 2 + 5 is 26: Plus
        "y9 g9 y1 y6",  # Julia
        "r7 b5 g11 r0",  # Julia
        "g0 g10 g8 g2",  # the third for Peter; Sabine has none
    )
    return play(
        act(first, "trump blue"),  # Sabine, doing worst
        "b12 b6 r11 b9",  # Peter
        "b1 b4 g5 r6",  # Sabine
        "g3 g4 y0 b0",  # Peter takes it with the lowest trump
        "b2 y2 y11 y8",  # Peter
    )


def minus_round(first: FaehrteState) -> FaehrteState:
    """Peter, Sabine, Frank and Julia take 5, 2, 3 and 2 tricks in Minus."""
    second = act(
        first,
        "deal 1 / r8 r9 r10 r11 r12 y10 y12 g5 g7 g8 b2 b10 b12 / r0 r1 r5 r7 y2 y5 y7 y9 g6 b0 b4 b7 b9"
        " / r3 r4 r6 y0 y1 y4 y6 g1 g2 g4 g11 g12 b6 / r2 y3 y8 y11 g0 g3 g9 g10 b1 b3 b5 b8 b11",
        "hide g7",
        "hide r7",
        "hide r3",
        "hide y3",
        "pile r3 g7 r7 y3",
    )
    second = play(
        second,  # Frank leads, and blue is still trump
        "y6 y11 y12 y2",  # Peter
        "g8 g6 g12 g9",  # Frank
        "r6 r2 r9 r5",  # Peter
        "g5 b0 g2 g10",  # Sabine, with the lowest trump
        "b4 b6 b5 b2",  # Frank; 3 + 7 + 7 + 3 is 20: Minus
        "g4 g3 r10 y9",  # Frank
        "g1 g0 b10 r0",  # Peter
        "y10 y5 y1 y8",  # the fourth for Peter
    )
    return play(
        act(second, "trump keep"),  # Peter, doing worst
        "r12 r1 r4 b11",  # Julia
        "b1 b12 b9 y4",  # Peter
        "r11 b7 y0 b3",  # Sabine
        "y7 g11 b8 r8",  # Julia
    )


def test_the_printed_examples_of_scores_in_one_match() -> None:
    first = plus_round()
    over = minus_round(first)

    assert first.table.results[-1].points == (4, 0, 0, 3)
    assert over.table.results[-1] == RoundScored(
        2, "minus", over.table.turned, 20, (5, 2, 3, 2), (0, 4, 2, 4), (4, 4, 2, 7)
    )
    assert over.outcome == Outcome(scores=(4, 4, 2, 7), places=(2, 2, 4, 1))
