"""Cards on a page, wherever they stand."""

import pytest

from bot.faces import plain
from bot.words import ENGLISH
from cogs.cards import refusal
from games.core import IllegalAction
from games.volltreffer import GAME
from tests.games.volltreffer.tables import market, view

ORDER = (
    "❤️ 8 · 🍀 5 · 🌙 8 · ☀️ 2 is out of order: trumps lie first, then high values. "
    "Only equal cards of 🍀 5 · ❤️ 8 · 🌙 8 · ☀️ 2 may change places."
)
CARDS = "The row is to have the four cards that were drawn: 🍀 5 · ❤️ 8 · 🌙 8 · ☀️ 2."


@pytest.mark.parametrize(("text", "said"), [("row r8 g5 v8 y2", ORDER), ("row r8 g5 v8 y3", CARDS)])
def test_a_refusal_names_the_cards_of_the_row_by_their_symbols(text: str, said: str) -> None:
    with pytest.raises(IllegalAction) as error:
        view(market("v8 g5 r8 y2")).check(GAME.parse_action(text))

    assert plain(refusal(error.value, ENGLISH)) == said
