"""How people play Bluff: bids as numbers, the odds of dice, and styles."""

from itertools import chain
from math import inf

import pytest

from games.bluff.actions import FACES, LIFT, PATH, STAR, Bid, BluffAction, Dice, replies
from games.bluff.computer import probability
from games.bluff.rules import BluffState
from games.bluff.styles import (
    COUNTED,
    DOUBT,
    FACE,
    NO_BID,
    NUMBER,
    QUANTITY,
    ROLLED,
    STYLES,
    SURE,
    Bidding,
    PlayStyle,
    PolicyState,
    Trust,
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


def test_dice_reach_as_far_as_the_odds_allow() -> None:
    assert reach(3, 0.7) == (1, 1, 1, 1, 1, 1, 0)  # 19 of 27 rolls have a certain number or a star


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


LIKELIEST = style()
COMPARES = PlayStyle("nobody", 0.0, compares=True, safe=inf)
BOLD, MEEK = (PlayStyle("nobody", NEVER, compares=False, safe=0.7, lies=0.5, pretends=more) for more in (2, 0))
FOUR = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"


@pytest.mark.parametrize(
    ("cups", "bids", "style", "lying", "expected"),
    [
        ("1 2 3 / 1 5 5", ["2x1"], LIKELIEST, False, "bid 2x5"),
        ("1 2 3 / 1 5 5", ["1x1"], style(safe=0.7), False, "bid 3x5"),  # the highest safe bid counts on others
        ("1 2 3 / 1 5 5", ["3x5"], style(safe=0.9), False, "bid 4x5"),  # none is safe: the likeliest
        ("1 2 3 / 5 5 5", ["1x1"], style(bids="lowest"), False, "bid 1x2"),
        ("1 2 3 / 4 5 5", ["1x1"], style(bids="own"), False, "bid 1x4"),
        ("1 2 3 / 4 5 5", ["1x4"], style(bids="own"), False, "bid 1x5"),
        ("1 2 3 / 1 5 5", ["2x3"], style(bids="same", safe=0.7), False, "bid 3x3"),
        ("1 2 3 / 1 5 5", [], style(bids="same", safe=0.7), False, "bid 2x3"),
        ("1 2 3 / 1 5 5", ["3x5"], style(bids="any", safe=0.9), False, "bid 4x5"),
        ("1 2 3 / 1 2 5", ["1x5"], LIKELIEST, True, "bid 1x*"),  # a liar bids on what they lack
        ("1 2 3 4 5 / 1 1 2 3 4", ["2x1"], MEEK, True, "bid 2x5"),
        ("1 2 3 4 5 / 1 1 2 3 4", ["2x1"], BOLD, True, "bid 3x5"),  # and may pretend to have some
        ("1 2 3 / 1 2 5", ["3x3"], style(doubts=0.5), False, "lift"),
        ("1 2 3 / 1 2 5", ["3x5"], COMPARES, False, "lift"),
        ("1 2 3 / 1 2 5", ["2x3"], style(doubts=0.5), False, "lift"),
        ("1 2 3 / 1 2 5", ["2x3"], style(trust="last", doubts=0.5), False, "bid 2x5"),  # who believes doubts less
        (FOUR, ["1x4", "2x3", "2x4"], style(trust="last", safe=0.55), False, "bid 4x4"),
        (FOUR, ["1x4", "2x3", "2x4"], style(trust="all", safe=0.55), False, "bid 5x4"),
    ],
)
def test_a_style_bids_and_doubts_as_it_is_described(
    cups: str, bids: list[str], style: PlayStyle, lying: bool, expected: str
) -> None:
    assert bid(cups, *(f"bid {one}" for one in bids), style=style, lying=lying) == expected


def test_a_player_of_any_safe_bid_makes_each_of_them_by_luck() -> None:
    scatters = style(bids="any", safe=0.7)
    bids = {bid("1 2 3 / 1 5 5", "bid 1x1", style=scatters, luck=luck / 50) for luck in range(50)}

    assert bids == {"bid 1x2", "bid 1x3", "bid 1x4", "bid 1x5", "bid 2x1", "bid 2x5", "bid 3x5"}


def test_a_style_is_in_each_mood_as_often_as_it_says() -> None:
    liar = PlayStyle("nobody", 0.3, compares=False, safe=0.7, lies=0.25)

    assert [len(moods_of(one)[0]) for one in (liar, style(bids="any", safe=0.5), style())] == [2, 4, 1]
    assert [(mood.lying, often) for mood, often in zip(*moods_of(liar), strict=True)] == [(False, 0.75), (True, 0.25)]


def test_answers_are_remembered_and_forgotten_in_time() -> None:
    mood = PolicyState(style())
    for hidden in range(2, 28):
        for last in range(20):
            mood.answer(COUNTED[1, 2], last, hidden, 29)

    assert 0 < len(mood.answers) <= 200
