"""The fixed ratings of computer players: `python -m bench.levels [GAME ...] [--matches M] [--seconds 0.05] [--quick]`.

Each level is measured in whole matches with the usual options: it sits in one seat, at a table of up to four, among
*easy* and *medium* players. Its rating is the one that makes its places likeliest in the model that rates people
(`bot/tables/ratings.py`), if *medium* has a newcomer's mu. What *easy* and *medium* players are found to be is then
taken as known for the others.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import exp
from multiprocessing import get_context
from random import Random
from statistics import stdev
from typing import Final

from bench.report import machine, print_table
from bench.strength import within
from bot.tables.ratings import BETA, NEWCOMER, pulls
from games.catalogue import GAMES, HARD
from games.core import CHANCE

Finish = tuple[tuple[str, int], ...]
"""How a match ended. Shape: the level and the place of each seat, sorted by place."""

ANCHOR: Final = "medium"
OTHERS: Final = ("easy", ANCHOR)
"""Players of the other seats: levels that people may play against, and that answer at once."""

MOST_SEATS: Final = 4
MORE_AT_ONCE: Final = 4
"""How many times as many matches are played by levels that answer at once."""

RESAMPLES: Final = 30
STEPS: Final = 400
SPREAD: Final = 25.0
"""How far from a newcomer a level may well be, in mu: only this keeps one that always loses from having no rating."""


def play(game: str, seconds: float, measured: str, number: int) -> Finish:
    """Plays one match of this level against others."""
    listing, rng = GAMES[game], Random(f"{game}, {measured}, {number}")
    tables = [seats for seats in listing.game.seats if seats <= MOST_SEATS]
    seats = tables[number % len(tables)]
    rivals = [level for level in OTHERS if level != measured]
    levels = [measured, rng.choice(rivals), *rng.choices(OTHERS, k=seats - 2)]
    rng.shuffle(levels)
    state = listing.game.start(seats, {})
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            action = listing.choose(levels[seat], state.view(seat), rng, within(seconds))
        state = state.apply(seat, action).state
    assert state.outcome is not None
    return tuple(sorted(zip(levels, state.outcome.places, strict=True), key=lambda one: (one[1], one[0])))


def fit(finishes: Mapping[Finish, int], known: Mapping[str, float]) -> dict[str, float]:
    """The mu of each level that makes these finishes likeliest. Shape: `known` ones stay as they are."""
    levels = sorted({level for finish in finishes for level, _ in finish})
    fitted = {level: known.get(level, NEWCOMER.mu) for level in levels}
    for _ in range(STEPS):
        slope = {level: (NEWCOMER.mu - mu) / SPREAD**2 for level, mu in fitted.items()}
        bend = dict.fromkeys(levels, 1 / SPREAD**2)
        for finish, times in finishes.items():
            _add_slopes(finish, times, fitted, slope, bend)
        moves = {level: slope[level] / bend[level] / 2 for level in levels if level not in known}
        for level, move in moves.items():
            fitted[level] += move
        if max(map(abs, moves.values())) < 1e-4:
            break
    return fitted


def _add_slopes(
    finish: Finish, times: int, mu: Mapping[str, float], slope: dict[str, float], bend: dict[str, float]
) -> None:
    """Adds what one finish says about each level: the first two derivatives of its likelihood's logarithm."""
    c = (len(finish) * BETA**2) ** 0.5
    found = pulls([exp(mu[level] / c) for level, _ in finish], [place for _, place in finish])
    for (level, _), pull in zip(finish, found, strict=True):
        slope[level] += times * pull.slope / c
        bend[level] += times * pull.bend / c**2


def rated_levels(finishes: Sequence[Finish], known: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """The mu of each level not known yet, and its standard error, from drawing the matches anew."""
    best, rng = fit(Counter(finishes), known), Random("resamples")
    again = [fit(Counter(rng.choices(finishes, k=len(finishes))), known) for _ in range(RESAMPLES)]
    return {level: (mu, stdev([one[level] for one in again])) for level, mu in best.items() if level not in known}


def measure(game: str, matches: int, seconds: float, processes: int) -> dict[str, tuple[float, float]]:
    """Every level's mu and its standard error."""
    found = {ANCHOR: (NEWCOMER.mu, 0.0)}
    with get_context("spawn").Pool(processes) as pool:
        for level in sorted(set(GAMES[game].levels) - {ANCHOR}, key=lambda level: level not in OTHERS):
            times = matches if level == HARD else MORE_AT_ONCE * matches
            finishes = pool.map(partial(play, game, seconds, level), range(times), chunksize=1)
            found |= rated_levels(finishes, {level: mu for level, (mu, _) in found.items()})
    return found


def report(game: str, rated: Mapping[str, tuple[float, float]]) -> Iterable[tuple[str, ...]]:
    """One row a level, weakest first."""
    for level, (mu, error) in sorted(rated.items(), key=lambda one: one[1]):
        yield game, level, f"{mu:.1f}", f"{error:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the matches and prints the ratings."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (all)")
    parser.add_argument(
        "--matches", type=int, default=200, help="of hard in each game; of the others four times as many (200)"
    )
    parser.add_argument("--seconds", type=float, default=0.05, help="of computing a move, for hard (0.05)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quick", action="store_true", help="only to see that it runs: the figures mean nothing")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.games) - set(GAMES):
        parser.error(f"there is no game {min(unknown)}; there are {', '.join(GAMES)}")
    matches, seconds = (8, 0.001) if chosen.quick else (chosen.matches, chosen.seconds)
    print(machine())
    games = chosen.games or GAMES
    rows = [row for game in games for row in report(game, measure(game, matches, seconds, chosen.processes))]
    title = f"Ratings of computer players, {matches} matches of {HARD} at {1000 * seconds:.0f} ms a move"
    print_table(title, ("game", "level", "mu", "standard error"), rows)


if __name__ == "__main__":
    main()
