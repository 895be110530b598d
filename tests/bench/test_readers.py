"""Readers: they know exactly how `medium` plays, and infer from that what it holds."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from bench.pool.readers import bluff, readers_of
from bench.strength import ONE_ROUND
from games.bluff.actions import Bid, BluffAction
from games.bluff.computer import medium
from games.bluff.styles import NUMBER
from games.bluff.view import BluffView
from games.catalogue import GAMES
from games.core import CHANCE, Seat
from tests.games.bluff.tables import act, table

READ = [(key, name) for key in GAMES for name in readers_of(key)]


def views(key: str, name: str, seed: int) -> Iterator[Any]:
    """Views of every player to act in a match that `name` plays in the first seat, against `medium`."""
    listing, rng = GAMES[key], Random(seed)
    state = listing.game.start(listing.game.seats[seed % 2], ONE_ROUND.get(key, {}))
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            view = state.view(seat)
            yield view
            player = readers_of(key)[name] if seat == 0 else listing.computers["medium"]
            action = player(view, rng)
            view.check(action)
        state = state.apply(seat, action).state


@pytest.mark.parametrize(("key", "name"), READ)
def test_a_reader_plays_by_the_rules_to_the_end(key: str, name: str) -> None:
    assert [*views(key, name, seed=1)]


def odds_of(view: BluffView) -> dict[str, float]:
    """How likely `medium` gives each answer at Bluff, as a reader has it."""
    seen, counts = view.table, view.table.dice_counts
    named, last = dict.fromkeys(map(int, seen.still_in), 0), bluff.DOUBT
    for made in seen.bids:
        named[made.seat] |= 1 << made.bid.face
        last = NUMBER[made.bid.quantity, made.bid.face]
    assert view.seat is not None
    rivals = bluff.rivals_of(view.seat, counts, named)
    rows = bluff.likelihoods(last, rivals, len(view.own_dice), seen.dice_in_play)
    cup = np.flatnonzero((bluff.cups_of(len(view.own_dice)).counts == bluff.counts_of(view.own_dice)).all(1))[0]
    return {action.to_text(): float(rows[cup, number_of(action)]) for action in view.legal_actions}


def number_of(action: BluffAction) -> int:
    return NUMBER[action.quantity, action.face] if isinstance(action, Bid) else bluff.DOUBT


def test_a_reader_of_bluff_knows_how_often_medium_does_what() -> None:
    asked = [view for seed in (2, 3) for view in views("bluff", "reader", seed) if not bluff.is_closed(view)]
    for view in asked:
        given = Counter(medium(view, Random(seed)).to_text() for seed in range(60))
        assert {action: odds for action, odds in odds_of(view).items() if odds} == pytest.approx(
            {action: times / 60 for action, times in given.items()}, abs=0.25
        )


def test_a_reader_of_bluff_rules_out_cups_with_which_medium_would_have_bid_otherwise() -> None:
    asked = act(table("1 2 3 4 5 / 2 2 2 5 5"), "bid 4x5")
    answered = act(asked, medium(asked.view(Seat(1)), Random(1)).to_text()).view(Seat(0))
    (odds,) = bluff.posteriors(answered).values()
    before = bluff.cups_of(5).odds
    held = (bluff.cups_of(5).counts == bluff.counts_of((2, 2, 2, 5, 5))).all(1)

    assert odds[held] > 1.5 * before[held]
    assert before[odds < before / 1000].sum() > 1 / 4
