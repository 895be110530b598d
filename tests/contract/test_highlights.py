"""What every game tells of a match: moments of its log alone, in every language."""

from random import Random

import pytest

from bot.pictures.faces import FACES
from bot.words import words
from cogs.catalogue import GAME_UIS
from games.catalogue import Listing
from games.core import play_out
from games.figures import RunningFigures, replayed
from games.highlights import Moment
from tests.contract.strategies import every_listing

MATCHES = 8


def found(listing: Listing, seats: int, seed: int) -> tuple[Moment, ...]:
    """Moments of a match between computer players."""
    log = play_out(listing.game, seats, {}, listing.computers["easy"], Random(seed))
    return RunningFigures.start(seats).after(listing.observe, replayed(listing.game, seats, {}, log)).moments


@every_listing
@pytest.mark.parametrize("locale", ["en-US", "de", "fr"])
def test_every_moment_is_told_in_a_sentence_with_dice_or_cards_that_can_be_drawn(listing: Listing, locale: str) -> None:
    seats = listing.game.seats
    for seed in range(MATCHES):
        for moment in found(listing, seats[seed % len(seats)], seed):
            told, scene = GAME_UIS[listing.game.key].moment(moment, lambda seat: f"seat {seat}", words(locale))

            assert told.endswith(".")
            assert f"seat {moment.seat}" in told
            assert moment.weight >= 0
            assert {face for group in scene for face in group.faces} <= FACES.keys()
