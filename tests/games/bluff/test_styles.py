"""How people play Bluff: bids as numbers, the odds of dice, and styles."""

from itertools import chain
from math import inf

import pytest

from games.bluff.actions import FACES, LIFT, PATH, STAR, Bid, BluffAction, Dice, replies
from games.bluff.computer import probability
from games.bluff.rules import BluffState
from games.bluff.styles import (
    COUNTED,
    COUNTS,
    DOUBT,
    FACE,
    NO_BID,
    NUMBER,
    ONE_OF,
    QUANTITY,
    ROLLED,
    SHIFT,
    SOUND,
    STYLES,
    SURE,
    Bidding,
    Counted,
    PlayStyle,
    PolicyState,
    Trust,
    count_shown,
    facing_after,
    moods_of,
    prospects,
    reach,
    tails,
)
from games.bluff.view import BluffView
from tests.games.bluff.tables import act, on_turn, table


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


NEVER, ALWAYS = 0.01, 0.99


def style(*, trust: Trust = "nobody", doubts: float = NEVER, safe: float = inf, bids: Bidding = "highest") -> PlayStyle:
    return PlayStyle(trust, doubts, compares=False, safe=safe, bids=bids)


def answer(mood: PolicyState, state: BluffState) -> BluffAction:
    """What somebody in this mood does here."""
    seat = on_turn(state)
    last, hidden, dice, known = facing_after(state.table.dice_counts, state.table.bids).standpoint(seat)
    number = mood.answer(COUNTED[state.cups[seat]] + known[mood.trusts], last, hidden, dice)
    return LIFT if number == DOUBT else PATH[number]


def bid(cups: str, *actions: str, style: PlayStyle, lying: bool = False, luck: float = 0.0) -> str:
    return answer(PolicyState(style, lying=lying, luck=luck), act(table(cups), *actions)).to_text()


def test_each_style_in_each_mood_answers_within_the_rules_until_the_round_ends() -> None:
    for mood in chain.from_iterable(moods_of(style)[0] for style in STYLES):
        state = act(table("1 2 * / 2 3 5 5 5 / - / * / 1 1"))
        while state.table.phase == "bid":
            view: BluffView = state.view(on_turn(state))
            action = answer(mood, state)
            assert action in view.legal_actions
            state = act(state, action.to_text())


def test_the_likeliest_bid_is_on_what_the_player_has() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 2x1", style=style()) == "bid 2x5"


def test_the_highest_safe_bid_counts_on_others() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 1x1", style=style(safe=0.7)) == "bid 3x5"


def test_a_player_without_a_safe_bid_makes_the_likeliest() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 3x5", style=style(safe=0.9)) == "bid 4x5"


def test_a_creeping_player_makes_the_lowest_bid() -> None:
    assert bid("1 2 3 / 5 5 5", "bid 1x1", style=style(bids="lowest")) == "bid 1x2"


def test_a_careful_creeper_makes_the_lowest_bid_on_what_they_have() -> None:
    assert bid("1 2 3 / 2 5 5", "bid 1x1", style=style(bids="own")) == "bid 1x2"
    assert bid("1 2 3 / 4 5 5", "bid 1x1", style=style(bids="own")) == "bid 1x4"
    assert bid("1 2 3 / 4 5 5", "bid 1x4", style=style(bids="own")) == "bid 1x5"


def test_a_liar_bids_on_what_they_lack() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 1x5", style=style(), lying=True) == "bid 1x*"


def test_a_bid_below_the_odds_is_doubted() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 3x3", style=style(doubts=0.5)) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 3x3", style=style(doubts=NEVER)) != "lift"


def test_a_sure_bid_is_not_doubted() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 1x5", style=style(doubts=ALWAYS)) != "lift"


def test_who_compares_doubts_what_is_likelier_to_fail_than_their_own_bid_to_hold() -> None:
    compares = PlayStyle("nobody", 0.0, compares=True, safe=inf)

    assert bid("1 2 3 / 1 2 5", "bid 3x5", style=compares) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 1x3", style=compares) != "lift"


@pytest.mark.parametrize("trust", ["last", "all"])
def test_who_believes_the_bidder_doubts_less(trust: Trust) -> None:
    assert bid("1 2 3 / 1 2 5", "bid 2x3", style=style(doubts=0.5)) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 2x3", style=style(trust=trust, doubts=0.5)) != "lift"


def test_who_believes_all_remembers_the_bids_before_the_last() -> None:
    bids = ("bid 1x4", "bid 2x3", "bid 2x4")
    cups = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"

    assert bid(cups, *bids, style=style(trust="last", safe=0.55)) == "bid 4x4"
    assert bid(cups, *bids, style=style(trust="all", safe=0.55)) == "bid 5x4"


def test_nobody_believes_in_two_dice_under_a_cup_with_one() -> None:
    assert bid("3 / 1 2 5 5", "bid 2x3", style=style(trust="last", doubts=0.5)) == "lift"
    assert bid("3 / 1 2 5 5", "bid 2x3", style=style(trust="all", doubts=0.5)) == "lift"


def test_the_highest_bid_can_only_be_doubted() -> None:
    assert bid("1 / 1", "bid 2x*", style=SOUND) == "lift"


def test_a_bold_liar_pretends_to_have_some() -> None:
    cups = "1 2 3 4 5 / 1 1 2 3 4"
    small, big = (PlayStyle("nobody", NEVER, compares=False, safe=0.7, lies=0.5, pretends=more) for more in (0, 2))

    assert bid(cups, "bid 2x1", style=small, lying=True) == "bid 2x5"
    assert bid(cups, "bid 2x1", style=big, lying=True) == "bid 3x5"


def test_a_player_may_raise_on_the_same_face_whatever_they_have() -> None:
    same = style(bids="same", safe=0.7)

    assert bid("1 2 3 / 1 5 5", "bid 2x3", style=same) == "bid 3x3"
    assert bid("1 2 3 / 1 5 5", style=same) == "bid 2x3"


def test_a_player_of_any_safe_bid_makes_each_of_them_by_luck() -> None:
    scatters = style(bids="any", safe=0.7)
    bids = {bid("1 2 3 / 1 5 5", "bid 1x1", style=scatters, luck=luck / 50) for luck in range(50)}

    assert bids == {"bid 1x2", "bid 1x3", "bid 1x4", "bid 1x5", "bid 2x1", "bid 2x5", "bid 3x5"}
    assert bid("1 2 3 / 1 5 5", "bid 3x5", style=style(bids="any", safe=0.9)) == "bid 4x5"


def test_a_style_is_in_each_mood_as_often_as_it_says() -> None:
    liar = PlayStyle("nobody", 0.3, compares=False, safe=0.7, lies=0.25)

    for one, expected in ((liar, 2), (style(bids="any", safe=0.5), 4), (style(), 1)):
        moods, often = moods_of(one)
        assert len(moods) == len(often) == expected
        assert sum(often) == 1
    assert [(mood.lying, often) for mood, often in zip(*moods_of(liar), strict=True)] == [(False, 0.75), (True, 0.25)]


def test_answers_are_remembered_and_forgotten_in_time() -> None:
    mood = PolicyState(style())
    first = mood.answer(COUNTED[1, 2], -1, 3, 5)
    for hidden in range(2, 28):
        for last in range(20):
            mood.answer(COUNTED[1, 2], last, hidden, 29)

    assert len(mood.answers) <= 200
    assert mood.answer(COUNTED[1, 2], -1, 3, 5) == first
