"""How pages show cards."""

import pytest

from bot.pages.faces import plain
from bot.pages.page import Button
from bot.words import ENGLISH
from cogs.parts.cards import hand_rows, refusal
from games.cards import NAMES, parse
from games.core import IllegalAction
from games.volltreffer import GAME
from tests.games.volltreffer.tables import act, leading, view
from tests.pages import as_text


def rows(hand: str) -> list[str]:
    return as_text(hand_rows(parse(hand), lambda held: Button(NAMES[held], "id"))).splitlines()


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("r1 y1 y2 g1 g2 b1", ["[r1] [y1] [y2] [g1] [g2]", "[b1]"]),
        (
            "r1 r2 y1 y2 y3 g1 g2 g3 b1",
            ["[r1] [r2]", "[y1] [y2] [y3]", "[g1] [g2] [g3]", "[b1]"],
        ),
        (
            "r1 r2 y1 y2 y3 y4 y5 y6 g1 b1",
            ["[r1] [r2] [y1] [y2] [y3]", "[y4] [y5] [y6] [g1] [b1]"],
        ),
    ],
    ids=["a small hand in fives", "a large hand by colours", "in fives if its colours would take five rows"],
)
def test_a_hand_takes_four_rows_at_most(hand: str, shown: list[str]) -> None:
    assert rows(hand) == shown


def test_a_refusal_names_cards_and_colours_by_their_symbols() -> None:
    state = act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3")
    with pytest.raises(IllegalAction) as error:
        view(state).check(GAME.parse_action("play g1"))

    said = plain(refusal(error.value, ENGLISH))
    assert "☀️ yellow" in said
    assert "☀️ 9" in said
