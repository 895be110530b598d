"""Whole matches of Bluff, short enough to follow with real dice."""

from games.bluff import GAME
from games.core import Outcome
from tests.games.bluff.tables import act


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
