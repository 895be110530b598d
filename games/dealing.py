"""Deals cards: a whole deck by chance, or unseen cards among the players who may hold them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod
from random import Random
from typing import Final, NamedTuple

from games.cards import (
    COLOURED,
    JOKER,
    NAMES,
    Card,
    Cards,
    jokers,
    jokers_in,
    listed,
    parse,
    parse_card,
    to_text,
)
from games.chance import Chance, below, shuffled
from games.core import IllegalAction, Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: one hand a seat, and `leftover` where a card lies open beside them."""

    dealer: Seat
    hands: tuple[Cards, ...]
    leftover: Card | None = None

    def to_text(self) -> str:
        """Text such as `deal 0 / r1 r2 / y1 y2 / + g9`: the dealer, the hands, and a card that is left over."""
        leftover = "" if self.leftover is None else f" / + {NAMES[self.leftover]}"
        return f"deal {self.dealer} / {' / '.join(map(to_text, self.hands))}{leftover}"

    def check(self, dealer: Seat | None, seats: int, hand_size: int, deck: Cards) -> None:
        """Raises: IllegalAction unless all of `deck` is dealt, by `dealer` where it is known who deals."""
        if self.dealer not in (range(seats) if dealer is None else (dealer,)):
            raise IllegalAction.impossible("Player {dealer} does not deal.", dealer=self.dealer + 1)
        sizes = [hand.bit_count() for hand in self.hands]
        if sizes != [hand_size] * seats:
            raise IllegalAction.impossible(
                "Each of {seats} players gets {size} cards, not {sizes}.",
                seats=seats,
                size=hand_size,
                sizes=", ".join(map(str, sizes)),
            )
        dealt = self.hands if self.leftover is None else (*self.hands, 1 << self.leftover)
        if not _is_split(deck, dealt):
            raise IllegalAction.impossible("Every card of the deck is dealt once: {cards}.", cards=to_text(deck))


def _is_split(whole: Cards, parts: Iterable[Cards]) -> bool:
    """Whether the parts together are the whole, no card missing and none twice."""
    coloured = held = joking = 0
    for part in parts:
        coloured |= part & COLOURED
        held += part.bit_count()
        joking += jokers_in(part)
    return coloured | jokers(joking) == whole and held == whole.bit_count()


def parse_deal(text: str) -> Deal:
    """The deal of that text. Raises: ValueError."""
    first, *groups = text.split(" / ")
    leftover = parse_card(groups.pop().removeprefix("+ ")) if groups and groups[-1].startswith("+ ") else None
    deal = Deal(Seat(int(first.removeprefix("deal "))), tuple(map(parse, groups)), leftover)
    if deal.to_text() != text:
        raise ValueError(f"no deal: {text}")
    return deal


def deal(dealer: Seat | None, seats: int, hand_size: int, deck: Cards, chance: Chance) -> Deal:
    """A shuffled deck, dealt by `dealer`, or by any player where there is none yet; at most one card is left over."""
    stock = shuffled(_bits(deck), chance)
    hands = tuple([_as_set(sum(stock[seat * hand_size :][:hand_size])) for seat in range(seats)])
    leftover = listed(_as_set(sum(stock[seats * hand_size :])))
    return Deal(Seat(below(seats, chance)) if dealer is None else dealer, hands, *leftover)


@lru_cache(maxsize=2**8)
def _bits(deck: Cards) -> tuple[int, ...]:
    """Every card of a deck as one bit, jokers as different ones. Remembered: decks come again and again."""
    return tuple([1 << bit for bit in range(deck.bit_length()) if deck >> bit & 1])


def _as_set(bits: int) -> Cards:
    """The set of cards with these bits, where jokers have different ones."""
    return bits & COLOURED | jokers(jokers_in(bits)) if bits >> JOKER else bits


class Need(NamedTuple):
    """How many unseen cards someone holds, and which they cannot be."""

    size: int
    barred: Cards = 0


Split = tuple[int, ...]
"""How many cards of a group each of its holders gets."""


class Needs(NamedTuple):
    """Cards that the same needs may hold. The holders ascend, and each card is a set of one."""

    holders: tuple[int, ...]
    bits: tuple[Cards, ...]


class Distribution:
    """Unseen cards, and the players who may hold them: dealt as often as one likes.

    Raises: ValueError when the needs cannot be met.
    """

    def __init__(self, cards: Cards, needs: Sequence[Need]) -> None:
        if cards.bit_count() != sum(need.size for need in needs):
            raise ValueError("as many cards are to be held as there are")
        groups: dict[tuple[int, ...], list[Cards]] = {}
        for bit in _bits(cards):
            card = min(bit.bit_length() - 1, JOKER)
            holders = tuple([index for index, need in enumerate(needs) if not need.barred >> card & 1])
            groups.setdefault(holders, []).append(bit)
        found = [Needs(holders, tuple(bits)) for holders, bits in groups.items()]
        self.groups: Final = sorted(found, key=_freedom)
        self._sizes: Final = tuple([(holders, len(bits)) for holders, bits in self.groups])
        self._rooms: Final = tuple([need.size for need in needs])
        if not _ways(self._sizes, self._rooms):
            raise ValueError("nobody can hold some of the cards")

    def draw(self, rng: Random) -> list[Cards]:
        """The cards dealt at random: every deal that is possible is equally likely.

        One set a need, together all cards.
        """
        hands, rooms = [0] * len(self._rooms), self._rooms
        for number, (holders, bits) in enumerate(self.groups):
            splits, ways = _splits(self._sizes[number:], rooms)
            split = splits[0] if len(splits) == 1 else rng.choices(splits, cum_weights=ways)[0]
            stock, start = shuffled(bits, rng), 0
            for holder, count in zip(holders, split, strict=True):
                hands[holder] += sum(stock[start : start + count])
                start += count
            rooms = _less(rooms, holders, split)
        return list(map(_as_set, hands))

    def splits(self, rng: Random, times: int) -> list[tuple[tuple[Split, ...], int]]:
        """How many cards of each group its holders get in so many deals.

        The splits of all groups, and in how many of the deals the cards are split so.
        """
        found: list[tuple[tuple[Split, ...], tuple[int, ...], int]] = [((), self._rooms, times)]
        for number, group in enumerate(self.groups):
            before, found = found, []
            for shares, rooms, deals in before:
                splits, ways = _splits(self._sizes[number:], rooms)
                counted = Counter(rng.choices(splits, cum_weights=ways, k=deals))
                found += [
                    ((*shares, split), _less(rooms, group.holders, split), count) for split, count in counted.items()
                ]
        return [(shares, deals) for shares, _, deals in found]


def distribute(cards: Cards, needs: Sequence[Need], rng: Random) -> list[Cards]:
    """Unseen cards dealt once. See `Distribution`."""
    return Distribution(cards, needs).draw(rng)


_Group = tuple[tuple[int, ...], int]
"""Cards that the same players may hold: who they are, ascending, and how many cards."""


def _freedom(group: Needs) -> tuple[int, tuple[int, ...]]:
    """Cards that few may hold are dealt first: that leaves the fewest ways to go on from."""
    return len(group.holders), group.holders


def _ways(waiting: tuple[_Group, ...], rooms: tuple[int, ...]) -> int:
    """In how many ways these cards can be dealt into hands with so much room."""
    return _splits(waiting, rooms)[1][-1] if waiting else 1


@lru_cache(maxsize=2**11)
def _splits(waiting: tuple[_Group, ...], rooms: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
    """How many of the first group's cards each of their holders can get, and in how many ways all cards are dealt then.

    The ways are summed up from the first split to each. Remembered: one position is dealt many times.
    """
    (holders, size), *_ = waiting
    splits, sums = [], [0]
    for split in _shares(size, tuple([rooms[holder] for holder in holders])):
        if ways := _ways(waiting[1:], _less(rooms, holders, split)):
            splits.append(split)
            sums.append(sums[-1] + ways * factorial(size) // prod(map(factorial, split)))
    return splits, sums[1:] if splits else sums


@lru_cache(maxsize=2**11)
def _shares(size: int, rooms: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to share so many cards out where there is so much room."""
    if not rooms:
        return [] if size else [()]
    least, most = max(0, size - sum(rooms[1:])), min(size, rooms[0])
    return [(own, *rest) for own in range(least, most + 1) for rest in _shares(size - own, rooms[1:])]


def _less(rooms: tuple[int, ...], holders: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    """The room that is left."""
    left = list(rooms)
    for holder, count in zip(holders, split, strict=True):
        left[holder] -= count
    return tuple(left)
