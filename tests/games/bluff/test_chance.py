"""Chance in Bluff: its rolls, and refusals while it's chance's turn or not."""

from random import Random

import pytest

from games.bluff import GAME
from games.bluff.actions import LIFT, Bid, Roll
from games.bluff.events import OpeningRolled
from games.bluff.rules import BluffState
from games.core import CHANCE, IMPOSSIBLE, IllegalAction, Seat
from tests.games.bluff.tables import act, refused, table, watch

START = GAME.start(3, {})
TIED = act(START, "opening 5 5 5 5 5 / 1 1 1 1 1 / 5 5 5 5 5")
LED = act(START, "opening 5 5 5 5 5 / 1 1 1 1 1 / 1 1 1 1 1")
ONE_OUT = act(table("1 1 / 2 / 3 3"), "bid 1x1", "lift")
SHOWN = act(table("1 2 3 / 4", reroll=True), "bid 1x1", "expose 1")


@pytest.mark.parametrize(
    "state", [START, TIED, LED, ONE_OUT, SHOWN], ids=["start", "tie", "opener", "one out", "shown"]
)
def test_dice_that_are_due_can_be_drawn_and_played(state: BluffState) -> None:
    assert state.apply(CHANCE, state.sample_chance(Random(3)))


def test_no_dice_are_drawn_while_a_player_is_to_act() -> None:
    with pytest.raises(ValueError, match="no dice are due"):
        table("1 / 2").sample_chance(Random(3))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (START, "opening 1 1 1 1 1 / 1 1 1 1 1"),
        (TIED, "opening 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1"),
        (LED, "roll 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1"),
        (ONE_OUT, "roll 1 1 / 1 / 1 1"),
        (SHOWN, "reroll 1"),
        (SHOWN, "reroll 2 1"),
        (SHOWN, "roll 1 2 / 1"),
        (START, "roll 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1"),
        (LED, "lift"),
    ],
)
def test_dice_that_are_not_due_are_refused(state: BluffState, text: str) -> None:
    assert refused(state, text) == IMPOSSIBLE


def test_chance_knows_no_more_than_a_spectator() -> None:
    state = table("1 2 / 3 4")

    assert state.view(CHANCE) == state.view(None)


def test_an_opening_roll_is_announced_with_its_winner() -> None:
    _, events = watch(START, "opening 1 1 1 1 1 / 5 5 5 5 5 / 1 1 1 1 1")

    assert events == (OpeningRolled(((1,) * 5, (5,) * 5, (1,) * 5), Seat(1)),)


def test_a_tied_opening_roll_names_no_winner() -> None:
    assert (TIED.table.opener, TIED.table.phase) == (None, "opening")


def test_a_player_waits_for_the_dice() -> None:
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        LED.apply(Seat(0), Bid(1, 1))


def test_a_player_waits_for_their_turn() -> None:
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        table("1 / 2").apply(Seat(1), Bid(1, 1))


def test_after_the_match_nothing_is_left_to_do() -> None:
    over = act(table("1 / 2"), "bid 1x1", "lift")

    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        over.apply(Seat(0), LIFT)


def test_a_player_does_not_choose_dice() -> None:
    with pytest.raises(IllegalAction, match=IMPOSSIBLE):
        table("1 / 2").apply(Seat(0), Roll(((1,), (6,))))


def test_nobody_takes_dice_for_chance_after_the_match() -> None:
    over = act(table("1 / 2"), "bid 1x1", "lift")

    with pytest.raises(IllegalAction, match="Chance has no roll"):
        over.apply(CHANCE, Roll(((1,), ())))
