"""How long a click in a replay takes to find its moment, and to lay out its page, beside drawing the board of then."""

from random import Random
from statistics import median
from time import process_time

from bench.pictures import table_of
from bench.report import milliseconds, print_table, ratio
from bot.matches.history import Replayed
from bot.pictures.encode import png
from bot.words import ENGLISH
from cogs.catalogue import SCREENS
from cogs.commands.replay import ReplayPage
from games.catalogue import GAMES, Listing
from games.core import play_out
from games.steps import Replay

STOPS = 200
QUICK_STOPS = 5

READER = 1


def run(*, quick: bool) -> None:
    """Measures and prints: all figures are per click, but for the first one of a match."""
    rows = [_row(listing, QUICK_STOPS if quick else STOPS) for listing in GAMES.values()]
    head = (
        "replay",
        "moves",
        "first click, ms",
        "state, ms",
        "slowest, ms",
        "page, ms",
        "picture, ms",
        "picture : state",
    )
    print_table("Replays", head, rows)


def _row(listing: Listing, most: int) -> tuple[str, ...]:
    """One match with all seats taken."""
    game, rng = listing.game, Random(1)
    seats = game.seats[-1]
    log = play_out(game, seats, {}, listing.computers["steady"], rng)
    began = process_time()
    replay = Replay(game, seats, {}, log)
    first = process_time() - began
    found = Replayed(table_of(game.key, seats, "over"), replay)
    stops = rng.sample(replay.stops, min(most, len(replay.stops)))
    states, pages, pictures = zip(*(_click(found, stop) for stop in stops), strict=True)
    drawn = median(time for time in pictures if time)
    return (
        game.key,
        str(len(log)),
        milliseconds(first),
        milliseconds(median(states)),
        milliseconds(max(states)),
        milliseconds(median(pages)),
        milliseconds(drawn),
        ratio(drawn, median(states)),
    )


def _click(found: Replayed, stop: int) -> tuple[float, float, float]:
    """What it costs to find the moment, to lay out its page, and to draw its pictures. Units: CPU seconds."""
    began = process_time()
    found.replay.turn(stop)
    reached = process_time()
    sights = found.sights(READER)
    page = ReplayPage(found, stop, "all", sights, SCREENS[found.table.game], ENGLISH).own(
        may_post=True, may_record=True
    )
    laid_out = process_time()
    for drawing in page.drawings:
        png(drawing)
    return reached - began, laid_out - reached, process_time() - laid_out
