"""Solves Bluff between two: `python -m tools.bluff_solver.solve` makes the file that `solved` reads. Needs numpy.

It uses counterfactual regret minimisation, with regrets that don't fall below zero, for each pair of dice counts from
one die against one upwards: the worth of a round follows from the pairs that it can lead to.
"""

import argparse
from collections.abc import Mapping, Sequence
from math import factorial, prod
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from games.bluff.actions import FACES
from games.bluff.rules import lost_by
from games.bluff.solved import FILE, MOST_DICE, PAIRS, Bids, Pair, bids_of, node_of, nodes_of, rolls, starts_of
from games.core import Seat

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]

Worth = Mapping[Pair, float]
"""The opener's chance to win the match."""

OPENER: Final = 0
PLAYERS: Final = (0, 1)
"""The opener of the round, and the other player."""

_REPEATS: Final = {2: 1000, 3: 300, 4: 120, 5: 200}
"""Repeats of a round by both players' dice. If more bids are remembered, there are more nodes to play."""

_LEAST: Final = {2: 0.002, 3: 0.004, 4: 0.02, 5: 0.02}
"""Actions rarer than this are left over from early mistakes; without them the file is a third smaller."""

_HARDLY_REACHED: Final = 0.001
"""Where a roll has come less than this as often as the roll that comes there most, no time is spent on choosing."""


class Turn(NamedTuple):
    """All nodes with the same last bid.

    Shape: `children` has a row for each of the nodes: those that the `bids` from there lead to. `actions` are these
    bids and the doubt.
    """

    nodes: Numbers
    children: Numbers
    bids: slice
    actions: slice

    @property
    def after(self) -> Numbers | slice:
        """The children: as a slice where it can be one, so that numpy copies nothing."""
        return (
            slice(*self.children[0, [0, -1]] + [0, 1]) if len(self.nodes) == 1 and self.children.size else self.children
        )


class Round:
    """One round between two as a game of its own: who bids after what, and what a doubt is worth.

    Shape: an action is the place of a bid among `bids_of`, or `bids` for the doubt. `turns` go from the first bid on.
    `doubts` has a player's roll, the last bid, the other's roll, and how likely the opener wins if this player doubts.
    """

    def __init__(self, pair: Pair, worth: Worth) -> None:
        bids, self.nodes = bids_of(pair.dice), nodes_of(pair.dice)
        self.pair, self.bids = pair, len(bids)
        self.odds = tuple(_odds(dice) for dice in pair)
        self.turns = tuple(self._turn(last) for last in range(-1, self.bids))
        counts = [np.array([[bid.counts(roll) for bid in bids] for roll in rolls(dice)]) for dice in pair]
        surplus = counts[0][:, :, None] + counts[1].T - np.array([[bid.quantity] for bid in bids])
        doubts = [_after_doubts(pair, player, worth)[surplus + pair.dice] for player in PLAYERS]
        self.doubts = (doubts[0], np.ascontiguousarray(doubts[1].transpose(2, 1, 0)))

    def _turn(self, last: int) -> Turn:
        first = last + 1
        nodes = [node for node, bids in enumerate(self.nodes) if (bids[-1] if bids else -1) == last]
        children = [
            [node_of(self.pair.dice, (*self.nodes[node], place)) for place in range(first, self.bids)] for node in nodes
        ]
        return Turn(
            np.array(nodes),
            np.array(children, np.int64),
            slice(first, self.bids),
            slice(first, self.bids + (first > 0)),
        )

    def after(self, strategies: Sequence[Array]) -> tuple[Array, Array]:
        """How likely the opener wins the match when the other is to act.

        Shape: for each player the roll, the node at which the other is to act, and the other's roll.
        """
        rows = [len(odds) for odds in self.odds]
        worth = [np.zeros((own, len(self.nodes), other), np.float32) for own, other in (rows, rows[::-1])]
        for last, turn in reversed([*enumerate(self.turns, -1)]):
            for player, strategy in enumerate(strategies):
                chosen = strategy[:, turn.nodes]
                raised = worth[player][:, turn.after].reshape(*chosen.shape[:2], -1, rows[1 - player])
                gain = np.matmul(chosen[:, :, None, turn.bids], raised)[:, :, 0]
                if last >= 0:
                    gain += chosen[:, :, self.bids, None] * self.doubts[player][:, None, last]
                worth[1 - player][:, turn.nodes] = gain.transpose(2, 1, 0)
        return worth[0], worth[1]

    def reach(self, player: int, strategy: Array, others: Array) -> tuple[Array, Array]:
        """How far each roll of `player` gets by their own choices, while the other chooses as `others` says by node.

        Shape: node and roll; first where the other is to act, then where `player` is.
        """
        waits = np.zeros((len(self.nodes), len(self.odds[player])), np.float32)
        acts = np.zeros_like(waits)
        (acts if player == OPENER else waits)[0] = 1
        for turn in self.turns[:-1]:
            came = acts[turn.nodes].T[:, :, None] * strategy[:, turn.nodes, turn.bids]
            np.add.at(waits, turn.children, came.transpose(1, 2, 0))
            np.add.at(acts, turn.children, waits[turn.nodes][:, None] * others[turn.nodes, turn.bids, None])
        return waits, acts


class Learner:
    """Plays a round against itself, and plays more often what it regrets not to have played."""

    def __init__(self, game: Round) -> None:
        self.game = game
        shape = (len(game.nodes), game.bids + 1)
        legal = np.zeros(shape, np.float32)
        for turn in game.turns:
            legal[turn.nodes, turn.actions] = 1
        self._anything = legal / legal.sum(1, keepdims=True)
        self._legal = legal
        self._regrets = [np.zeros((len(odds), *shape), np.float32) for odds in game.odds]
        self._played = [np.zeros_like(regrets) for regrets in self._regrets]
        self._rounds = 0

    def improve(self) -> None:
        """One round of play and regret.

        How far the own choices would get is left out of the regrets, and so the player counts as doing anything there:
        what a player now never does must stay worth learning.
        """
        self._rounds += 1
        game = self.game
        for player in PLAYERS:
            other = 1 - player
            now = [self._now(player) for player in PLAYERS]
            after = game.after(now)
            reach, _ = game.reach(other, now[other], self._anything)
            gains = self._gains(player, reach * game.odds[other], after[player])
            gains -= (gains * now[player]).sum(2, keepdims=True)
            self._regrets[player] = np.maximum(self._regrets[player] + gains * self._legal, 0)
            now[player] = self._now(player)
            _, own = game.reach(player, now[player], self._anything)
            # Later rounds are played better, so they count for more in the average.
            self._played[player] += self._rounds**2 * own.T[:, :, None] * now[player]

    def _now(self, player: int) -> Array:
        regrets = self._regrets[player]
        total = regrets.sum(2, keepdims=True)
        now: Array = np.where(total > 0, regrets / np.maximum(total, 1e-30), self._anything)
        return now

    def _gains(self, player: int, reach: Array, after: Array) -> Array:
        """Gain of `player` from each action, shaped as the regrets."""
        game, gains = self.game, np.zeros_like(self._regrets[player])
        for last, turn in enumerate(game.turns, -1):
            came = reach[turn.nodes]
            raised = after[:, turn.after].reshape(len(gains), len(came), -1, came.shape[1])
            gains[:, turn.nodes, turn.bids] = np.matmul(raised, came[:, :, None])[:, :, :, 0]
            if last >= 0:
                gains[:, turn.nodes, game.bids] = game.doubts[player][:, last] @ came.T
        return gains if player == OPENER else -gains

    def average(self, player: int) -> Array:
        """Average strategy, without what was hardly ever played; where play never gets, it doubts."""
        played = self._played[player]
        total = played.sum(2, keepdims=True)
        shares: Array = played / np.maximum(total, 1e-30)
        shares[shares < _LEAST[self.game.pair.dice]] = 0
        lost = (total <= _HARDLY_REACHED * total.max(0))[:, :, 0]
        shares[lost] = 0
        shares[lost | (shares.sum(2) == 0), -1] = 1
        shares /= shares.max(2, keepdims=True)
        return shares


def _odds(dice: int) -> Array:
    """How likely each roll is."""
    ways = [factorial(dice) // prod(factorial(roll.count(face)) for face in FACES) for roll in rolls(dice)]
    return np.array([way / 6**dice for way in ways], np.float32)


def _after_doubts(pair: Pair, doubter: int, worth: Worth) -> Array:
    """How likely the opener wins the match after a doubt. Shape: one entry for each surplus, from the lowest."""
    bidder, chances = 1 - doubter, []
    for surplus in range(-pair.dice, pair.dice + 1):
        lost = lost_by(pair, Seat(bidder), Seat(doubter), surplus)
        winner = bidder if surplus >= 0 else doubter
        left = Pair(pair[winner] - lost[winner], pair[1 - winner] - lost[1 - winner])
        chance = worth[left] if left.other else 1.0
        chances.append(chance if winner == OPENER else 1 - chance)
    return np.array(chances, np.float32)


def to_weights(game: Round, strategies: Sequence[Array]) -> bytes:
    """The entry of the file for these strategies."""
    parts = [
        whole[:, node, _actions(bids, game)].tobytes()
        for whole in map(_whole, strategies)
        for node, bids in enumerate(game.nodes)
    ]
    return b"".join(parts)


def _whole(shares: Array) -> NDArray[np.uint8]:
    """The shares as whole numbers that fit into a byte, in each row by the scale that puts least of them wrong."""
    whole, error = np.zeros(shares.shape, np.uint8), np.ones((*shares.shape[:2], 1), np.float32)
    for scale in range(255, 127, -1):
        scaled = np.rint(shares * scale)
        wrong = np.abs(scaled / scale - shares).max(2, keepdims=True)
        np.copyto(whole, scaled, where=wrong < error, casting="unsafe")
        np.minimum(error, wrong, out=error)
    return whole


def _actions(bids: Bids, game: Round) -> slice:
    return game.turns[bids[-1] + 1 if bids else 0].actions


def from_weights(game: Round, weights: bytes) -> tuple[Array, Array]:
    """The strategies of an entry of the file."""
    starts = starts_of(game.pair)
    strategies = []
    for player, odds in enumerate(game.odds):
        strategy = np.zeros((len(odds), len(game.nodes), game.bids + 1), np.float32)
        for node, bids in enumerate(game.nodes):
            start, end = starts[player][node : node + 2]
            shares = np.frombuffer(weights[start:end], np.uint8).reshape(len(odds), -1)
            strategy[:, node, _actions(bids, game)] = shares / np.maximum(shares.sum(1, keepdims=True), 1)
        strategies.append(strategy)
    return strategies[0], strategies[1]


def worth_of(game: Round, strategies: Sequence[Array]) -> float:
    """The opener's chance to win the match."""
    return float(game.odds[1] @ game.after(strategies)[1][:, 0] @ game.odds[0])


def main(arguments: Sequence[str] | None = None) -> None:
    """Solves the pairs, writes them to the file and says what the opener can expect."""
    parser = argparse.ArgumentParser(prog="python -m tools.bluff_solver.solve", description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--dice", type=int, default=MOST_DICE, help="the most dice of both together (%(default)s)")
    chosen = parser.parse_args(arguments)
    worth: dict[Pair, float] = {}
    with ZipFile(chosen.file, "w", ZIP_DEFLATED) as file:
        for pair in PAIRS:
            if pair.dice <= chosen.dice:
                game = Round(pair, worth)
                weights = to_weights(game, solve(game, _REPEATS[pair.dice]))
                worth[pair] = worth_of(game, from_weights(game, weights))
                file.writestr(ZipInfo(pair.entry), weights, ZIP_DEFLATED, compresslevel=9)
                print(f"{pair.entry}: {worth[pair]:.5f}", flush=True)


def solve(game: Round, repeats: int) -> Sequence[Array]:
    """How both play it best."""
    learner = Learner(game)
    for _ in range(repeats):
        learner.improve()
    return [learner.average(player) for player in PLAYERS]


if __name__ == "__main__":
    main()
