"""Many rounds of Mit List und Tücke at once, each played on by the rules of `medium`, which itself plays in only one.

Only computer players import this when they choose, for numpy takes 12 MB. What follows an action is as in rules.py: a
test plays the same cards by both. Worths are gains of prospects, weighed by what is at stake for who chooses: their own
chance to win against the others'.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.cards import FOUR_COLOURS, OF_COLOUR, Play, colour_of, listed, value_of
from games.core import Seat
from games.tuecke.actions import (
    ALL_COLOURS,
    COLOURS_IN,
    DECKS,
    FULL,
    HAND_SIZE,
    KEEPS,
    OPEN_CARDS,
    Keep,
    SeatAction,
    Take,
)
from games.tuecke.game import known_cards, likelihood
from games.tuecke.scoring import counts_of
from games.tuecke.table import Round
from games.tuecke.view import TueckeView

Numbers = NDArray[np.int64]
Reals = NDArray[np.float32]
"""Of 32 bits: half as much to move."""
Flags = NDArray[np.bool_]
Suits = NDArray[np.uint32]
"""Sets of cards of one colour: bit n is the card with the value n."""

# The likeliest constants, together with the odds', for who won 8000 rounds of four equal players.
_GROWTH: Final = 0.5
"""Share of a colour's cards to come that ends with somebody who collects it."""
_LITTER: Final = 0.09
"""Share of the other colours' cards to come that a player has to take."""
_CLEAN: Final = 0.5
"""Count of a discard without a card: the first card in it costs nothing, but it will hardly be the last."""
_EDGE, _LATE_EDGE = 2.2, 3.5
"""How strongly the odds of winning grow with a prospect: at any time, and how much more the fewer tricks are left."""
_NOTHING: Final = 0.05
"""Count of an empty pile beside its growth: at the end there is none, and it has to be worth something."""
_OUTBIDS: Final = 0.6
"""How likely a rival who can outbid a card does: 0.4 wins 1% less often, 0.8 no more."""
_OUTLAY: Final = 0.05
"""Worth of the highest and the lowest cards in hand: 0 and 0.2 both win 1% less often."""
_CHOICE: Final = 0.08
"""How much better than an average card the one is that is chosen of those to come: 0 and 0.2 win 2% less often."""
_BREAKABLE: Final = 4
"""With more tricks left, hardly a hand is without one of three colours."""

_ONE, _OTHER, _THIRD, _FOURTH = np.array(
    [(*COLOURS_IN[keep.colours], *COLOURS_IN[ALL_COLOURS ^ keep.colours]) for keep in KEEPS]
).T
"""The two colours kept and the two given up, by decision."""
_UNDECIDED: Final = len(KEEPS)
"""Stands for no decision, with which every one may still be made."""
_DECISIONS: Final = {0: _UNDECIDED} | {keep.colours: number for number, keep in enumerate(KEEPS)}
_ALLOWED: Final = np.hstack([np.eye(_UNDECIDED), np.ones((_UNDECIDED, 1))]).astype(np.float32)
_UNKNOWN: Final = len(FOUR_COLOURS)
"""Stands for the colour of a card that is still to be played to the trick."""

_ROOM: Final = OF_COLOUR[0].bit_length()
_EVERY_CARD: Final = range(max(DECKS.values()).bit_length())
_COLOUR: Final = np.array([int(colour_of(card)) for card in _EVERY_CARD])
_VALUE: Final = np.array([value_of(card) for card in _EVERY_CARD])
_ABOVE_ALL: Final = int(_VALUE.max()) + 1
_BIT: Final = np.left_shift(np.uint32(1), np.arange(_ABOVE_ALL + 1, dtype=np.uint32))
_COLOURS: Final = np.arange(_UNKNOWN)[:, None]
_MORE: Final = np.eye(_UNKNOWN, dtype=np.float32)[:, :, None, None]
_IS_FULL: Final = np.array([found in FULL for found in range(ALL_COLOURS + 1)])
_IS_OPEN: Final = np.array([[cards >> _ROOM * colour & 1 > 0 for cards in OPEN_CARDS] for colour in FOUR_COLOURS])
"""Whether a colour may be played, by the colours of the trick."""
_NOBODY: Final = -1


def promises(counts: Reals, kept: Numbers, to_come: Reals) -> Reals:
    """The formula of the score with what piles may still get, a row for each decision; 0 for those not open any more.

    Shape: `counts` and `to_come` have a row for each colour, `kept` the axes that follow.
    """
    grown = counts + (_GROWTH * to_come + np.float32(_NOTHING))
    found: Reals = grown[_ONE] * grown[_OTHER]
    found /= np.maximum(counts[_THIRD] + counts[_FOURTH], _CLEAN) + _LITTER * (to_come[_THIRD] + to_come[_FOURTH])
    found *= _ALLOWED[:, kept]
    return found


def prospects(counts: Reals, kept: Numbers, to_come: Reals) -> Reals:
    """The logarithms of what piles may be worth in the end; without a decision, with the best one. See `promises`."""
    found: Reals = np.log(promises(counts, kept, to_come).max(axis=0))
    return found


def points_of(counts: Reals, kept: Numbers) -> Reals:
    """Points of these piles. Guessed sizes are rounded. Source: RULES.md 6.2-6.6."""
    sizes = np.rint(counts)
    scored = sizes[_ONE] * sizes[_OTHER] // np.maximum(sizes[_THIRD] + sizes[_FOURTH], 1)
    found: Reals = (scored * _ALLOWED[:, kept]).max(axis=0)
    return found


@cache
def _all_among(unseen: int, held: int) -> Reals:
    """How likely a hand of `held` unseen cards consists of some of them alone, by how many these are."""
    return np.array([comb(some, held) / comb(unseen, held) for some in range(unseen + 1)], np.float32)


@cache
def _not_outbid(unseen: int, held: int, rivals: int) -> Reals:
    """How likely none of the rivals, each with `held` unseen cards, beats a card, by how many of these can."""
    return (1 - _OUTBIDS * (1 - _all_among(unseen, held)[::-1])) ** rivals


@cache
def _outlays(seats: int) -> Reals:
    """Worth of a card in hand, by its value: the middle ones are of no use."""
    highest = max(map(value_of, listed(DECKS[seats])))
    return np.array([_OUTLAY * abs(2 * value / (1 + highest) - 1) for value in range(_ABOVE_ALL)], np.float32)


@cache
def halves(seats: int) -> Numbers:
    """Every half of a trick, rounded up: the places of its cards."""
    return np.array([*combinations(range(seats), (seats + 1) // 2)])


def order_of(so_far: Round) -> list[Seat]:
    """The seats by place: the leader first."""
    return [Seat((so_far.leader + place) % so_far.seats) for place in range(so_far.seats)]


def held_by(view: TueckeView) -> Numbers:
    """The hand for everyone in one world, the highest card first."""
    return np.tile(np.array(listed(view.hand)[::-1], np.int64)[:, None], (view.table.round.seats, 1, 1))


def piles_of(view: TueckeView, worlds: int = 1, rng: np.random.Generator | None = None) -> Reals:
    """Counts of everyone's piles: the known cards, and the rest drawn, or shared on average without a generator.

    Shape: colours, places, worlds. The cards of a trick that is still to be shared count as to come.
    """
    so_far, order = view.table.round, order_of(view.table.round)
    if so_far.open_counts:
        return np.repeat(np.array(so_far.counts, np.float32).T[:, order, None], worlds, axis=2)
    known = [known_cards(view, seat) for seat in order]
    hidden = counts_of(so_far.collected & ~so_far.removed & ~sum(known))
    found = np.repeat(np.array([*map(counts_of, known)], np.float32).T[:, :, None], worlds, axis=2)
    for colour in FOUR_COLOURS:
        showing = [place for place, one in enumerate(order) if one != view.seat and so_far.colours[one] >> colour & 1]
        first = [place for place in showing if not found[colour, place, 0]]
        found[colour, first] = 1
        if showing:
            weights = np.array([likelihood(view, order[place], colour) for place in showing])
            rest, chances = hidden[colour] - len(first), weights / weights.sum()
            spread = rest * chances[:, None] if rng is None else rng.multinomial(rest, chances, worlds).T
            found[colour, showing] += spread
    return found


class Rounds:
    """The rest of a round in many worlds, changed in place.

    Everything has a column for each world and is by place, the leader first. `hands` are the cards, a row for each
    that who has not played yet holds; `left` says how many that are. `unplayed` are the cards in all hands, and
    `to_come` counts those that nobody has taken, both by colour. `own` is the place of the seat that searches. `first`,
    `second`, `highest` and `lowest` are the takers of the trick so far and the values of their cards.
    """

    def __init__(self, view: TueckeView, hands: Numbers, counts: Reals) -> None:
        table, so_far, order = view.table, view.table.round, order_of(view.table.round)
        assert view.seat is not None
        self.seats: Final = so_far.seats
        self.hands, self.counts, self.count = hands, counts, hands.shape[2]
        self.left = HAND_SIZE - so_far.tricks
        self.kept = self._wide([[_DECISIONS[so_far.kept[seat]]] for seat in order])
        self.to_come: Reals = self._wide(counts_of(DECKS[self.seats] & ~so_far.collected))[:, None].astype(np.float32)
        unplayed = DECKS[self.seats] & ~table.played
        self.unplayed = self._wide([unplayed >> _ROOM * one & OF_COLOUR[0] for one in FOUR_COLOURS]).astype(np.uint32)
        self.own = self._wide([order.index(view.seat)])[0]
        self._worlds: Final = np.arange(self.count)
        self._places: Final = np.arange(self.seats)[:, None]
        self._is_over = np.zeros(self.count, np.bool_)
        self._result = np.zeros((2, self.count), np.float32)
        self.start_trick()
        for card in table.trick:
            self._lay(self._wide([card])[0])

    def _wide(self, column: Sequence[int] | Sequence[Sequence[int]]) -> Numbers:
        return np.array(column).reshape(-1, 1).repeat(self.count, axis=1)

    def start_trick(self) -> None:
        """Clear the table, and work out who is likely to win."""
        self.trick: list[Numbers] = []
        self.colours = np.zeros(self.count, np.int64)
        self.led = self.first = self.highest = self.colours
        self.second, self.lowest = np.full(self.count, _NOBODY), np.full(self.count, _ABOVE_ALL)
        self._wants: Reals | None = None
        self._prospects = prospects(self.counts, self.kept, self.to_come)
        self._edge = _EDGE + _LATE_EDGE / max(self.left, 1)
        odds = np.exp(self._edge * self._prospects)
        self.chances: Reals = odds / odds.sum(axis=0)

    def _wanted(self) -> Reals:
        """Gains of a card of each colour, and last, of an unknown one, by place."""
        if self._wants is None:
            more = self.counts[:, None] + _MORE
            better = prospects(more, self.kept[None], self.to_come[:, None]) - self._prospects
            unknown = (better * self.to_come).sum(axis=0) / self.to_come[:, 0, 0].sum()
            self._wants = np.concatenate([better, unknown[None]])
        return self._wants

    def worths(self) -> Reals:
        """Worth of playing each card of the hand, for the player to act; -inf if it doesn't fit."""
        place = len(self.trick)
        hand = self.hands[place, : self.left]
        colour, value = _COLOUR[hand], _VALUE[hand]
        found = self._gains_of(colour, value) if self.left > 1 else np.zeros(hand.shape, np.float32)
        found -= _outlays(self.seats)[value]
        found[~_IS_OPEN[colour, self.colours]] = -np.inf
        return found

    def _gains_of(self, colour: Numbers, value: Numbers) -> Reals:
        """Expected gain of each card of the hand."""
        place, rivals = len(self.trick), self.seats - len(self.trick) - 1
        held = np.array([np.where(colour == one, _BIT[value], 0).sum(axis=0) for one in FOUR_COLOURS], np.uint32)
        unseen, number = self.unplayed & ~held, (self.seats - 1) * self.left - place
        cell = colour * self.count + self._worlds  # of each card, in a flat table by colour
        leads, is_led = (self.led == _COLOURS) | (place == 0), (colour == self.led) | (place == 0)
        others, below = np.where(leads, np.uint32(0), unseen), _BIT[value] - np.uint32(1)
        higher = np.bitwise_count(unseen.reshape(-1)[cell] >> value.astype(np.uint32))
        lower = sum(np.bitwise_count(others[one] & below) for one in FOUR_COLOURS)
        stands = _not_outbid(number, self.left, rivals)[np.where(is_led, higher, lower)]
        taking = self._gains(np.where(leads, place, self.first), np.where(leads, self.second, place))
        passing = np.zeros_like(taking)
        if not rivals:
            passing = self._gains(*np.broadcast_arrays(self.first, self.second, leads)[:2])
        bids = np.where(is_led, value > self.highest, value < self.lowest)
        found: Reals = np.where(bids, taking.reshape(-1)[cell] * stands, passing.reshape(-1)[cell])
        if rivals and self.left <= _BREAKABLE:
            after = self.colours | 1 << _COLOURS  # if they are three, the next player may have no card that fits: 2.4
            closed = np.where(_IS_OPEN[:, after], 0, np.bitwise_count(unseen)[:, None]).sum(axis=0)
            likely = (_IS_FULL[after] * _all_among(number, self.left)[closed]).reshape(-1)[cell]
            chance, (ended, _) = self.chances[place], self._scored()
            found += likely * ((ended[place] - chance) / (chance * self._edge) - found)
        return found

    def _gains(self, first: Numbers, second: Numbers) -> Reals:
        """Gain of the player to act, by the colour of their card, when the trick goes to these takers.

        Cards to come count as unknown ones. The first taker chooses as in `shares`, but card by card.
        """
        place, cells = len(self.trick), first.size
        shared = second != _NOBODY
        to_gain, to_fear = self.chances[first, self._worlds], np.where(shared, self.chances[second, self._worlds], 0)
        picks, wants = self._wanted()[:, first, self._worlds], self._wanted()[:, second, self._worlds]
        picks[_UNKNOWN] += _CHOICE
        wants[:, ~shared] = 0
        colour = np.full((self.seats, *first.shape), _UNKNOWN)
        colour[:place] = _COLOUR[np.array(self.trick, np.int64).reshape(place, 1, self.count)]
        colour[place] = _COLOURS
        cell = colour * cells + np.arange(cells).reshape(first.shape)
        key = ((1 - to_gain) * picks + to_fear * wants).reshape(-1)[cell]
        key -= (self._places[:, None] * 1e-6).astype(np.float32)  # none is equal to another
        is_taken = (key[:, None] < key).sum(axis=1) < (self.seats + 1) // 2
        gain = np.where(is_taken, picks.reshape(-1)[cell], 0).sum(axis=0)
        harm = np.where(is_taken, 0, wants.reshape(-1)[cell]).sum(axis=0)
        found: Reals = ((first == place) - to_gain) * gain + ((second == place) - to_fear) * harm
        return found

    def play(self, chosen: Numbers) -> None:
        """Play the card with this number of the hand, for the player to act."""
        hand = self.hands[len(self.trick)]
        card = hand[chosen, self._worlds]
        hand[:-1] = np.where(np.arange(len(hand) - 1)[:, None] < chosen, hand[:-1], hand[1:])
        self.unplayed[_COLOUR[card], self._worlds] ^= _BIT[_VALUE[card]]
        self._lay(card)

    def _lay(self, card: Numbers) -> None:
        """Source: RULES.md 3.1, 3.3."""
        place, colour, value = len(self.trick), _COLOUR[card], _VALUE[card]
        if not place:
            self.led = colour
        is_led = colour == self.led
        higher, lower = is_led & (value > self.highest), ~is_led & (value < self.lowest)
        self.first, self.highest = np.where(higher, place, self.first), np.where(higher, value, self.highest)
        self.second, self.lowest = np.where(lower, place, self.second), np.where(lower, value, self.lowest)
        self.colours = self.colours | 1 << colour
        self.trick.append(card)

    def shares(self) -> tuple[Reals, Reals]:
        """Worth of each half of the trick for the first taker, and its counts. Shape: halves, worlds; colours first."""
        lying = self._lying()
        parts, whole = lying[halves(self.seats)].sum(axis=1).swapaxes(0, 1), lying.sum(axis=0)[:, None]
        to_gain = 1 - self.chances[self.first, self._worlds]
        to_fear = (self.second != _NOBODY) * self.chances[self.second, self._worlds]
        after = self.to_come - whole
        gain, harm = (
            prospects(self.counts[:, taker, self._worlds][:, None] + cards, self.kept[taker, self._worlds][None], after)
            for taker, cards in ((self.first, parts), (self.second, whole - parts))
        )
        return to_gain * gain - to_fear * harm, parts

    def _lying(self) -> Reals:
        """How many cards of each colour each place has laid to the trick."""
        found: Reals = (_COLOUR[np.array(self.trick)][:, None] == _COLOURS).astype(np.float32)
        return found

    def take(self, part: Reals) -> None:
        """Give these cards, counted by colour, to the first taker, the rest to the second. Source: RULES.md 3.2-3.6."""
        shared = np.flatnonzero(self.second != _NOBODY)
        whole = self._lying().sum(axis=0)
        self.to_come = self.to_come - whole[:, None]
        self.counts[:, self.first, self._worlds] += part
        self.counts[:, self.second[shared], shared] += (whole - part)[:, shared]
        due = (self.kept == _UNDECIDED) & (self.counts > 0).all(axis=0)
        self.kept = np.where(due, promises(self.counts, self.kept, self.to_come).argmax(axis=0), self.kept)
        leader = np.where(self.second == _NOBODY, self.first, self.second)
        order = (self._places + leader) % self.seats
        self.own = (self.own - leader) % self.seats
        self.left -= 1
        self.hands = np.take_along_axis(self.hands[:, : self.left], order[:, None], axis=0)
        self.counts = np.take_along_axis(self.counts, order[None], axis=1)
        self.kept = np.take_along_axis(self.kept, order, axis=0)
        self.start_trick()

    def play_on(self) -> Reals:
        """Play to the end of the round.

        Shape: two rows, the share of the victory of the seat that searches, and its points above the others' mean.
        """
        while self.left:
            while len(self.trick) < self.seats:
                worths = self.worths()
                chosen = worths.argmax(axis=0)
                cannot = worths[chosen, self._worlds] == -np.inf
                if cannot.any():  # Source: RULES.md 2.4
                    self._end(*self._scored(), cannot)
                self.play(chosen)
            worth, parts = self.shares()
            self.take(parts[:, worth.argmax(axis=0), self._worlds])
        self._end(*self._scored(), np.ones(self.count, np.bool_))
        return self._result

    def _scored(self) -> tuple[Reals, Reals]:
        """Shares of the victory, and points, if the rounds ended now."""
        points = points_of(self.counts, self.kept)
        won = points == points.max(axis=0)
        return (won / won.sum(axis=0)).astype(np.float32), points

    def _end(self, shares: Reals, points: Reals, ends: Flags) -> None:
        """Notes for the seat that searches how these rounds end, unless they have ended before."""
        own, ended = points[self.own, self._worlds], ends & ~self._is_over
        lead = own - (points.sum(axis=0) - own) / (self.seats - 1)
        self._result[:, ended] = np.array([shares[self.own, self._worlds], lead])[:, ended]
        self._is_over |= ends


class Worlds:
    """Worlds that agree with a view, and what actions gain in them."""

    def __init__(self, view: TueckeView, rng: Random) -> None:
        self._view: Final = view
        self._rng: Final = np.random.default_rng(rng.getrandbits(64))
        self._unseen: Final = np.array(listed(DECKS[view.table.round.seats] & ~(view.table.played | view.hand)))

    def gains(self, actions: Sequence[SeatAction], count: int) -> Reals:
        """This seat's share of the victory in the round, and its points above the others' mean.

        Shape: which of the two, actions, worlds.
        """
        dealt = np.tile(self._deal(count), len(actions))
        rounds = Rounds(self._view, dealt, np.tile(piles_of(self._view, count, self._rng), len(actions)))
        match actions[0]:
            case Play():
                cards = np.repeat([one.card for one in actions if isinstance(one, Play)], count)
                rounds.play((rounds.hands[len(rounds.trick)] == cards).argmax(axis=0))
            case Take():
                parts = np.array([counts_of(one.cards) for one in actions if isinstance(one, Take)], np.float32)
                rounds.take(parts.T.repeat(count, axis=1))
            case _:
                decisions = [_DECISIONS[one.colours] for one in actions if isinstance(one, Keep)]
                rounds.kept[rounds.own[0]] = np.repeat(decisions, count)
                rounds.start_trick()
        return rounds.play_on().reshape(-1, len(actions), count)

    def _deal(self, count: int) -> Numbers:
        """Hands by place: every deal is as likely as any other, for nobody has to follow suit."""
        table, order = self._view.table, order_of(self._view.table.round)
        left, dealt = HAND_SIZE - table.round.tricks, 0
        stock = self._rng.permuted(np.tile(self._unseen, (count, 1)), axis=1).T
        hands = np.zeros((len(order), left, count), np.int64)
        for place, seat in enumerate(order):
            size = left - (place < len(table.trick))
            if seat == self._view.seat:
                hands[place, :size] = held_by(self._view)[0]
            else:
                hands[place, :size] = stock[dealt : dealt + size]
                dealt += size
        return hands
