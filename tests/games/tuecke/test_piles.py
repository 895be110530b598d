"""Piles, decisions, scores and the end of Mit List und Tücke, by the numbers in RULES.md."""

import pytest

from games.cards import COLOUR_OF_WORD
from games.core import NOBODY, Outcome, Seat
from games.tuecke import GAME
from games.tuecke.actions import COLOURS_IN, NO_COLOUR, colour_set
from games.tuecke.game import MOST_ROUNDS
from games.tuecke.scoring import Counts, Pile
from tests.games.tuecke.tables import act, last_round, legal, on_turn, play, refused, table, watch

HANDS = "r9 r10 / g1 r11 / r5 r12 / r6 r13"
THREE_COLOURS = "r1 y1 b1 / - / - / -"
"""Taken cards in three colours. The second player's g1 gives the first player a fourth."""


def words(colours: int) -> str:
    return " ".join(colour.word for colour in COLOURS_IN[colours])


def test_taken_cards_lie_by_colour() -> None:
    """Rule 4.1."""
    pile = play(table(HANDS, taken="r1 b1 / - / - / -"), "r9 g1 r5 r6, take r5 r6").view(Seat(0)).pile(Seat(0))

    assert pile is not None
    assert {colour.word: count for colour, count in pile.open.items()} == {"red": 3, "blue": 1}


def test_four_colours_call_for_a_decision_at_once() -> None:
    """Rule 4.2."""
    state = play(table(HANDS, taken=THREE_COLOURS), "r9 g1 r5 r6, take r5 g1")

    assert on_turn(state) == 0
    assert legal(state) == ["keep red yellow", "keep red green", "keep red blue", "keep yellow green",
                            "keep yellow blue", "keep green blue"]  # fmt: skip


def test_before_the_decision_nothing_is_played() -> None:
    """Rule 4.2."""
    state = play(table(HANDS, taken=THREE_COLOURS), "r9 g1 r5 r6, take r5 g1")

    assert refused(state, "play r10") == "You have all four colours: first choose the two you keep."


def test_three_colours_call_for_none() -> None:
    """Rule 4.2."""
    state = play(table(HANDS, taken=THREE_COLOURS), "r9 g1 r5 r6, take r5 r6")

    assert (on_turn(state), state.table.phase) == (1, "play")


def test_two_colours_stay_and_the_others_are_the_discard() -> None:
    """Rule 4.2."""
    pile = play(table(HANDS, taken=THREE_COLOURS), "r9 g1 r5 r6, take r5 g1, keep red blue").view(Seat(0)).pile(Seat(0))

    assert pile is not None
    assert ({colour.word: count for colour, count in pile.open.items()}, pile.discard) == ({"red": 2, "blue": 1}, 2)


def test_the_decision_is_final() -> None:
    """Rule 4.2."""
    hands, taken = "r9 r10 / g1 y2 / r5 r12 / r6 r13", "r1 y1 b1 g2 / - / - / -"
    state = play(table(hands, taken=taken, kept="red blue / - / - / -"), "r9 g1 r5 r6, take r5 g1")

    assert (on_turn(state), state.table.phase) == (1, "play")


def test_later_cards_of_given_up_colours_are_discarded() -> None:
    """Rule 4.3."""
    state = table(HANDS, taken="r1 y1 b1 g2 / - / - / -", kept="red blue / - / - / -")
    pile = play(state, "r9 g1 r5 r6, take r5 g1").view(Seat(0)).pile(Seat(0))

    assert pile is not None
    assert ({colour.word: count for colour, count in pile.open.items()}, pile.discard) == ({"red": 2, "blue": 1}, 3)


def test_the_first_taker_decides_first() -> None:
    """Rule 4.4."""
    hands, taken = "r9 r10 / g1 y2 / r5 r12 / y6 r13", "r1 y1 b1 / r2 g2 b2 / - / -"
    state = play(table(hands, taken=taken), "r9 g1 r5 y6, take r5 g1")
    then = act(state, "keep red blue")

    assert (on_turn(state), state.table.phase, on_turn(then), then.table.phase) == (0, "keep", 1, "keep")


def test_the_second_taker_decides_alone_too() -> None:
    """Rule 4.4."""
    state = play(table("r9 r10 / g1 y2 / r5 r12 / y6 r13", taken="- / r2 g2 b2 / - / -"), "r9 g1 r5 y6, take r5 g1")

    assert (on_turn(state), state.table.phase) == (1, "keep")


def test_the_decision_is_made_after_the_last_trick_too() -> None:
    """Rule 4.5."""
    last = play(table("r9 / g1 / r5 / r6", taken=THREE_COLOURS), "r9 g1 r5 r6, take r5 g1")
    over = act(last, "keep red yellow")

    assert (on_turn(last), last_round(over).piles[0].kept) == (
        0,
        colour_set([COLOUR_OF_WORD["red"], COLOUR_OF_WORD["yellow"]]),
    )


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
    _, events = watch(state, "play b5")

    assert [event.to_record() for event in events] == [
        {"event": "blocked", "seat": 3},
        {
            "event": "round",
            "piles": [{"red": 1, "green": 1, "discard": 0}, {"discard": 0}, {"discard": 0}, {"discard": 0}],
            "points": [1, 0, 0, 0],
            "totals": [1, 0, 0, 0],
        },
    ]


RED_BLUE = colour_set([COLOUR_OF_WORD["red"], COLOUR_OF_WORD["blue"]])


def score(counts: Counts, kept: int = NO_COLOUR) -> tuple[int, int, int, int]:
    """The terms of a score's formula, and the score."""
    one = Pile(counts, kept).score
    return one.one, one.other, one.rest, one.points


@pytest.mark.parametrize(
    ("counts", "expected"), [((7, 3, 1, 8), (8, 7, 4, 14)), ((1, 9, 9, 2), (2, 1, 18, 0))], ids=["printed", "bad luck"]
)
def test_after_the_decision_the_kept_piles_count(counts: Counts, expected: tuple[int, ...]) -> None:
    """Rule 6.2."""
    assert score(counts, RED_BLUE) == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((6, 3, 5, 0), (6, 5, 3, 10)), ((5, 3, 0, 4), (5, 4, 3, 6)), ((1, 7, 0, 1), (7, 1, 1, 7))],
    ids=["5, 6, 3", "5, 4, 3", "7, 1, 1"],
)
def test_without_a_decision_the_two_largest_piles_count(counts: Counts, expected: tuple[int, ...]) -> None:
    """Rule 6.3: the printed examples."""
    assert score(counts) == expected


def test_fractions_are_dropped() -> None:
    """Rule 6.4: 20 divided by 3."""
    assert score((5, 3, 0, 4))[3] == 6


def test_two_colours_alone_are_not_divided() -> None:
    """Rule 6.5: the printed example."""
    assert score((0, 0, 3, 5)) == (5, 3, 0, 15)


@pytest.mark.parametrize("counts", [(9, 0, 0, 0), (0, 0, 0, 0)], ids=["one colour", "no card"])
def test_one_colour_or_no_card_is_worth_nothing(counts: Counts) -> None:
    """Rule 6.6."""
    assert score(counts)[3] == 0


@pytest.mark.parametrize("seats", GAME.seats)
def test_there_are_as_many_rounds_as_players(seats: int) -> None:
    """Rule 7.1."""
    assert GAME.start(seats, {}).table.round.rounds == seats


def test_another_round_follows_until_all_are_played() -> None:
    """Rule 7.1."""
    one, two = (table("r9 / g1 / r5 / r6", options={"rounds": rounds}) for rounds in (1, 2))
    line = "r9 g1 r5 r6, take r5 r6"

    assert play(one, line).to_act == NOBODY
    assert (play(two, line).outcome, play(two, line).table.round.number) == (None, 2)


@pytest.mark.parametrize("rounds", [0, MOST_ROUNDS + 1])
def test_a_match_has_one_to_twelve_rounds(rounds: int) -> None:
    """Rule 7.1."""
    with pytest.raises(ValueError, match="option rounds takes a number from 1 to 12"):
        GAME.start(4, {"rounds": rounds})


def test_equal_totals_share_a_place() -> None:
    """Rule 7.2."""
    state = table("r9 / g1 / r5 / r6", taken="r1 y1 y2 / - / r2 g2 / b3 b4 r3")

    assert play(state, "r9 g1 r5 r6, take r5 r6").outcome == Outcome(scores=(6, 1, 1, 2), places=(1, 3, 3, 2))


def test_the_points_of_all_rounds_add_up() -> None:
    """Rule 7.2."""
    first = play(table("r9 / g1 / r5 / r6", options={"rounds": 2}), "r9 g1 r5 r6, take r5 r6")

    assert first.table.round.totals == last_round(first).totals == (0, 1, 0, 0)
