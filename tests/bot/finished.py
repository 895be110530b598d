"""Stores matches that were played to their end, all at once."""

from dataclasses import replace
from functools import cache
from random import Random

from bot.store.store import Store
from bot.tables.table import Person, Place, Robot, Table
from games.catalogue import GAMES
from games.core import CHANCE, Move, draws
from tests.bot.people import HERE, draft


@cache
def played_out(game: str, seats: int, level: str = "medium") -> tuple[Move, ...]:
    """Every move of a match between computer players of this level."""
    listing, rng, log = GAMES[game], Random(3), []
    state = listing.game.start(seats, {})
    while True:
        for draw in draws(state, rng):
            state = draw.step.state
            log.append(Move(CHANCE, draw.action.to_text()))
        if state.outcome:
            return tuple(log)
        seat = min(state.to_act)
        action = listing.computers[level](state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state


async def finished(
    store: Store, *sitters: Person | Robot, game: str = "bluff", place: Place = HERE, level: str = "medium"
) -> Table:
    """A match of these people that was played to its end."""
    new = draft(*sitters, game=game, capacity=len(sitters), options={}, place=place)
    table = (await store.open(new)).with_new_clocks()
    ended = replace(table, version=1, phase="over")
    await store.append(ended, 0, played_out(game, len(sitters), level), None)
    return ended
