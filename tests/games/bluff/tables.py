"""Makes states of Bluff for tests: from their dice, and from actions written as text."""

from dataclasses import replace

import pytest

from games.bluff import GAME
from games.bluff.actions import BluffAction, Roll
from games.bluff.events import CupsLifted
from games.bluff.rules import BluffState
from games.bluff.view import BluffView
from games.core import Computer, Event, IllegalAction, Seat

Player = Computer[BluffView, BluffAction]


def table(cups: str, *, opener: int = 0, reroll: bool = False) -> BluffState:
    """A round in which these dice have just been rolled. Shape: `cups` as in a record: `1 2 * / - / 5 5`."""
    roll = GAME.parse_action(f"roll {cups}")
    assert isinstance(roll, Roll)
    fresh = GAME.start(len(roll.dice), {"reroll": reroll})
    ready = replace(
        fresh.table,
        phase="roll",
        opener=Seat(opener),
        dice_counts=tuple(map(len, roll.dice)),
        out_in=tuple(None if dice else 0 for dice in roll.dice),
    )
    return act(BluffState(ready, fresh.cups), f"roll {cups}")


def act(state: BluffState, *texts: str) -> BluffState:
    """The state after these actions, each by the seat to act."""
    for text in texts:
        state, _ = watch(state, text)
    return state


def watch(state: BluffState, text: str) -> tuple[BluffState, tuple[Event, ...]]:
    """The state after one action by the seat to act, and its events."""
    (seat,) = state.to_act
    step = state.apply(seat, GAME.parse_action(text))
    assert isinstance(step.state, BluffState)
    return step.state, step.events


def lifted(state: BluffState, *texts: str) -> CupsLifted:
    """The challenge that these actions end with."""
    event = act(state, *texts).table.last_lift
    assert event is not None
    return event


def on_turn(state: BluffState) -> Seat:
    (seat,) = state.to_act
    return seat


def refused(state: BluffState, text: str) -> str:
    """The sentence that refuses this action to the seat to act."""
    with pytest.raises(IllegalAction) as error:
        act(state, text)
    return error.value.template.format(**error.value.facts)
