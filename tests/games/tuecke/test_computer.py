"""Computer players of Mit List und Tücke that answer at once."""

from random import Random

import pytest

from games.cards import parse_card
from games.core import Options, Seat
from games.tuecke import COMPUTERS, GAME
from games.tuecke.choice import best_keep, chances, prospect, victories
from games.tuecke.computer import easy, guessed_piles, medium, promise, steady, value
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Pile
from tests.games.switches import with_every_switch
from tests.games.tuecke.playing import assert_plays_legally, place_among
from tests.games.tuecke.tables import ending, own_view, play, table


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


NO_MORE = (0, 0, 0, 0)


def medium_choice(state: TueckeState) -> str:
    return medium(own_view(state), Random(1)).to_text()


def test_it_takes_what_it_collects() -> None:
    state = play(table("r9 / g1 / r5 / b6", taken="r1 b1 / - / - / -"), "r9 g1 r5 b6")

    assert medium_choice(state) == "take r5 b6" or medium_choice(state) == "take r9 b6"


def test_it_takes_half_of_a_trick_of_one_colour() -> None:
    state = play(table("r9 b1 / r1 b2 / r5 b3 / r6 b4"), "r9 r1 r5 r6")

    assert medium_choice(state) == "take r6 r9"


def test_it_does_harm_to_who_is_about_to_win() -> None:
    own, rival = "r1 r2 b1 b2 g3 g4 g5", "y3 y4 y5 y6 b3 b4 b5 b7 g1"

    state = play(
        ending("r9 / y2 / r5 / b6", taken=f"{own} / {rival} / - / -", kept="- / yellow blue / - / -"), "r9 y2 r5 b6"
    )

    assert medium_choice(state) != "take r5 r9"


def test_it_keeps_the_largest_piles() -> None:
    state = play(table("r9 / g1 / r5 / b6", taken="r1 r2 b1 b2 b3 y1 / - / - / -"), "r9 g1 r5 b6, take r5 g1")

    assert medium_choice(state) == "keep red blue"


def test_it_plays_to_take_what_it_collects() -> None:
    hands = "r9 b1 / r4 b2 / r5 b3 / r1 r14"

    state = play(table(hands, taken="- / - / - / r2 r3 b7", kept="- / - / - / -"), "r9 r4 r5")

    assert medium_choice(state) == "play r14"


def test_it_plays_to_stay_out_of_a_bad_trick() -> None:
    state = play(
        table(
            "r9 b1 / y1 b2 / y5 b3 / r14 y6", taken="- / - / - / g2 g3 g4 b4 b5 b6 r2 y3", kept="- / - / - / green blue"
        ),
        "r9 y1 y5",
    )

    assert medium_choice(state) == "play y6"


BREAKABLE = "r9 b1 / y2 b2 / g3 r4 / b3 b4"


@pytest.mark.parametrize(("own", "card"), [("r1 r2 r3 y4 y5 y6", "g3"), ("-", "r4")], ids=["ahead", "behind"])
def test_it_breaks_the_round_off_when_it_is_ahead(own: str, card: str) -> None:
    others = "r7 y7 g7" if own == "-" else "r7"
    state = play(ending(BREAKABLE, taken=f"- / {others} / {own} / -"), "r9 y2")

    assert medium_choice(state) == f"play {card}"


def guessed(**options: bool) -> list[tuple[float, ...]]:
    """What seat 0 believes about the piles after a trick in which it took r9 and g8, and seat 1 took the rest."""
    hands, taken = "r9 r1 / y1 y2 / g5 g6 / g8 b7", "r2 r3 / g1 g2 g3 g4 / - / g7"
    state = play(table(hands, taken=taken, options=options), "r9 y1 g5 g8, take r9 g8")
    return guessed_piles(state.view(Seat(0))).counts


def test_it_counts_what_lies_with_whom() -> None:
    assert guessed() == [(3, 0, 1, 0), (0, 1, 3, 0), NO_MORE, (0, 0, 3, 0)]


def test_it_knows_open_counts() -> None:
    assert guessed(open_counts=True) == [(3, 0, 1, 0), (0, 1, 5, 0), NO_MORE, (0, 0, 1, 0)]


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_legally(seats: int, switches: Options) -> None:
    assert_plays_legally(medium, seats, {"rounds": 2, **switches}, Random(seats))


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_beats_random(seats: int) -> None:
    rng = Random(seats)

    assert [place_among(medium, seats, rng) for _ in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("better", "worse"),
    [((2, 2, 0, 0), (4, 0, 0, 0)), ((3, 3, 0, 0), (3, 3, 2, 0)), ((3, 3, 1, 0), (3, 3, 1, 1))],
    ids=["two colours", "a clean pair", "a small discard"],
)
def test_a_prospect_is_better(better: tuple[int, ...], worse: tuple[int, ...]) -> None:
    assert prospect(better, 0, NO_MORE) > prospect(worse, 0, NO_MORE)


def test_a_colour_that_is_still_to_come_is_kept() -> None:
    assert best_keep((3, 3, 3, 1), (8, 0, 8, 0)) == 0b0101


def test_the_best_prospect_wins_more_surely_at_the_end() -> None:
    late, early = chances((1.0, 0.0), 1), chances((1.0, 0.0), 14)

    assert late[0] > early[0] > 0.5


def test_a_victory_is_shared() -> None:
    assert victories([(2, 2, 0, 0), (0, 0, 2, 2), (1, 1, 0, 0)], [0, 0, 0]) == [0.5, 0.5, 0]
