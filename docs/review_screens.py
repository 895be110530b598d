"""The gallery's screens of a review: under way, its summary, all decisions, one decision, and what came to light."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from bot.interactions.client import Finte
from bot.matches.reviews import Review, past_of
from bot.pages.page import Page
from bot.tables.table import Person, Place, Robot, Table
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.commands.review import ReviewPages
from games.catalogue import GAMES
from games.core import CHANCE, Move, Seat
from games.review import examine
from games.search import after

SEED = 2
WORLDS = 16
"""So few worlds don't take long, and are enough for some mistakes to stand out."""

SHOWN = (("review", ""), ("review-decisions", "l0"), ("review-hindsight", "h0"))


def review_screens(game: str) -> Iterator[tuple[str, Callable[[Finte, str], Page], bool]]:
    """The screens of one game. Shape: name, page, and whether it's shown on a phone as well."""
    found = _review(game)
    yield "review-waiting", _page(replace(found, is_done=False, place=0, verdicts=found.verdicts[:3]), ""), False
    for name, asked in SHOWN:
        if name != "review-hindsight" or GAME_UIS[game].hindsight(found.past.end, words("en")):
            yield name, _page(found, asked), True
    least = GAMES[game].stakes.least
    mistakes = [number for number, verdict in enumerate(found.verdicts) if verdict.is_mistake(least)]
    yield "review-decision", _page(found, f"d{mistakes[0] if mistakes else 0}"), True


def _page(found: Review, asked: str) -> Callable[[Finte, str], Page]:
    return lambda bot, language: ReviewPages(found, bot.game_uis[found.table.game], words(language)).page(asked)


@cache
def _review(game: str) -> Review:
    """A beginner's review of a short match."""
    listing, rng, log = GAMES[game], Random(SEED), []
    seats, options = listing.game.seats.start + 1, GAME_UIS[game].lesson_options
    state = listing.game.start(seats, options)
    while state.to_act:
        seat = min(state.to_act)
        level = "easy" if seat == 0 else "medium"
        chance = seat == CHANCE
        action = state.sample_chance(rng) if chance else listing.computers[level](state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    others = tuple(Robot("medium", name) for name in ("Iris", "Juno", "Kai", "Lio", "Mara")[: seats - 1])
    table = Table(
        1, game, listing.game.rules_version, options, seats, "over", Place(1, 1), 1, 0, (Person(1, "Ana"), *others)
    ).with_new_clocks()
    past = past_of(table, log, Seat(0), ())
    verdicts = (examine(listing.evaluate, one, Random(SEED), lambda _: after(WORLDS)) for one in past.decisions)
    return Review(table, Seat(0), past, tuple(verdicts), is_done=True)
