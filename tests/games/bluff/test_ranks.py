"""The tables that Bluff's search reads, compared with the rules and with `steady`'s odds."""

import pytest

from games.bluff.actions import FACES, PATH, STAR, Bid, Dice, replies
from games.bluff.computer import probability
from games.bluff.styles import (
    COUNTED,
    COUNTS,
    FACE,
    NO_BID,
    NUMBER,
    ONE_OF,
    QUANTITY,
    ROLLED,
    SHIFT,
    SURE,
    Counted,
    count_shown,
    prospects,
    reach,
    tails,
)


@pytest.mark.parametrize("dice", [2, 7, 30])
def test_the_least_raise_on_a_face_is_the_first_that_the_rules_allow(dice: int) -> None:
    for last, bid in [(NO_BID, None), *enumerate(PATH)]:
        if bid and bid.quantity > dice:
            continue
        allowed = [
            one for one in replies(dice, bid.space if bid else 0, bid.face if bid else 0) if isinstance(one, Bid)
        ]
        firsts = {face: next((one for one in allowed if one.face == face), None) for face in FACES}

        found = prospects(last, dice - 1, dice)

        assert [PATH[one.number] for one in found.raises] == [one for one in allowed if one in firsts.values()]
        assert all((FACE[one.number], QUANTITY[one.number]) == one[1:3] for one in found.raises)
        assert (found.bid and found.bid.number) == (None if last == NO_BID else last)


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
    assert by_face(count_shown((2, 2, 5, STAR))) == (1, 3, 1, 1, 2, 1)


def by_face(counted: Counted) -> tuple[int, ...]:
    return tuple(counted >> SHIFT[face] & COUNTS for face in FACES)


def test_counts_of_dice_add_up() -> None:
    assert COUNTED[2, 2] + COUNTED[5, STAR] == count_shown((2, 2, 5, STAR))
    assert by_face(6 * COUNTED[STAR, STAR, STAR, STAR, STAR] + 6 * ONE_OF[0b1111110]) == (36,) * 6
    assert by_face(ONE_OF[1 << 2 | 1 << 5]) == (0, 1, 0, 0, 1, 0)


def test_every_roll_is_counted_as_often_as_it_falls() -> None:
    assert sum(counted == COUNTED[1, 2] for counted in ROLLED[2]) == 2
    assert sum(counted == COUNTED[3, 3] for counted in ROLLED[2]) == 1
    assert [len(rolls) for rolls in ROLLED] == [6**dice for dice in range(6)]


@pytest.mark.parametrize("odds", [0.3, 0.75, 2.0])
@pytest.mark.parametrize("last", [NO_BID, NUMBER[2, 3], NUMBER[3, STAR], NUMBER[5, 4]])
def test_safe_bids_are_those_with_these_odds(last: int, odds: float) -> None:
    own: Dice = (1, 4, 4, STAR)
    faced = prospects(last, 5, 9)
    expected = [
        number
        for number in range(last + 1, len(PATH))
        if QUANTITY[number] <= 9 and probability(PATH[number], own, 5) >= odds
    ]

    assert sorted(faced.safe(COUNTED[own], min(odds, 1.0)) if odds <= 1 else []) == expected
    assert faced.highest(COUNTED[own], odds) == max(expected, default=NO_BID)


def test_the_odds_of_a_raise_count_what_is_known() -> None:
    least = next(one for one in prospects(NUMBER[4, 5], 6, 10).raises if one.face == 5)

    assert PATH[least.number] == Bid(5, 5)
    assert least.odds[2] == pytest.approx(probability(Bid(5, 5), (5, STAR), 6))
