"""What a view does not tell, drawn anew: the cards in other hands, and the counts behind the colours of others."""

from random import Random

from games.cards import FOUR_COLOURS, Cards, Need, distribute, gather
from games.core import Seat
from games.tuecke.actions import DECKS, HAND_SIZE, OPEN_CARDS
from games.tuecke.scoring import NOTHING, Counts, counts_of
from games.tuecke.view import TueckeView


def deal_hands(view: TueckeView, rng: Random) -> tuple[Cards, ...]:
    """A hand for each seat: its own for the one that looks, and for the others cards that it has not seen.

    Nobody has to follow, so that a card played says nothing about the hand, but for one thing: who is asked to play
    has a card that fits the trick, else the round would have ended.
    """
    if view.phase not in {"play", "take", "keep"}:
        return (0,) * view.seats
    table = view.table
    unseen = DECKS[view.seats] & ~(table.played | gather(view.trick) | view.hand)
    have_played = {seat for seat, _ in view.plays}
    others = [Seat(seat) for seat in range(view.seats) if seat != view.seat]
    needs = [Need(HAND_SIZE - table.tricks - (seat in have_played)) for seat in others]
    while True:
        hands = dict(zip(others, distribute(unseen, needs, rng), strict=True))
        if view.seat is not None:
            hands[view.seat] = view.hand
        (asked,) = view.to_act
        if view.phase != "play" or hands[asked] & OPEN_CARDS[view.lying]:
            return tuple(hands[Seat(seat)] for seat in range(view.seats))


def share_out(view: TueckeView, rng: Random) -> tuple[Counts, ...]:
    """The counts of each seat: those that are known, and for the others some that agree with all the cards taken.

    Everyone has at least one card of each colour that he has shown, and what he took with the last trick. How earlier
    tricks were shared is not remembered: the cards left go one by one to those who have their colour.
    """
    table = view.table
    if table.open_counts:
        return table.counts
    counts = [list(_least(view, Seat(seat))) for seat in range(view.seats)]
    others = [Seat(seat) for seat in range(view.seats) if seat != view.seat]
    for colour, taken in enumerate(counts_of(table.played & ~table.removed)):
        owners = [seat for seat in others if table.colours[seat] >> colour & 1]
        for _ in range(taken - sum(row[colour] for row in counts)):
            counts[rng.choice(owners)][colour] += 1
    return tuple(map(tuple, counts))


def _least(view: TueckeView, seat: Seat) -> Counts:
    """How many cards of each colour `seat` has at least; exactly so many where it is the one that looks."""
    if seat == view.seat:
        return view.own_counts
    table = view.table
    shown = tuple(table.colours[seat] >> colour & 1 for colour in FOUR_COLOURS)
    last = table.last_trick if table.played else None
    if last is None:
        return shown
    taken = NOTHING
    for taker, share in last.shares:
        if taker == seat:
            taken = counts_of(share)
    return tuple(map(max, shown, taken))
