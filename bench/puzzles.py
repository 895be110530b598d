"""Picks the puzzles of a game: `python -m bench.puzzles GAME [--matches M] [--seed S] [--worlds W] [--write]`.

From simulated matches it takes positions in which one move is clearly best, in which the computer players that answer
at once err, and in which the game knows a reason for exactly that move (`GameUI.reasons`). Two looks that share no
belief must find the same move: the game's own search, and rounds that strangers from `bench.pool` play on. A quick look
sorts out most positions. Everything is counted in worlds, so that the same seed picks the same puzzles.
"""
# ruff: noqa: ANN401 - every game has views and actions of its own

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from bench.pool import BEGINNER, styles_of
from bot.tables.table import Person, Place, Table
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.puzzles import Look, Puzzle, file_of
from games.bluff.search import chance_to_win
from games.catalogue import GAMES
from games.core import CHANCE, Action, Computer, Move, Options, Seat, TimeUp, complete
from games.search import Evaluate, Judged, after, candidates, judge
from games.turns import put
from games.volltreffer.outlook import shares

WANTED: Final = 30
"""A month of puzzles."""

TRAPS: Final = 22
"""How many of them at least are missed by all players that answer at once."""

AT_ONCE: Final = ("medium", "steady")
ASKED: Final = 9
"""How often these players are asked: their answer is the one that they give most often."""

SURE: Final = 3.0
"""By how many standard errors every other move must be behind, at either look."""

NEEDED: Final = 3.4
"""How many it takes while looking, as a look ends when it's sure, and not at a time set before."""

HOPE: Final = 1.5
"""A look ends as well if not even with so many standard errors more it would be sure at its end."""

QUICK: Final = 32
"""Worlds of the quick look."""

LONGER: Final = {("volltreffer", "declare"): 8, ("volltreffer", "play"): 8, ("faehrte", "hide"): 8}
"""How much longer the search looks in some phases: where it tries ways to play instead of worlds, or decides by little.
"""

LEAST: Final = {"hide": 0.1}
"""By how much other moves must be behind where that's less than what a review calls a mistake, by kind."""

STRANGERS_LEAST: Final = 0.5
"""What share of that it must be among strangers, who punish little."""

LOTS: Final = 8
"""Lots of worlds in a look, each twice as large as the one before. After each, what is surely behind is given up."""

GROUP: Final = 4
"""So many moves are compared with the answer at a time: a search gives up none of so few."""

LONGEST: Final = 300
"""Moves of a log, so that the file stays small and replays at once."""

FEW: Final = 2
"""With no more legal moves, a puzzle is too easy."""

SWITCHES: Final = {"bluff": "reroll", "tuecke": "open_counts"}
SWITCHED: Final = 0.35
"""An option that some of the matches are played with, and how many are."""

MOST_OF_A_MATCH: Final = 2
"""Puzzles of one match, for different reasons."""

MOST_ALIKE: Final = 8
"""Puzzles of one game with the same first reason."""

AT_A_TIME: Final = 5
"""Matches that are looked through before some of what was found is picked."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that may be one. Shape: `missed` if every player that answers at once errs here."""

    puzzle: Puzzle
    match: int
    missed: bool

    @property
    def kind(self) -> str:
        """What is decided, by its verb."""
        return self.puzzle.best.partition(" ")[0]

    @property
    def reason(self) -> str:
        """The reason that is told first."""
        return self.puzzle.reasons[0]


class Lead(NamedTuple):
    """Lead of the answer over another move in so many worlds, and the variance of the sum of all differences."""

    worlds: int = 0
    whole: float = 0.0
    variance: float = 0.0

    def plus(self, one: Judged[Any]) -> "Lead":
        """With another lot of worlds, in which the other move was judged like this."""
        worlds = self.worlds + one.samples
        return Lead(worlds, self.whole - one.samples * one.ahead, self.variance + (one.samples * one.ahead_error) ** 2)

    @property
    def look(self) -> Look:
        """Mean and standard error."""
        return Look(self.whole / self.worlds, sqrt(self.variance) / self.worlds)


def sure_look(evaluate: Evaluate[Any, Any], puzzle: Puzzle, rng: Random, worlds: int, least: float) -> Look | None:
    """How far the move is behind that comes closest to the answer.

    None if that isn't sure after so many worlds, or as soon as it's hardly going to be this much at `least`.
    """
    view, answer = puzzle.state.view(puzzle.seat), puzzle.answer
    leads = {action: Lead() for action in view.legal_actions if action != answer}
    waiting = [*leads]
    for lot in range(LOTS):
        for first in range(0, len(waiting), GROUP):
            among = (answer, *waiting[first : first + GROUP])
            for one in evaluate(view, rng, after(worlds >> LOTS - lot), among=among, kept=answer):
                if one.action != answer:
                    leads[one.action] = leads[one.action].plus(one)
        if lot:
            looks = {action: leads[action].look for action in waiting}
            at_end = 2.0 ** ((lot + 1 - LOTS) / 2)
            if any(
                look.margin + HOPE * look.error < max(least, NEEDED * look.error * at_end) for look in looks.values()
            ):
                return None
            waiting = [action for action, look in looks.items() if look.margin <= NEEDED * look.error]
        if not waiting:
            nearest = min((lead.look for lead in leads.values()), key=lambda look: look.margin)
            return Look(*(round(figure, 4) for figure in nearest)) if nearest.margin >= least else None
    return None


def usual(game: str, level: str, view: Any) -> Action:
    """The answer that a player gives most often."""
    computer = GAMES[game].computers[level]
    answers: Counter[Action] = Counter(computer(view, Random(number)) for number in range(ASKED))
    return answers.most_common(1)[0][0]


class Heard(NamedTuple):
    """A bid or doubt of this round, and what its player saw then."""

    view: Any
    action: Any


class World(NamedTuple):
    """A position that may be the real one, and how everyone plays on. With the `seed`, chance draws the same."""

    state: Any
    policies: Sequence[Computer[Any, Any]]
    seed: float


class Strangers:
    """Looks at one puzzle by rounds that strangers play on. What is hidden lies anywhere it may lie.

    Only dice under other cups are likelier the more of the bids over them their stranger would have made as well.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        listing = GAMES[puzzle.game]
        self._own = listing.computers["medium"]
        self._redeal: Callable[[Any, Random], Any] = listing.game.redeal
        self._seats = puzzle.seats
        self._styles = [style for name, style in styles_of(puzzle.game).items() if name != BEGINNER]
        self._worth = WORTHS[puzzle.game]
        self._heard = heard(puzzle) if puzzle.game == "bluff" else {}
        self._guesses: dict[Seat, tuple[list[tuple[Computer[Any, Any], Any]], list[float]]] = {}

    def evaluate(
        self, view: Any, rng: Random, is_time_up: TimeUp, *, among: Sequence[Any] | None = None, kept: Any = None
    ) -> tuple[Judged[Any], ...]:
        """See `games.search.Evaluate`."""
        tried = candidates(view.legal_actions, among, kept)

        def value(world: World, action: Any) -> float:
            return self._value(world, view, action)

        return judge(tried, lambda: (self._draw(view, rng), 1.0), value, is_time_up, kept=kept)

    def _draw(self, view: Any, rng: Random) -> World:
        state, policies = self._redeal(view, rng), rng.choices(self._styles, k=self._seats)
        for seat in self._heard:
            if seat not in self._guesses:
                self._guesses[seat] = self._guessed(view, seat, rng)
            guesses, reached = self._guesses[seat]
            policies[seat], cup = rng.choices(guesses, cum_weights=reached)[0]
            state = replace(state, cups=put(state.cups, seat, cup))
        policies[view.seat] = self._own
        return World(state, policies, rng.random())

    def _guessed(self, view: Any, seat: Seat, rng: Random) -> tuple[list[tuple[Computer[Any, Any], Any]], list[float]]:
        """Guesses at a seat's style and dice, and how likely they would have led to its bids, summed up."""
        guesses = [(rng.choice(self._styles), self._redeal(view, rng).cups[seat]) for _ in range(GUESSES)]
        return guesses, [*accumulate(likeness(style, cup, self._heard[seat], rng) for style, cup in guesses)]

    def _value(self, world: World, view: Any, action: Any) -> float:
        """Worth of the end of the round after this action."""
        rng, state = Random(world.seed), world.state.apply(view.seat, action).state
        while state.to_act:
            seat = min(state.to_act)
            known = state.view(seat)
            if known.rounds_over > view.rounds_over:
                break
            chosen = state.sample_chance(rng) if seat == CHANCE else world.policies[seat](known, rng)
            state = state.apply(seat, chosen).state
        return self._worth(state.view(None), view.seat)


GUESSES: Final = 300
"""How many guesses are made at each bidder."""

SAME_FACE: Final = 0.3
ANOTHER: Final = 0.06
CONTRARY: Final = 0.03
"""How well a style explains a bid where it would have bid on the same face, on another, or doubted."""


def heard(puzzle: Puzzle) -> dict[Seat, list[Heard]]:
    """The bids that others have made in this round over the dice that they have now, by seat."""
    state = GAMES[puzzle.game].game.start(puzzle.seats, puzzle.options)
    found: dict[Seat, list[Heard]] = {}
    for move in puzzle.log:
        action = GAMES[puzzle.game].game.parse_action(move.text)
        verb = move.text.partition(" ")[0]
        if verb == "roll":
            found.clear()
        elif verb == "expose":
            found.pop(move.seat, None)
        elif verb == "bid" and move.seat != puzzle.seat:
            found.setdefault(move.seat, []).append(Heard(state.view(move.seat), action))
        state = state.apply(move.seat, action).state
    return found


def likeness(style: Computer[Any, Any], cup: Any, choices: Iterable[Heard], rng: Random) -> float:
    """How likely this style over these dice would have bid all that."""
    explained = 1.0
    for view, action in choices:
        answer = style(replace(view, own_dice=cup), rng)
        if type(answer) is not type(action):
            explained *= CONTRARY
        elif answer != action:
            explained *= SAME_FACE if answer.face == action.face else ANOTHER
    return explained


def _lead(points: Sequence[int], seat: Seat) -> float:
    return points[seat] - fmean(own for other, own in enumerate(points) if other != seat)


def _victory(view: Any, seat: Seat) -> float:
    ending = None if view.outcome is None else view.outcome.places
    return shares(view.table.markers, ending, view.table.variant)[seat]


WORTHS: Final[Mapping[str, Callable[[Any, Seat], float]]] = {
    "bluff": lambda view, seat: chance_to_win(view.table.dice_counts, seat),
    "faehrte": lambda view, seat: _lead(view.table.results[-1].points, seat),
    "tuecke": lambda view, seat: _lead(view.table.round.ended[-1].points, seat),
    "volltreffer": _victory,
}
"""What the end of a round is worth to a seat, in the units of the game's search."""


def reasons(game: str, table: Table, view: Any, action: Action) -> tuple[str, ...]:
    """The keys of the reasons that hold for this move."""
    return tuple(key for key, reason in GAME_UIS[game].reasons.items() if reason(table, view, action, ENGLISH))


def table_of(game: str, seats: int, options: Options) -> Table:
    """A table for the reasons, which name people."""
    sitters = tuple(Person(seat, f"P{seat}") for seat in range(seats))
    return Table(0, game, 1, options, seats, "playing", Place(0, 0), 0, 0, sitters)


def positions(game: str, seed: str, match: int, phases: frozenset[str] = frozenset()) -> Iterator[Puzzle]:
    """Decisions of one match, in which strangers and the computer players that answer at once play together.

    Shape: nothing is known of the best move yet; `phases` are those to look at, empty for all.
    """
    listing, rng = GAMES[game], Random(f"{seed} {game} {match}")
    seats = rng.choice(listing.game.seats)
    switch = SWITCHES.get(game) if rng.random() < SWITCHED else None
    options = complete(listing.game.options(seats), {switch: True} if switch else {})
    state, log = listing.game.start(seats, options), list[Move]()
    strangers = [*styles_of(game).values()]
    either = [strangers, [listing.computers[level] for level in AT_ONCE]]
    players = [rng.choice(rng.choice(either)) for _ in range(seats)]
    while state.to_act and len(log) <= LONGEST:
        seat = rng.choice(sorted(state.to_act))  # whoever chooses first knows no choice of others
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            view = state.view(seat)
            if is_chosen(view, options, phases):
                yield Puzzle(game=game, seats=seats, options=options, log=tuple(log), seat=seat, best="")
            action = players[seat](view, rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state


def is_chosen(view: Any, options: Options, phases: frozenset[str]) -> bool:
    """Whether to look at this decision. Where dice can be shown, only what follows a bid is a puzzle by itself."""
    if len(view.legal_actions) <= FEW or bool(options.get("reroll")) != view.continues_turn:
        return False
    return not phases or view.table.phase in phases


def looked_at(puzzle: Puzzle, match: int) -> Found | None:
    """The puzzle, if a quick look finds a move that some player that answers at once misses, and there's a reason."""
    listing, view = GAMES[puzzle.game], puzzle.state.view(puzzle.seat)
    answers = {usual(puzzle.game, level, view) for level in AT_ONCE}
    table = table_of(puzzle.game, puzzle.seats, puzzle.options)
    if not any(reasons(puzzle.game, table, view, action) for action in view.legal_actions if {action} != answers):
        return None
    rng = Random(f"{match} {len(puzzle.log)}")
    found = listing.evaluate(view, rng, after(QUICK * longer(puzzle.game, view)), kept=min(answers, key=str))
    best = max(found, key=lambda one: (one.samples, one.value))
    known = reasons(puzzle.game, table, view, best.action)
    if not known or {best.action} == answers or best.ahead < best.ahead_error:
        return None
    margin = Look(best.ahead, best.ahead_error)
    chosen = replace(puzzle, best=best.action.to_text(), looks=(margin,), reasons=known[:2])
    return Found(chosen, match, best.action not in answers)


def longer(game: str, view: Any) -> int:
    """How much longer the search looks at this position than at others."""
    return LONGER.get((game, view.table.phase), 1)


def confirmed(one: Found, worlds: int) -> Found | None:
    """The puzzle with what the two looks say, if they're sure of its best move."""
    puzzle, listing = one.puzzle, GAMES[one.puzzle.game]
    rng, least = Random(f"sure {one.match} {len(puzzle.log)}"), LEAST.get(one.kind, listing.stakes.least)
    many = worlds * longer(puzzle.game, puzzle.state.view(puzzle.seat))
    known = sure_look(listing.evaluate, puzzle, rng, many, least)
    if known is None:
        return None
    found = sure_look(Strangers(puzzle).evaluate, puzzle, rng, worlds, STRANGERS_LEAST * least)
    return None if found is None else replace(one, puzzle=replace(puzzle, looks=(known, found)))


def picked(waiting: list[Found], chosen: list[Found], worlds: int) -> Iterator[Found]:
    """Moves those that stand both looks from one list to the other, as many as wanted.

    The kinds and reasons of which there are fewest come first, but those that every player at once misses before
    others, and the clearest before the closest. Those that fail, or for which there's never going to be room, go.
    """
    while waiting and len(chosen) < WANTED:
        kinds, told = Counter(one.kind for one in chosen), Counter(one.reason for one in chosen)
        one = min(
            waiting, key=lambda one: (not one.missed, kinds[one.kind], told[one.reason], -one.puzzle.looks[0].margin)
        )
        waiting.remove(one)
        of_match = [other for other in chosen if other.match == one.match]
        if told[one.reason] >= MOST_ALIKE or len(of_match) >= MOST_OF_A_MATCH:
            continue
        if any(other.reason == one.reason for other in of_match):
            continue
        if not one.missed and sum(not other.missed for other in chosen) >= WANTED - TRAPS:
            continue
        if (sure := confirmed(one, worlds)) is not None:
            chosen.append(sure)
            yield sure


def in_order(chosen: Sequence[Found]) -> list[Found]:
    """The puzzles in the order in which they're shown: one reason after the other."""
    seen = Counter[str]()
    numbered = []
    for one in chosen:
        numbered.append((seen[one.reason], one.kind, one.reason))
        seen[one.reason] += 1
    return [one for _, one in sorted(zip(numbered, chosen, strict=True), key=lambda pair: pair[0])]


def main(arguments: Sequence[str] | None = None) -> None:
    """Picks the puzzles and prints what there is."""
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("game", choices=[game for game in GAMES if GAME_UIS[game].reasons])
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--worlds", type=int, default=2048, help="of a look at most (2048)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--phase", nargs="+", default=[], help="look only at decisions in these phases")
    parser.add_argument("--write", action="store_true", help="write the file that the bot reads")
    options = parser.parse_args(arguments)
    waiting, chosen = list[Found](), list[Found]()
    for match in range(options.matches):
        each = positions(options.game, options.seed, match, frozenset(options.phase))
        waiting += [one for puzzle in each if (one := looked_at(puzzle, match)) is not None]
        if match % AT_A_TIME == AT_A_TIME - 1 and len(chosen) < WANTED:
            print(f"{match + 1} matches, {len(waiting)} positions to look at", flush=True)
            for one in picked(waiting, chosen, options.worlds):
                print(len(chosen), one.missed, one.puzzle.best, *one.puzzle.looks, *one.puzzle.reasons, flush=True)
        if len(chosen) == WANTED:
            break
    if len(chosen) < WANTED:
        parser.exit(1, f"only {len(chosen)} of {WANTED}: look through more matches\n")
    if options.write:
        lines = [one.puzzle.to_line() for one in in_order(chosen)]
        file_of(options.game).write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
