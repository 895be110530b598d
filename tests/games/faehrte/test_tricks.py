"""Tricks and trump at Auf falscher Fährte, by the numbers in RULES.md."""

import pytest

from games.core import Seat
from games.faehrte import GAME, TrumpStays
from tests.games.faehrte.tables import FOUR, act, legal, on_turn, play, playing, refused, start, watch


def test_the_left_of_the_dealer_leads_and_the_others_follow_clockwise() -> None:
    """Rule 3.1."""
    state = start(FOUR, "r12", "y12", "g12", "b12")
    order = []
    for card in ("y0", "g0", "b0", "r0"):
        order.append(on_turn(state))
        state = play(state, card)

    assert order == [1, 2, 3, 0]


def test_the_colour_led_must_be_followed() -> None:
    """Rule 3.2."""
    state = play(playing("y1 y2 g9 / r9 y3 y7 / g1 g2 g3"), "y1")

    assert legal(state) == "y3 y7"
    assert refused(state, "play r9") == "You hold yellow and must follow it. You may play: y3 y7."


def test_who_cannot_follow_may_play_anything() -> None:
    """Rule 3.3."""
    assert legal(play(playing("y1 y2 / r9 g1 b4 / g2 g3"), "y1")) == "r9 g1 b4"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("y3 y10 b12 y8", 1), ("g12 g2 g5 r0", 3), ("r1 y12 r5 r4", 2), ("y0 b12 g12 b11", 0), ("b1 r2 b12 r1", 1)],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_colour_led(trick: str, winner: int) -> None:
    """Rule 3.4."""
    cards = trick.split()
    state = playing(" / ".join(cards), tricks=(3, 3, 3, 2))
    taken = play(state, trick).table.last_trick

    assert taken is not None
    assert taken.winner == winner


def test_it_shows_who_would_take_the_trick_as_it_lies() -> None:
    """Rule 3.4."""
    state = playing("y3 b1 / y10 b2 / r0 b3 / y8 b4")
    taking = [state.table.taking]
    for card in ("y3", "y10", "r0"):
        state = play(state, card)
        taking.append(state.table.taking)

    assert taking == [None, 0, 1, 2]


def test_who_takes_a_trick_leads_the_next() -> None:
    """Rule 3.5."""
    state = play(playing("y3 b1 / y10 b2 / y4 b3 / y8 b4"), "y3 y10 y4 y8")

    assert (on_turn(state), state.table.tricks) == (1, (0, 1, 0, 0))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_has_twelve_tricks(seats: int) -> None:
    """Rule 3.5."""
    assert GAME.start(seats, {}).table.tricks_in_round == 12


def test_red_is_trump_first() -> None:
    """Rule 4.1."""
    assert start(FOUR).table.trump.word == "red"


def test_a_round_begins_with_the_trump_of_the_last_one() -> None:
    """Rule 4.1."""
    ended = play(playing("y1 / y2 / y3 / y4", trump="blue", tricks=(3, 3, 3, 2), rounds=2), "y1 y2 y3 y4")

    assert act(ended, FOUR).table.trump.word == "blue"


FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"
"""Before the eighth trick. Whatever is led, the last one takes it."""


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
