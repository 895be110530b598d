"""`redeal` in Bluff rolls anew what a player can't know, with fair dice."""

from collections import Counter
from random import Random

from games.bluff import GAME
from games.core import Seat
from tests.games.bluff.tables import table


def test_the_own_cup_stays_and_the_others_change() -> None:
    view = table("1 1 1 1 1 / 2 2 2 2 2").view(Seat(0))

    cups = {GAME.redeal(view, Random(seed)).view(Seat(1)).own_dice for seed in range(20)}

    assert len(cups) > 10
    assert GAME.redeal(view, Random(1)).view(Seat(0)).own_dice == (1, 1, 1, 1, 1)


def test_the_dice_dealt_anew_are_fair() -> None:
    view, rng = table("1 1 1 1 1 / 2 2 2 2 2").view(Seat(0)), Random(7)

    faces = Counter(face for _ in range(1200) for face in GAME.redeal(view, rng).view(Seat(1)).own_dice)

    assert all(abs(times - 1000) < 100 for times in faces.values())
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
