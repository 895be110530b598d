"""Styles of Mit List und Tücke: what they collect, when they take, what they leave and keep. They know no hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, Literal

from games.cards import FOUR_COLOURS, OF_COLOUR, Card, Play, colour_of, listed, value_of
from games.core import Computer
from games.tuecke.actions import COLOURS_IN, DECKS, Keep, Take, TueckeAction
from games.tuecke.scoring import Counts, Pile, counts_of
from games.tuecke.view import TueckeView

Wanting = Literal["product", "clean", "cards", "pair", "hand", "one"]
Trusting = Literal["hope", "number", "count"]
Taking = Literal["best", "spite", "colour"]
Keeping = Literal["best", "hand", "even"]
Throwing = Literal["low", "high", "middle", "useless"]

Gains = tuple[float, ...]
"""Worth of one card more of each colour to a player."""


@dataclass(frozen=True, slots=True)
class Style:
    """Policy of a player.

    Shape: `wants` is what a pile is good for. `trusts` is how they judge that a card stays the one that takes. `first`
    and `second` are how much being that taker counts, and `hope` how much cards do that are still to come. `gives` is
    what it costs to give others a card that they would like themselves. `throws` decides between equals.
    """

    wants: Wanting = "product"
    trusts: Trusting = "number"
    first: float = 1.0
    second: float = 1.0
    hope: float = 0.5
    gives: float = 0.0
    takes: Taking = "best"
    keeps: Keeping = "best"
    throws: Throwing = "low"

    def __call__(self, view: TueckeView, rng: Random) -> TueckeAction:
        """The action that seems best; any of those that seem so."""
        worth = self.judge(view)
        most = max(worth.values())
        return rng.choice([action for action, one in worth.items() if one == most])

    def judge(self, view: TueckeView) -> dict[TueckeAction, float]:
        """How good every legal action seems."""
        gains = _gains(self, view)
        judge: Mapping[str, Callable[[TueckeAction], float]] = {
            "play": partial(self._play, view, gains),
            "take": partial(self._take, view, gains),
            "keep": partial(self._keep, view),
        }
        return {action: judge[view.table.phase](action) for action in view.legal_actions}

    def _play(self, view: TueckeView, gains: Gains, action: TueckeAction) -> float:
        """Gain of a card that takes first or second, or cost of one that doesn't."""
        assert isinstance(action, Play)
        table, card = view.table, action.card
        trick = (*table.trick, card)
        to_come = table.round.seats - len(trick)
        lying = sorted([gains[colour_of(other)] for other in trick], reverse=True)
        coming = self.hope * to_come * sum(gains) / len(gains) / 2
        odd = _THROWS[self.throws](view, card, gains) / 1000
        place = _place(trick)
        if place == "first":
            return odd + self.first * self._stays(view, trick) * (sum(lying[: table.half]) + coming)
        if place == "second":
            share = sum(lying) / len(lying) * (len(trick) - min(table.half, len(trick) - 1))
            return odd + self.second * self._stays(view, trick) * (share + coming)
        return odd - self.gives * gains[colour_of(card)]

    def _stays(self, view: TueckeView, trick: Sequence[Card]) -> float:
        """How likely the last card stays the highest, or the lowest, until the trick is complete."""
        to_come = view.table.round.seats - len(trick)
        card, led = trick[-1], OF_COLOUR[colour_of(trick[0])]
        deck = DECKS[view.table.round.seats]
        match self.trusts:
            case "hope":
                return 1.0
            case "number":
                part = value_of(card) / value_of(deck.bit_length() - 1)
                return (min(part, 1.0) if led >> card & 1 else 1 - 0.8 * part) ** to_come
        out = deck & ~(view.table.played | view.hand)
        if led >> card & 1:
            dangers = sum(other > card for other in listed(out & led))
        else:
            dangers = sum(value_of(other) < value_of(card) for other in listed(out & ~led))
        return float((1 - dangers / max(out.bit_count(), 1)) ** to_come)

    def _take(self, view: TueckeView, gains: Gains, action: TueckeAction) -> float:
        """Worth of these cards."""
        assert isinstance(action, Take)
        counts = counts_of(action.cards)
        own = sum(gain * count for gain, count in zip(gains, counts, strict=True))
        match self.takes:
            case "colour":
                return max(counts) + own / 100
            case "spite" if (second := view.table.second_taker) is not None:
                liked = view.table.round.before(second)
                left = view.table.trick_cards & ~action.cards
                return own - 0.3 * sum(colour_of(card) in liked for card in listed(left))
        return own

    def _keep(self, view: TueckeView, action: TueckeAction) -> float:
        """Worth of the piles with these two colours."""
        assert isinstance(action, Keep)
        counts = counts_of(view.taken)
        match self.keeps:
            case "hand":
                held = counts_of(view.hand)
                return sum(counts[colour] + 0.5 * held[colour] for colour in COLOURS_IN[action.colours])
            case "even":
                return min(counts[colour] for colour in COLOURS_IN[action.colours])
        return _WORTH["product"](counts, action.colours)


def _place(trick: Sequence[Card]) -> Literal["first", "second", "none"]:
    """Role that the last card of a trick gives its player, as the trick lies."""
    *before, card = trick
    led = colour_of(trick[0])
    if colour_of(card) == led:
        return "none" if any(colour_of(other) == led and other > card for other in before) else "first"
    lower = any(colour_of(other) != led and value_of(other) <= value_of(card) for other in before)
    return "none" if lower else "second"


def _product(counts: Counts, kept: int, *, dirt: int) -> float:
    """The formula of the score, each factor one larger; the discard divides it this often."""
    score = Pile(counts, kept).score
    return (score.one + 1) * (score.other + 1) / float((score.rest + 1) ** dirt)


_WORTH: Final[Mapping[str, Callable[[Counts, int], float]]] = {
    "product": partial(_product, dirt=1),
    "clean": partial(_product, dirt=2),
    "cards": lambda counts, kept: sum(counts) - (0.5 * Pile(counts, kept).discard if kept else 0),
    "pair": lambda counts, kept: 2 * Pile(counts, kept).score.one + Pile(counts, kept).score.other - sum(counts) / 2,
    "one": lambda counts, kept: max(Pile(counts, kept).open.values(), default=0) - sum(counts) / 4,
}


def _gains(style: Style, view: TueckeView) -> Gains:
    """Estimated worth of one card more of each colour."""
    assert view.seat is not None
    counts, kept = counts_of(view.taken), view.table.round.kept[view.seat]
    if style.wants == "hand":
        wanted = COLOURS_IN[kept] or sorted(FOUR_COLOURS, key=_liking(view, counts), reverse=True)[:2]
        return tuple(1.0 if colour in wanted else -0.4 for colour in FOUR_COLOURS)
    worth = _WORTH[style.wants]
    more = [tuple(count + (place == colour) for place, count in enumerate(counts)) for colour in FOUR_COLOURS]
    return tuple(worth(one, kept) - worth(counts, kept) for one in more)


def _liking(view: TueckeView, counts: Counts) -> Callable[[int], float]:
    """How much a player likes a colour: by the cards of it taken and held."""
    held = counts_of(view.hand)
    return lambda colour: 2.0 * counts[colour] + held[colour]


_THROWS: Final[Mapping[Throwing, Callable[[TueckeView, Card, Gains], float]]] = {
    "low": lambda _view, card, _gains: -float(value_of(card)),
    "high": lambda _view, card, _gains: float(value_of(card)),
    "middle": lambda _view, card, _gains: -abs(value_of(card) - 8.0),
    "useless": lambda view, card, _gains: -float((view.hand & OF_COLOUR[colour_of(card)]).bit_count()),
}


def _beginner(view: TueckeView, rng: Random) -> TueckeAction:
    """Any move of the better half."""
    worth = Style(trusts="hope").judge(view)
    better = sorted(worth, key=worth.__getitem__)[len(worth) // 2 :]
    return rng.choice(better)


STYLES: Final[Mapping[str, Computer[TueckeView, TueckeAction]]] = {
    "plain": Style(),
    "counting": Style(trusts="count", gives=0.3, throws="middle"),
    "hopeful": Style(trusts="hope", hope=1.0, throws="high"),
    "tidy": Style(wants="clean", trusts="count", gives=0.1, throws="useless"),
    "hoarding": Style(wants="cards", hope=0.0, keeps="even"),
    "pairing": Style(wants="pair", trusts="count", throws="high"),
    "planning": Style(wants="hand", keeps="hand", trusts="count", throws="useless"),
    "narrow": Style(wants="one", takes="colour", hope=0.0, throws="middle"),
    "leading": Style(second=0.2, throws="low", trusts="count"),
    "lurking": Style(first=0.2, throws="high"),
    "spiteful": Style(takes="spite", gives=1.0, trusts="count", throws="high"),
    "stingy": Style(wants="clean", gives=0.6, hope=0.2, keeps="hand", throws="middle"),
    "shy": Style(wants="clean", first=0.5, second=-0.5, gives=-0.5, throws="high"),
    "beginner": _beginner,
}
"""Every style, by name."""
