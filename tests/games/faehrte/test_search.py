"""`hard` at Auf falscher Fährte: what it tries, and what it makes of it."""

import subprocess
import sys
from random import Random

from games.core import Seat
from games.faehrte.rules import FaehrteState
from games.faehrte.search import evaluate, hard, unlike
from games.search import after, best_of
from tests.games.faehrte.tables import FOUR, playing, start
from tests.games.faehrte.test_worlds import MIXED


def test_every_action_that_differs_is_judged_and_the_best_one_played() -> None:
    view = start(MIXED, "b4", "b0", "r0", "b9").view(Seat(1))
    judged = evaluate(view, Random(1), after(60))

    assert [one.action for one in judged] == list(unlike(view))
    assert all(one.samples > 0 and 0 <= one.error < 3 for one in judged)
    assert hard(view, Random(1), after(60)) == best_of(judged)


def test_only_what_is_asked_for_is_judged() -> None:
    view = start(FOUR).view(Seat(0))
    two = view.legal_actions[3:5]

    judged = evaluate(view, Random(1), after(40), among=two)

    assert [one.action for one in judged] == list(two)
    assert judged[0].samples == judged[1].samples >= 40


def test_only_a_search_loads_numpy() -> None:
    code = "import sys, games.catalogue; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def tried(state: FaehrteState, seat: int) -> list[str]:
    return [action.to_text() for action in unlike(state.view(Seat(seat)))]


def test_of_cards_next_to_each_other_one_is_tried() -> None:
    state = playing("y1 y2 y4 g2 J / b1 b2 b3 b4 b5 / b6 b7 b8 b9 J", turned="r0 g0 b0", jokers_gone=1)

    assert tried(state, 0) == ["play y1", "play y4", "play g2", "play J"]
