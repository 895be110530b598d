"""What it costs to draw and encode the pictures of a match, for every game, on one core.

Each kind of picture is measured by several from a match, once everything that they share has been drawn.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench.report import kibibytes, milliseconds, print_table
from bot.messages.screens import Screens
from bot.pages.page import Picture
from bot.pictures.drawing import Drawing
from bot.pictures.encode import png
from bot.pictures.faces import FACES
from bot.tables.table import Person, Phase, Place, Table
from bot.words import ENGLISH
from cogs.catalogue import SCREENS
from games.catalogue import GAMES, Listing
from games.core import CHANCE, State

NAMES = ("Ana", "Wörthersee-Müller von Königsberg", "Chloé", "Ĝis la revido, kara ludanto mia!", "Ωmega", "Zoë")
DECISIONS = 600
REPEATS = 9
SAMPLES = 12


def run(*, quick: bool) -> None:
    """Measures and prints."""
    repeats, samples = (1, 1) if quick else (REPEATS, SAMPLES)
    emojis = _emojis()
    rows = []
    for listing in GAMES.values():
        for kind, drawings in _kinds(listing, SCREENS[listing.game.key]).items():
            spread = drawings[:: -(-len(drawings) // samples)]
            rows.append((f"{listing.game.key}: {kind}", *_cost(spread, repeats)))
    head = ("picture", "measured", "median, ms", "slowest, ms", "median, KiB", "largest, KiB")
    print_table("Pictures", head, rows)
    print_table("Emojis", ("emojis", "number", "all, ms", "all, KiB", "largest, KiB"), [emojis])


def _kinds(listing: Listing, screens: Screens) -> Mapping[str, Sequence[Drawing]]:
    """The different pictures of a match with all seats taken, by kind."""
    game = listing.game
    seats = game.seats[-1]
    table = table_of(game.key, seats)
    found: dict[str, dict[Drawing, None]] = defaultdict(dict)
    for state in islice(_states(listing, seats), DECISIONS):
        for part in screens.board(table, state.view(None), ENGLISH):
            if isinstance(part, Picture):
                found[type(part.drawing).__name__][part.drawing] = None
    return {kind: tuple(drawings) for kind, drawings in found.items()}


def _states(listing: Listing, seats: int) -> Iterator[State[Any, Any]]:
    """The positions of a match between the best computer players that answer at once, from the first decision on."""
    *_, computer = listing.computers.values()
    rng = Random(1)
    state = listing.game.start(seats, {})
    while state.to_act:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
        state = state.apply(seat, action).state
        if CHANCE not in state.to_act:
            yield state


def table_of(game: str, seats: int, phase: Phase = "playing") -> Table:
    """A table with long names."""
    people = tuple(Person(number, name) for number, name in enumerate(NAMES[:seats], 1))
    return Table(
        id=1, game=game, rules_version=1, options={}, capacity=seats, phase=phase, place=Place(1, 1), host_id=1,
        changed_at=0, sitters=people,
    )  # fmt: skip


def _cost(drawings: Sequence[Drawing], repeats: int) -> tuple[str, ...]:
    sizes = [len(png(drawing)) for drawing in drawings]
    seconds = [median(_seconds(drawing) for _ in range(repeats)) for drawing in drawings]
    return (
        str(len(drawings)),
        milliseconds(median(seconds)),
        milliseconds(max(seconds)),
        kibibytes(median(sizes)),
        kibibytes(max(sizes)),
    )


def _seconds(drawing: Drawing) -> float:
    begin = perf_counter()
    png(drawing)
    return perf_counter() - begin


def _emojis() -> tuple[str, ...]:
    begin = perf_counter()
    sizes = [len(png(face)) for face in FACES.values()]
    seconds = perf_counter() - begin
    return "every face", str(len(sizes)), milliseconds(seconds), kibibytes(sum(sizes)), kibibytes(max(sizes))
