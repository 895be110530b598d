"""How fast the rules are: whole random matches of every game in the catalogue, one view, one replay.

A decision is what it is in play: the seat's legal actions, a pick at random, and `apply` with its check. Chance moves
take time too but don't count. Whatever is compared takes turns, so that a busy moment slows all of it equally.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bench import open_spiel
from bench.report import count, milliseconds, print_table, ratio
from games.catalogue import GAMES
from games.core import CHANCE, Game, Move, Options, Seat, State, complete, play_out, replay

BOUNDS: Mapping[str, Options] = {"volltreffer": {"max_rounds": 12}}
"""Without a limit, random play of Volltreffer drifts through thousands of rounds."""

VIEWED_MATCHES = 5


class Played(NamedTuple):
    """How many decisions and matches were played in how many seconds."""

    matches: int
    decisions: int
    seconds: float

    @property
    def decisions_a_second(self) -> float:
        """How many decisions are made in a second, those of chance left out."""
        return self.decisions / self.seconds


Play = Callable[[Random], int]
"""Plays one whole random match, and returns the number of its decisions."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A game with seats and options, to be measured. Shape: `options` is complete."""

    game: Game[Any, Any]
    seats: int
    options: Options

    @property
    def name(self) -> str:
        """What the report calls this row: game, seats, and the options that are on."""
        on = [key for key, value in self.options.items() if value is True]
        return ", ".join((f"{self.game.key}, {self.seats} seats", *on))

    def play(self, rng: Random) -> int:
        """Plays one random match; returns the number of its decisions."""
        game, decisions = self.game, 0
        state = game.start(self.seats, self.options)
        while to_act := state.to_act:
            seat = next(iter(to_act))
            if seat == CHANCE:
                action = state.sample_chance(rng)
            else:
                decisions += 1
                action = rng.choice(state.view(seat).legal_actions)
            state = state.apply(seat, action).state
        return decisions


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured. Shape: `candidates` random matches, of which the longest is replayed. Units: seconds."""

    repeats: int
    seconds: float
    candidates: int


FULL = Effort(repeats=9, seconds=0.15, candidates=100)
QUICK = Effort(repeats=1, seconds=0.02, candidates=2)


def settings() -> tuple[Setting, ...]:
    """Every game at its smallest, middle and largest table, with default options and with all switches on."""
    found = []
    for key, listing in GAMES.items():
        game = listing.game
        for seats in sorted({game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]}):
            plain = complete(game.options(seats), BOUNDS.get(key, {}))
            switched = {option: True if value is False else value for option, value in plain.items()}
            found += [Setting(game, seats, options) for options in (plain, switched)[: 1 + (plain != switched)]]
    return tuple(found)


def run(*, quick: bool) -> None:
    """Measures and prints."""
    effort = QUICK if quick else FULL
    every = settings()
    contenders: dict[str, Play] = {setting.name: setting.play for setting in every}
    contenders |= open_spiel.contenders(GAMES)
    _print_rates(every, _rates(contenders, effort))
    _print_times(every, effort)


def _rates(contenders: Mapping[str, Play], effort: Effort) -> dict[str, list[Played]]:
    """Lets the contenders take turns. Shape: what each has played in each repeat."""
    played: dict[str, list[Played]] = {name: [] for name in contenders}
    for repeat in range(effort.repeats):
        for name, play in contenders.items():
            played[name].append(_play_for(effort.seconds, play, Random(repeat)))
    return played


def _play_for(seconds: float, play: Play, rng: Random) -> Played:
    """Plays whole matches until the time is up, and finishes the last one."""
    matches = decisions = 0
    begun = perf_counter()
    while (passed := perf_counter() - begun) < seconds:
        decisions += play(rng)
        matches += 1
    return Played(matches, decisions, passed)


def _print_rates(every: Sequence[Setting], played: Mapping[str, list[Played]]) -> None:
    rows = [
        (
            name,
            count(median(one.matches / one.seconds for one in repeats)),
            count(median(one.decisions_a_second for one in repeats)),
        )
        for name, repeats in played.items()
    ]
    print_table("Random matches", ("engine", "matches a second", "decisions a second"), rows)
    ratios = []
    for setting in every:
        peer = open_spiel.peer_of(setting.game.key)
        pairs = zip(played[setting.name], played.get(peer, ()), strict=False)
        if beside := [one.decisions_a_second / other.decisions_a_second for one, other in pairs]:
            ratios.append((setting.name, peer, ratio(median(beside), 1)))
    if ratios:
        print_table("Decisions a second, beside OpenSpiel", ("engine", "OpenSpiel's game", "ratio"), ratios)


def _print_times(every: Sequence[Setting], effort: Effort) -> None:
    """Measures one view with its legal actions, and the replay of a long match."""
    positions = {setting.name: tuple(_positions(setting, Random(1))) for setting in every}
    logs = {setting.name: _longest(setting, effort.candidates) for setting in every}
    views: dict[str, list[float]] = {setting.name: [] for setting in every}
    replays: dict[str, list[float]] = {setting.name: [] for setting in every}
    for _ in range(effort.repeats):
        for setting in every:
            views[setting.name].append(_seconds_a_view(positions[setting.name]))
            replays[setting.name].append(_replay_seconds(setting, logs[setting.name]))
    rows = [
        (
            setting.name,
            f"{1e6 * median(views[setting.name]):.1f}",
            str(len(logs[setting.name])),
            milliseconds(median(replays[setting.name])),
        )
        for setting in every
    ]
    head = ("engine", "a view with its legal actions, µs", "moves of the longest match", "its replay, ms")
    print_table(f"A view, and the longest of {effort.candidates} random matches from its stored log", head, rows)


def _positions(setting: Setting, rng: Random) -> Iterator[tuple[State[Any, Any], Seat]]:
    """The decisions of some random matches, each with the seat to act."""
    for _ in range(VIEWED_MATCHES):
        state = setting.game.start(setting.seats, setting.options)
        while to_act := state.to_act:
            seat = next(iter(to_act))
            if seat == CHANCE:
                state = state.apply(seat, state.sample_chance(rng)).state
                continue
            yield state, seat
            state = state.apply(seat, rng.choice(state.view(seat).legal_actions)).state


def _seconds_a_view(positions: Sequence[tuple[State[Any, Any], Seat]]) -> float:
    begun = perf_counter()
    for state, seat in positions:
        assert state.view(seat).legal_actions
    return (perf_counter() - begun) / len(positions)


def _longest(setting: Setting, candidates: int) -> list[Move]:
    rng, computer = Random(1), GAMES[setting.game.key].computers["random"]
    return max(
        (play_out(setting.game, setting.seats, setting.options, computer, rng) for _ in range(candidates)), key=len
    )


def _replay_seconds(setting: Setting, log: Sequence[Move]) -> float:
    begun = perf_counter()
    assert replay(setting.game, setting.seats, setting.options, log).outcome
    return perf_counter() - begun
