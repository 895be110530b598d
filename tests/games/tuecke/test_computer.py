"""The computer players of Mit List und Tücke."""

from random import Random

import pytest

from games.cards import parse_card
from games.tuecke import COMPUTERS, GAME
from games.tuecke.computer import easy, promise, steady, value
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Pile
from tests.games.tuecke.playing import assert_plays_legally, place_among
from tests.games.tuecke.tables import own_view, play, table


@pytest.mark.parametrize("name", ["steady", "easy"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_greedy_player_beats_random(seats: int, name: str) -> None:
    rng = Random(seats)

    assert [place_among(COMPUTERS[name], seats, rng) for _ in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize("seats", GAME.seats)
def test_easy_plays_legally(seats: int) -> None:
    assert_plays_legally(easy, seats, {"open_counts": True}, Random(seats))


def test_easy_makes_mistakes() -> None:
    view = own_view(play(table("r9 b1 / g1 b2 / r5 b3 / r1 r14", taken="- / - / - / r2 r3 r4 g7"), "r9 g1 r5"))
    rng = Random(1)

    played = [easy(view, rng).to_text() for _ in range(40)]

    assert 0 < played.count("play r1") < 20


def choice(state: TueckeState) -> str:
    return steady(own_view(state), Random(1)).to_text()


def test_steady_takes_what_it_collects() -> None:
    state = play(table("r9 / g1 / r5 / b6", taken="r1 b1 / - / - / -"), "r9 g1 r5 b6")

    assert choice(state) == "take r5 b6"


def test_steady_keeps_the_largest_piles() -> None:
    state = play(table("r9 / g1 / r5 / b6", taken="r1 r2 b1 b2 b3 y1 / - / - / -"), "r9 g1 r5 b6, take r5 g1")

    assert choice(state) == "keep red blue"


def test_steady_plays_to_take_what_it_collects() -> None:
    state = play(table("r9 b1 / g1 b2 / r5 b3 / r1 r14", taken="- / - / - / r2 r3 r4 g7"), "r9 g1 r5")

    assert choice(state) == "play r14"


def test_steady_plays_to_stay_out_of_a_bad_trick() -> None:
    state = play(table("r9 b1 / y1 b2 / y5 b3 / r14 y2", taken="- / - / - / g2 g3 b4 b5"), "r9 y1 y5")

    assert choice(state) == "play y2"


def test_a_card_that_is_beaten_promises_nothing() -> None:
    view = own_view(play(table("r9 / y2 / y5 / r1 r14 y1 y9 y3"), "r9 y2 y5"))

    promises = {name: promise(view, parse_card(name)) for name in ("r1", "r14", "y1", "y9", "y3")}

    assert {name for name, worth in promises.items() if not worth} == {"r1", "y9", "y3"}


def test_a_card_promises_less_the_more_are_to_come() -> None:
    early = play(table("r9 / b1 / r7 / r8"), "r9 b1")
    late = play(table("r9 / b1 / r8 / r7"), "r9 b1 r8")

    assert promise(own_view(early), parse_card("r10")) < promise(own_view(late), parse_card("r10"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [((2, 2, 0, 0), (4, 0, 0, 0)), ((3, 3, 0, 0), (3, 3, 1, 0)), ((1, 0, 0, 0), (0, 0, 0, 0))],
    ids=["two colours", "nothing else", "a start"],
)
def test_steady_values(better: tuple[int, ...], worse: tuple[int, ...]) -> None:
    assert value(Pile(better, 0)) > value(Pile(worse, 0))


def test_the_players_are_listed_weakest_first() -> None:
    assert list(COMPUTERS) == ["random", "steady", "easy", "medium"]
