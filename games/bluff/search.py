"""The hard player of Bluff: between two as it is solved, at larger tables by trying its actions in likely worlds.

In each world the other cups hold dice with which a medium player would have bid what was bid. Medium players end the
round from there, and the dice that are left to everyone say how good the action was.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import ceil
from random import Random
from typing import Final, TypeVar

from games.bluff.actions import LIFT, STAND, Bid, BluffAction, Dice, SeatAction, roll
from games.bluff.medium import belief, medium
from games.bluff.rules import BluffState
from games.bluff.solved import is_solved, solved
from games.bluff.table import OpenTable
from games.bluff.view import BluffView
from games.core import CHANCE, Seat, State, TimeUp
from games.search import best_on_average
from games.values import replace

_MOST_TRIED: Final = 32
_HALVED_AFTER: Final = 4
"""So many actions are tried at first, and the worse half is given up after so many worlds; measured: with few actions
the best is not among them, and with all of them to the end none is tried enough.
"""

_HOPELESS: Final = 0.03
_SAFE: Final = 0.97
"""Bids that hardly ever hold, or always do, are not tried. Lies are: the others believe many of them."""

_TRIED_ROLLS: Final = 8
"""For each cup, one of this many fair rolls is taken, the better it explains the bids the likelier."""

_SAME_FACE: Final = 0.4
_OTHER_FACE: Final = 0.1
"""How often a person makes a bid where a medium player would make another on the same face, or do something else."""

_GROWTH: Final = 2.5
"""A player's chances grow with this power of their dice; measured in matches of medium players."""

A = TypeVar("A", bound=SeatAction)

Explains = Callable[[Dice], float]
"""How well a roll explains the bids of the player who has it."""


def hard(view: BluffView, rng: Random, is_time_up: TimeUp) -> BluffAction:
    """Plays the solved strategy between two; otherwise does what does best if medium players go on from there."""
    if is_solved(view):
        return solved(view, rng)
    explain = {seat: _explanation(view, seat) for seat in view.opponents}
    return best_on_average(
        _promising(view),
        lambda: (_world(view, explain, rng), 1.0),
        partial(_worth, view, rng),
        is_time_up,
        _HALVED_AFTER,
    )


def _promising(view: BluffView) -> tuple[SeatAction, ...]:
    """What is worth trying: a doubt, and bids from the most daring to the safest that say something.

    Shape: so few that a world at a table of six is tried in a few milliseconds.
    """
    if view.table.phase == "expose":
        return (*_spread(view.legal_actions[:-1]), STAND)
    holds = belief(view)
    odds = {bid: holds(bid) for bid in view.legal_actions if isinstance(bid, Bid)}
    in_doubt = sorted([bid for bid, chance in odds.items() if _HOPELESS < chance < _SAFE], key=odds.__getitem__)
    bids = _spread(in_doubt) or [*odds][:1]
    return (*bids, LIFT) if view.table.bids else tuple(bids)


def _spread(actions: Sequence[A]) -> Sequence[A]:
    """As many of the actions as can be tried, evenly spread over all of them."""
    return actions[:: max(1, ceil(len(actions) / _MOST_TRIED))]


def _world(view: BluffView, explain: Mapping[Seat, Explains], rng: Random) -> BluffState:
    """The table with dice under every cup: the own ones, and others that explain the bids."""
    cups = [view.own_dice if seat == view.seat else () for seat in range(view.table.seats)]
    for seat, explains in explain.items():
        tried = [roll(rng, view.table.under_cup(seat)) for _ in range(_TRIED_ROLLS)]
        (cups[seat],) = rng.choices(tried, [explains(dice) for dice in tried])
    return BluffState(view.table, tuple(cups))


def _explanation(view: BluffView, seat: Seat) -> Explains:
    """What a medium player in that seat would have bid, compared with what was bid since the dice there were rolled."""
    decisions: list[tuple[OpenTable, Bid]] = []
    exposed: list[Dice] = [()] * view.table.seats
    for number, made in enumerate(view.table.bids):
        if made.seat == seat:
            before = replace(
                view.table,
                to_act=frozenset({seat}),
                phase="bid",
                bids=view.table.bids[:number],
                exposed=tuple(exposed),
            )
            decisions = [] if made.exposed else [*decisions, (before, made.bid)]
        exposed[made.seat] += made.exposed

    @cache
    def explains(dice: Dice) -> float:
        likelihood = 1.0
        for before, bid in decisions:
            would = medium(BluffView(seat, dice, before), Random(0))
            if would != bid:
                likelihood *= _SAME_FACE if isinstance(would, Bid) and would.face == bid.face else _OTHER_FACE
        return likelihood

    return explains


def _worth(view: BluffView, rng: Random, world: BluffState, action: BluffAction) -> float:
    """How likely this seat wins the match if it does this and medium players end the round."""
    assert view.seat is not None
    state: State[BluffAction, BluffView] = world.apply(view.seat, action).state
    while (table := state.view(None).table).phase not in {"roll", "over"}:
        (seat,) = table.to_act
        chosen = state.sample_chance(rng) if seat == CHANCE else medium(state.view(seat), rng)
        state = state.apply(seat, chosen).state
    chances = [dice**_GROWTH for dice in table.dice_counts]
    return float(chances[view.seat] / sum(chances))
