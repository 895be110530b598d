"""The tables that Bluff's search reads, compared with the rules and with `steady`'s odds."""

import pytest

from games.bluff.actions import FACES, PATH, STAR, Bid, replies
from games.bluff.computer import probability
from games.bluff.ranks import FACE, NO_BID, QUANTITY, SURE, count_shown, least_raises, reach, tails


@pytest.mark.parametrize("dice", [2, 7, 30])
def test_the_least_raise_on_a_face_is_the_first_that_the_rules_allow(dice: int) -> None:
    for last, bid in [(NO_BID, None), *enumerate(PATH)]:
        if bid and bid.quantity > dice:
            continue
        allowed = [
            one for one in replies(dice, bid.space if bid else 0, bid.face if bid else 0) if isinstance(one, Bid)
        ]
        firsts = {face: next((one for one in allowed if one.face == face), None) for face in FACES}

        raises = least_raises(dice, last)

        assert [PATH[one.number] for one in raises] == [one for one in allowed if one in firsts.values()]
        assert all((FACE[number], QUANTITY[number]) == (face, quantity) for number, face, quantity in raises)


@pytest.mark.parametrize("bid", [Bid(3, 2), Bid(2, STAR), Bid(9, 5)], ids=str)
def test_a_tail_has_the_odds_of_a_bid(bid: Bid) -> None:
    assert tails(8)[bid.face][SURE + bid.quantity] == pytest.approx(probability(bid, (), 8))


def test_no_missing_dice_are_sure() -> None:
    assert tails(4)[2][SURE] == tails(4)[STAR][SURE - 7] == 1


def test_more_dice_than_are_hidden_are_impossible() -> None:
    assert tails(4)[2][SURE + 5] == 0


def test_dice_reach_as_far_as_the_odds_allow() -> None:
    assert reach(3, 0.7) == (1, 1, 1, 1, 1, 1, 0)  # 19 of 27 rolls have a certain number or a star


def test_stars_count_for_every_number() -> None:
    assert count_shown((2, 2, 5, STAR)) == (0, 1, 3, 1, 1, 2, 1)
