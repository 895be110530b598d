"""Loss by a short search: `python -m bench.looks GAME --positions N [--seconds 0.2] [--longer 2] [--seed 0]`.

Positions come from matches among strangers (`bench.pool`) and computer players that answer at once. In each, both
searches begin with the same seed, and where they find different moves, a third look of the longer time compares those
two in worlds of its own. The interval is a 95% one, over positions.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bench.pool import styles_of
from bench.report import machine, print_table
from bench.strength import ONE_ROUND, choose, estimate, players_of, within
from games.catalogue import GAMES, HARD
from games.core import CHANCE

OFTEN = 0.1
"""Share of the decisions that are looked at: positions of one match are then nearly independent."""

MOST_OF_A_MATCH = 4


class Loss(NamedTuple):
    """Result for one position. Units: the search's, which is a share of a match or round, or points."""

    lost: float
    differs: bool


def positions(game: str, seed: int) -> Iterator[Any]:
    """Views of decisions in matches at tables of all sizes, without end."""
    listing = GAMES[game]
    players = [name for name in players_of(game) if name != HARD]
    for match in count():
        rng = Random(f"{seed} {game} {match}")
        seats = rng.choice(listing.game.seats)
        state, sitting = listing.game.start(seats, ONE_ROUND.get(game, {})), rng.choices(players, k=seats)
        found = []
        while state.to_act:
            seat = min(state.to_act)
            if seat == CHANCE:
                action = state.sample_chance(rng)
            else:
                view = state.view(seat)
                if len(view.legal_actions) > 1 and rng.random() < OFTEN:
                    found.append(view)
                action = choose(game, sitting[seat], view, rng, lambda: True)
            state = state.apply(seat, action).state
        yield from rng.sample(found, min(MOST_OF_A_MATCH, len(found)))


def loss(game: str, seconds: float, longer: float, numbered: tuple[int, Any]) -> Loss:
    """Compares the moves of the two searches in one position."""
    (number, view), listing = numbered, GAMES[game]
    short, long = (listing.search(view, Random(number), within(time)) for time in (seconds, longer))
    if short == long:
        return Loss(0.0, differs=False)
    judged = listing.evaluate(view, Random(f"{number}, again"), within(longer), among=(short, long), kept=long)
    return Loss(-next(one.ahead for one in judged if one.action == short), differs=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Looks at the positions and prints the mean loss."""
    parser = argparse.ArgumentParser(prog="python -m bench.looks", description=__doc__)
    parser.add_argument("game", choices=[game for game in GAMES if styles_of(game)])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2, help="of a processor for the short search (0.2)")
    parser.add_argument("--longer", type=float, default=2.0, help="for the long one (2)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    views = enumerate(islice(positions(chosen.game, chosen.seed), chosen.positions))
    compare = partial(loss, chosen.game, chosen.seconds, chosen.longer)
    with get_context("spawn").Pool(chosen.processes) as pool:
        found = pool.map(compare, views, chunksize=1)
    title = f"{chosen.game}: {chosen.seconds:g} s against {chosen.longer:g} s a move, seed {chosen.seed}"
    head = ("positions", "other moves, %", "loss")
    differ = 100 * fmean(one.differs for one in found)
    print(machine())
    print_table(title, head, [(str(len(found)), f"{differ:.0f}", estimate([one.lost for one in found]).to_text(4))])


if __name__ == "__main__":
    main()
