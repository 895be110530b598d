"""What every game counts for players' statistics, from a match that may have ended at any move."""

from random import Random

from hypothesis import strategies as st

from cogs.catalogue import GAME_UIS
from games.catalogue import Listing
from games.core import play_out
from games.figures import RunningFigures, replayed
from tests.contract.strategies import anything, every_listing, playthroughs

LONGEST_KEY = 20


@every_listing
def test_figures_have_short_keys_that_differ(listing: Listing) -> None:
    keys = [figure.key for figure in listing.figures]

    assert len({*keys}) == len(keys)
    assert all(key.isidentifier() and len(key) <= LONGEST_KEY for key in keys)


@every_listing
def test_every_figure_has_a_name_for_players(listing: Listing) -> None:
    assert GAME_UIS[listing.game.key].figures.keys() == {figure.key for figure in listing.figures}


@every_listing
@anything
def test_nothing_is_counted_below_zero_and_no_share_exceeds_the_whole(listing: Listing, data: st.DataObject) -> None:
    match = data.draw(playthroughs(listing.game))
    counted = listing.tallies(match.seats, match.options, match.log)

    assert len(counted) == match.seats
    for found in counted:
        assert found.keys() <= {figure.key for figure in listing.figures}
        for figure in listing.figures:
            if tally := found.get(figure.key):
                assert tally.count > 0
                assert tally.total >= 0
                assert figure.kind == "mean" or tally.total <= tally.count


@every_listing
@anything
def test_a_match_counted_a_few_moves_at_a_time_has_the_same_figures_and_moments(
    listing: Listing, data: st.DataObject
) -> None:
    match = data.draw(playthroughs(listing.game))
    moves = [*replayed(listing.game, match.seats, match.options, match.log)]
    half = data.draw(st.integers(0, len(moves)))

    figures = RunningFigures.start(match.seats)
    for some in (moves[:half], *([move] for move in moves[half:])):
        figures = figures.after(listing.observe, some)

    assert figures.tallies == listing.tallies(match.seats, match.options, match.log)
    assert figures.moments == RunningFigures.start(match.seats).after(listing.observe, moves).moments


@every_listing
def test_every_figure_comes_up(listing: Listing) -> None:
    found: set[str] = set()
    for number in range(3):
        log = play_out(listing.game, listing.game.seats[-1], {}, listing.computers["easy"], Random(number))
        found.update(key for counted in listing.tallies(listing.game.seats[-1], {}, log) for key in counted)

    assert found == {figure.key for figure in listing.figures}
