"""`redeal` in Volltreffer deals anew what a player can't know, with all deals equally likely."""

from collections import Counter
from random import Random

from games.cards import NAMES
from games.core import Seat
from games.volltreffer import GAME
from tests.games.volltreffer.tables import act, bought, market, row

OPENING = market("g5 g4 y10 v4 r2 b9")
MELDING = bought("y9 g9 b9 v9 y10 g10 b10 v10", "r1 y1 g1 b1 v1 y2 g2 b2", "r2 v2 y3 g4 b5 v6 y7 g8")


def test_the_deck_is_shuffled_anew() -> None:
    view = OPENING.view(Seat(0))
    turned = {row(act(GAME.redeal(view, Random(seed)), "buy v4")) for seed in range(200)}

    assert len(turned) > 30


def test_the_next_card_is_fair() -> None:
    view, rng = OPENING.view(None), Random(7)
    turned = Counter(act(GAME.redeal(view, rng), "buy v4").deck[-45] for _ in range(4500))

    assert len(turned) == 45
    assert all(60 < times < 145 for times in turned.values()), {NAMES[card]: turned[card] for card in turned}


def test_melds_that_others_have_chosen_may_be_any() -> None:
    view = act(MELDING, "declare four:10", "declare five:1").view(Seat(1))
    chosen = {GAME.redeal(view, Random(seed)).declared for seed in range(200)}

    assert len({declared[0] for declared in chosen}) == 9
    assert {declared[1:] for declared in chosen} == {(GAME.parse_action("declare five:1"), None)}


def test_in_the_tricks_nothing_is_hidden() -> None:
    state = act(MELDING, *["declare -"] * 3)

    assert GAME.redeal(state.view(None), Random(1)) == state
