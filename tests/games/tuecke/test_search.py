"""`hard` at Mit List und Tücke."""

from random import Random

import pytest

from games.core import Options
from games.search import after
from games.tuecke import GAME
from games.tuecke.actions import TueckeAction
from games.tuecke.rules import TueckeState
from games.tuecke.search import hard
from games.tuecke.view import TueckeView
from tests.games.switches import with_every_switch
from tests.games.tuecke.playing import assert_plays_legally
from tests.games.tuecke.tables import ending, own_view, play, table


def choice(state: TueckeState, worlds: int = 20) -> str:
    return hard(own_view(state), Random(1), after(worlds)).to_text()


def test_it_wins_a_round_that_can_be_won() -> None:
    # With r14 it takes r9 and r14, which makes 3 × 2. With b14 it gets nothing, and loses to 2 × 2.
    hands = "r9 g1 / r4 y1 / r5 y2 / r14 b14"
    state = play(ending(hands, taken="g2 g3 b2 b3 / - / - / r2 y3 y4", options={"open_counts": True}), "r9 r4 r5")

    assert choice(state) == "play r14"


def test_it_takes_what_wins_at_the_end() -> None:
    state = play(ending("r9 / g1 / r5 / b6", taken="r1 b1 / - / y1 y2 y3 g2 / -"), "r9 g1 r5 b6")

    assert choice(state) in {"take r5 b6", "take r9 b6"}


def test_it_keeps_what_wins_at_the_end() -> None:
    state = play(ending("r9 / g1 / r5 / b6", taken="r1 r2 b1 b2 b3 y1 / - / - / -"), "r9 g1 r5 b6, take r5 g1")

    assert choice(state) == "keep red blue"


def test_it_breaks_off_a_round_that_it_wins() -> None:
    state = play(ending("r9 b1 / y2 b2 / g3 r4 / b3 b4", taken="r7 / - / r1 r2 r3 y4 y5 y6 / -"), "r9 y2")

    assert choice(state) == "play g3"


def test_it_does_not_think_about_an_only_card() -> None:
    assert choice(table("r9 / g1 / r5 / b6"), worlds=0) == "play r9"


def hasty(view: TueckeView, rng: Random) -> TueckeAction:
    return hard(view, rng, after(1))


@pytest.mark.slow
@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_legally(seats: int, switches: Options) -> None:
    assert_plays_legally(hasty, seats, {"rounds": 2, **switches}, Random(seats))
