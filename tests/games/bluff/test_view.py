"""Bluff's view besides dice: legal actions, places, defaults, names."""

import pytest

from games.bluff import GAME
from games.bluff.actions import LIFT, STAND, Bid
from games.bluff.events import BidMade
from games.bluff.table import places
from games.core import MalformedAction, Seat
from tests.games.bluff.tables import act, table, watch


def test_a_bid_reads_as_at_the_table() -> None:
    assert (str(Bid(7, 4)), str(Bid(4, 6))) == ("7 × 4", "4 × ★")


def test_the_view_names_the_bid_and_the_bidder() -> None:
    view = act(table("1 1 / 2 2"), "bid 1x3").view(Seat(1))

    assert (view.table.bid, view.table.bidder, view.table.seats, view.table.dice_in_play) == (Bid(1, 3), 0, 2, 4)


def test_before_the_first_bid_there_is_no_bidder() -> None:
    view = table("1 1 / 2 2").view(Seat(1))

    assert (view.table.bid, view.table.bidder) == (None, None)


def test_a_bid_is_seen_by_everyone() -> None:
    _, events = watch(table("1 1 / 2 2"), "bid 1x3")

    assert events == (BidMade(Seat(0), Bid(1, 3)),)


def test_every_bid_may_be_offered_in_public() -> None:
    state = act(table("1 1 / 2 2"), "bid 1x3")

    assert state.view(None).public_actions == state.view(Seat(1)).legal_actions


def test_dice_to_show_are_not_offered_in_public() -> None:
    assert act(table("1 1 / 2 2", reroll=True), "bid 1x3").view(None).public_actions == (STAND,)


def test_nothing_is_offered_while_dice_roll() -> None:
    assert act(table("1 1 / 2 2"), "bid 1x3", "lift").view(None).public_actions == ()


def test_a_player_who_runs_out_of_time_opens_as_low_as_possible() -> None:
    assert table("1 1 / 2 2").default_action(Seat(0)) == Bid(1, 1)


def test_a_player_who_runs_out_of_time_doubts() -> None:
    assert act(table("1 1 / 2 2"), "bid 1x3").default_action(Seat(1)) == LIFT


def test_a_player_who_runs_out_of_time_shows_nothing() -> None:
    assert act(table("1 1 / 2 2", reroll=True), "bid 1x3").default_action(Seat(0)) == STAND


@pytest.mark.parametrize(
    ("out_in", "expected"),
    [((None, None), (1, 1)), ((3, None, None), (3, 1, 1)), ((3, 5, None), (3, 2, 1)), ((3, 3, None), (2, 2, 1))],
)
def test_places_so_far(out_in: tuple[int | None, ...], expected: tuple[int, ...]) -> None:
    """Rule 5.2."""
    assert places(out_in) == expected


def test_the_view_tells_the_places_so_far() -> None:
    """Rule 5.2."""
    assert act(table("1 1 / 2 / 3 3"), "bid 1x1", "lift").view(None).table.places == (1, 3, 1)


def test_a_player_who_is_not_to_act_has_nothing_to_choose() -> None:
    state = table("1 1 / 2 2")

    assert state.view(Seat(0)).legal_actions
    assert state.view(Seat(1)).legal_actions == state.view(None).legal_actions == ()


@pytest.mark.parametrize("text", ["", "bid", "bid 0x1", "bid 31x1", "bid 1x7", "raise 1x2", "roll 1 7", "expose 2 1"])
def test_another_text_is_no_action(text: str) -> None:
    with pytest.raises(MalformedAction, match="not an action of Bluff"):
        GAME.parse_action(text)


def test_what_can_only_be_answered_in_one_way_looks_plain() -> None:
    assert act(table("1 / 2"), "bid 2x*").view(None).hardness == 0


def test_to_show_dice_looks_neither_plain_nor_hard() -> None:
    assert 0 < act(table("1 2 / 3 4", reroll=True), "bid 2x1").view(None).hardness < 1
