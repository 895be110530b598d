"""Bluff's option `reroll`: players show dice after their own bid. By the numbers in RULES.md."""

import pytest

from games.bluff import GAME
from games.bluff.actions import STAND, Bid, Expose
from games.bluff.events import BidMade, DiceExposed
from games.bluff.rules import BluffState
from games.core import CHANCE_ALONE, IMPOSSIBLE, IllegalAction, Seat
from tests.games.bluff.tables import act, lifted, on_turn, refused, table, watch

PAIR = "2 2 * / 3 4 5"


@pytest.fixture
def bidding() -> BluffState:
    return table(PAIR, reroll=True)


@pytest.fixture
def bid(bidding: BluffState) -> BluffState:
    return act(bidding, "bid 1x1")


def test_after_a_bid_its_player_may_show_any_dice_but_one(bid: BluffState) -> None:
    """Rule 6.1."""
    legal = [action.to_text() for action in bid.view(Seat(0)).legal_actions]

    assert legal == ["expose 2", "expose *", "expose 2 2", "expose 2 *", "stand"]
    assert on_turn(act(bid, "stand")) == 1
    assert on_turn(act(table("2 / 3 4 5", reroll=True), "bid 1x1")) == 1  # a single die can't be shown


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("expose 2 2 *", "You can't show all your dice: at least one stays under the cup."),
        ("expose 3", IMPOSSIBLE),
        ("bid 1x2", IMPOSSIBLE),
    ],
    ids=["all dice", "dice of another", "another bid"],
)
def test_nothing_else_is_done_after_a_bid(bid: BluffState, text: str, reason: str) -> None:
    """Rule 6.1."""
    assert refused(bid, text) == reason


def test_dice_are_shown_after_the_bid_and_in_order(bidding: BluffState, bid: BluffState) -> None:
    """Rule 6.1."""
    assert refused(bidding, "expose 2") == IMPOSSIBLE
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        bid.apply(Seat(0), Expose((6, 2)))


def test_the_dice_left_under_the_cup_are_rolled_again_unseen_by_others(bid: BluffState) -> None:
    """Rule 6.2."""
    shown = act(bid, "expose 2")
    after = act(shown, "reroll 5 5")

    assert shown.to_act == CHANCE_ALONE
    assert (after.view(Seat(0)).own_dice, on_turn(after)) == ((5, 5), 1)
    assert after.view(Seat(1)) == act(shown, "reroll 1 *").view(Seat(1))


def test_everyone_sees_the_shown_dice_and_with_which_bid(bid: BluffState) -> None:
    """Rule 6.3."""
    state, events = watch(bid, "expose 2 *")

    assert state.view(None).table.exposed == ((2, 6), ())
    assert state.view(None).table.bids == (BidMade(Seat(0), Bid(1, 1), (2, 6), 1),)
    assert events == (DiceExposed(Seat(0), (2, 6), rerolled=1),)


def test_shown_dice_count_and_go_back_under_the_cup(bidding: BluffState) -> None:
    """Rule 6.3."""
    actions = ("bid 1x2", "expose 2 *", "reroll 1", "lift")
    lift, after = lifted(bidding, *actions), act(bidding, *actions)

    assert (lift.count, lift.exposed, lift.cups) == (2, ((2, 6), ()), ((1,), (3, 4, 5)))
    assert (after.table.exposed, after.table.dice_counts) == (((), ()), (3, 2))


def test_more_dice_may_be_shown_at_a_later_bid(bid: BluffState) -> None:
    """Rule 6.4."""
    state = act(bid, "expose *", "reroll 3 4", "bid 1x2", "stand", "bid 1x3", "expose 3")

    assert state.table.exposed == ((3, 6), ())


def test_dice_may_be_shown_after_a_bid_that_cannot_be_raised() -> None:
    """Rule 6.5."""
    assert STAND in act(table("1 2 / 3", reroll=True), "bid 3x*").view(Seat(0)).legal_actions


def test_without_the_option_no_dice_are_shown() -> None:
    """Rule 6.6."""
    state = act(table(PAIR), "bid 1x1")

    assert GAME.start(2, {}).table.reroll is False
    assert (on_turn(state), refused(state, "stand")) == (1, IMPOSSIBLE)
    assert Expose((3,)) not in state.view(Seat(1)).legal_actions
