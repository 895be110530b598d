"""Deals cards: a whole deck by chance, or unseen cards among the players who may hold them. Knows no game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from games.cards import (
    COLOURED,
    JOKER,
    NAMES,
    Card,
    Cards,
    gather,
    jokers,
    jokers_in,
    listed,
    parse,
    parse_card,
    to_text,
)
from games.core import IllegalAction, Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: what everyone holds. Shape: one hand a seat; `leftover` where a card lies open beside them."""

    dealer: Seat
    hands: tuple[Cards, ...]
    leftover: Card | None = None

    def to_text(self) -> str:
        """Shape: `deal 0 / r1 r2 / y1 y2 / + g9`: the dealer, the hands, and a card that is left over."""
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


def shuffled(cards: Iterable[Card], rng: Random) -> list[Card]:
    """The cards in random order: as good as `rng.shuffle`, and three times as fast."""
    return sorted(cards, key=lambda _: rng.random())


def deal(dealer: Seat | None, seats: int, hand_size: int, deck: Cards, rng: Random) -> Deal:
    """A shuffled deck, dealt by `dealer`, or by any player where there is none yet; at most one card is left over."""
    stock = shuffled(_bits(deck), rng)
    hands = tuple([_as_set(sum(stock[seat * hand_size :][:hand_size])) for seat in range(seats)])
    leftover = listed(_as_set(sum(stock[seats * hand_size :])))
    return Deal(Seat(rng.randrange(seats)) if dealer is None else dealer, hands, *leftover)


@cache
def _bits(deck: Cards) -> tuple[int, ...]:
    """Every card of a deck as one bit, jokers as different ones. Remembered: there are few decks."""
    return tuple([1 << bit for bit in range(deck.bit_length()) if deck >> bit & 1])


def _as_set(bits: int) -> Cards:
    """The set of cards with these bits, where jokers have different ones."""
    return bits & COLOURED | jokers(jokers_in(bits)) if bits >> JOKER else bits


class Need(NamedTuple):
    """How many unseen cards someone holds, and which they cannot be."""

    size: int
    barred: Cards = 0


def distribute(cards: Cards, needs: Sequence[Need], rng: Random) -> list[Cards]:
    """Unseen cards dealt at random to the players who may hold them.

    Shape: one set a need, together all of `cards`. Cards that few may hold go first. If any two such groups of holders
    are nested, one within the other, this is as random as a fair deal; otherwise it is close to one.

    Raises: ValueError when the needs cannot be met.
    """
    stock = listed(cards)
    if len(stock) != sum(need.size for need in needs):
        raise ValueError("as many cards are to be held as there are")
    rng.shuffle(stock)
    stock.sort(key=lambda card: sum(not need.barred >> card & 1 for need in needs))
    hands: list[list[Card]] = [[] for _ in needs]
    for card in stock:
        _settle(card, hands, needs, rng)
    return list(map(gather, hands))


def _settle(card: Card, hands: list[list[Card]], needs: Sequence[Need], rng: Random) -> None:
    """Put the card into a hand, likelier into one with more room; if none has any, make room by moving others."""
    room = [0 if need.barred >> card & 1 else need.size - len(hand) for need, hand in zip(needs, hands, strict=True)]
    if any(room):
        (hand,) = rng.choices(hands, room)
        hand.append(card)
    elif not _displace(card, hands, needs, set()):
        raise ValueError("nobody can hold some of the cards")


def _displace(card: Card, hands: list[list[Card]], needs: Sequence[Need], tried: set[int]) -> bool:
    """Whether `card` finds a hand, along a chain of cards that each take the place of the next (Kuhn's matching)."""
    for index in _holders(card, needs):
        if index in tried:
            continue
        tried.add(index)
        hand = hands[index]
        if len(hand) < needs[index].size:
            hand.append(card)
            return True
        for place, other in enumerate(hand):
            if _displace(other, hands, needs, tried):
                hand[place] = card
                return True
    return False


def _holders(card: Card, needs: Sequence[Need]) -> Iterator[int]:
    return (index for index, need in enumerate(needs) if not need.barred >> card & 1)
