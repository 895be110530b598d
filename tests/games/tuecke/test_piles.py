"""Piles, decisions, scores and the end of Mit List und Tücke, by the numbers in RULES.md."""

import pytest

from games.cards import COLOUR_OF_WORD
from games.core import NOBODY, Outcome, Seat
from games.tuecke import GAME
from games.tuecke.actions import NO_COLOUR, colour_set
from games.tuecke.game import MOST_ROUNDS
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Counts, Pile
from tests.games.tuecke.tables import act, last_round, legal, on_turn, play, refused, table, watch

HANDS = "r9 r10 / g1 r11 / r5 r12 / r6 r13"
FOURTH = "r9 g1 r5 r6, take r5 g1"
"""A trick that gives the first player green."""

RED_BLUE = colour_set([COLOUR_OF_WORD["red"], COLOUR_OF_WORD["blue"]])


@pytest.fixture
def deciding() -> TueckeState:
    """The first player has just taken a fourth colour."""
    return play(table(HANDS, taken="r1 y1 b1 / - / - / -"), FOURTH)


def pile(state: TueckeState) -> tuple[dict[str, int], int]:
    """The first player's open piles, and the size of their discard."""
    found = state.view(Seat(0)).pile(Seat(0))
    assert found is not None
    return {colour.word: count for colour, count in found.open.items()}, found.discard


def test_taken_cards_lie_by_colour() -> None:
    """Rule 4.1."""
    assert pile(play(table(HANDS, taken="r1 b1 / - / - / -"), "r9 g1 r5 r6, take r5 r6")) == ({"red": 3, "blue": 1}, 0)


def test_four_colours_call_for_a_decision_at_once(deciding: TueckeState) -> None:
    """Rule 4.2."""
    assert on_turn(deciding) == 0
    assert legal(deciding) == ["keep red yellow", "keep red green", "keep red blue", "keep yellow green",
                               "keep yellow blue", "keep green blue"]  # fmt: skip
    assert refused(deciding, "play r10") == "You have all four colours: first choose the two you keep."
    assert pile(act(deciding, "keep red blue")) == ({"red": 2, "blue": 1}, 2)


def test_three_colours_call_for_none() -> None:
    """Rule 4.2."""
    state = play(table(HANDS, taken="r1 y1 b1 / - / - / -"), "r9 g1 r5 r6, take r5 r6")

    assert (on_turn(state), state.table.phase) == (1, "play")


def test_the_decision_is_final_and_later_cards_of_given_up_colours_are_discarded() -> None:
    """Rules 4.2 and 4.3."""
    state = play(table(HANDS, taken="r1 y1 b1 g2 / - / - / -", kept="red blue / - / - / -"), FOURTH)

    assert (on_turn(state), state.table.phase) == (1, "play")
    assert pile(state) == ({"red": 2, "blue": 1}, 3)


def test_the_first_taker_decides_first_and_the_second_alone_too() -> None:
    """Rule 4.4."""
    hands, line = "r9 r10 / g1 y2 / r5 r12 / y6 r13", "r9 g1 r5 y6, take r5 g1"
    both = play(table(hands, taken="r1 y1 b1 / r2 g2 b2 / - / -"), line)
    alone = play(table(hands, taken="- / r2 g2 b2 / - / -"), line)

    assert [(on_turn(state), state.table.phase) for state in (both, act(both, "keep red blue"), alone)] == [
        (0, "keep"),
        (1, "keep"),
        (1, "keep"),
    ]


def test_the_decision_is_made_after_the_last_trick_too() -> None:
    """Rule 4.5."""
    last = play(table("r9 / g1 / r5 / r6", taken="r1 y1 b1 / - / - / -"), FOURTH)

    assert on_turn(last) == 0
    assert last_round(act(last, "keep red blue")).piles[0].kept == RED_BLUE


def test_a_round_is_scored_after_the_last_trick() -> None:
    """Rule 6.1."""
    _, events = watch(play(table("r9 / g1 / r5 / r6"), "r9 g1 r5 r6"), "take r5 r6")

    assert [event.to_record() for event in events] == [
        {
            "event": "trick",
            "first": 0,
            "second": 1,
            "first_takes": ["r5", "r6"],
            "second_takes": ["r9", "g1"],
            "removed": [],
        },
        {
            "event": "round",
            "piles": [{"red": 2, "discard": 0}, {"red": 1, "green": 1, "discard": 0}, {"discard": 0}, {"discard": 0}],
            "points": [0, 1, 0, 0],
            "totals": [0, 1, 0, 0],
        },
    ]


def test_a_round_is_scored_as_soon_as_someone_cannot_play() -> None:
    """Rule 6.1."""
    state = act(table("r9 r1 / g1 g2 / b5 b6 / y6 y7", taken="r2 g3 / - / - / -"), "play r9", "play g1")
    blocked, ended = watch(state, "play b5")[1]

    assert blocked.to_record() == {"event": "blocked", "seat": 3}
    assert (ended.to_record() or {})["points"] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "kept", "expected"),
    [
        ((7, 3, 1, 8), RED_BLUE, (8, 7, 4, 14)),
        ((1, 9, 9, 2), RED_BLUE, (2, 1, 18, 0)),
        ((6, 3, 5, 0), NO_COLOUR, (6, 5, 3, 10)),
        ((5, 3, 0, 4), NO_COLOUR, (5, 4, 3, 6)),
        ((1, 7, 0, 1), NO_COLOUR, (7, 1, 1, 7)),
        ((0, 0, 3, 5), NO_COLOUR, (5, 3, 0, 15)),
        ((9, 0, 0, 0), NO_COLOUR, (9, 0, 0, 0)),
        ((0, 0, 0, 0), NO_COLOUR, (0, 0, 0, 0)),
    ],
    ids=[
        "after the decision the kept piles count",
        "bad luck",
        "without one the two largest",
        "fractions are dropped",
        "one card",
        "two colours are not divided",
        "one colour is worth nothing",
        "no card either",
    ],
)
def test_the_product_of_two_piles_is_divided_by_the_rest(
    counts: Counts, kept: int, expected: tuple[int, int, int, int]
) -> None:
    """Rules 6.2, 6.3, 6.4, 6.5 and 6.6, with the printed examples."""
    score = Pile(counts, kept).score

    assert (score.one, score.other, score.rest, score.points) == expected


def test_there_are_as_many_rounds_as_players_or_as_many_as_are_chosen() -> None:
    """Rule 7.1."""
    one, two = (table("r9 / g1 / r5 / r6", options={"rounds": rounds}) for rounds in (1, 2))
    line = "r9 g1 r5 r6, take r5 r6"

    assert [GAME.start(seats, {}).table.round.rounds for seats in GAME.seats] == [4, 5, 6]
    assert play(one, line).to_act == NOBODY
    assert (play(two, line).outcome, play(two, line).table.round.number) == (None, 2)
    for rounds in (0, MOST_ROUNDS + 1):
        with pytest.raises(ValueError, match="option rounds takes a number from 1 to 12"):
            GAME.start(4, {"rounds": rounds})


def test_equal_totals_share_a_place() -> None:
    """Rule 7.2."""
    state = table("r9 / g1 / r5 / r6", taken="r1 y1 y2 / - / r2 g2 / b3 b4 r3")

    assert play(state, "r9 g1 r5 r6, take r5 r6").outcome == Outcome(scores=(6, 1, 1, 2), places=(1, 3, 3, 2))
