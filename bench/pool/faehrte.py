"""Styles of Auf falscher Fährte: what they hide, aim at, count, lead, take, throw away and name. They know no hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from games.cards import (
    COLOURED,
    JOKER,
    OF_COLOUR,
    PLAYS,
    Card,
    Cards,
    Colour,
    colour_of,
    gather,
    listed,
    taker,
    value_of,
    without,
)
from games.core import Computer
from games.faehrte.actions import CHANGES, FaehrteAction, Hide, Trump
from games.faehrte.table import MOST_OF_MINUS, OpenTable
from games.faehrte.view import FaehrteView

Aim = Literal["plus", "minus", "average", "turned", "own", "hand"]
Hiding = Literal["highest", "lowest", "hand", "against", "short", "trump", "middle"]
Leading = Literal["strong", "weak", "long", "short", "trump", "middle"]
Taking = Literal["cheap", "sure", "late"]
Throwing = Literal["weak", "strong", "short"]
Naming = Literal["keep", "best", "long", "any"]

_TRUMP: Final = 8
"""How many steps in value being trump is worth."""


@dataclass(frozen=True, slots=True)
class Style:
    """Policy of a player.

    Shape: `aim` is how they guess whether tricks will be good, and `counts` whether they remember what was played.
    They take a trick that they want as cheaply as they can, as surely, or only if at most one player is still to come.
    With `saves` they hold trumps and jokers back. `throws` is which card they play to a trick that goes to others.
    """

    aim: Aim = "average"
    hides: Hiding = "hand"
    leads: Leading = "strong"
    takes: Taking = "sure"
    throws: Throwing = "weak"
    names: Naming = "best"
    counts: bool = False
    saves: bool = False

    def __call__(self, view: FaehrteView, rng: Random) -> FaehrteAction:
        """Hides, plays, or names a trump."""
        if view.hideable:
            return Hide(_HIDING[self.hides](view, listed(view.hideable)))
        if view.playable:
            return PLAYS[self._play(view)]
        return _name(self, view, rng)

    def _play(self, view: FaehrteView) -> Card:
        table, wants = view.table, wants_tricks(self.aim, view)
        cards = sorted(set(listed(view.playable)), key=lambda card: (self._power(view, card), card))
        if self.saves and JOKER in cards and len(cards) > 1:
            cards.remove(JOKER)
        if table.led is None:
            return self._lead(view, cards, wants=wants)
        taking = [card for card in cards if takes(table, card)]
        losing = [card for card in cards if card not in taking]
        if wants:
            return self._take(table, taking, losing) if taking else self._throw(view, losing, wants=wants)
        if losing:
            follows = [card for card in losing if card != JOKER and colour_of(card) == table.led]
            return follows[-1] if follows else self._throw(view, losing, wants=wants)
        return taking[-1] if _to_come(table) == 0 else taking[0]

    def _lead(self, view: FaehrteView, cards: list[Card], *, wants: bool) -> Card:
        """Shape: `cards` ascend by power."""
        coloured = [card for card in cards if card != JOKER] or cards
        trumps = [card for card in coloured if _is_trump(view.table, card)]
        others = [card for card in coloured if card not in trumps] or coloured
        if self.saves:
            coloured = others
        match self.leads:
            case "trump" if trumps:
                return trumps[-1] if wants else trumps[0]
            case "long" | "short":
                lengths = [(_length(view.hand, card), card) for card in others]
                length = (max if self.leads == "long" else min)(lengths)[0]
                of_length = [card for held, card in lengths if held == length]
                return of_length[-1] if wants else of_length[0]
            case "middle":
                return coloured[len(coloured) // 2]
            case "weak":
                return coloured[0]
        return coloured[-1] if wants else coloured[0]

    def _take(self, table: OpenTable, taking: list[Card], losing: list[Card]) -> Card:
        """Shape: both ascend by power; some card takes the trick."""
        to_come = _to_come(table)
        plain = [card for card in taking if not _is_trump(table, card)] if self.saves else taking
        if (self.takes == "late" and to_come > 1 and losing) or (not plain and losing and table.tricks_left > 6):
            return losing[0]
        if to_come == 0 or self.takes == "cheap":
            return (plain or taking)[0]
        return (plain or taking)[-1]

    def _throw(self, view: FaehrteView, cards: list[Card], *, wants: bool) -> Card:
        """A card for a trick that goes to somebody else. Shape: `cards` ascend by power."""
        match self.throws:
            case "short":
                return min(cards, key=lambda card: (_length(view.hand, card), -value_of(card)))
            case "strong":
                return cards[-1]
        return cards[0] if wants else cards[-1]

    def _power(self, view: FaehrteView, card: Card) -> float:
        """How strong a card seems: by those still out that beat it, or by its number."""
        if card == JOKER:
            return -99.0
        trump = OF_COLOUR[view.table.trump]
        if not self.counts:
            return value_of(card) + _TRUMP * (trump >> card & 1)
        colour, out = OF_COLOUR[colour_of(card)], unseen(view)
        higher = (out & colour & ~((2 << card) - 1)).bit_count()
        return -higher - (0 if colour == trump else 0.6 * (out & trump).bit_count())


def wants_tricks(aim: Aim, view: FaehrteView) -> bool:
    """Whether the round is Plus, or seems to a player with this way of guessing to become so."""
    table = view.table
    if table.kind is not None:
        return table.kind == "plus"
    line = MOST_OF_MINUS[table.seats] + 0.5
    own = () if view.hidden is None or view.hidden in table.turned else (view.hidden,)
    known = [*table.turned, *own]
    match aim:
        case "plus" | "minus":
            return aim == "plus"
        case "own":
            return view.hidden is not None and value_of(view.hidden) > line / table.seats
        case "turned":
            return bool(table.turned) and sum(map(value_of, table.turned)) > line / table.seats * len(table.turned)
        case "hand":
            return _is_strong(view)
    values = [*map(value_of, listed(unseen(view) & COLOURED))]
    return sum(map(value_of, known)) + (table.seats - len(known)) * sum(values) / max(len(values), 1) > line


def takes(table: OpenTable, card: Card) -> bool:
    """Whether this card would take the trick as it lies."""
    if card == JOKER:
        return False
    led = colour_of(card) if table.led is None else table.led
    return taker((*table.trick, card), led, table.trump) == len(table.trick)


def unseen(view: FaehrteView) -> Cards:
    """The cards that may be in other hands or hidden by others."""
    own = () if view.hidden is None or view.hidden in view.table.turned else (view.hidden,)
    return without(view.table.unseen, view.hand, gather(own))


def _to_come(table: OpenTable) -> int:
    """How many play after this card."""
    return table.seats - 1 - len(table.trick)


def _is_trump(table: OpenTable, card: Card) -> bool:
    return card != JOKER and colour_of(card) == table.trump


def _length(hand: Cards, card: Card) -> int:
    """How many cards of its colour the hand has."""
    return 0 if card == JOKER else (hand & OF_COLOUR[colour_of(card)]).bit_count()


def _worth(hand: Cards, trump: Colour) -> int:
    """Worth of a hand in tricks, in steps of value."""
    return sum(map(value_of, listed(hand & COLOURED))) + _TRUMP * (hand & OF_COLOUR[trump]).bit_count()


def _is_strong(view: FaehrteView) -> bool:
    """Whether the hand is better than as many average cards."""
    hand, deck = view.hand & COLOURED, view.table.deck & COLOURED
    fair = _worth(deck, view.table.trump) / deck.bit_count()
    return _worth(hand, view.table.trump) > fair * hand.bit_count()


_HIDING: Final[Mapping[Hiding, Callable[[FaehrteView, list[Card]], Card]]] = {
    "highest": lambda view, cards: max(cards, key=lambda card: (value_of(card), -_length(view.hand, card))),
    "lowest": lambda view, cards: min(cards, key=lambda card: (value_of(card), _length(view.hand, card))),
    "hand": lambda view, cards: (max if _is_strong(view) else min)(cards, key=value_of),
    "against": lambda view, cards: (min if _is_strong(view) else max)(cards, key=value_of),
    "short": lambda view, cards: min(cards, key=lambda card: (_length(view.hand, card), card)),
    "trump": lambda view, cards: min([card for card in cards if _is_trump(view.table, card)] or cards, key=value_of),
    "middle": lambda _, cards: sorted(cards, key=value_of)[len(cards) // 2],
}


def _name(style: Style, view: FaehrteView, rng: Random) -> Trump:
    """Keeps the trump, or names another one."""
    changes, now = CHANGES[view.table.trump], view.table.trump
    after = {change: now if change.colour is None else change.colour for change in changes}
    wants = wants_tricks(style.aim, view)
    match style.names:
        case "keep":
            return changes[0]
        case "any":
            return rng.choice(changes)
        case "long":
            return max(changes, key=lambda change: (view.hand & OF_COLOUR[after[change]]).bit_count())
    return (max if wants else min)(changes, key=lambda change: _worth(view.hand, after[change]))


def _beginner(view: FaehrteView, rng: Random) -> FaehrteAction:
    """Any move that isn't silly: a card that takes a trick that they want, or one that loses any other, if there is."""
    if not view.playable:
        return rng.choice(view.legal_actions)
    cards = listed(view.playable)
    wants = wants_tricks("average", view)
    sensible = [card for card in cards if takes(view.table, card) == wants]
    return PLAYS[rng.choice(sensible or cards)]


STYLES: Final[Mapping[str, Computer[FaehrteView, FaehrteAction]]] = {
    "plain": Style(),
    "counting": Style(counts=True, takes="cheap"),
    "grabbing": Style(aim="plus", hides="highest"),
    "ducking": Style(aim="minus", hides="lowest", throws="strong", counts=True),
    "waiting": Style(takes="late", saves=True, counts=True),
    "hoarding": Style(saves=True, leads="long", throws="short"),
    "pulling": Style(leads="trump", takes="cheap", names="long"),
    "shortening": Style(leads="short", hides="short", throws="short", counts=True),
    "trusting": Style(aim="own", hides="hand", takes="cheap", names="keep", leads="weak"),
    "watching": Style(aim="turned", hides="middle", counts=True, leads="middle"),
    "deceiving": Style(hides="against", counts=True, saves=True, leads="weak"),
    "hopeful": Style(aim="hand", hides="hand", counts=True, takes="cheap"),
    "stripping": Style(hides="trump", leads="weak", throws="strong", names="any", takes="cheap"),
    "beginner": _beginner,
}
"""Every style, by name."""
