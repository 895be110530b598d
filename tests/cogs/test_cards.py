"""How pages show cards."""

import pytest

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.parts.cards import refusal
from games.core import IllegalAction
from games.volltreffer import GAME
from tests.games.volltreffer.tables import act, leading, view


def test_a_refusal_names_cards_and_colours_by_their_symbols() -> None:
    state = act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3")
    with pytest.raises(IllegalAction) as error:
        view(state).check(GAME.parse_action("play g1"))

    said = plain(refusal(error.value, ENGLISH))
    assert "☀️ yellow" in said
    assert "☀️ 9" in said
