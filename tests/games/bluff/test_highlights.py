"""What is told of a match of Bluff."""

from bot.pages.faces import plain
from bot.words import words
from cogs.bluff.moments import told as in_words
from games.bluff import GAME
from games.bluff.actions import Bid
from games.bluff.highlights import Bluff, Comeback, Doubt, Unscathed, moments
from games.bluff.rules import BluffState
from games.core import Seat
from games.highlights import Moment
from tests.games.bluff.tables import act, table

ANA, BEN = Seat(0), Seat(1)


def told(state: BluffState) -> list[Moment]:
    assert state.outcome
    return [*moments(state.table)]


def test_a_bid_on_too_much_that_was_raised_is_a_bluff() -> None:
    state = act(table("1 1 2 3 4 / 1 1 2 3 3"), "bid 4x5", "bid 5x5", "lift")
    (doubt, bluff) = told(state)

    assert isinstance(doubt, Doubt)
    assert (doubt.seat, doubt.is_last, doubt.left) == (ANA, True, (5, 0))
    assert isinstance(bluff, Bluff)
    assert (bluff.seat, bluff.bid, bluff.count, bluff.believer, bluff.is_out) == (ANA, Bid(4, 5), 0, BEN, True)


def test_who_raises_a_bid_that_was_true_believed_nothing_false() -> None:
    state = act(table("5 5 5 5 * / 1 1 2 3 3"), "bid 5x5", "bid 10x5", "lift")

    assert [type(one) for one in told(state)] == [Doubt]


def test_dice_rolled_again_since_a_bid_say_nothing_about_it() -> None:
    state = act(table("1 1 2 3 4 / 1 1 2 3 3", reroll=True), "bid 4x5", "expose 1", "reroll 1 1 1 1")
    state = act(state, "bid 9x5", "stand", "lift")

    assert [type(one) for one in told(state)] == [Doubt]


def test_a_win_with_the_last_die_is_a_comeback() -> None:
    start = act(GAME.start(2, {}), "opening 1 2 3 4 5 / 1 1 1 1 1", "roll 1 1 1 1 1 / 2 2 2 2 2", "bid 4x*", "lift")
    (*_, comeback) = told(act(start, "roll 5 / 2 2 2 2 2", "bid 6x5", "lift"))

    assert isinstance(comeback, Comeback)
    assert (comeback.seat, comeback.dice, comeback.others, comeback.round) == (ANA, 1, 5, 2)


def test_a_win_without_a_lost_die_is_one() -> None:
    state = act(GAME.start(2, {}), "opening 1 2 3 4 5 / 1 1 1 1 1", "roll 1 1 1 1 1 / 2 2 2 2 2", "bid 6x2", "lift")
    state = act(state, "roll 1 1 1 1 / 2 2 2 2 2", "bid 5x2", "lift")
    (*_, unscathed) = told(act(state, "roll 1 1 1 / 2 2 2 2 2", "bid 2x2", "lift"))

    assert isinstance(unscathed, Unscathed)
    assert (unscathed.seat, unscathed.lost) == (BEN, 0)


def test_a_bid_that_was_exactly_right_is_told_of_its_bidder() -> None:
    (exact,) = told(act(table("5 5 / 1 / 1"), "bid 2x5", "lift"))

    assert isinstance(exact, Doubt)
    assert (exact.seat, exact.own) == (ANA, 2)


def test_the_last_doubt_is_told_as_such_if_it_was_one_die_against_one() -> None:
    state = act(GAME.start(2, {}), "opening 1 2 3 4 5 / 1 1 1 1 1", "roll 1 1 1 1 1 / 2 2 2 2 2", "bid 4x*", "lift")
    state = act(state, "roll 5 / 2 2 2 2 2", "bid 5x5", "lift", "roll 5 / 1", "bid 1x1", "bid 1x4", "lift")
    *_, doubt = (one for one in told(state) if isinstance(one, Doubt))

    assert plain(in_words(doubt, ("Ana", "Ben").__getitem__, words("en-US"))[0]) == (
        "It came down to one die each: Ben bid 1 × 4, Ana doubted it, and Ana won."
    )


def test_a_bid_that_was_exactly_right_is_no_feat_against_one_player() -> None:
    state = act(GAME.start(2, {}), "opening 1 2 3 4 5 / 1 1 1 1 1", "roll 1 1 1 1 1 / 2 2 2 2 2", "bid 5x1", "lift")
    exact, *_ = told(act(state, "roll 1 1 1 1 1 / 2 2 2 2", "bid 5x*", "lift"))

    assert exact.weight < 0.5


def test_four_dice_lost_in_the_first_round_are_told_rather_than_the_last_one() -> None:
    state = act(GAME.start(2, {}), "opening 1 2 3 4 5 / 1 1 1 1 1", "roll 1 1 1 1 1 / 2 2 2 2 2")
    state = act(state, "bid 1x1", "bid 4x*", "lift", "roll 1 1 1 1 1 / 2", "bid 5x1", "lift")
    bold, exact = (one for one in told(state) if isinstance(one, Doubt))

    assert bold.weight > exact.weight
