"""How levels do against players who think differently: `python -m bench.pool GAME --seats N`.

Each level plays against n−1 of each style, and at tables of different styles: each deal once in every seat, as in
`bench.strength`. Intervals are 95% ones. Levels that answer at once play four times as many matches. With the
level easy, each style also sits alone among easy players, which tells whether it's stronger than they are.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import Final, Literal, NamedTuple

from bench.levels import MORE_AT_ONCE
from bench.pool import BEGINNER, styles_of
from bench.report import machine, print_table
from bench.strength import CLOCKS, Contest, Estimate, Played, estimate, options_of, rotated
from games.catalogue import GAMES, HARD, LEVELS
from games.core import Options

EASY: Final = "easy"
"""The level that tells weak styles from others."""

Count = Literal["points", "wins"]

IN_POINTS: Final = frozenset({"faehrte"})
"""In these games a round gives points to several, so their lead is what counts unless told otherwise."""

MIXED: Final = "different styles"
"""The row of tables at which no two rivals share a style."""

DEALS_OF_A_ROW: Final = 10_000
DEALS_OF_A_SEED: Final = 1_000_000
"""How far deals of two rows, or of two seeds, are apart: no deal is in two rows, and all columns have the same ones."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Measurement to make. Units: `matches` in each cell of a level that thinks; others play more."""

    game: str
    seats: int
    options: Options
    levels: tuple[str, ...]
    styles: tuple[str, ...]
    matches: int
    seconds: float
    clock: str
    seed: int
    count: Count

    @property
    def rows(self) -> tuple[str, ...]:
        """The rivals of each row: the styles, and tables of different ones if there are several rivals and enough."""
        is_mixed = 2 < self.seats <= 1 + len(self.pool)
        return (*self.styles, MIXED) if is_mixed else self.styles

    @property
    def pool(self) -> tuple[str, ...]:
        """The styles that count for the mean."""
        return tuple([style for style in self.styles if style != BEGINNER])

    @property
    def finds_weak(self) -> bool:
        """Whether to measure which styles are no stronger than easy: only where that level is measured as well."""
        return EASY in self.levels

    def contests(self) -> Iterable["Meeting"]:
        """Every deal of every cell."""
        for number, row in enumerate(self.rows):
            first = self.seed * DEALS_OF_A_SEED + number * DEALS_OF_A_ROW
            for level in self.levels:
                for deal in range(first, first + self._deals(level)):
                    yield Meeting((row, level), self._contest(level, self._rivals(row, deal)), deal)
            if row != MIXED and self.finds_weak:
                for deal in range(first, first + self._deals(EASY)):
                    yield Meeting((row, ALONE), self._contest(row, (EASY,) * (self.seats - 1)), deal)

    def _deals(self, level: str) -> int:
        return max(1, self.matches * (1 if level == HARD else MORE_AT_ONCE) // self.seats)

    def _rivals(self, row: str, deal: int) -> tuple[str, ...]:
        others = self.seats - 1
        return tuple(Random(deal).sample(self.pool, others)) if row == MIXED else (row,) * others

    def _contest(self, player: str, rivals: tuple[str, ...]) -> Contest:
        return Contest(self.game, self.options, player, rivals, self.seconds, self.clock)


ALONE: Final = "alone"
"""The column of one player of the row's style among easy ones."""

Cell = tuple[str, str]
"""A row and a column."""


class Meeting(NamedTuple):
    """One deal of a cell, to be played by each seat in turn."""

    cell: Cell
    contest: Contest
    deal: int


def played(meetings: Iterable[Meeting], processes: int) -> dict[Cell, list[list[Played]]]:
    """Plays every meeting, in this process if there is to be only one. Shape: by cell, the matches of each deal."""
    listed = [*meetings]
    deals = [(meeting.contest, meeting.deal) for meeting in listed]
    if processes == 1:
        results = [rotated(*deal) for deal in deals]
    else:
        with get_context("spawn").Pool(processes) as pool:
            results = pool.starmap(rotated, deals, chunksize=1)
    found: dict[Cell, list[list[Played]]] = {}
    for meeting, result in zip(listed, results, strict=True):
        found.setdefault(meeting.cell, []).append(result)
    return found


@dataclass(frozen=True, slots=True)
class Unit:
    """Unit that a table counts in; `par` is what a player gets who is as strong as the others."""

    name: str
    par: float
    figure: Callable[[Played], float]
    digits: int
    sign: str = ""

    def text(self, found: Estimate) -> str:
        """A figure with its interval."""
        return found.to_text(self.digits, sign=self.sign)


def usual_count(game: str) -> Count:
    """Default unit of this game."""
    return "points" if game in IN_POINTS else "wins"


def unit_of(count: Count, seats: int) -> Unit:
    """How this is counted at a table of this size."""
    if count == "points":
        return Unit("points over the others' mean", 0.0, lambda played: played.margin, 2, "+")
    if seats == 2:
        return Unit("matches won, %", 50.0, lambda played: 100 * played.win, 1)
    return Unit("share of wins × par", 1.0, lambda played: seats * played.win, 2)


class CrossTable:
    """The figures of a plan that has been played. Shape: `played` has the matches of each deal, by cell."""

    def __init__(self, plan: Plan, played: Mapping[Cell, Sequence[Sequence[Played]]]) -> None:
        self.plan = plan
        self.unit = unit_of(plan.count, plan.seats)
        self._played = played
        self.found = {
            cell: estimate([fmean(map(self.unit.figure, deal)) for deal in deals]) for cell, deals in played.items()
        }

    @property
    def weak(self) -> tuple[str, ...]:
        """The styles of no more than easy's strength: alone among easy players, they get no more than par."""
        styles = self.plan.styles if self.plan.finds_weak else ()
        return tuple([style for style in styles if self.found[style, ALONE].mean <= self.unit.par])

    def head(self) -> tuple[str, ...]:
        """The names of the columns."""
        levels = [f"`{level}`" for level in self.plan.levels]
        weak = (f"one among `{EASY}`", f"`{EASY}` or weaker") if self.plan.finds_weak else ()
        return "rivals", *levels, *weak

    def rows(self) -> Iterable[tuple[str, ...]]:
        """The cross table itself, and below it what it comes to for each level."""
        for row in self.plan.rows:
            alone = self.unit.text(self.found[row, ALONE]) if (row, ALONE) in self.found else ""
            cells = [self.unit.text(self.found[row, level]) for level in self.plan.levels]
            yield self._filled(row, *cells, alone, "yes" if row in self.weak else "")
        if self.plan.pool:
            yield self._summary("worst row of the pool", lambda level: self._worst(level, self.plan.pool))
            yield self._summary("mean of the pool", lambda level: self.unit.text(self.mean(level)))
        if self.weak:
            yield self._summary(f"worst of `{EASY}` or weaker", lambda level: self._worst(level, self.weak))
        clock = self.plan.clock.upper() if self.plan.clock == "cpu" else self.plan.clock
        yield self._summary(f"ms {clock} a move", lambda level: f"{1000 * fmean(self._moves(level)):.2f}")
        yield self._summary(f"ms {clock}, slowest move", lambda level: f"{1000 * max(self._moves(level)):.0f}")

    def mean(self, level: str) -> Estimate:
        """A level's mean over the pool, each style counting alike."""
        cells = [self.found[style, level] for style in self.plan.pool]
        half: float = sum(cell.half**2 for cell in cells) ** 0.5
        return Estimate(fmean(cell.mean for cell in cells), half / len(cells))

    def _summary(self, name: str, cell: Callable[[str], str]) -> tuple[str, ...]:
        return self._filled(f"**{name}**", *map(cell, self.plan.levels))

    def _filled(self, *cells: str) -> tuple[str, ...]:
        """A row with a cell for each column."""
        columns = len(self.head())
        return (*cells, *[""] * columns)[:columns]

    def _worst(self, level: str, styles: Iterable[str]) -> str:
        worst = min(styles, key=lambda style: self.found[style, level].mean)
        return f"{self.unit.text(self.found[worst, level])} ({worst})"

    def _moves(self, level: str) -> list[float]:
        """How long each move of a level took. Units: seconds."""
        cells = [self._played[row, level] for row in self.plan.rows]
        return [seconds for deals in cells for deal in deals for one in deal for seconds in one.moves]


def plan_of(arguments: Sequence[str] | None) -> tuple[Plan, int]:
    """Parses the command line. Shape: what to measure, and in how many processes."""
    parser = argparse.ArgumentParser(prog="python -m bench.pool", description=__doc__)
    parser.add_argument("game", choices=[game for game in GAMES if styles_of(game)])
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument(
        "--matches", type=int, default=40, help="of hard in each cell; of others four times as many (40)"
    )
    parser.add_argument("--seconds", type=float, default=0.05, help="a move of a level that thinks (0.05)")
    parser.add_argument("--clock", choices=CLOCKS, default="cpu", help="what these seconds are (cpu)")
    parser.add_argument("--levels", nargs="+", default=LEVELS[::-1], metavar="LEVEL", help="(hard medium easy)")
    parser.add_argument("--styles", nargs="+", metavar="STYLE", help="(all)")
    parser.add_argument("--count", choices=("points", "wins"), help="(wins; in some games the lead in points)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", type=int, default=0, help="deals of different seeds have nothing in common (0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    listing, styles = GAMES[chosen.game], styles_of(chosen.game)
    for name in set(chosen.levels) - set(listing.levels):
        parser.error(f"level {name} is not one of {', '.join(listing.levels)}")
    for name in set(chosen.styles or ()) - set(styles):
        parser.error(f"style {name} is not one of {', '.join(styles)}")
    plan = Plan(
        game=chosen.game,
        seats=chosen.seats,
        options=options_of(chosen.game, chosen.option),
        levels=tuple(chosen.levels),
        styles=tuple(chosen.styles or styles),
        matches=chosen.matches,
        seconds=chosen.seconds,
        clock=chosen.clock,
        seed=chosen.seed,
        count=chosen.count or usual_count(chosen.game),
    )
    try:
        listing.game.start(plan.seats, plan.options)
    except ValueError as error:
        parser.error(str(error))
    return plan, chosen.processes


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints the cross table."""
    plan, processes = plan_of(arguments)
    table = CrossTable(plan, played(plan.contests(), processes))
    print(machine())
    options = "".join(f", {key}={value}" for key, value in plan.options.items())
    thinking = f"{plan.matches} matches a cell at {1000 * plan.seconds:.0f} ms"
    print_table(
        f"{plan.game}, {plan.seats} seats{options}: {table.unit.name}, {thinking}", table.head(), [*table.rows()]
    )


if __name__ == "__main__":
    main()
