"""Bluff's option `reroll`: players show dice after their own bid. By the numbers in RULES.md."""

import pytest

from games.bluff import GAME
from games.bluff.actions import STAND, Bid, Expose
from games.bluff.events import BidMade, DiceExposed
from games.core import CHANCE_ALONE, IMPOSSIBLE, IllegalAction, Seat
from tests.games.bluff.tables import act, lifted, on_turn, refused, table, watch

PAIR = "2 2 * / 3 4 5"


def options(cups: str, *texts: str) -> list[str]:
    """The legal actions of the first player after these actions."""
    return [action.to_text() for action in act(table(cups, reroll=True), *texts).view(Seat(0)).legal_actions]


def test_after_a_bid_its_player_may_show_any_dice_but_one() -> None:
    """Rule 6.1."""
    assert options(PAIR, "bid 1x1") == ["expose 2", "expose *", "expose 2 2", "expose 2 *", "stand"]


def test_a_player_who_stands_passes_the_turn_on() -> None:
    """Rule 6.1."""
    assert on_turn(act(table(PAIR, reroll=True), "bid 1x1", "stand")) == 1


def test_a_single_die_under_the_cup_cannot_be_shown() -> None:
    """Rule 6.1."""
    assert on_turn(act(table("2 / 3 4 5", reroll=True), "bid 1x1")) == 1


def test_one_die_stays_under_the_cup() -> None:
    """Rule 6.1."""
    state = act(table(PAIR, reroll=True), "bid 1x1")

    assert refused(state, "expose 2 2 *") == "You can't show all your dice: at least one stays under the cup."


def test_nobody_shows_dice_of_another() -> None:
    """Rule 6.1."""
    state = act(table(PAIR, reroll=True), "bid 1x1")

    assert refused(state, "expose 3") == IMPOSSIBLE


def test_shown_dice_are_named_in_order() -> None:
    """Rule 6.1."""
    state = act(table(PAIR, reroll=True), "bid 1x1")

    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        state.apply(Seat(0), Expose((6, 2)))


def test_dice_are_not_shown_before_the_bid() -> None:
    """Rule 6.1."""
    state = act(table(PAIR, reroll=True))

    assert refused(state, "expose 2") == IMPOSSIBLE


def test_a_bid_is_not_raised_by_its_own_player() -> None:
    """Rule 6.1."""
    state = act(table(PAIR, reroll=True), "bid 1x1")

    assert refused(state, "bid 1x2") == IMPOSSIBLE


def test_the_dice_left_under_the_cup_are_rolled_again() -> None:
    """Rule 6.2."""
    state = act(table(PAIR, reroll=True), "bid 1x1", "expose 2")
    after = act(state, "reroll 5 5")

    assert state.to_act == CHANCE_ALONE
    assert after.view(Seat(0)).own_dice == (5, 5)


def test_the_others_do_not_see_what_was_rolled_again() -> None:
    """Rule 6.2."""
    state = act(table(PAIR, reroll=True), "bid 1x1", "expose 2")

    assert act(state, "reroll 5 5").view(Seat(1)) == act(state, "reroll 1 *").view(Seat(1))


def test_the_next_player_bids_after_the_roll() -> None:
    """Rule 6.2."""
    assert on_turn(act(table(PAIR, reroll=True), "bid 1x1", "expose 2", "reroll 5 5")) == 1


def test_everyone_sees_the_shown_dice() -> None:
    """Rule 6.3."""
    state, events = watch(act(table(PAIR, reroll=True), "bid 1x1"), "expose 2 *")

    assert state.view(None).table.exposed == ((2, 6), ())
    assert events == (DiceExposed(Seat(0), (2, 6), rerolled=1),)


def test_the_history_tells_what_was_shown_with_a_bid() -> None:
    """Rule 6.3."""
    (made,) = act(table(PAIR, reroll=True), "bid 1x1", "expose 2 *").view(None).table.bids

    assert made == BidMade(Seat(0), Bid(1, 1), (2, 6), 1)


def test_shown_dice_count() -> None:
    """Rule 6.3."""
    after = lifted(table(PAIR, reroll=True), "bid 1x2", "expose 2 *", "reroll 1", "lift")

    assert (after.count, after.exposed, after.cups) == (2, ((2, 6), ()), ((1,), (3, 4, 5)))


def test_shown_dice_go_back_under_the_cup() -> None:
    """Rule 6.3."""
    after = act(table(PAIR, reroll=True), "bid 1x2", "expose 2 *", "reroll 1", "lift")

    assert (after.table.exposed, after.table.dice_counts) == (((), ()), (3, 2))


def test_more_dice_may_be_shown_at_a_later_bid() -> None:
    """Rule 6.4."""
    state = act(
        table(PAIR, reroll=True), "bid 1x1", "expose *", "reroll 3 4", "bid 1x2", "stand", "bid 1x3", "expose 3"
    )

    assert state.table.exposed == ((3, 6), ())


def test_dice_may_be_shown_after_a_bid_that_cannot_be_raised() -> None:
    """Rule 6.5."""
    assert STAND in act(table("1 2 / 3", reroll=True), "bid 3x*").view(Seat(0)).legal_actions


def test_without_the_option_no_dice_are_shown() -> None:
    """Rule 6.6."""
    assert GAME.start(2, {}).table.reroll is False
    assert on_turn(act(table(PAIR), "bid 1x1")) == 1


def test_without_the_option_showing_is_refused() -> None:
    """Rule 6.6."""
    state = act(table(PAIR), "bid 1x1")

    assert refused(state, "stand") == IMPOSSIBLE
    assert Expose((3,)) not in state.view(Seat(1)).legal_actions
