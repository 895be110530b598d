"""The gallery's screens of a replay: a match between steady computer players, in the middle of its first round."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from bot.interactions.client import Finte
from bot.matches.history import Replayed, Sight
from bot.pages.page import Page
from bot.tables.table import Table
from bot.words import words
from cogs.commands.replay import ReplayPage
from games.catalogue import GAMES
from games.core import Seat, play_out
from games.steps import Replay

PageScreen = tuple[str, Callable[[Finte, str], Page], bool]
"""A screen's name, its page in a language, and whether it's shown on a phone as well."""

SEED = 1

STEPS = 6
"""How many steps the reader has gone on, if the match is that long: some bids, plays or purchases."""


def replay_screens(table: Table) -> Iterator[PageScreen]:
    """One's own hand, all hands open, and what the channel is shown. Shape: for a match that was played out."""
    yield "replay-own", _page(table, Seat(0)), True
    yield "replay-open", _page(table, "all"), True
    yield "replay-public", _page(table, "all", is_public=True), False


def _page(table: Table, sight: Sight, *, is_public: bool = False) -> Callable[[Finte, str], Page]:
    def page(bot: Finte, language: str) -> Page:
        replay = _replay(table.game, table.capacity, tuple(table.options.items()))
        found = Replayed(table, replay)
        shown = ReplayPage(
            found,
            stop=replay.stops[: STEPS + 1][-1],
            sight=sight,
            sights=found.sights(table.people[0].user_id),
            ui=bot.game_uis[table.game],
            say=words(language),
        )
        return shown.public() if is_public else shown.own(may_post=True, may_record=True)

    return page


@cache
def _replay(game: str, seats: int, options: tuple[tuple[str, bool | int], ...]) -> Replay:
    listing = GAMES[game]
    log = play_out(listing.game, seats, dict(options), listing.computers["steady"], Random(SEED))
    return Replay(listing.game, seats, dict(options), log)
