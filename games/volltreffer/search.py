"""The player of Volltreffer that searches: whole rounds for a purchase, and a tree of cards for the tricks.

From the tricks on nothing is hidden.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from math import inf, sqrt
from random import Random
from typing import Final

from games.cards import OF_COLOUR, PLAYS, Card, Cards, Colour, Play, colour_of, following, listed, taker, value_of
from games.core import Seat, TimeUp
from games.search import Judged, best_of, candidates, compare, judge
from games.turns import left_of, put
from games.volltreffer import track
from games.volltreffer.actions import Declare, SeatAction, VolltrefferAction
from games.volltreffer.computer import above, best_melds, judgement
from games.volltreffer.game import GAME
from games.volltreffer.market import PRICES, Row, affordable, refilled, swapped
from games.volltreffer.melds import OF_VALUE
from games.volltreffer.outlook import AHEAD, LEVELS, TRICKS, Aim, aims, shares
from games.volltreffer.rules import VolltrefferState, show_melds
from games.volltreffer.table import HAND, TRICK, OpenTable
from games.volltreffer.track import Square
from games.volltreffer.view import VolltrefferView

_NEXT_TRUMP: Final = (0.35, 0.7, 1.0, 1.05, 1.0, 1.0, 1.0, 1.0)
_NEXT_EQUAL: Final = (0.2, 0.9, 4.0, 5.0, 5.0)
_NUMBER: Final = tuple(0.25 * (5 - value) for value in range(11))
"""Worth of a card: a trump tricks, by how many are held; and squares by how many are equal, and for a low number.
Set by hand so that it buys about as `medium` does; one-round comparisons did not tell neighbouring figures apart."""

_LEVEL: Final = LEVELS // 4
"""Everyone takes a fair share of the tricks to come, one of four, where this player looks ahead."""


def finish(table: OpenTable, deck: tuple[Card, ...]) -> list[float]:
    """Plays a round on from any purchase; returns the share of the victory that each seat can then count on."""
    if table.row:
        table = _bought_up(table, deck)
    melds = tuple([best_melds(table, Seat(seat)).melds for seat in range(table.seats)])
    return Tricks(show_melds(table, melds)).finish()


def _bought_up(table: OpenTable, deck: tuple[Card, ...]) -> OpenTable:
    """The table once everyone has bought all their cards. Source: RULES.md 3.3-3.6, 9.2-9.4."""
    seats, trump, aimed = table.seats, table.trump, aims(table)
    row, hands, markers = table.row, [*table.hands], [*table.markers]
    (seat,), swaps = table.to_act, table.phase == "swap"
    purchases = seats * HAND - sum([hand.bit_count() for hand in hands])
    for turned in deck[-table.deck_left :][:purchases]:
        if swaps:
            row = swapped(row, row[0], row[1])
            seat = left_of(seat, seats)
        card = _bargain(row, hands[seat], markers[seat], trump, aimed[seat])
        place = row.index(card)
        hands[seat] |= 1 << card
        markers[seat] -= PRICES[place]
        if table.variant:
            row, swaps = put(row, place, turned), True
        else:
            row, seat = refilled(row, place, turned, trump), left_of(seat, seats)
    held = tuple(hands)
    return replace(table, row=(), bought=held, hands=held, markers=tuple(markers))


def _bargain(row: Row, hand: Cards, square: Square, trump: Colour, aim: Aim) -> Card:
    """The card that serves the aim most."""
    next_trump = _NEXT_TRUMP[(hand & OF_COLOUR[trump]).bit_count()]
    by_number = TRICKS[trump]
    cards = affordable(row, square)
    best, bought = -9.0, cards[0]
    for card, price in zip(cards, PRICES[-len(cards) :], strict=True):
        number = value_of(card)
        tricks = by_number[card] + next_trump if colour_of(card) == trump else by_number[card]
        squares = _NEXT_EQUAL[(hand & OF_VALUE[number]).bit_count()] + _NUMBER[number] - price
        worth = aim.trick * tricks + aim.square * squares
        if worth > best:
            best, bought = worth, card
    return bought


class Tricks:
    """The tricks of a round, changed in place. Whether a card may be played is not checked."""

    __slots__ = ("_table", "_trump", "hands", "markers", "seat", "trick")

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._trump = table.trump
        (self.seat,) = table.to_act
        self.hands = [*table.hands]
        self.markers = [*table.markers]
        self.trick = [*table.trick]

    @property
    def playable(self) -> Cards:
        """The cards that the seat to act may play. Source: RULES.md 6.1."""
        hand = self.hands[self.seat]
        return following(hand, colour_of(self.trick[0])) if self.trick else hand

    def play(self, card: Card) -> None:
        """Plays a card; the trick that it completes is taken at once. Source: RULES.md 6.1-6.3."""
        hands, trick = self.hands, self.trick
        hands[self.seat] ^= 1 << card
        trick.append(card)
        self.seat = left_of(self.seat, len(hands))
        if len(trick) == len(hands):
            self.seat = winner = left_of(self.seat, len(hands), taker(trick, colour_of(trick[0]), self._trump))
            self.markers[winner] = track.advance(self.markers[winner], TRICK)
            trick.clear()

    def finish(self) -> list[float]:
        """Plays the round to its end; returns the share of the victory that each seat can then count on."""
        table = self._table
        while left := max([hand.bit_count() for hand in self.hands]):
            after = AHEAD[table.variant][_LEVEL][left - 1]
            wishes = [after[track.advance(square, TRICK)] > after[square] for square in self.markers]
            self.play(self._card(wishes[self.seat]))
            while self.trick:
                self.play(self._card(wishes[self.seat]))
        return shares(self.markers, table.ending(self.markers), table.variant)

    def _card(self, wishes: bool) -> Card:
        """A card that takes the trick if the seat wishes it and one can, else the weakest; or the other way round."""
        trick, trump = self.trick, self._trump
        cards = self.playable
        if not trick:
            return self._lead(cards) if wishes else _weakest(cards, trump)
        if not cards & cards - 1:
            return cards.bit_length() - 1
        led = colour_of(trick[0])
        winning = above(cards, trick[taker(trick, led, trump)], trump)
        if not wishes:
            return _strongest(cards & ~winning, trump) if cards != winning else _weakest(cards, trump)
        if not winning:
            return _weakest(cards, trump)
        if len(trick) + 1 < len(self.hands) and winning & OF_COLOUR[led]:
            return (winning & OF_COLOUR[led]).bit_length() - 1
        return _weakest(winning, trump)

    def _lead(self, hand: Cards) -> Card:
        """A card that is the highest of its colour, trumps first, else the weakest."""
        others = sum(self.hands) ^ hand
        for suit in (OF_COLOUR[self._trump], *OF_COLOUR):
            own = hand & suit
            if own > others & suit:
                return own.bit_length() - 1
        return _weakest(hand, self._trump)


def _weakest(cards: Cards, trump: Colour) -> Card:
    """The lowest card that is no trump, else the lowest trump."""
    return min(listed(cards & ~OF_COLOUR[trump] or cards), key=value_of)


def _strongest(cards: Cards, trump: Colour) -> Card:
    """The highest trump, else the highest card."""
    return max(listed(cards & OF_COLOUR[trump] or cards), key=value_of)


_CURIOSITY: Final = 0.25
"""How much a card that has been tried seldom is preferred, in shares of the victory."""


_TRUST: Final = 5.0
"""How many worlds the rule player's judgement of a purchase counts for: it decides where there is little time.

By 380 worlds, a choice in 10 ms won 0.48 ± 0.41% more of the victory than the rule player's; with 50, 0.04 ± 0.10%.
"""


def hard(view: VolltrefferView, rng: Random, is_time_up: TimeUp) -> VolltrefferAction:
    """Does what wins most often when worlds are played to the end of the round."""
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    return best_of(evaluate(view, rng, is_time_up))


def evaluate(
    view: VolltrefferView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """Judges actions by the share of the victory that this seat wins."""
    tried = candidates(view.legal_actions, among, kept)
    match view.table.phase:
        case "play":
            return _play(view.table, tried, kept, is_time_up)
        case "declare":
            return _declare(view, tried, kept, is_time_up)
    return _trade(view, tried, kept, rng, is_time_up)


def _trade(
    view: VolltrefferView, tried: Sequence[SeatAction], kept: SeatAction | None, rng: Random, is_time_up: TimeUp
) -> tuple[Judged[SeatAction], ...]:
    """Judges actions with the row, all tried with the same shuffled decks, after the rule player's opinion of them."""
    seat = view.seat
    assert seat is not None
    judged = judgement(view.table, seat)
    decks = chain([(None, _TRUST)], ((GAME.redeal(view, rng), 1.0) for _ in count()))

    def value(world: VolltrefferState | None, action: VolltrefferAction) -> float:
        if world is None:
            return judged[action]
        state = world.apply(seat, action).state
        assert isinstance(state, VolltrefferState)
        return finish(state.table, state.deck)[seat]

    return judge(tried, decks.__next__, value, is_time_up, kept=kept)


def _declare(
    view: VolltrefferView, tried: Sequence[SeatAction], kept: SeatAction | None, is_time_up: TimeUp
) -> tuple[Judged[SeatAction], ...]:
    """Choice of melds, judged by a tree of the tricks that follow each, while the others show their best melds."""
    table, seat = view.table, view.seat
    assert seat is not None
    melds = [best_melds(table, Seat(other)).melds for other in range(table.seats)]
    trees: dict[SeatAction, _Tree] = {}
    for action in tried:
        assert isinstance(action, Declare)
        trees[action] = _Tree(show_melds(table, (*melds[:seat], action.melds, *melds[seat + 1 :])))

    def value(_: None, action: SeatAction) -> float:
        return trees[action].grow()[seat]

    return judge(tuple(trees), lambda: (None, 1.0), value, is_time_up, kept=kept)


def _play(
    table: OpenTable, tried: Sequence[SeatAction], kept: SeatAction | None, is_time_up: TimeUp
) -> tuple[Judged[SeatAction], ...]:
    """Card to play: a tree of the tricks that follow, in which the best card has been tried most.

    An error is the largest that shares between 0 and 1 with this mean can have.
    """
    cards = [action.card for action in tried if isinstance(action, Play)]
    tree = _Tree(table, tuple(cards), kept.card if isinstance(kept, Play) else None)
    tree.grow()
    while not is_time_up():
        tree.grow()
    return compare([*map(_judged, *tree.tried())], kept)


def _judged(card: Card, tries: int, gained: float) -> Judged[SeatAction]:
    if not tries:
        return Judged(PLAYS[card], 0.0, inf, 0)
    mean = gained / tries
    return Judged(PLAYS[card], mean, sqrt(max(0.0, mean * (1 - mean)) / tries) if tries > 1 else inf, tries)


class _Node:
    """A card to choose. `tries`, `shares` and `behind` have one entry a card; `shares` are those of `seat`."""

    __slots__ = ("behind", "cards", "kept", "seat", "shares", "tries", "visits")

    def __init__(self, tricks: Tricks, cards: Sequence[Card] = (), kept: Card | None = None) -> None:
        self.seat = tricks.seat
        self.cards = cards or listed(tricks.playable)
        self.kept = None if kept is None else self.cards.index(kept)
        self.visits = 0
        self.tries = [0] * len(self.cards)
        self.shares = [0.0] * len(self.cards)
        self.behind: list[_Node | None] = [None] * len(self.cards)

    def pick(self) -> int:
        """The number of the card to try next: each once, then the best or a neglected one."""
        if self.visits < len(self.cards):
            return self.visits
        if self.kept is not None and self.tries[self.kept] * len(self.cards) < self.visits:
            return self.kept
        curiosity = _CURIOSITY * sqrt(self.visits)
        best, picked = -1.0, 0
        for number, tries in enumerate(self.tries):
            score = self.shares[number] / tries + curiosity / (tries + 1)
            if score > best:
                best, picked = score, number
        return picked


class _Tree:
    """All that has been tried of the tricks that follow; every player wants their own victory.

    Only these `cards` are tried first, where some are given; `kept` among them is tried no less than the mean.
    """

    def __init__(self, table: OpenTable, cards: Sequence[Card] = (), kept: Card | None = None) -> None:
        self._table = table
        self._root = _Node(Tricks(table), cards, kept)

    def tried(self) -> tuple[Sequence[Card], Sequence[int], Sequence[float]]:
        """The cards to play first, how often each was tried, and the shares that it brought in all."""
        return self._root.cards, self._root.tries, self._root.shares

    def grow(self) -> list[float]:
        """Tries one more way to play; returns the share of the victory that it brings each seat."""
        tricks, node = Tricks(self._table), self._root
        path = []
        while True:
            number = node.pick()
            path.append((node, number))
            tricks.play(node.cards[number])
            behind = node.behind[number]
            if behind is None:
                break
            node = behind
        if any(tricks.hands):
            node.behind[number] = _Node(tricks)
        gained = tricks.finish()
        for passed, number in path:
            passed.visits += 1
            passed.tries[number] += 1
            passed.shares[number] += gained[passed.seat]
        return gained
