"""Whole matches of Bluff, short enough to follow with real dice."""

from games.bluff import GAME
from games.core import Outcome
from tests.games.bluff.tables import act


def test_a_duel_is_lost_in_three_rounds() -> None:
    first = act(
        GAME.start(2, {}),
        "opening 1 2 3 4 5 / 2 5 5 5 5",  # 15 against 22: the second player opens
        "roll 1 1 2 3 * / 2 2 4 5 5",
        "bid 3x2",
        "bid 6x2",
        "lift",  # three 2s and a star: two fewer than six
    )
    assert first.table.dice_counts == (3, 5)

    second = act(
        first,
        "roll 1 1 1 / 3 3 4 4 *",
        "bid 1x*",
        "lift",  # one star it is: everyone else loses a die
    )
    assert second.table.dice_counts == (2, 5)

    over = act(
        second,
        "roll 2 * / 5 5 5 5 5",
        "bid 3x5",
        "lift",  # three more than three, but there are only two dice to lose
    )
    assert over.outcome == Outcome(scores=(0, 5), places=(2, 1))


def test_two_of_three_go_out_in_one_challenge() -> None:
    tied = act(GAME.start(3, {}), "opening 5 5 5 5 5 / 1 1 1 1 1 / 5 5 5 5 5")

    ruined = act(
        tied,
        "opening * * * * * / - / 1 * * * *",  # one pip is more than none: the third player opens
        "roll 1 1 1 1 1 / 2 2 2 2 2 / 3 3 3 3 3",
        "bid 1x1",
        "bid 4x*",
        "lift",  # no star at all: the first player loses four
        "roll 4 / 2 2 2 2 2 / 3 3 3 3 3",
        "bid 5x4",
        "lift",  # one 4: the second player, winner of the last round, loses four
    )
    assert ruined.table.dice_counts == (1, 1, 5)

    over = act(
        ruined,
        "roll 1 / 1 / 3 3 3 3 3",
        "bid 5x3",
        "lift",  # five it is: the two others lose their last dice together
    )
    assert over.outcome == Outcome(scores=(0, 0, 5), places=(2, 2, 1))


def test_shown_dice_save_a_bid() -> None:
    shown = act(
        GAME.start(2, {"reroll": True}),
        "opening 5 5 5 5 5 / 1 1 1 1 1",
        "roll 1 2 4 4 * / 1 2 3 3 5",
        "bid 3x4",
        "expose 4 4 *",  # the 1 and the 2 are rolled again ...
        "reroll 3 4",  # ... and one is a 4 now
        "bid 4x4",
        "stand",
        "bid 5x4",
    )
    assert shown.table.phase == "expose"  # two dice are still under the first player's cup

    over = act(
        shown,
        "expose 4",
        "reroll *",
        "lift",  # five it is: three 4s and two stars
        "roll 1 1 1 1 1 / 2 2 2 2",
        "bid 5x*",
        "stand",
        "lift",  # none: all five dice are gone
    )
    assert over.outcome == Outcome(scores=(0, 4), places=(2, 1))
