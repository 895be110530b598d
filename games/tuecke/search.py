"""The player of Mit List und Tücke who thinks: tries each action in worlds that agree with the view."""

from collections.abc import Sequence
from math import exp
from operator import add, sub
from random import Random
from typing import Final, Literal

from games.cards import Card, Cards, Play, gather
from games.core import Seat, TimeUp
from games.search import Judged, best_of, candidates, judge
from games.tuecke.actions import (
    COLOURS_OF,
    DECKS,
    FULL,
    NO_COLOUR,
    OPEN_CARDS,
    ColourSet,
    SeatAction,
    Take,
    TueckeAction,
)
from games.tuecke.choice import (
    MyTurn,
    Outlook,
    Piles,
    best_card,
    best_keep,
    best_share,
    chances,
    outlook,
    points_of,
    victories,
)
from games.tuecke.game import deal_hands, share_out
from games.tuecke.scoring import counts_of
from games.tuecke.table import OpenTable, first_taker, second_taker
from games.tuecke.view import TueckeView
from games.turns import left_of


class Playout:
    """A round, changed in place. One entry a seat in `hands`, as they are now."""

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

    def play_on(self, tricks: int, by: Literal["round", "points"] = "round") -> list[float]:
        """Play this many more tricks, or to the end of the round.

        Returns how likely each seat then wins the round, or how many points it can count on.
        """
        piles, seats = self._piles, self._seats
        ends = victories if by == "round" else points_of
        while True:
            left = sum(piles.to_come) // seats
            if not left:
                return ends(piles.counts, piles.kept)
            if not tricks:
                prospects = [piles.prospect(Seat(seat)) for seat in range(seats)]
                return chances(prospects, left) if by == "round" else [*map(exp, prospects)]
            expected = outlook(piles, left)
            while len(self._trick) < seats:
                seat = left_of(self._leader, seats, len(self._trick))
                if self._colours in FULL and not self._hands[seat] & OPEN_CARDS[self._colours]:
                    return ends(piles.counts, piles.kept)
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


_TRICKS: Final = 2
"""How many tricks are played on before the prospects are compared: against three `medium`, 30 worlds of two tricks
won 45% of 160 rounds, 40 worlds of one, which cost two thirds, 33% of 120."""
_ENDING: Final = 4
"""With this many tricks left or fewer, the round is played to its end: prospects say least about the last tricks."""

World = tuple[tuple[Cards, ...], Piles]
"""Hands of all, and the cards that everyone has taken."""


def hard(view: TueckeView, rng: Random, is_time_up: TimeUp) -> TueckeAction:
    """Does what makes it most likely to win this round."""
    actions = view.legal_actions
    return actions[0] if len(actions) == 1 else best_of(evaluate(view, rng, is_time_up))


def evaluate(
    view: TueckeView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
    by: Literal["round", "points"] = "round",
) -> tuple[Judged[SeatAction], ...]:
    """Judges each action by the share of the round that this seat wins, or by its points above the others' mean."""
    table, seats, own = view.table, view.table.round.seats, view.seat
    assert own is not None
    to_come = counts_of(DECKS[seats] & ~table.round.collected)
    tricks = sum(to_come) // seats
    tricks = tricks if tricks <= _ENDING else _TRICKS

    def draw() -> tuple[World, float]:
        hands, taken = deal_hands(view, rng), share_out(view, rng)
        return (hands, Piles(list(map(counts_of, taken)), list(table.round.kept), to_come)), 1.0

    def value(world: World, action: SeatAction) -> float:
        tried = Playout(table, *world)
        if isinstance(action, Play):
            tried.play(action.card)
        elif isinstance(action, Take):
            tried.take(action.cards)
        else:
            tried.keep(own, action.colours)
        found = tried.play_on(tricks, by)
        return found[own] if by == "round" else found[own] - (sum(found) - found[own]) / (seats - 1)

    return judge(candidates(view.legal_actions, among, kept), draw, value, is_time_up, kept=kept)
