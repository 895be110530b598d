"""What a rule player does in a trick: which card to play, which cards to take. Knows no view: roll-outs choose by it.

Worths are gains of prospects, weighed by what is at stake for who chooses: his own chance to win against the others'.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf, prod
from operator import add, sub
from typing import Final

from games.cards import FOUR_COLOURS, OF_COLOUR, Card, Cards, colour_of, deck_of, gather, listed, value_of
from games.core import Seat
from games.tuecke.actions import DECKS, FULL, OPEN_CARDS, VALUES, ColourSet
from games.tuecke.prospects import Sizes, chances, edge, prospect, victories, wants
from games.tuecke.scoring import NOTHING, Counts, counts_of
from games.tuecke.table import first_taker, second_taker
from games.values import value

_OUTBIDS: Final = 0.6
"""How likely a rival who can outbid a card does: 0.4 wins 1% less often, 0.8 no more."""
_OUTLAY: Final = 0.05
"""What the highest and the lowest cards are worth in hand: 0 and 0.2 both win 1% less often."""
_BREAKABLE: Final = 4
"""With more tricks left, hardly a hand is without one of three colours."""

_COLOURS: Final = tuple(map(int, FOUR_COLOURS))
_COLOUR: Final = tuple(int(colour_of(card)) for card in range(len(VALUES)))
_UNKNOWN: Final = len(_COLOURS)
"""Stands for the colour of a card that is still to be played to the trick."""
_BELOW: Final = tuple(deck_of(FOUR_COLOURS, range(number)) for number in range(max(VALUES) + 2))
"""Every card with a lower number; last, those below no number at all: all."""
_MIDDLE: Final = {seats: (1 + max(map(value_of, listed(deck)))) / 2 for seats, deck in DECKS.items()}
"""The number that is of the least use, by the number of players."""


@dataclass(slots=True)
class Piles:
    """What everyone has taken. Shape: one entry a seat; `to_come` counts all cards that nobody has taken yet."""

    counts: list[Sizes]
    kept: list[ColourSet]
    to_come: Counts

    def prospect(self, seat: Seat, more: Counts = NOTHING) -> float:
        """That of `seat`, once it has so many cards more of each colour."""
        return prospect(tuple(map(add, self.counts[seat], more)), self.kept[seat], self.to_come)


@value
class Outlook:
    """What the players may gain from a trick.

    Shape: one entry a seat; `wants` as in `prospects`, `ends` the shares of the victory if the round ended at once,
    empty while that is out of question.
    """

    wants: list[tuple[float, ...]]
    chances: list[float]
    ends: list[float]
    tricks: int


def outlook(piles: Piles, tricks: int) -> Outlook:
    """Shape: `tricks` are those left with this one."""
    counts, kept, to_come = piles.counts, piles.kept, piles.to_come
    return Outlook(
        [wants(sizes, colours, to_come) for sizes, colours in zip(counts, kept, strict=True)],
        chances([prospect(sizes, colours, to_come) for sizes, colours in zip(counts, kept, strict=True)], tricks),
        victories(counts, kept) if tricks <= _BREAKABLE else [],
        tricks,
    )


@value
class Turn:
    """A player who is to play a card, and all that he goes by. Shape: `unseen` are the cards in other hands."""

    seat: Seat
    seats: int
    leader: Seat
    hand: Cards
    unseen: Cards
    trick: Sequence[Card]
    lying: ColourSet
    outlook: Outlook


def best_card(turn: Turn) -> Card:
    """The card of the highest worth; an only one is not thought about."""
    playable = turn.hand & OPEN_CARDS[turn.lying]
    if not playable & playable - 1:
        return playable.bit_length() - 1
    return max(worths(turn, playable))[1]


def worths(turn: Turn, playable: Cards) -> Iterator[tuple[float, Card]]:
    """What playing each of these cards is worth, before every card."""
    if not turn.trick:
        for colour in _COLOURS:
            if held := playable & OF_COLOUR[colour]:
                yield from _worths(turn, colour, held, held, (None, None))
        return
    first = first_taker(turn.trick, turn.leader, turn.seats)
    second = second_taker(turn.trick, turn.leader, turn.seats)
    highest = turn.trick[(first - turn.leader) % turn.seats]
    lowest = -1 if second is None else VALUES[turn.trick[(second - turn.leader) % turn.seats]]
    led = _COLOUR[highest]
    for colour in _COLOURS:
        if held := playable & OF_COLOUR[colour]:
            bids = held >> highest << highest if colour == led else held & _BELOW[lowest]
            yield from _worths(turn, colour, held, bids, (first, second))


def _worths(
    turn: Turn, colour: int, held: Cards, bids: Cards, lying: tuple[Seat | None, Seat | None]
) -> Iterator[tuple[float, Card]]:
    """The worths of the cards held of one colour.

    Shape: `bids` are those that would make their player a taker, `lying` who takes first and second otherwise.
    """
    first, second = lying
    leads = first is None or colour == _COLOUR[turn.trick[0]]
    rivals = turn.seats - len(turn.trick) - 1
    unseen, tricks = turn.unseen, turn.outlook.tricks
    count, middle = unseen.bit_count(), _MIDDLE[turn.seats]
    taking = passing = 0.0
    if bids:
        takers = (turn.seat, second) if leads else (first, turn.seat)
        taking = _gain(turn, colour, *takers)
    if bids != held and not rivals:
        passing = _gain(turn, colour, first, second)
    breaking, broken = _breaking(turn, colour, rivals)
    better = unseen & OF_COLOUR[colour if leads else _COLOUR[turn.trick[0]]]
    if not leads:
        better ^= unseen
    for card in listed(held):
        worth = passing
        if bids >> card & 1:
            dangers = better >> card if leads else better & _BELOW[VALUES[card]]
            worth = taking * _stands(dangers.bit_count(), count, tricks, rivals)
        worth -= _OUTLAY * abs(VALUES[card] - middle) / middle
        yield worth + breaking * (broken - worth), card


def _gain(turn: Turn, colour: int, first: Seat | None, second: Seat | None) -> float:
    """What the player gains when the trick, with his card of this colour, goes to these takers.

    Cards to come count as unknown ones. Another first taker is held to look to his own piles alone.
    """
    assert first is not None
    seats, wants = turn.seats, turn.outlook.wants
    trick = [_COLOUR[card] for card in turn.trick]
    trick += [colour] + [_UNKNOWN] * (seats - len(trick) - 1)
    own, half = wants[first], (seats + 1) // 2
    stake = _stake(turn, first)
    if second is None:
        trick.sort(key=own.__getitem__, reverse=True)
        return stake * sum([own[card] for card in trick[:half]])
    other, harm = wants[second], _stake(turn, second)
    if first == turn.seat:
        trick.sort(key=lambda card: stake * own[card] - harm * other[card], reverse=True)
    else:
        trick.sort(key=own.__getitem__, reverse=True)
    return stake * sum([own[card] for card in trick[:half]]) + harm * sum([other[card] for card in trick[half:]])


def _stake(turn: Turn, seat: Seat) -> float:
    """How much the player's chance to win changes with the prospect of `seat`."""
    chance = turn.outlook.chances[seat]
    return 1 - chance if seat == turn.seat else -chance


def _breaking(turn: Turn, colour: int, rivals: int) -> tuple[float, float]:
    """How likely the next player has no card that fits after one of this colour, and what the end is worth.

    Source: RULES.md 2.4.
    """
    outlook, lying = turn.outlook, turn.lying | 1 << colour
    if not rivals or not outlook.ends or lying not in FULL:
        return 0.0, 0.0
    chance = outlook.chances[turn.seat]
    end = (outlook.ends[turn.seat] - chance) / (chance * edge(outlook.tricks))
    closed = turn.unseen & ~OPEN_CARDS[lying]
    return _all_among(closed.bit_count(), turn.unseen.bit_count(), outlook.tricks), end


@cache
def _all_among(some: int, unseen: int, held: int) -> float:
    """How likely a hand of so many of the unseen cards has none but some of them."""
    return prod([max(some - drawn, 0) / (unseen - drawn) for drawn in range(held)])


@cache
def _stands(dangers: int, unseen: int, held: int, rivals: int) -> float:
    """How likely none of the rivals, who hold so many of the unseen cards each, outbids with one of the dangers."""
    return (1 - _OUTBIDS * (1 - _all_among(unseen - dangers, unseen, held))) ** rivals


def best_share(
    trick: Sequence[Card],
    first: Seat,
    second: Seat | None,
    piles: Piles,
    chances: Sequence[float],
) -> Cards:
    """The cards that the first taker takes: for his own prospect, and against that of the second, who gets the rest."""
    cards = sorted(trick)
    half = (len(cards) + 1) // 2
    all_of_it = counts_of(gather(cards))
    after = Piles(piles.counts, piles.kept, tuple(map(sub, piles.to_come, all_of_it)))
    most, best = -inf, 0
    shares = {tuple([_COLOUR[card] for card in share]): share for share in combinations(cards, half)}
    for share in shares.values():
        taken = counts_of(gather(share))
        worth = (1 - chances[first]) * after.prospect(first, taken)
        if second is not None:
            worth -= chances[second] * after.prospect(second, tuple(map(sub, all_of_it, taken)))
        if worth > most:
            most, best = worth, gather(share)
    return best
