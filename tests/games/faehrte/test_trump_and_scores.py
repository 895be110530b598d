"""Trump, points and the end of a match of Auf falscher Fährte, by their numbers in RULES.md."""

from dataclasses import replace

import pytest

from games.core import Seat
from games.faehrte import GAME
from games.faehrte.events import Kind, RoundScored, TrumpStays
from games.faehrte.table import PRIZES, points
from tests.games.faehrte.tables import FOUR, SECOND_DEAL, act, legal, on_turn, play, playing, refused, start, watch


def test_red_is_trump_first() -> None:
    """Rule 4.1."""
    assert start(FOUR).table.trump.word == "red"


def test_a_round_begins_with_the_trump_of_the_last_one() -> None:
    """Rule 4.1."""
    ended = play(playing("y1 / y2 / y3 / y4", trump="blue", tricks=(3, 3, 3, 2), rounds=2), "y1 y2 y3 y4")

    assert act(ended, SECOND_DEAL.replace("deal 1", "deal 0")).table.trump.word == "blue"


FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"
"""Hands before the eighth trick. Whatever is led, the last player can take it."""


@pytest.mark.parametrize(
    ("turned", "tricks", "changer"),
    [
        ("r12 y12 g0 b0", (3, 2, 2, 0), 3),
        ("r12 y12 g0 b0", (1, 2, 2, 2), 0),
        ("r0 y0 g0 b0", (1, 4, 2, 0), 1),
        ("r0 y0 g0 b0", (1, 2, 2, 2), 3),
    ],
    ids=["fewest in plus", "fewest in plus, not the last taker", "most in minus", "most in minus by this trick"],
)
def test_with_four_cards_left_the_one_doing_worst_may_change_trump(
    turned: str, tricks: tuple[int, ...], changer: int
) -> None:
    """Rule 4.2."""
    state = play(playing(FIVE_EACH, turned=turned, tricks=tricks), "b1 b2 b3 b4")

    assert (on_turn(state), state.table.phase) == (changer, "trump")
    assert legal(state) == "keep yellow green blue"


def test_trump_is_another_colour_from_now_on() -> None:
    """Rule 4.2."""
    state = play(playing(FIVE_EACH, tricks=(1, 4, 2, 0)), "b1 b2 b3 b4")
    changed = act(state, "trump blue")

    assert (changed.table.trump.word, on_turn(changed)) == ("blue", 3)
    assert refused(state, "trump red") == "Trump is red already: name another colour, or keep it."


def test_trump_may_be_kept() -> None:
    """Rule 4.2."""
    state = act(play(playing(FIVE_EACH, tricks=(1, 4, 2, 0)), "b1 b2 b3 b4"), "trump keep")

    assert (state.table.trump.word, state.table.phase, on_turn(state)) == ("red", "play", 3)


def test_trump_is_not_changed_at_any_other_time() -> None:
    """Rule 4.2."""
    assert refused(start(FOUR, "r3", "y3", "g3", "b3"), "trump blue").startswith("Trump cannot be changed now.")


def test_where_several_do_worst_nobody_may_change_trump() -> None:
    """Rule 4.3."""
    before = playing(FIVE_EACH, turned="r12 y12 g0 b0", tricks=(1, 1, 2, 3))
    state = play(before, "b1 b2 b3 b4")
    _, events = watch(play(before, "b1 b2 b3"), "play b4")

    assert (state.table.phase, on_turn(state)) == ("play", 3)
    assert events[1:] == (TrumpStays((Seat(0), Seat(1))),)


@pytest.mark.parametrize(
    ("kind", "tricks", "expected"),
    [("plus", (5, 4, 2, 1), (4, 3, 2, 0)), ("minus", (0, 2, 10), (3, 2, 0)), ("plus", (2, 6, 4), (0, 3, 2))],
)
def test_points_go_by_place(kind: Kind, tricks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Rule 5.1."""
    assert points(kind, tricks) == expected


def test_the_points_of_the_places() -> None:
    """Rule 5.1."""
    assert PRIZES == {4: (4, 3, 2, 0), 3: (3, 2, 0)}


@pytest.mark.parametrize(
    ("kind", "tricks", "expected"),
    [("minus", (2, 2, 3, 5), (4, 4, 2, 0)), ("plus", (5, 3, 3, 1), (4, 3, 3, 0)), ("plus", (5, 5, 2), (3, 3, 0))],
)
def test_a_shared_place_scores_for_each(kind: Kind, tricks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Rule 5.2."""
    assert points(kind, tricks) == expected


@pytest.mark.parametrize(
    ("kind", "tricks", "expected"),
    [
        ("plus", (6, 4, 1, 1), (4, 3, 0, 0)),
        ("plus", (3, 3, 3, 3), (0, 0, 0, 0)),
        ("minus", (4, 4, 4), (0, 0, 0)),
        ("minus", (0, 4, 4, 4), (4, 0, 0, 0)),
    ],
)
def test_a_player_who_is_level_with_the_worst_scores_nothing(
    kind: Kind, tricks: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """Rule 5.3."""
    assert points(kind, tricks) == expected


@pytest.mark.parametrize("seats", GAME.seats)
def test_there_are_twice_as_many_rounds_as_players(seats: int) -> None:
    """Rule 5.4."""
    assert GAME.start(seats, {}).table.rounds == 2 * seats


def test_a_match_can_be_shortened() -> None:
    """Rule 5.4."""
    last = playing("y1 / y2 / y3 / y4", tricks=(3, 3, 3, 2), rounds=1)

    assert (last.outcome, play(last, "y1 y2 y3 y4").outcome is None) == (None, False)


@pytest.mark.parametrize("rounds", [0, 25])
def test_a_match_has_one_round_at_least_and_does_not_go_on_for_ever(rounds: int) -> None:
    """Rule 5.4."""
    with pytest.raises(ValueError, match="option rounds takes a number from 1 to 24"):
        GAME.start(3, {"rounds": rounds})


def test_the_highest_total_wins_and_equal_totals_share() -> None:
    """Rule 5.5."""
    last = playing("y1 / y2 / y3 / y4", turned="r12 y12 g0 b0", tricks=(4, 3, 3, 1), rounds=2)
    results = (RoundScored(1, "plus", (), 24, (), (), (0, 3, 4, 3)),)
    outcome = play(replace(last, table=replace(last.table, results=results)), "y1 y2 y3 y4").outcome

    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((4, 6, 7, 3), (3, 2, 1, 4))
