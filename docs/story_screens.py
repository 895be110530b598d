"""The gallery's screens of what has happened in a match between steady computer players."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from bot.interactions.client import Finte
from bot.matches.history import Round, rounds_seen
from bot.pages.page import Page
from bot.tables.table import Table
from bot.words import words
from cogs.table.story_page import LAST, NEWEST, Spot, story
from games.catalogue import GAMES
from games.core import CHANCE, Move

PageScreen = tuple[str, Callable[[Finte, str], Page], bool]
"""A screen's name, its page in a language, and whether it's shown on a phone as well."""

SEED = 1

IDLE_SECONDS = 86_400
"""How long the match may be idle."""

MOVES_OF_A_ROUND_UNDER_WAY = 30
"""How far the second round has come: some tricks or purchases."""


def story_screens(table: Table) -> Iterator[PageScreen]:
    """The round under way, and the first round from its beginning to its result."""
    for name, spot in (("story", NEWEST), ("story-first", Spot(1)), ("story-result", Spot(1, LAST))):
        yield name, _page(table, spot), True


def _page(table: Table, spot: Spot) -> Callable[[Finte, str], Page]:
    def page(bot: Finte, language: str) -> Page:
        return story(table, _seen(table), bot.game_uis[table.game], words(language), spot, idle_seconds=IDLE_SECONDS)

    return page


def _seen(table: Table) -> tuple[Round[Any], ...]:
    return rounds_seen(table, _log(table.game, table.capacity, tuple(table.options.items())))


@cache
def _log(game: str, seats: int, options: tuple[tuple[str, bool | int], ...]) -> tuple[Move, ...]:
    """A match to somewhere in its second round."""
    rng, listing = Random(SEED), GAMES[game]
    state, log, begun = listing.game.start(seats, dict(options)), [], 0
    while state.to_act and begun < MOVES_OF_A_ROUND_UNDER_WAY:
        seat = min(state.to_act)
        chance = seat == CHANCE
        action = state.sample_chance(rng) if chance else listing.computers["steady"](state.view(seat), rng)
        after = state.apply(seat, action).state
        if begun and after.view(None).rounds_over > 1:
            break  # a short second round stays under way
        log.append(Move(seat, action.to_text()))
        state, begun = after, begun + (after.view(None).rounds_over > 0)
    return tuple(log)
