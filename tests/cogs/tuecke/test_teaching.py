"""A review's reasons at Mit List und Tücke say what counts beside the piles of the moment."""

import pytest

from bot.words import ENGLISH
from cogs.tuecke.teaching import despite
from games.tuecke import GAME
from games.tuecke.rules import TueckeState
from tests.games.tuecke.tables import act, own_view, play, table

TAKING = act(
    table("r14 r1 / r13 r2 / b13 b1 / y13 y1", taken="r5 r6 b5 / - / - / -"),
    *("play r14", "play r13", "play b13", "play y13"),
)
KEEPING = play(
    table("r14 r1 / r13 r2 / g13 b1 / y13 y1", taken="r5 r6 b5 / - / - / -"), "r14 r13 g13 y13, take y13 g13"
)


@pytest.mark.parametrize(
    ("state", "less", "more"),
    [(TAKING, "take r14 y13", "take r13 r14"), (KEEPING, "keep yellow green", "keep red blue")],
)
def test_a_choice_that_is_better_although_piles_are_worth_less_then_says_so(
    state: TueckeState, less: str, more: str
) -> None:
    one, other = map(GAME.parse_action, (less, more))
    assert "all the same" in despite(own_view(state), other, one, None, ENGLISH)
    assert despite(own_view(state), one, other, None, ENGLISH) == ""
