"""The gallery's screens of `/stats` and `/history`, of people who have done everything there is."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import time

from bot.interactions.client import Finte
from bot.pages.page import Page
from bot.store.results import First
from bot.store.statistics import (
    LINES,
    Count,
    Curve,
    FigureSums,
    Finished,
    HistoryPage,
    Opponent,
    Record,
    Statistics,
    Streak,
)
from bot.tables.clock import PACES, SeatClock
from bot.tables.table import Table
from bot.words import words
from cogs.commands.history import MatchList
from cogs.commands.lookups import ALL_GAMES, Someone
from cogs.commands.stats import StatsPage
from games.catalogue import GAMES, LEVELS

PageScreen = tuple[str, Callable[[Finte, str], Page], bool]
"""A screen's name, its page in a language, and whether it's shown on a phone as well."""

CURVE = tuple(1000 + 3 * at + (at * at * 7) % 61 for at in range(200))
LONG_NAME = "Maximiliane von der Wartburg"
OPPONENTS = (Opponent(2, "Ben", 31, 18, 13), Opponent(3, LONG_NAME, 12, 5, 7), Opponent(4, None, 1, 0, 1))
KEPT = Statistics(
    name="Ana",
    standings={"people": Record(240, 131, CURVE[-1], False, 2), "computer": Record(4, 2, 1064, True, 5, rated=4)},
    by_game={(game, "people"): Record(60, 33, 1283, False) for game in GAMES},
    counts={
        **{("place", str(place)): Count(131 // place, 0) for place in range(1, 7)},
        **{("pace", pace): Count(80, 43) for pace in PACES},
        **{("level", level): Count(10, 5) for level in LEVELS},
    },
    won=dict.fromkeys(GAMES, Streak(3, 11)),
    finished=Streak(31, 90),
    opponents=OPPONENTS,
    curves={"people": Curve(CURVE, 240)},
    figures={figure.key: FigureSums(58, 100, 521, 1000) for listing in GAMES.values() for figure in listing.figures},
    firsts=(First("ten finished", ""), *(First(kind, game) for game in GAMES for kind in ("win", "win against hard"))),
)

_FIRST = Record(1, 1, 1175, True, 4, rated=1, opponents=1)
AFTER_ONE = Statistics(
    name="Ana",
    standings={"people": _FIRST},
    by_game={("bluff", "people"): _FIRST},
    counts={("place", "1"): Count(1, 1), ("pace", "live"): Count(1, 1)},
    won={"bluff": Streak(1, 1)},
    finished=Streak(1, 1),
    opponents=OPPONENTS[:1],
    firsts=(First("win", "bluff"),),
)


def statistics_screens(game: str, table: Table) -> Iterator[PageScreen]:
    """The screens of one game; for the first one also those of all games. Shape: `table` is one that is over."""
    firsts = tuple(first for first in KEPT.firsts if first.game in {"", game})
    yield "stats", _stats(game, replace(KEPT, firsts=firsts), "Ben", OPPONENTS[0]), True
    yield "stats-game", _stats(game, replace(KEPT, firsts=firsts), is_detailed=True), False
    yield "history", _history(game, table), True
    if game == next(iter(GAMES)):
        yield "stats-own", _stats(ALL_GAMES, KEPT), True
        yield "stats-details", _stats(ALL_GAMES, KEPT, is_detailed=True), False
        yield "stats-first", _stats(ALL_GAMES, AFTER_ONE), True
        yield "stats-none", _stats(ALL_GAMES, Statistics()), False
        yield "history-all", _history(ALL_GAMES, table), True
        yield "history-none", _history(ALL_GAMES, None), False


def _stats(
    game: str, stats: Statistics, name: str | None = None, met: Opponent | None = None, *, is_detailed: bool = False
) -> Callable[..., Page]:
    def page(bot: Finte, language: str) -> Page:
        opponents = tuple(one for one in stats.opponents if one != met)  # nobody is named twice
        shown = StatsPage(Someone(1, game), stats, bot.game_uis, words(language), name, opponents, met)
        return replace(shown, is_detailed=is_detailed).private()

    return page


def _history(game: str, table: Table | None) -> Callable[..., Page]:
    def page(bot: Finte, language: str) -> Page:
        lines = tuple(history_lines(table)) if table else ()
        found = HistoryPage("Ana", lines, has_older=bool(lines))
        return MatchList(Someone(1, game), found, bot.game_uis, words(language), keep_days=365).page()

    return page


def history_lines(table: Table) -> Iterator[Finished]:
    """The lines of a history, newest first: all of matches at this table."""
    for number in range(LINES):
        has_left = number == LINES // 2
        clocks = (SeatClock(presence="left"), *[SeatClock()] * (len(table.sitters) - 1)) if has_left else ()
        yield Finished(
            number=LINES - number,
            table=replace(table, id=LINES - number, clocks=clocks),
            field="people",
            has_won=not number,
            points=0,
            ended_at=int(time()) - number * 86_400,
            place=number % len(table.sitters) + 1,
            rating_before=1300,
            rating_after=1312 - 7 * number,
        )
