"""A round that rule players play on, all hands and piles known: how a search learns what comes of an action."""

from collections.abc import Sequence
from operator import add, sub

from games.cards import Card, Cards, gather
from games.core import Seat
from games.tuecke.actions import COLOURS_OF, FULL, NO_COLOUR, OPEN_CARDS, ColourSet
from games.tuecke.choice import MyTurn, Outlook, Piles, best_card, best_share, outlook
from games.tuecke.prospects import best_keep, chances, victories
from games.tuecke.scoring import counts_of
from games.tuecke.table import OpenTable, first_taker, second_taker
from games.turns import left_of


class Playout:
    """A round, changed in place. Shape: one entry a seat in `hands`, as they are now."""

    __slots__ = ("_colours", "_hands", "_leader", "_piles", "_seats", "_trick")

    def __init__(self, table: OpenTable, hands: Sequence[Cards], piles: Piles) -> None:
        self._seats = table.round.seats
        self._leader = table.round.leader
        self._trick = list(table.trick)
        self._colours = table.trick_colours
        self._hands = list(hands)
        self._piles = Piles(piles.counts.copy(), piles.kept.copy(), piles.to_come)

    def play(self, card: Card) -> None:
        """Play this card for the seat to act."""
        self._hands[left_of(self._leader, self._seats, len(self._trick))] ^= 1 << card
        self._trick.append(card)
        self._colours |= COLOURS_OF[card]

    def take(self, share: Cards) -> None:
        """Share the trick: this for the first taker, the rest for the second; then decide on colours if that is due."""
        piles = self._piles
        first = first_taker(self._trick, self._leader, self._seats)
        second = second_taker(self._trick, self._leader, self._seats)
        trick = gather(self._trick)
        piles.to_come = tuple(map(sub, piles.to_come, counts_of(trick)))
        self._gain(first, share)
        if second is not None:
            self._gain(second, trick ^ share)
        self._leader = first if second is None else second
        self._trick = []
        self._colours = NO_COLOUR

    def _gain(self, seat: Seat, cards: Cards) -> None:
        piles = self._piles
        piles.counts[seat] = counts = tuple(map(add, piles.counts[seat], counts_of(cards)))
        if not piles.kept[seat] and 0 not in counts:
            piles.kept[seat] = best_keep(counts, piles.to_come)

    def keep(self, seat: Seat, colours: ColourSet) -> None:
        """Decide for this seat which colours it keeps."""
        self._piles.kept[seat] = colours

    def play_on(self, tricks: int) -> list[float]:
        """Play this many more tricks, or to the end of the round. Shape: how likely each seat then wins the round."""
        piles, seats = self._piles, self._seats
        while True:
            left = sum(piles.to_come) // seats
            if not left:
                return victories(piles.counts, piles.kept)
            if not tricks:
                return chances([piles.prospect(Seat(seat)) for seat in range(seats)], left)
            expected = outlook(piles, left)
            while len(self._trick) < seats:
                seat = left_of(self._leader, seats, len(self._trick))
                if self._colours in FULL and not self._hands[seat] & OPEN_CARDS[self._colours]:
                    return victories(piles.counts, piles.kept)
                self.play(best_card(self._turn(seat, expected)))
            first = first_taker(self._trick, self._leader, seats)
            second = second_taker(self._trick, self._leader, seats)
            self.take(best_share(self._trick, first, second, piles, expected.chances))
            tricks -= 1

    def _turn(self, seat: Seat, expected: Outlook) -> MyTurn:
        """The choice of `seat`, which knows what the others hold together, but not who holds what."""
        unseen = 0
        for other, hand in enumerate(self._hands):
            if other != seat:
                unseen |= hand
        return MyTurn(seat, self._seats, self._leader, self._hands[seat], unseen, self._trick, self._colours, expected)
