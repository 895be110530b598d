"""How strong a computer player is: `python -m bench.strength GAME --seats N --matches M`, by rotated duplicate deals.

Each deal is played once with the measured player in every seat, against others of one kind. Only deals are independent,
so the interval counts deals, not matches. A tie for first place is shared.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from time import perf_counter, thread_time
from typing import Any, Final, NamedTuple

from bench.pool import styles_of
from bench.pool.readers import readers_of
from bench.report import machine, print_table
from games.catalogue import GAMES
from games.core import CHANCE, Options, Outcome, Seat, TimeUp

ONE_ROUND: Mapping[str, dict[str, bool | int]] = {"faehrte": {"rounds": 1}, "tuecke": {"rounds": 1}}
"""In these games each round is decided by itself, so one round is measured: points per deal and share of rounds won."""

CERTAINTY = 1.96
"""Standard errors on each side of a 95% interval."""

CLOCKS: Final[Mapping[str, Callable[[], float]]] = {"cpu": thread_time, "wall": perf_counter}
"""By name, functions to the seconds that have passed. Other programs take nothing from `cpu`."""


def within(seconds: float, clock: str = "cpu") -> TimeUp:
    """Tells whether this many seconds have passed since the call."""
    now = CLOCKS[clock]
    end = now() + seconds
    return lambda: now() >= end


@dataclass(frozen=True, slots=True)
class Contest:
    """Setup to play.

    Shape: players are levels of the game or styles of the pool; `rivals` sit in this order to the player's left.
    Units: `seconds` per move of a player that thinks, by this `clock` (`CLOCKS`); `rival_seconds` for the rivals.
    """

    game: str
    options: Options
    player: str
    rivals: tuple[str, ...]
    seconds: float
    clock: str
    rival_seconds: float | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return 1 + len(self.rivals)

    def name_of(self, seat: Seat, measured: Seat) -> str:
        """Player of this seat while the measured player has that one."""
        return (self.player, *self.rivals)[(seat - measured) % self.seats]


class Played(NamedTuple):
    """The measured player's result in one match. Shape: `moves` has the seconds that each of its moves took."""

    win: float
    margin: float
    moves: tuple[float, ...]


class Estimate(NamedTuple):
    """A mean, and half of its 95% interval."""

    mean: float
    half: float

    def to_text(self, digits: int, *, factor: int = 1, sign: str = "") -> str:
        """The mean and half its interval: "14.2 ± 3.9"."""
        return f"{factor * self.mean:{sign}.{digits}f} ± {factor * self.half:.{digits}f}"


def play(contest: Contest, deal: int, measured: Seat) -> Played:
    """Plays one match with the measured player in this seat."""
    state, now = GAMES[contest.game].game.start(contest.seats, contest.options), CLOCKS[contest.clock]
    rng, draws, times = Random(f"{deal}, {measured}"), 0, []
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(Random(f"{deal}: {draws}"))  # the same draws whatever the players do
            draws += 1
        else:
            view, begun = state.view(seat), now()
            seconds = contest.seconds if seat == measured else contest.rival_seconds or contest.seconds
            is_time_up = within(seconds, contest.clock)
            action = choose(contest.game, contest.name_of(seat, measured), view, rng, is_time_up)
            if seat == measured:
                times.append(now() - begun)
        state = state.apply(seat, action).state
    assert state.outcome is not None
    return Played(*_result(state.outcome, measured), tuple(times))


def choose(game: str, name: str, view: Any, rng: Random, is_time_up: TimeUp) -> Any:  # noqa: ANN401 - each game's own
    """Action of the level, style or reader of this name."""
    styles = {**styles_of(game), **readers_of(game)}
    return styles[name](view, rng) if name in styles else GAMES[game].choose(name, view, rng, is_time_up)


def players_of(game: str) -> tuple[str, ...]:
    """The names of all players that can be measured: the game's levels, the pool's styles, and those who read."""
    return *GAMES[game].levels, *styles_of(game), *readers_of(game)


def _result(outcome: Outcome, seat: Seat) -> tuple[float, float]:
    """The seat's share of the victory, and its lead in points over the others' average."""
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    win = 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
    return win, outcome.scores[seat] - fmean(others)


def rotated(contest: Contest, deal: int) -> list[Played]:
    """Plays one deal with the measured player in each seat in turn."""
    return [play(contest, deal, Seat(seat)) for seat in range(contest.seats)]


def estimate(figures: Sequence[float]) -> Estimate:
    """The mean of independent figures, one per deal, and its interval."""
    return Estimate(fmean(figures), CERTAINTY * stdev(figures) / len(figures) ** 0.5 if len(figures) > 1 else 0.0)


def report(deals: Sequence[Sequence[Played]]) -> tuple[str, ...]:
    """One row: matches, share of wins, lead in points, time per move."""
    wins = estimate([fmean(one.win for one in deal) for deal in deals])
    margins = estimate([fmean(one.margin for one in deal) for deal in deals])
    moves = [seconds for deal in deals for one in deal for seconds in one.moves]
    return (
        str(sum(map(len, deals))),
        wins.to_text(1, factor=100),
        margins.to_text(2, sign="+"),
        f"{1000 * fmean(moves):.2f}",
        f"{1000 * max(moves):.0f}",
    )


def contest_of(arguments: Sequence[str] | None) -> tuple[Contest, int, int, int]:
    """Parses the command line. Shape: the contest, the first deal's number, how many deals, how many processes."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--matches", type=int, default=400, help="in all; each deal is played once a seat (400)")
    parser.add_argument("--player", default="hard")
    parser.add_argument("--against", default="medium", help="who sits in all other seats (medium)")
    parser.add_argument("--seconds", type=float, default=0.05, help="a move of a player that thinks (0.05)")
    parser.add_argument("--rival-seconds", type=float, help="for those who sit in the other seats (as many)")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="what these seconds are (wall)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    options = options_of(chosen.game, chosen.option)
    players = players_of(chosen.game)
    for player in (chosen.player, chosen.against):
        if player not in players:
            parser.error(f"player {player} is not one of {', '.join(players)}")
    try:
        GAMES[chosen.game].game.start(chosen.seats, options)
    except ValueError as error:
        parser.error(str(error))
    rivals = (chosen.against,) * (chosen.seats - 1)
    contest = Contest(
        chosen.game, options, chosen.player, rivals, chosen.seconds, chosen.clock, chosen.rival_seconds
    )  # fmt: skip
    return contest, chosen.first, max(1, round(chosen.matches / chosen.seats)), chosen.processes


def options_of(game: str, given: Iterable[str]) -> Options:
    """Default measurement, and the options given as `key=value`."""
    pairs = [(key, value) for key, _, value in (text.partition("=") for text in given)]
    chosen = {key: value == "true" if value in {"true", "false"} else int(value) for key, value in pairs}
    return ONE_ROUND.get(game, {}) | chosen


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the contest and prints its result."""
    contest, first, deals, processes = contest_of(arguments)
    with get_context("spawn").Pool(processes) as pool:
        played = pool.map(partial(rotated, contest), range(first, first + deals), chunksize=1)
    print(machine())
    options = "".join(f", {key}={value}" for key, value in contest.options.items())
    title = f"{contest.game}, {contest.seats} seats{options}: {contest.player} against {contest.rivals[0]}"
    head = ("matches", "matches won, %", "points over the others", "mean ms a move", "slowest ms")
    print_table(title, head, [report(played)])


if __name__ == "__main__":
    main()
