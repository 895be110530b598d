"""Bluff besides its rules: chance, public offers, places, defaults, names, and what is nobody's turn."""

from random import Random

import pytest

from games.bluff import GAME
from games.bluff.actions import LIFT, STAND, Bid, Roll, SeatAction
from games.bluff.events import BidMade, OpeningRolled
from games.bluff.rules import BluffState
from games.bluff.table import places
from games.core import CHANCE, IMPOSSIBLE, IllegalAction, MalformedAction, Seat
from tests.games.bluff.tables import act, refused, table, watch

START = GAME.start(3, {})
TIED = act(START, "opening 5 5 5 5 5 / 1 1 1 1 1 / 5 5 5 5 5")
LED = act(START, "opening 5 5 5 5 5 / 1 1 1 1 1 / 1 1 1 1 1")
ONE_OUT = act(table("1 1 / 2 / 3 3"), "bid 1x1", "lift")
SHOWN = act(table("1 2 3 / 4", reroll=True), "bid 1x1", "expose 1")
OPEN = table("1 1 / 2 2")
BID = act(OPEN, "bid 1x3")
SHOWING = act(table("1 1 / 2 2", reroll=True), "bid 1x3")
OVER = act(table("1 / 2"), "bid 1x1", "lift")


@pytest.mark.parametrize(
    "state", [START, TIED, LED, ONE_OUT, SHOWN], ids=["start", "tie", "opener", "one out", "shown"]
)
def test_dice_that_are_due_can_be_drawn_and_played(state: BluffState) -> None:
    assert state.apply(CHANCE, state.sample_chance(Random(3)))


def test_no_dice_are_drawn_while_a_player_is_to_act() -> None:
    with pytest.raises(ValueError, match="no dice are due"):
        OPEN.sample_chance(Random(3))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (START, "opening 1 1 1 1 1 / 1 1 1 1 1"),
        (TIED, "opening 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1"),
        (LED, "roll 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1"),
        (SHOWN, "reroll 1"),
        (SHOWN, "reroll 2 1"),
        (SHOWN, "roll 1 2 / 1"),
        (START, "roll 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1"),
        (LED, "lift"),
    ],
)
def test_dice_that_are_not_due_are_refused(state: BluffState, text: str) -> None:
    assert refused(state, text) == IMPOSSIBLE


@pytest.mark.parametrize(
    ("state", "seat", "action", "reason"),
    [
        (LED, 0, Bid(1, 1), IMPOSSIBLE),
        (OPEN, 1, Bid(1, 1), IMPOSSIBLE),
        (OVER, 0, LIFT, IMPOSSIBLE),
        (OPEN, 0, Roll(((1,), (6,))), IMPOSSIBLE),
        (OVER, CHANCE, Roll(((1,), ())), "Chance has no roll"),
    ],
    ids=["dice are due", "another's turn", "the match is over", "a player's dice", "chance after the match"],
)
def test_nobody_acts_but_whose_turn_it_is(state: BluffState, seat: int, action: SeatAction | Roll, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        state.apply(Seat(seat), action)


def test_an_opening_roll_is_announced_with_its_winner_if_it_has_one() -> None:
    _, events = watch(START, "opening 1 1 1 1 1 / 5 5 5 5 5 / 1 1 1 1 1")

    assert events == (OpeningRolled(((1,) * 5, (5,) * 5, (1,) * 5), Seat(1)),)
    assert (TIED.table.opener, TIED.table.phase) == (None, "opening")


def test_a_bid_and_its_bidder_are_seen_by_everyone() -> None:
    state, events = watch(OPEN, "bid 1x3")

    assert events == (BidMade(Seat(0), Bid(1, 3)),)
    assert (OPEN.table.bid, OPEN.table.bidder) == (None, None)
    assert (state.table.bid, state.table.bidder, state.table.dice_in_play) == (Bid(1, 3), 0, 4)
    assert (str(Bid(7, 4)), str(Bid(4, 6))) == ("7 × 4", "4 × ★")


def test_bids_and_doubts_are_offered_in_public_but_not_dice_to_show() -> None:
    assert BID.view(None).public_actions == BID.view(Seat(1)).legal_actions
    assert SHOWING.view(None).public_actions == (STAND,)
    assert act(BID, "lift").view(None).public_actions == ()
    assert OPEN.view(Seat(1)).legal_actions == ()


@pytest.mark.parametrize(
    ("state", "action"),
    [(OPEN, Bid(1, 1)), (BID, LIFT), (SHOWING, STAND)],
    ids=["opens as low as possible", "doubts", "shows nothing"],
)
def test_a_player_who_runs_out_of_time(state: BluffState, action: SeatAction) -> None:
    assert state.default_action(min(state.to_act)) == action


@pytest.mark.parametrize(
    ("out_in", "expected"),
    [((None, None), (1, 1)), ((3, None, None), (3, 1, 1)), ((3, 5, None), (3, 2, 1)), ((3, 3, None), (2, 2, 1))],
)
def test_the_view_tells_the_places_so_far(out_in: tuple[int | None, ...], expected: tuple[int, ...]) -> None:
    """Rule 5.2."""
    assert places(out_in) == expected
    assert ONE_OUT.view(None).table.places == (1, 3, 1)


@pytest.mark.parametrize("text", ["", "bid", "bid 0x1", "bid 31x1", "bid 1x7", "raise 1x2", "roll 1 7", "expose 2 1"])
def test_another_text_is_no_action(text: str) -> None:
    with pytest.raises(MalformedAction, match="not an action of Bluff"):
        GAME.parse_action(text)


def test_what_can_only_be_answered_in_one_way_looks_plain_and_showing_dice_neither() -> None:
    assert act(table("1 / 2"), "bid 2x*").view(None).hardness == 0
    assert 0 < act(table("1 2 / 3 4", reroll=True), "bid 2x1").view(None).hardness < 1
