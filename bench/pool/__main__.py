"""How levels do against players who think differently: `python -m bench.pool GAME --seats N`.

Each level plays against n−1 of each style, and at tables of different styles: each deal once in every seat, as in
`bench.strength`. Intervals are 95% ones. Levels that answer at once play four times as many matches. With the
level easy, each style also sits alone among easy players, which tells whether it's stronger than they are.
"""

import argparse
import os
from collections.abc import Sequence

from bench.clocks import CLOCKS
from bench.pool import styles_of
from bench.pool.cross_table import CrossTable, Plan, played, usual_count
from bench.report import machine, print_table
from bench.strength import options_of
from games.catalogue import GAMES, LEVELS


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
