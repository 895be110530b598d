"""The rule player of Mit List und Tücke: two colours to collect, a small discard, an eye on who is about to win."""

from random import Random

from games.cards import FOUR_COLOURS, PLAYS
from games.core import Seat
from games.tuecke.actions import DECKS, HAND_SIZE, Keep, Take, TueckeAction
from games.tuecke.choice import MyTurn, Piles, best_card, best_share, outlook
from games.tuecke.guess import known_cards, likelihood
from games.tuecke.prospects import best_keep
from games.tuecke.scoring import counts_of
from games.tuecke.view import TueckeView


def medium(view: TueckeView, rng: Random) -> TueckeAction:  # noqa: ARG001 - it leaves nothing to chance
    """Does what its rules hold best; never asked for more than one trick ahead."""
    table, so_far = view.table, view.table.round
    assert view.seat is not None
    piles = guessed_piles(view)
    if table.phase == "keep":
        return Keep(best_keep(piles.counts[view.seat], piles.to_come))
    expected = outlook(piles, HAND_SIZE - so_far.tricks)
    if table.phase == "take":
        return Take(best_share(table.trick, view.seat, table.second_taker, piles, expected.chances))
    return PLAYS[
        best_card(
            MyTurn(
                view.seat,
                so_far.seats,
                so_far.leader,
                view.hand,
                DECKS[so_far.seats] & ~(table.played | view.hand),
                table.trick,
                table.trick_colours,
                expected,
            )
        )
    ]


def guessed_piles(view: TueckeView) -> Piles:
    """What everyone has taken: what is known, and of the rest what everyone has of it on average.

    Shape: the cards of a trick that is still to be shared count as to come.
    """
    so_far = view.table.round
    to_come = counts_of(DECKS[so_far.seats] & ~so_far.collected)
    if so_far.open_counts:
        return Piles(list(so_far.counts), list(so_far.kept), to_come)
    everyone = [Seat(seat) for seat in range(so_far.seats)]
    known = [known_cards(view, seat) for seat in everyone]
    hidden = counts_of(so_far.collected & ~so_far.removed & ~sum(known))
    counts: list[list[float]] = [list(counts_of(cards)) for cards in known]
    for colour in FOUR_COLOURS:
        showing = [seat for seat in everyone if seat != view.seat and so_far.colours[seat] >> colour & 1]
        first = [seat for seat in showing if not counts[seat][colour]]
        for seat in first:
            counts[seat][colour] = 1
        weights = [likelihood(view, seat, colour) for seat in showing]
        for seat, weight in zip(showing, weights, strict=True):
            counts[seat][colour] += (hidden[colour] - len(first)) * weight / sum(weights)
    return Piles([tuple(sizes) for sizes in counts], list(so_far.kept), to_come)
