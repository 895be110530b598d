"""`medium` at Auf falscher Fährte does what is clearly right."""

from random import Random

import pytest

from games.cards import Colour, parse, parse_card
from games.core import Seat
from games.faehrte.computer import STEPS, easy, medium, plus_chances, steady, to_hide
from games.faehrte.rules import FaehrteState
from games.turns import random
from tests.games.faehrte.tables import FOUR, act, play, playing, start
from tests.games.faehrte.test_computer import FIVE_EACH, MINUS, PLUS


def choice(state: FaehrteState) -> str:
    seat = min(state.to_act)
    return medium(state.view(seat), Random(1)).to_text()


def test_a_strong_hand_hides_its_highest_card() -> None:
    assert choice(start(FOUR)) == "hide r12"


def test_a_weak_hand_hides_its_lowest_card() -> None:
    assert choice(act(start(FOUR), "hide r12")) == "hide y0"


def test_of_equal_cards_the_one_of_the_shortest_colour_is_hidden() -> None:
    assert to_hide(4, parse("g0 g1 b0 b1 b2"), Colour.RED) == parse_card("g0")


def test_of_equal_cards_no_trump_is_hidden() -> None:
    assert to_hide(4, parse("g0 b0"), Colour.GREEN) == parse_card("b0")


@pytest.mark.parametrize(
    ("turned", "card"),
    [(PLUS, "y9"), (MINUS, "y5")],
    ids=["takes it as cheaply as it can", "gets rid of the highest that does not take it"],
)
def test_the_last_to_play(turned: str, card: str) -> None:
    state = play(playing("y7 g1 g2 g3 / y6 b1 b2 b3 / y1 b4 b5 b6 / y2 y5 y9 y11", turned=turned), "y7 y6 y1")

    assert choice(state) == f"play {card}"


def test_what_takes_the_trick_anyway_is_the_highest_in_minus() -> None:
    state = play(playing("y7 g1 g2 / y6 b1 b2 / y1 b3 b4 / y8 y9 y11", turned=MINUS), "y7 y6 y1")

    assert choice(state) == "play y11"


def test_in_plus_a_card_that_cannot_win_is_the_lowest() -> None:
    state = play(playing("y9 g1 g2 / y12 b1 b2 / y1 y8 y10 / b5 b6 b7", turned=PLUS), "y9 y12")

    assert choice(state) == "play y1"


def test_in_plus_a_joker_is_the_card_to_lose() -> None:
    state = play(playing("y7 g1 g2 / y9 b8 b9 / y6 y8 J", turned="r9 r8 g9", jokers_gone=0), "y7 y9")

    assert choice(state) == "play J"


@pytest.mark.parametrize(
    ("turned", "tricks", "named"),
    [(PLUS, (2, 0, 3, 2), "green"), (MINUS, (2, 4, 0, 1), "keep")],
    ids=["what it has most of", "what it has least of"],
)
def test_the_trump_suits_the_hand(turned: str, tricks: tuple[int, ...], named: str) -> None:
    assert choice(play(playing(FIVE_EACH, turned=turned, tricks=tricks), "b1 b2 b3 b4")) == f"trump {named}"


@pytest.mark.parametrize(("seats", "border"), [(3, 13), (4, 23)])
def test_when_all_is_known_so_is_the_kind(seats: int, border: int) -> None:
    assert plus_chances(seats, 0)[border : border + 2] == (0, STEPS)


@pytest.mark.parametrize("seats", [3, 4])
def test_plus_gets_likelier_with_what_one_knows(seats: int) -> None:
    for unknown in range(seats + 1):
        chances = plus_chances(seats, unknown)
        assert list(chances) == sorted(chances)
        assert chances[0] < chances[-1] or unknown == seats


def test_with_nothing_known_either_is_as_likely() -> None:
    assert plus_chances(4, 4) == (STEPS // 2,)


def test_easy_errs_now_and_then() -> None:
    view = play(playing("y7 g1 g2 g3 / y6 b1 b2 b3 / y1 b4 b5 b6 / y2 y5 y9 y11", turned=PLUS), "y7 y6 y1").view(
        Seat(3)
    )

    chosen = [easy(view, Random(seed)).to_text() for seed in range(100)]

    assert 75 <= chosen.count(steady(view, Random(0)).to_text()) < 100
    assert set(chosen) == {random(view, Random(seed)).to_text() for seed in range(100)}
