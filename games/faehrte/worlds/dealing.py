"""Deals what a seat at Auf falscher Fährte cannot know, in many worlds at once. Knows no more than that seat's view."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.cards import JOKER, JOKERS, gather, jokers_in, without
from games.core import Seat
from games.dealing import Distribution, Need
from games.faehrte.styles import ANY, COMMONNESS, habit_chances
from games.faehrte.view import FaehrteView
from games.faehrte.worlds.bitsets import NONE, Numbers, Sets, packed, packed_card
from games.faehrte.worlds.chance import drawn, mixed, shares
from games.faehrte.worlds.policies import to_hide


class DealtWorlds(NamedTuple):
    """Where all cards may lie.

    Shape: a row for each seat and a column for each world; `jokers` counts those in each hand. `pile` are the seats
    whose hidden cards are face down, the next to be turned first.
    """

    hands: Sets
    jokers: Numbers
    hidden: Sets
    pile: Numbers

    def of(self, worlds: Numbers) -> "DealtWorlds":
        """Only these worlds."""
        return DealtWorlds(
            self.hands.take(worlds, axis=1),
            self.jokers.take(worlds, axis=1),
            self.hidden.take(worlds, axis=1),
            self.pile.take(worlds, axis=1),
        )


class Dealer:
    """Deals to one view. Only within a round."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        table, own = view.table, view.hidden
        assert view.seat is not None
        self._view: Final = view
        self._seat: Final = view.seat
        self._rng: Final = rng
        self._others: Final = [Seat(seat) for seat in range(table.seats) if seat != view.seat]
        self._face_up: Final = [packed_card(card) for card in table.turned if card != own]
        self._face_down: Final = len(self._others) - len(self._face_up)
        is_open = own is not None and own in table.turned
        self._own: Final = 0 if own is None else packed_card(own)
        self._turned: Final = np.uint64(sum(map(packed_card, table.turned)))
        self._own_is_down: Final = own is not None and not is_open
        self._voids: Final = [packed(cards) for cards in table.voids]
        self._played: Final = [packed(cards) for cards in table.played]
        sizes = [min(table.cards_left(seat), table.tricks_in_round) for seat in self._others]
        needs = [Need(size, table.voids[seat]) for size, seat in zip(sizes, self._others, strict=True)]
        hidden = without(table.unseen, view.hand, gather([] if own is None else [own]))
        self._cards: Final = Distribution(hidden, [*needs, Need(self._face_down, JOKERS)])
        self._habits: Final = habit_chances(table.seats, [card for card in table.turned if card != own])

    def deal(self, worlds: int) -> DealtWorlds:
        """Every possible deal as likely as any other, but for what the others have hidden: that follows habits.

        No hand gets what its player has shown not to hold; a hidden card was laid before that.
        """
        seats = self._view.table.seats
        hands, jokers, down = self._split(worlds)
        hidden = np.full((seats, worlds), self._own, np.uint64)
        up = np.repeat(np.array(self._face_up, np.uint64)[:, None], worlds, axis=1)
        hidden[self._others] = mixed(self._rng, np.concatenate([up, down]), axis=0)
        self._hide_by_habit(hands, hidden)
        return DealtWorlds(hands, jokers, hidden, self._pile(hidden))

    def _split(self, worlds: int) -> tuple[Sets, Numbers, Sets]:
        """The unseen cards dealt. Shape: hands and jokers by seat; the cards that lie face down, a row for each."""
        holders, bits, is_joker = [np.zeros((worlds, 0), np.int8)], [], []
        for group, labels in zip(self._cards.groups, self._labels(worlds), strict=True):
            holders.append(mixed(self._rng, labels, axis=1))
            bits += [packed(bit) for bit in group.bits]
            is_joker += [bit >> JOKER > 0 for bit in group.bits]
        holder, card = np.concatenate(holders, axis=1), np.array(bits, np.uint64)
        hands = np.full((self._view.table.seats, worlds), packed(self._view.hand), np.uint64)
        jokers = np.full(hands.shape, jokers_in(self._view.hand))
        for number, seat in enumerate(self._others):
            own = holder == number
            hands[seat] = np.where(own, card, NONE).sum(axis=1)
            jokers[seat] = own @ np.array(is_joker, np.int64)
        down = np.nonzero(holder == len(self._others))[1].reshape(worlds, self._face_down)
        return hands, jokers, card[down].T

    def _labels(self, worlds: int) -> Iterator[NDArray[np.int8]]:
        """For each group of cards that the same players may hold, who gets them, not yet mixed."""
        splits = self._cards.splits(self._rng, worlds)
        for number, group in enumerate(self._cards.groups):
            rows = [
                np.repeat(np.array(group.holders, np.int8), split[number])[None].repeat(count, axis=0)
                for split, count in splits
            ]
            yield np.concatenate(rows)

    def _hide_by_habit(self, hands: Sets, hidden: Sets) -> None:
        """Swaps hidden cards so that each of the others has hidden what a player of some habit would, if they can."""
        table, worlds = self._view.table, hands.shape[1]
        habits = self._draw_habits(worlds)
        for seat, habit in zip(self._others, habits, strict=True):
            laid = hidden[seat]
            may = np.flatnonzero((habit != ANY) & (laid & (self._turned | np.uint64(self._voids[seat])) == 0))
            laid = laid[may]
            cards = hands[seat, may] | laid | np.uint64(self._played[seat])
            chosen = to_hide(cards, table.trump, habit[may], table.seats)
            swaps = chosen & hands[seat, may] != 0
            hands[seat, may] ^= np.where(swaps, laid | chosen, NONE)
            hidden[seat, may] = np.where(swaps, chosen, laid)

    def _draw_habits(self, worlds: int) -> Numbers:
        """How each of the others may have chosen what to hide. Shape: a row for each of them."""
        chances, shared = self._habits
        apart = drawn(self._rng, COMMONNESS, len(self._others), worlds)
        together = drawn(self._rng, chances, worlds)
        return np.where(shares(self._rng, worlds) < shared, together, apart)

    def _pile(self, hidden: Sets) -> Numbers:
        """The seats whose card lies face down, mixed. Shape: without this seat's own if it's not laid yet."""
        down = hidden & ~self._turned != 0
        keys = np.where(down, shares(self._rng, *hidden.shape), 2.0)
        return keys.argsort(axis=0)[: self._face_down + self._own_is_down]
