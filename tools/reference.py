"""A database of matches that follow from a seed, and what `/leaderboard`, `/stats` and `/history` say of it.

Before a change of what matches count for, and after it: `python -m tools.reference FILE make`, which takes about an
hour, and `python -m tools.reference FILE pages > before.txt`.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.pages.page import Page
from bot.store.connection import open_database
from bot.store.leaderboard import Leaderboard, Metric
from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.retention import RetentionStore
from bot.store.schema import ALL_GAMES
from bot.store.statistics import HistoryStore, PersonQuery, StatisticsStore
from bot.store.store import Store
from bot.tables.clock import PACES
from bot.tables.periods import ALL_TIME, ROLLING, season_of
from bot.tables.standings import Field
from bot.tables.table import Person, Place, Robot, Table
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.commands.history import MatchList
from cogs.commands.leaderboard import LINES, FoundRanking, PageQuery, RankingPages, Scope
from cogs.commands.lookups import Someone
from cogs.commands.stats import StatsPage
from games.catalogue import GAMES
from games.core import Options, play_out
from tests.end_to_end.short import short_options
from tests.endings import stored_ending
from tests.pages import as_text

BEGIN, STEP = 1_760_000_000, 300  # the first match's moment, and the seconds between two matches
SERVERS, PEOPLE, SHOWN = 20, 3_000, 200
KEEP_SECONDS = 200 * 86_400
LEVELS = ("easy", "medium", "hard")

EN = words("en-US")


def draft_of(rng: Random, now: int) -> Table:
    """A table at which people who play often, and computer players, have sat down."""
    game = rng.choice([*GAMES])
    rules = GAMES[game].game
    seats = rng.choice(rules.seats)
    ids = {min(PEOPLE, int(rng.paretovariate(0.4))) for _ in range(rng.randint(1, seats))}
    people = [Person(100 + one, f"Player {one}") for one in sorted(ids)]
    robots = [Robot(rng.choice(LEVELS), f"Robo {number}") for number in range(seats - len(people))]
    return Table(
        id=0,
        game=game,
        rules_version=rules.rules_version,
        options=cast("Options", short_options(game)),
        capacity=seats,
        phase="playing",
        place=Place(rng.randint(1, SERVERS), 1),
        host_id=people[0].user_id,
        changed_at=now,
        sitters=(*people, *robots),
        pace=rng.choice([*PACES]),
    )


async def make(engine: AsyncEngine, matches: int, rng: Random) -> None:
    """Plays this many matches. Now and then somebody is forgotten, and old matches are deleted."""
    store, privacy, retention = Store(engine), PrivacyStore(engine), RetentionStore(engine)
    for user_id in range(100, 100 + PEOPLE, 3):
        chosen = Preference("person", user_id, is_everywhere=True)
        await PreferenceStore(engine).list_everywhere(chosen, f"Player {user_id - 100}")
    for server in range(1, SERVERS, 2):
        await PreferenceStore(engine).keep(Preference("community", server, is_everywhere=True))

    def choose(view: Any, rng: Random) -> Any:  # noqa: ANN401 - of any game
        return rng.choice(view.legal_actions)

    for number in range(matches):
        draft = draft_of(rng, now := BEGIN + number * STEP)
        log = play_out(GAMES[draft.game].game, draft.capacity, draft.options, choose, rng)
        over = replace((await store.open(draft)).with_new_clocks(), version=1, phase="over")
        await store.append(over, 0, log, stored_ending(over, log))
        if number % 1_000 == 999:
            user_id = 100 + rng.randint(1, PEOPLE)
            await privacy.forget(user_id, await privacy.matches_of(user_id))
            while old := await retention.closed_before(now - KEEP_SECONDS, 500):
                await retention.delete_matches(old)
            print(number + 1, file=sys.stderr)


def queries() -> Iterator[PageQuery]:
    """The first page of each leaderboard."""
    periods = (ALL_TIME, *ROLLING, *{season_of(BEGIN + at * 90 * 86_400) for at in range(6)})
    fields, metrics, scopes = get_args(Field), get_args(Metric), get_args(Scope)
    for game, period, field, metric, scope in product(("all", *GAMES), sorted(periods), fields, metrics, scopes):
        yield PageQuery(game, period, field, 0, metric, scope)


async def leaderboards(engine: AsyncEngine, now: int) -> AsyncIterator[tuple[str, Page]]:
    """Every page of every leaderboard."""
    board, pages = Leaderboard(engine, lambda: now), RankingPages(GAME_UIS, EN)
    for server, first in product(range(1, SERVERS + 1), queries()):
        if first.scope == "everywhere" and server > 1:
            continue
        for number in count():
            query = replace(first, page=number)
            found = await board.ranking(query.ranking(server), reader=101, first=number * LINES, lines=LINES)
            yield f"{server} {query.to_text()}", pages.own(query, FoundRanking(found, season_of(now)), 101)
            if (number + 1) * LINES >= found.total:
                break


async def about_people(engine: AsyncEngine) -> AsyncIterator[tuple[str, Page]]:
    """The statistics of some people, and every page of their history."""
    statistics, history = StatisticsStore(engine), HistoryStore(engine)
    for user_id, server, game in product(range(101, 101 + SHOWN), range(1, SERVERS + 1), (ALL_GAMES, *GAMES)):
        query, someone = PersonQuery(server, user_id, game), Someone(user_id, game or "all")
        if (found := await statistics.read(query)).name is None:
            continue
        shown = StatsPage(someone, found, GAME_UIS, EN, opponents=found.opponents)
        yield f"{query}", shown.private()
        yield f"{query} details", replace(shown, is_detailed=True).private()
        page = await history.page(query)
        while page.lines:
            yield f"{query} history", MatchList(someone, page, GAME_UIS, EN).page()
            if not page.has_older:
                break
            page = await history.page(query, "older", page.lines[-1].number)


async def run(arguments: argparse.Namespace) -> None:
    """Makes the database, or prints its pages."""
    async with open_database(f"sqlite+aiosqlite:///{arguments.file}") as engine:
        if arguments.what == "make":
            await make(engine, arguments.matches, Random(arguments.seed))
            return
        for pages in (leaderboards(engine, BEGIN + arguments.matches * STEP), about_people(engine)):
            async for name, page in pages:
                print(f"=== {name}", as_text(page.parts), sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.reference", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("what", choices=("make", "pages"))
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(run(parser.parse_args()))
