"""Picks the puzzles of a game: `python -m bench.puzzles GAME [--matches M] [--seed S] [--worlds W] [--write]`.

From simulated matches it takes positions in which the game's search finds one move clearly best, and in which the game
knows a reason for exactly that move (`GameUI.reasons`). A quick look sorts out most positions; those that are left are
looked at thoroughly, and again where some other move isn't surely behind. The same seed picks the same puzzles.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from bot.tables.table import Person, Place, Table
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.puzzles import Puzzle, file_of, puzzles
from games.catalogue import GAMES, Listing
from games.core import CHANCE, Action, Move, Options, complete
from games.search import Judged, after

WANTED: Final = 30
"""A month of puzzles."""

SURE: Final = 3.0
"""By how many standard errors every other move must be behind."""

LEAST: Final = 0.04
"""By how much at least. Units: the search's, which is a share of a match or round, or points."""

QUICK: Final = 24
QUICK_TRIES: Final = 200
"""Worlds of the quick look, and tries of a search that only counts ways to play."""

LONGEST: Final = 300
"""Moves of a log, so that the file stays small and replays at once."""

OFTEN: Final = 0.35
"""How many of the positions in a match are looked at."""

RARE: Final = frozenset({"hide", "trump", "keep", "declare", "expose"})
"""Phases that come seldom: all of their positions are looked at."""

FEW: Final = 2
"""With no more legal moves, a puzzle is too easy."""

PLAYERS: Final = ("steady", "medium", "medium")
"""Players: a mixture, so that puzzles don't all come from one way to play."""

SWITCHES: Final = {"bluff": "reroll", "tuecke": "open_counts"}
"""An option that some of the matches are played with."""

ALL_OPEN: Final = {"volltreffer": ("declare", "play")}
"""Phases in which nothing is hidden any more."""

MOST_OF_A_MATCH: Final = 2
"""Puzzles of one match, for different reasons."""

MOST_ALIKE: Final = 9
"""Puzzles of one game with the same first reason."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that may be one. Shape: `kind` is what is decided, by its verb; `trap` if the rule player errs here."""

    puzzle: Puzzle
    match: int
    kind: str
    trap: bool


class Verdict(NamedTuple):
    """Verdict of a search on the best move. `is_clear` if every other move is surely behind."""

    best: Judged[Any]
    margin: float
    error: float
    is_clear: bool


def judged(listing: Listing, view: Any, rng: Random, worlds: int, sure: float = SURE) -> Verdict:  # noqa: ANN401
    """The best of all legal moves. Moves that aren't surely behind after a first look are compared in a second."""
    found = listing.evaluate(view, rng, after(worlds), among=view.legal_actions)
    best = max(found, key=lambda one: (one.samples, one.value))
    close = [one for one in found if one is not best and -one.ahead <= sure * one.ahead_error]
    if close:
        among = (best.action, *(one.action for one in close))
        again = listing.evaluate(view, rng, after(worlds), among=among, kept=best.action)
        found = (*(one for one in found if one.action not in among), *again)
        best = next(one for one in again if one.action == best.action)
    behind = [one for one in found if one is not best]
    nearest = max(behind, key=lambda one: one.ahead)
    clear = all(-one.ahead > sure * one.ahead_error for one in behind)
    return Verdict(best, -nearest.ahead, nearest.ahead_error, clear and -nearest.ahead >= LEAST)


def reasons(game: str, table: Table, view: Any, action: Action) -> tuple[str, ...]:  # noqa: ANN401 - its game's own
    """The keys of the reasons that hold for this move."""
    return tuple(key for key, reason in GAME_UIS[game].reasons.items() if reason(table, view, action, ENGLISH))


def table_of(game: str, seats: int, options: Options) -> Table:
    """A table for the reasons, which name people."""
    sitters = tuple(Person(seat, f"P{seat}") for seat in range(seats))
    return Table(0, game, 1, options, seats, "playing", Place(0, 0), 0, 0, sitters)


def positions(game: str, seed: str, match: int, phases: frozenset[str]) -> Iterator[Found]:
    """Positions of one match for which the quick look finds a best move with a reason."""
    listing, rng = GAMES[game], Random(f"{seed} {game} {match}")
    seats = rng.choice(listing.game.seats)
    switch = SWITCHES.get(game) if rng.random() < OFTEN else None
    options = complete(listing.game.options(seats), {switch: True} if switch else {})
    table, state, log = table_of(game, seats, options), listing.game.start(seats, options), list[Move]()
    levels = rng.choices(PLAYERS, k=seats)
    while state.to_act and len(log) <= LONGEST:
        seat = min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            view = state.view(seat)
            if is_chosen(view, options, phases, rng):
                yield from looked_at(Puzzle(
                    game=game, number=0, seats=seats, options=options, log=tuple(log), seat=seat, best="", value=0.0,
                    margin=0.0, error=0.0, reasons=(),
                ), table, view, match)  # fmt: skip
            action = listing.computers[levels[seat]](view, rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state


def is_chosen(view: Any, options: Options, phases: frozenset[str], rng: Random) -> bool:  # noqa: ANN401
    """Whether to look at this decision. Where dice can be shown, only what follows a bid is a puzzle by itself.

    Shape: `phases` are those to look at alone, empty for all.
    """
    if len(view.legal_actions) <= FEW or bool(options.get("reroll")) != view.continues_turn:
        return False
    if phases:
        return view.table.phase in phases
    return view.table.phase in RARE or rng.random() < OFTEN


def looked_at(puzzle: Puzzle, table: Table, view: Any, match: int) -> Iterator[Found]:  # noqa: ANN401 - its game's own
    """The position, if the quick look finds a best move in it, and there's a reason for that."""
    listing = GAMES[puzzle.game]
    if not any(reasons(puzzle.game, table, view, action) for action in view.legal_actions):
        return
    rng = Random(f"{match} {len(puzzle.log)}")
    worlds = QUICK_TRIES if counts_tries(puzzle.game, view) else QUICK
    verdict = judged(listing, view, rng, worlds, sure=1.0)
    known = reasons(puzzle.game, table, view, verdict.best.action)
    if not known or not verdict.is_clear:
        return
    text = verdict.best.action.to_text()
    steady = listing.computers["steady"](view, rng)
    yield Found(
        replace(puzzle, best=text, value=verdict.best.value, margin=verdict.margin, reasons=known[:2]),
        match, text.partition(" ")[0], steady != verdict.best.action,
    )  # fmt: skip


def counts_tries(game: str, view: Any) -> bool:  # noqa: ANN401 - its game's own
    """Whether the search tries lines of play instead of worlds, because nothing is hidden: that takes many more."""
    return view.table.phase in ALL_OPEN.get(game, ())


def ranked(found: Iterable[Found]) -> Iterator[Found]:
    """One kind of reason after the other, those first where the rule player errs, then the clearest."""
    groups = defaultdict(list)
    for one in found:
        groups[one.kind, one.puzzle.reasons[0]].append(one)
    for group in groups.values():
        group.sort(key=lambda one: (not one.trap, -one.puzzle.margin))
    while groups:
        for key in sorted(groups):
            yield groups[key].pop(0)
            if not groups[key]:
                del groups[key]


def picked(game: str, found: Sequence[Found], worlds: int) -> list[Found]:
    """Those that stand the thorough look. Shape: up to as many as wanted."""
    listing, chosen = GAMES[game], list[Found]()
    for one in ranked(found):
        if len(chosen) == WANTED:
            break
        first = one.puzzle.reasons[0]
        alike = [other for other in chosen if (other.kind, other.puzzle.reasons[0]) == (one.kind, first)]
        of_match = [other for other in chosen if other.match == one.match]
        if len(alike) >= MOST_ALIKE or len(of_match) >= MOST_OF_A_MATCH or any(other in alike for other in of_match):
            continue
        if any(other.puzzle.best == one.puzzle.best and other.kind not in {"lift", "stand"} for other in alike):
            continue
        view = one.puzzle.state.view(one.puzzle.seat)
        rng = Random(f"thorough {one.match} {len(one.puzzle.log)}")
        verdict = judged(listing, view, rng, worlds * (8 if counts_tries(game, view) else 1))
        if verdict.is_clear and verdict.best.action.to_text() == one.puzzle.best:
            value, margin, error = (round(each, 4) for each in (verdict.best.value, verdict.margin, verdict.error))
            chosen.append(replace(one, puzzle=replace(one.puzzle, value=value, margin=margin, error=error)))
    return chosen


def known(game: str) -> Iterator[Found]:
    """The puzzles that the file has already."""
    for puzzle in puzzles(game):
        held = reasons(
            game, table_of(game, puzzle.seats, puzzle.options), puzzle.state.view(puzzle.seat), puzzle.answer
        )
        if held:
            yield Found(replace(puzzle, reasons=held[:2]), -puzzle.number, puzzle.best.partition(" ")[0], trap=False)


def numbered(chosen: Sequence[Found]) -> list[Puzzle]:
    """The puzzles in the order in which they're shown: never two of a kind in a row if it can be helped."""
    return [replace(one.puzzle, number=number) for number, one in enumerate(islice(ranked(chosen), WANTED), 1)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Picks the puzzles and prints what there is."""
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("game", choices=[game for game in GAMES if GAME_UIS[game].reasons])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--worlds", type=int, default=400, help="of the thorough look (400)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--phase", nargs="+", default=[], help="look only at decisions in these phases")
    parser.add_argument("--add", action="store_true", help="keep what the file has, as far as there's room")
    parser.add_argument("--write", action="store_true", help="write the file that the bot reads")
    options = parser.parse_args(arguments)
    phases = frozenset(options.phase)
    found = [one for match in range(options.matches) for one in positions(options.game, options.seed, match, phases)]
    print(f"{len(found)} positions after the quick look")
    before = [*known(options.game)] if options.add else []
    chosen = numbered([*picked(options.game, found, options.worlds), *before])
    for puzzle in chosen:
        print(puzzle.number, puzzle.seats, puzzle.best, puzzle.margin, puzzle.error, *puzzle.reasons)
    if options.write:
        file_of(options.game).write_text("".join(f"{puzzle.to_line()}\n" for puzzle in chosen), "utf-8")


if __name__ == "__main__":
    main()
