"""A review of Mit List und Tücke goes by points, which still tell actions apart where the round is decided."""

from random import Random

import pytest

from games.catalogue import GAMES
from games.search import after
from games.tuecke import GAME, search
from tests.games.tuecke.tables import ending, own_view, play


def test_points_tell_actions_apart_where_the_round_is_decided() -> None:
    taken = "r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 y1 / - / - / -"
    state = play(ending("r14 / r13 / b13 / y13", taken=taken, kept="red blue / - / - / -"), "r14 r13 b13 y13")
    view = own_view(state)
    halves = [take for take in view.legal_actions if take.to_text() in {"take r13 r14", "take r14 y13"}]

    won = search.evaluate(view, Random(1), after(2), among=halves)
    points = GAMES[GAME.key].evaluate(view, Random(1), after(2), among=halves)

    assert [one.value for one in won] == [1, 1]
    assert [one.value for one in points] == pytest.approx([7 * 5 / 1 - 1 / 3, 6 * 5 / 2 - 1 / 3])
