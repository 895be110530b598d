"""`redeal` in Bluff rolls anew what a player can't know, with fair dice."""

from collections import Counter
from random import Random

from games.bluff import GAME
from games.core import Seat
from tests.games.bluff.tables import act, table


def test_the_own_cup_stays_and_the_others_change() -> None:
    view = table("1 1 1 1 1 / 2 2 2 2 2").view(Seat(0))

    cups = {GAME.redeal(view, Random(seed)).view(Seat(1)).own_dice for seed in range(20)}

    assert len(cups) > 10
    assert GAME.redeal(view, Random(1)).view(Seat(0)).own_dice == (1, 1, 1, 1, 1)


def test_a_spectator_knows_none_of_the_cups() -> None:
    view = table("1 1 1 1 1 / 2 2 2 2 2").view(None)

    assert GAME.redeal(view, Random(1)).view(Seat(0)).own_dice != (1, 1, 1, 1, 1)


def test_shown_dice_are_not_dealt_anew() -> None:
    state = act(table("1 1 1 / 2 2 2", reroll=True), "bid 1x1", "expose 1", "reroll 1 1")

    redealt = GAME.redeal(state.view(Seat(1)), Random(1))

    assert (redealt.table.exposed, len(redealt.view(Seat(0)).own_dice)) == (((1,), ()), 2)


def test_between_rounds_there_is_nothing_to_deal_anew() -> None:
    lifted = act(table("1 / 2 2"), "bid 1x5", "lift")

    assert GAME.redeal(lifted.view(Seat(1)), Random(1)) == lifted


def test_the_dice_dealt_anew_are_fair() -> None:
    view, rng = table("1 1 1 1 1 / 2 2 2 2 2").view(Seat(0)), Random(7)

    faces = Counter(face for _ in range(1200) for face in GAME.redeal(view, rng).view(Seat(1)).own_dice)

    assert all(abs(times - 1000) < 100 for times in faces.values())
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
