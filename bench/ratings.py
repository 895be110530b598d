"""How well ratings tell players apart, and what farming them brings: `python -m bench ratings`.

Simulated, since nobody knows how strong real players are. *Order*: people of known strength play one another in random
groups of two to four; after each match per person, Kendall's tau compares the order by shown rating with the true one.
Luck is of three kinds: the kind that the model assumes, and two that it doesn't. *Farming*: accounts that lose to one
another on purpose live beside honest players, with the rules against it and without.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, log, pi, tan
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Final, Literal, get_args

from bench.plot import chart
from bench.report import print_table
from bot.tables.ratings import FOREGONE, NEWCOMER, Rating, computer_rating, is_provisional, rated, weight

PEOPLE: Final = 20
MATCHES_A_DAY: Final = 3
RUNS: Final = 15
STEADY: Final = 20
"""Over how many matches per person an order must stay right: medians of few runs go up and down a little."""

HONEST: Final = 50
DAYS: Final = 30
FARMED_A_DAY: Final = 200
FARMER: Final = 1000
"""The account that gains; the accounts that help it have the numbers after it."""

EASY_MU: Final = 17.0
"""What an *easy* computer player is rated in Bluff, about."""

GROUPS: Final = (2, 3, 4)
RIGHT: Final = 0.9
"""The least tau at which an order counts as right: one pair in twenty is the wrong way round."""

Luck = Callable[[Random], float]
"""Draws what is added to a player's strength in one match; the highest sum wins."""


def gumbel(rng: Random) -> float:
    """The luck that Plackett-Luce assumes. Shape: the difference of two is logistic."""
    return -log(-log(1 - rng.random()))


def normal(rng: Random) -> float:
    """The luck that Thurstone assumes."""
    return rng.gauss(0, 1)


def heavy(rng: Random) -> float:
    """Luck with heavy tails, after Cauchy: now and then anybody beats anybody."""
    return tan(pi * (rng.random() - 0.5))


LUCKS: Final[dict[str, tuple[Luck, float]]] = {
    "as the model assumes": (gumbel, 2.197),
    "normal": (normal, 1.812),
    "heavy-tailed": (heavy, 6.155),
    "as the model assumes, wide field": (gumbel, 4.595),
}
"""Kinds of luck, and how much stronger the best is than the worst: as much as lets them win 90 % of their matches.

In the wide field they win 99 %.
"""


Rule = Literal["repeated", "foregone", "newcomers", "provisional"]
"""A rule against farming: matches of the same people weigh less, foregone wins don't count, provisional opponents don't
count, provisional people are ranked behind.
"""

RULES: Final[frozenset[Rule]] = frozenset(get_args(Rule))
NO_RULES: Final[frozenset[Rule]] = frozenset()


@dataclass(slots=True)
class World:
    """People and their ratings. Shape: people are numbers."""

    rules: frozenset[Rule] = RULES
    ratings: defaultdict[int, Rating] = field(default_factory=lambda: defaultdict(lambda: NEWCOMER))
    matches: Counter[int] = field(default_factory=Counter)
    opponents: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)

    def new_day(self) -> None:
        """Forgets who met whom: on the day before, everybody played at the same hours."""
        self.meetings.clear()

    def play(self, order: Sequence[int]) -> None:
        """Rates a match. Shape: the first has won, the last is last."""
        self.meetings.update((min(pair), max(pair)) for pair in combinations(order, 2))
        before, weights = [self.ratings[one] for one in order], [self._weight(one, order) for one in order]
        provisional = {at for at, one in enumerate(order) if "newcomers" not in self.rules or self.is_provisional(one)}
        foregone = FOREGONE if "foregone" in self.rules else inf
        after = rated(before, range(len(order)), weights, (), provisional, foregone=foregone)
        for one, rating in zip(order, after, strict=True):
            self.ratings[one] = rating
            self.matches[one] += 1
            self.opponents[one].update(other for other in order if other != one)

    def _weight(self, one: int, order: Sequence[int]) -> float:
        if "repeated" not in self.rules:
            return 1.0
        return weight([self.meetings[min(one, other), max(one, other)] for other in order if other != one])

    def is_provisional(self, one: int) -> bool:
        """Whether a rating is provisional."""
        return is_provisional(self.matches[one], len(self.opponents[one]))

    def is_behind(self, one: int) -> bool:
        """Whether somebody is ranked behind all others for being provisional."""
        return "provisional" in self.rules and self.is_provisional(one)

    def rank(self, one: int, others: Sequence[int]) -> int:
        """The rank of one among these others, from 1."""
        standings = [(self.is_behind(other), -self.ratings[other].shown) for other in others]
        return 1 + sum(other < (self.is_behind(one), -self.ratings[one].shown) for other in standings)


def groups(people: Sequence[int], rng: Random) -> Iterator[list[int]]:
    """Everybody in a random group. Shape: two to four in each."""
    left = rng.sample(people, len(people))
    while left:
        sizes = [size for size in GROUPS if len(left) - size != 1 and size <= len(left)]
        size = rng.choice(sizes)
        yield left[:size]
        del left[:size]


def finish(group: Sequence[int], strengths: Sequence[float], luck: Luck, rng: Random) -> list[int]:
    """The group in the order of a match between them."""
    results = {one: strengths[one] + luck(rng) for one in group}
    return sorted(group, key=lambda one: -results[one])


def kendall(ordered: Sequence[float]) -> float:
    """Kendall's tau of figures that should ascend: 1 if they do, -1 if they descend."""
    pairs = [(one < other) - (one > other) for one, other in combinations(ordered, 2)]
    return sum(pairs) / len(pairs)


def taus(luck: Luck, span: float, matches: int, rng: Random) -> list[float]:
    """How right the order is after each match per person."""
    strengths = [span * place / (PEOPLE - 1) for place in range(PEOPLE)]
    world, found = World(), []
    for match in range(matches):
        if match % MATCHES_A_DAY == 0:
            world.new_day()
        for group in groups(range(PEOPLE), rng):
            world.play(finish(group, strengths, luck, rng))
        found.append(kendall([world.ratings[one].shown for one in range(PEOPLE)]))
    return found


def order(matches: int, runs: int) -> dict[str, list[float]]:
    """The median tau of several runs after each match per person, by kind of luck."""
    found = {}
    for name, (luck, span) in LUCKS.items():
        each = [taus(luck, span, matches, Random(f"{name}, {run}")) for run in range(runs)]
        found[name] = [median(at) for at in zip(*each, strict=True)]
    return found


def from_when(ordered: Sequence[float], least: float) -> str:
    """After how many matches per person the order is this right, in text: also on average over the next few."""
    spans = (ordered[start : start + STEADY] for start in range(len(ordered) - STEADY + 1))
    return next((str(number) for number, span in enumerate(spans, 1) if fmean(span) >= least), "-")


def pair(_day: int, _match: int, _rng: Random) -> list[int]:
    """Two accounts, of which one always loses."""
    return [FARMER, FARMER + 1]


def ring(_day: int, _match: int, _rng: Random) -> list[int]:
    """Four accounts at one table, with one and the same winner."""
    return [FARMER, FARMER + 1, FARMER + 2, FARMER + 3]


def star(_day: int, match: int, _rng: Random) -> list[int]:
    """Four accounts: one beats the others in turn."""
    return [FARMER, FARMER + 1 + match % 3]


def fresh(day: int, _match: int, _rng: Random) -> list[int]:
    """An account that beats a new one every day."""
    return [FARMER, FARMER + 1 + day]


def imitation(_day: int, _match: int, rng: Random) -> list[int]:
    """Four accounts at one table that play a strong player: one wins seven matches in ten."""
    helpers = rng.sample(range(FARMER + 1, FARMER + 4), 3)
    return [FARMER, *helpers] if rng.random() < 0.7 else [*helpers, FARMER]


Farm = Callable[[int, int, Random], list[int]]
"""Who plays a farmed match, the winner first: by day, number of the match within it, and chance."""

FARMS: Final[dict[str, Farm]] = {
    "two accounts": pair,
    "four accounts, two at a time": star,
    "a fresh loser every day": fresh,
    "four accounts at one table": ring,
    "the same four, winning 70 %": imitation,
}


def farmed(farm: Farm, days: int, rng: Random, *, rules: frozenset[Rule]) -> tuple[int, int, int]:
    """The farmer's shown rating and rank in the end, and the best honest player's rating."""
    world, (luck, span) = World(rules), LUCKS["as the model assumes"]
    strengths = [span * place / (HONEST - 1) for place in range(HONEST)]
    for day in range(days):
        world.new_day()
        for _ in range(MATCHES_A_DAY):
            for group in groups(range(HONEST), rng):
                world.play(finish(group, strengths, luck, rng))
        for match in range(FARMED_A_DAY):
            world.play(farm(day, match, rng))
    best = max(world.ratings[one].shown for one in range(HONEST))
    return world.ratings[FARMER].shown, world.rank(FARMER, range(HONEST)), best


def farmed_alone(days: int, foregone: float) -> int:
    """The shown rating of somebody who always beats an *easy* computer player."""
    rating, easy = NEWCOMER, computer_rating(EASY_MU)
    for _ in range(days * FARMED_A_DAY):
        rating, _ = rated([rating, easy], [1, 2], [1.0, 1.0], {1}, foregone=foregone)
    return rating.shown


def _report_farming(days: int, runs: int) -> None:
    def figures(name: str, rules: frozenset[Rule]) -> list[str]:
        """The farmer's rating and rank, and the best honest player's rating: medians."""
        each = [farmed(FARMS[name], days, Random(f"{name}, {at}"), rules=rules) for at in range(runs)]
        return [f"{median(column):.0f}" for column in zip(*each, strict=True)]

    rows = [(name, *figures(name, NO_RULES), *figures(name, RULES)) for name in FARMS]
    head = ("farming", "without rules", "rank", "best honest", "with rules", "rank", "best honest")
    print_table(f"{FARMED_A_DAY} farmed matches a day for {days} days, beside {HONEST} honest players", head, rows)
    missing = [(name, *(figures(name, RULES - {rule})[1] for rule in get_args(Rule))) for name in FARMS]
    print_table("The farmer's rank if one rule is missing", ("farming", *get_args(Rule)), missing)


def run(*, quick: bool, plot: Path | None = None) -> None:
    """Prints both simulations, and draws the first."""
    matches, runs, days = (STEADY, 2, 2) if quick else (500, RUNS, DAYS)
    ordered = order(matches, runs)
    shown = [number for number in (5, 10, 20, 50, 100, 200, 500) if number <= matches]
    rows = [
        (name, *(f"{taus[number - 1]:.2f}" for number in shown), from_when(taus, 0.8), from_when(taus, RIGHT))
        for name, taus in ordered.items()
    ]
    head = ("luck", *(f"after {number}" for number in shown), "0.8 after", "0.9 after")
    print_table(f"Kendall's tau of {PEOPLE} people, by matches per person, median of {runs}", head, rows)
    if plot:
        plot.write_text(chart(ordered, "matches per person", "Kendall's tau", RIGHT))
    _report_farming(days, runs // 4 + 1)
    print(f"\nAlone against Easy: {farmed_alone(days, inf)} without rules, {farmed_alone(days, FOREGONE)} with them.")


def main() -> None:
    """Runs both, and draws the plot into a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only to see that it runs: the figures mean nothing")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="where to draw the order as an SVG")
    chosen = parser.parse_args()
    run(quick=chosen.quick, plot=chosen.plot)


if __name__ == "__main__":
    main()
