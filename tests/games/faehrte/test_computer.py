"""Computer players of Auf falscher Fährte that answer at once."""

from random import Random

import pytest

from games.cards import Colour, parse, parse_card
from games.core import CHANCE, Options, Seat
from games.faehrte import COMPUTERS, GAME
from games.faehrte.computer import STEPS, easy, medium, plus_chances, steady, to_hide, wants_tricks
from games.faehrte.rules import FaehrteState
from games.turns import random
from tests.games.faehrte.tables import FOUR, JOKERS, THREE, act, play, playing, start
from tests.games.switches import with_every_switch

PLUS, MINUS = "r12 y12 g0 b0", "r0 y0 g0 b0"
FIVE_EACH = "r1 r2 r3 b0 b1 / y3 g7 g8 g9 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"


def steady_scores(seats: int, switches: Options, rng: Random) -> tuple[int, float]:
    """The points of `steady` in a random seat, and those of an average `random` at the same table."""
    own = rng.randrange(seats)
    state = GAME.start(seats, switches)
    while not state.outcome:
        seat = min(state.to_act)
        computer = steady if seat == own else random
        action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
        after = state.apply(seat, action).state
        assert isinstance(after, FaehrteState)
        state = after
    scores = state.outcome.scores
    return scores[own], (sum(scores) - scores[own]) / (seats - 1)


def choice(state: FaehrteState) -> str:
    seat = min(state.to_act)
    return steady(state.view(seat), Random(1)).to_text()


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_steady_beats_random(seats: int, switches: Options) -> None:
    rng = Random(seats)

    results = [steady_scores(seats, switches, rng) for _ in range(15)]

    assert sum(own > others for own, others in results) >= 13


def test_steady_hides_a_high_card_from_a_strong_hand() -> None:
    assert choice(start(FOUR)) == "hide r12"


def test_steady_hides_no_trump_if_it_can_be_helped() -> None:
    assert choice(start(THREE)) == "hide y2"


def test_steady_hides_a_low_card_from_a_weak_hand() -> None:
    assert choice(act(start(FOUR), "hide r12")) == "hide y0"


@pytest.mark.parametrize(("turned", "card"), [(PLUS, "y12"), (MINUS, "y1")])
def test_steady_leads_what_suits_the_round(turned: str, card: str) -> None:
    assert choice(playing("y1 y5 y12 / g1 g2 g3 / b1 b2 b3 / b4 b5 b6", turned=turned)) == f"play {card}"


@pytest.mark.parametrize(
    ("turned", "card"),
    [(PLUS, "y9"), (MINUS, "y5")],
    ids=["takes it as cheaply as it can", "gets rid of the highest that does not take it"],
)
def test_steady_plays_last(turned: str, card: str) -> None:
    state = play(playing("y7 g1 g2 g3 / y6 b1 b2 b3 / y1 b4 b5 b6 / y2 y5 y9 y11", turned=turned), "y7 y6 y1")

    assert choice(state) == f"play {card}"


@pytest.mark.parametrize(
    ("turned", "card"),
    [(PLUS, "y12"), (MINUS, "y8")],
    ids=["takes it surely", "takes it where it may yet be overtaken"],
)
def test_steady_plays_before_others(turned: str, card: str) -> None:
    state = play(playing("y7 g1 g2 / y8 y10 y12 / y1 b4 b5 / b6 b7 b8", turned=turned), "y7")

    assert choice(state) == f"play {card}"


def test_steady_takes_with_its_highest_what_it_cannot_leave() -> None:
    state = play(playing("y7 g1 g2 / y6 b1 b2 / y1 b3 b4 / y8 y9 y11", turned=MINUS), "y7 y6 y1")

    assert choice(state) == "play y11"


def test_steady_wastes_its_weakest_card_where_it_cannot_take() -> None:
    assert choice(play(playing("y7 g1 g2 / b1 b9 J / y1 y2 y3", turned="r9 y9 g9", jokers_gone=0), "y7")) == "play J"


@pytest.mark.parametrize(
    ("turned", "tricks", "named"),
    [(PLUS, (2, 0, 3, 2), "green"), (MINUS, (2, 4, 0, 1), "keep")],
    ids=["what it has most of", "what it has least of"],
)
def test_steady_names_the_trump_that_suits_its_hand(turned: str, tricks: tuple[int, ...], named: str) -> None:
    state = play(playing(FIVE_EACH, turned=turned, tricks=tricks), "b1 b2 b3 b4")

    assert choice(state) == f"trump {named}"


def test_before_all_is_turned_steady_goes_by_what_it_knows() -> None:
    high, low = start(FOUR, "r12", "y3", "g3", "b3"), start(FOUR, "r0", "y3", "g3", "b3")

    assert (wants_tricks(high.view(Seat(0))), wants_tricks(low.view(Seat(0)))) == (True, False)


def test_an_own_card_that_was_turned_counts_once() -> None:
    state = play(start(FOUR, "r0", "y10", "g3", "b3"), "y1 g0 b0 r1", "r2 y2 g1 b1", "r3 y3 g2 b2")

    assert state.table.turned == (parse_card("r0"), parse_card("y10"))
    assert wants_tricks(state.view(Seat(0)))  # the open ones total 10, and the others' cards are high


def test_a_spectator_has_no_hidden_card_to_go_by() -> None:
    assert not wants_tricks(start(JOKERS, "r3", "y3", "g6", jokers=True).view(None))


def test_the_players_are_listed_weakest_first() -> None:
    assert list(COMPUTERS) == ["random", "steady", "easy", "medium"]


def medium_choice(state: FaehrteState) -> str:
    seat = min(state.to_act)
    return medium(state.view(seat), Random(1)).to_text()


def test_a_strong_hand_hides_its_highest_card() -> None:
    assert medium_choice(start(FOUR)) == "hide r12"


def test_a_weak_hand_hides_its_lowest_card() -> None:
    assert medium_choice(act(start(FOUR), "hide r12")) == "hide y0"


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

    assert medium_choice(state) == f"play {card}"


def test_what_takes_the_trick_anyway_is_the_highest_in_minus() -> None:
    state = play(playing("y7 g1 g2 / y6 b1 b2 / y1 b3 b4 / y8 y9 y11", turned=MINUS), "y7 y6 y1")

    assert medium_choice(state) == "play y11"


def test_in_plus_a_card_that_cannot_win_is_the_lowest() -> None:
    state = play(playing("y9 g1 g2 / y12 b1 b2 / y1 y8 y10 / b5 b6 b7", turned=PLUS), "y9 y12")

    assert medium_choice(state) == "play y1"


def test_in_plus_a_joker_is_the_card_to_lose() -> None:
    state = play(playing("y7 g1 g2 / y9 b8 b9 / y6 y8 J", turned="r9 r8 g9", jokers_gone=0), "y7 y9")

    assert medium_choice(state) == "play J"


@pytest.mark.parametrize(
    ("turned", "tricks", "named"),
    [(PLUS, (2, 0, 3, 2), "green"), (MINUS, (2, 4, 0, 1), "keep")],
    ids=["what it has most of", "what it has least of"],
)
def test_the_trump_suits_the_hand(turned: str, tricks: tuple[int, ...], named: str) -> None:
    assert medium_choice(play(playing(FIVE_EACH, turned=turned, tricks=tricks), "b1 b2 b3 b4")) == f"trump {named}"


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
