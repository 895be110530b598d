"""A rule player's choices in a trick, and what piles on their way promise: roll-outs choose by it.

Worths are gains of prospects, weighed by what is at stake for who chooses: their own chance to win against the others'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import exp, inf, log, prod
from operator import add, sub
from typing import Final, NamedTuple

from games.cards import FOUR_COLOURS, OF_COLOUR, Card, Cards, colour_of, deck_of, gather, listed, value_of
from games.core import Seat
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, DECKS, FULL, KEEPS, OPEN_CARDS, VALUES, ColourSet
from games.tuecke.scoring import NOTHING, Counts, Pile, counts_of
from games.tuecke.table import first_taker, second_taker

Sizes = tuple[float, ...]
"""How many cards, one entry a colour; a guess need not be whole."""

# The likeliest constants, together with those of `chances`, for who won 8000 rounds of four equal players.
_GROWTH: Final = 0.5
"""Share of a colour's cards to come that ends with somebody who collects it."""
_LITTER: Final = 0.09
"""Share of the other colours' cards to come that a player has to take."""
_CLEAN: Final = 0.5
"""Count of a discard without a card: the first card in it costs nothing, but it will hardly be the last."""
_EDGE, _LATE_EDGE = 2.2, 3.5
"""How surely the best prospect wins: at any time, and how much more the fewer tricks are left."""
_NOTHING: Final = 0.05
"""Count of an empty pile beside its growth: at the end there is none, and it has to be worth something."""

_PAIRS: Final[dict[ColourSet, tuple[int, ...]]] = {
    keep.colours: (*COLOURS_IN[keep.colours], *COLOURS_IN[ALL_COLOURS ^ keep.colours]) for keep in KEEPS
}
"""The two colours kept and the two given up, by the set of those kept."""


@lru_cache(maxsize=2**11)
def prospect(counts: Sizes, kept: ColourSet, to_come: Sizes) -> float:
    """The logarithm of what these piles may be worth in the end, with `to_come` cards of each colour still to be taken.

    Without a decision, with the two colours that promise most. Remembered, because roll-outs ask again and again.
    """
    if kept:
        return log(_product(counts, to_come, _PAIRS[kept]))
    return log(max([_product(counts, to_come, pair) for pair in _PAIRS.values()]))


def _product(counts: Sizes, to_come: Sizes, pair: tuple[int, ...]) -> float:
    """The formula of the score, with what the first two colours and the discard may still get."""
    one, other, third, fourth = pair
    return (
        (counts[one] + _GROWTH * to_come[one] + _NOTHING)
        * (counts[other] + _GROWTH * to_come[other] + _NOTHING)
        / (max(counts[third] + counts[fourth], _CLEAN) + _LITTER * (to_come[third] + to_come[fourth]))
    )


@lru_cache(maxsize=2**10)
def wants(counts: Sizes, kept: ColourSet, to_come: Sizes) -> tuple[float, ...]:
    """By how much one card of each colour betters the prospect; last, a card of which nothing is known yet."""
    so_far = prospect(counts, kept, to_come)
    red, yellow, green, blue = counts
    better = [
        prospect((red + 1, yellow, green, blue), kept, to_come) - so_far,
        prospect((red, yellow + 1, green, blue), kept, to_come) - so_far,
        prospect((red, yellow, green + 1, blue), kept, to_come) - so_far,
        prospect((red, yellow, green, blue + 1), kept, to_come) - so_far,
    ]
    return (*better, sum([want * count for want, count in zip(better, to_come, strict=True)]) / max(sum(to_come), 1))


def edge(tricks: int) -> float:
    """How strongly the odds of winning grow with a prospect when this many tricks are left; both are logarithms."""
    return _EDGE + _LATE_EDGE / tricks


def chances(prospects: Sequence[float], tricks: int) -> list[float]:
    """How likely each of these prospects wins the round when this many tricks are left."""
    factor = edge(tricks)
    odds = [exp(factor * prospect) for prospect in prospects]
    total = sum(odds)
    return [one / total for one in odds]


def victories(counts: Sequence[Sizes], kept: Sequence[ColourSet]) -> list[float]:
    """Each seat's share of the victory if the round ended with these piles. Guessed sizes are rounded."""
    points = [Pile(tuple(map(round, sizes)), colours).score.points for sizes, colours in zip(counts, kept, strict=True)]
    most = max(points)
    winners = points.count(most)
    return [(own == most) / winners for own in points]


def best_keep(counts: Sizes, to_come: Sizes) -> ColourSet:
    """The two colours that promise most."""
    return max(_PAIRS, key=lambda kept: prospect(counts, kept, to_come))


_OUTBIDS: Final = 0.6
"""How likely a rival who can outbid a card does: 0.4 wins 1% less often, 0.8 no more."""
_OUTLAY: Final = 0.05
"""Worth of the highest and the lowest cards in hand: 0 and 0.2 both win 1% less often."""
_CHOICE: Final = 0.08
"""How much better than an average card the one is that is chosen of those to come: 0 and 0.2 win 2% less often."""
_BREAKABLE: Final = 4
"""With more tricks left, hardly a hand is without one of three colours."""

_COLOURS: Final = tuple(map(int, FOUR_COLOURS))
_COLOUR: Final = tuple(int(colour_of(card)) for card in range(len(VALUES)))
_SUIT: Final = tuple(OF_COLOUR[colour] for colour in _COLOUR)
"""Every card of a card's colour."""
_UNKNOWN: Final = len(_COLOURS)
"""Stands for the colour of a card that is still to be played to the trick."""
_BELOW: Final = tuple(deck_of(FOUR_COLOURS, range(number)) for number in range(max(VALUES) + 2))
"""Every card with a lower number; last, those below no number at all: all."""
_ABOVE_ALL: Final = len(_BELOW) - 1
_OUTLAYS: Final = {
    seats: [_OUTLAY * abs(2 * number / (1 + max(map(value_of, listed(deck)))) - 1) for number in range(_ABOVE_ALL)]
    for seats, deck in DECKS.items()
}
"""Worth of a card in hand, by the number of players and its own: the middle ones are of no use."""


@dataclass(slots=True)
class Piles:
    """Piles that everyone has taken. One entry a seat; `to_come` counts all cards that nobody has taken yet."""

    counts: list[Sizes]
    kept: list[ColourSet]
    to_come: Counts

    def prospect(self, seat: Seat, more: Counts = NOTHING) -> float:
        """The prospect of `seat` once it has these cards more. `more` has one count a colour."""
        return prospect(tuple(map(add, self.counts[seat], more)), self.kept[seat], self.to_come)


class Outlook(NamedTuple):
    """Gains that a trick may bring the players.

    One entry a seat; `wants` as in `prospects`, `picks` the same for who takes first and chooses; `ends` the
    shares of the victory if the round ended at once, empty while that is out of question.
    """

    wants: list[tuple[float, ...]]
    picks: list[tuple[float, ...]]
    chances: list[float]
    ends: list[float]
    tricks: int


def outlook(piles: Piles, tricks: int) -> Outlook:
    """Works out what a trick may bring; `tricks` are those left with this one."""
    counts, kept, to_come = piles.counts, piles.kept, piles.to_come
    wanted = [wants(sizes, colours, to_come) for sizes, colours in zip(counts, kept, strict=True)]
    return Outlook(
        wanted,
        [(*known, unknown + _CHOICE) for *known, unknown in wanted],
        chances([prospect(sizes, colours, to_come) for sizes, colours in zip(counts, kept, strict=True)], tricks),
        victories(counts, kept) if tricks <= _BREAKABLE else [],
        tricks,
    )


class MyTurn(NamedTuple):
    """A player's choice of a card, and all that it is based on. `unseen` are the cards in other hands."""

    seat: Seat
    seats: int
    leader: Seat
    hand: Cards
    unseen: Cards
    trick: Sequence[Card]
    trick_colours: ColourSet
    outlook: Outlook


def best_card(turn: MyTurn) -> Card:
    """The card of the highest worth; an only one is not thought about."""
    playable = turn.hand & OPEN_CARDS[turn.trick_colours]
    if not playable & playable - 1:
        return playable.bit_length() - 1
    return max(worths(turn, playable))[1]


def worths(turn: MyTurn, playable: Cards) -> list[tuple[float, Card]]:
    """Worth of playing each of these cards, each with its card."""
    trick, seats = turn.trick, turn.seats
    first, second, highest, lowest = turn.seat, None, -1, _ABOVE_ALL
    if trick:
        first, second = first_taker(trick, turn.leader, seats), second_taker(trick, turn.leader, seats)
        highest = trick[(first - turn.leader) % seats]
        lowest = lowest if second is None else VALUES[trick[(second - turn.leader) % seats]]
    is_last = len(trick) + 1 == seats
    found = []
    for colour in _COLOURS:
        suit = OF_COLOUR[colour]
        held = playable & suit
        if not held:
            continue
        if not trick or suit >> highest & 1:
            bids, takers = held >> highest + 1 << highest + 1, (turn.seat, second)
        else:
            bids, takers = held & _BELOW[lowest], (first, turn.seat)
        taking = _gain(turn, colour, *takers) if bids else 0.0
        passing = _gain(turn, colour, first, second) if is_last and bids != held else 0.0
        of_colour = [(taking * _stands(turn, card), card) for card in listed(bids)]
        of_colour += [(passing, card) for card in listed(held ^ bids)]
        found += of_colour if is_last else _with_breaking(turn, colour, of_colour)
    return [(worth - _OUTLAYS[seats][VALUES[card]], card) for worth, card in found]


def _stands(turn: MyTurn, card: Card) -> float:
    """How likely a card that takes the trick so far is not beaten later."""
    unseen, led = turn.unseen, _SUIT[(turn.trick or (card,))[0]]
    better = (unseen & led) >> card if led >> card & 1 else unseen & ~led & _BELOW[VALUES[card]]
    rivals = turn.seats - len(turn.trick) - 1
    return _not_outbid(better.bit_count(), unseen.bit_count(), turn.outlook.tricks, rivals)


def _gain(turn: MyTurn, colour: int, first: Seat, second: Seat | None) -> float:
    """Gain of the player when the trick, with their card of this colour, goes to these takers.

    Cards to come count as unknown ones. The first taker chooses as in `best_share`, but card by card.
    """
    seats = turn.seats
    trick = [_COLOUR[card] for card in turn.trick]
    trick += [colour] + [_UNKNOWN] * (seats - len(trick) - 1)
    own, half = turn.outlook.picks[first], (seats + 1) // 2
    stake = _stake(turn, first)
    if second is None:
        trick.sort(key=own.__getitem__, reverse=True)
        return stake * sum([own[card] for card in trick[:half]])
    other, chances = turn.outlook.wants[second], turn.outlook.chances
    to_gain, to_fear = 1 - chances[first], chances[second]
    trick.sort(key=lambda card: to_gain * own[card] + to_fear * other[card], reverse=True)
    gain, harm = sum([own[card] for card in trick[:half]]), sum([other[card] for card in trick[half:]])
    return stake * gain + _stake(turn, second) * harm


def _stake(turn: MyTurn, seat: Seat) -> float:
    """How much the player's chance to win changes with the prospect of `seat`."""
    chance = turn.outlook.chances[seat]
    return 1 - chance if seat == turn.seat else -chance


def _with_breaking(turn: MyTurn, colour: int, worths: list[tuple[float, Card]]) -> list[tuple[float, Card]]:
    """The worths of cards of a colour, where the next player may have none that fits, and the round ends.

    Source: RULES.md 2.4.
    """
    outlook, trick_colours = turn.outlook, turn.trick_colours | 1 << colour
    if not outlook.ends or trick_colours not in FULL:
        return worths
    chance = outlook.chances[turn.seat]
    end = (outlook.ends[turn.seat] - chance) / (chance * edge(outlook.tricks))
    closed = turn.unseen & ~OPEN_CARDS[trick_colours]
    likely = _all_among(closed.bit_count(), turn.unseen.bit_count(), outlook.tricks)
    return [(worth + likely * (end - worth), card) for worth, card in worths]


@cache
def _all_among(some: int, unseen: int, held: int) -> float:
    """How likely a hand of `held` unseen cards consists of the `some` alone."""
    return prod([max(some - drawn, 0) / (unseen - drawn) for drawn in range(held)])


@cache
def _not_outbid(dangers: int, unseen: int, held: int, rivals: int) -> float:
    """How likely none of the rivals, each with `held` unseen cards, beats a card with one of the dangers."""
    return (1 - _OUTBIDS * (1 - _all_among(unseen - dangers, unseen, held))) ** rivals


def best_share(
    trick: Sequence[Card],
    first: Seat,
    second: Seat | None,
    piles: Piles,
    chances: Sequence[float],
) -> Cards:
    """The cards that the first taker takes: for their own prospect, and against the second's, who gets the rest."""
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
