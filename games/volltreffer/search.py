"""The player of Volltreffer that searches: whole rounds for a purchase, and a tree of cards for the tricks.

From the tricks on nothing is hidden. Knows no clock.
"""

from collections.abc import Sequence
from itertools import chain, count
from math import inf, sqrt
from random import Random
from typing import Final

from games.cards import PLAYS, Card, Play, listed
from games.core import Seat, TimeUp
from games.search import Judged, best_of, candidates, compare, judge
from games.volltreffer import moves
from games.volltreffer.actions import Declare, SeatAction, VolltrefferAction
from games.volltreffer.game import GAME
from games.volltreffer.medium import best_melds, judgement
from games.volltreffer.quick import Tricks, finish
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.table import OpenTable
from games.volltreffer.view import VolltrefferView

_CURIOSITY: Final = 0.25
"""How much a card that has been tried seldom is preferred, in shares of the victory."""


_TRUST: Final = 50.0
"""How many worlds the rule player's judgement of a purchase counts for: it decides where there is little time.

Measured, in shares of the victory a round more than `medium`, with 40 worlds: +0.035 with it, +0.005 without (± 0.055).
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
    """What actions are worth. Units: the share of the victory that this seat wins."""
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
    """What to do with the row: each action is tried with the same shuffled decks, after what the rule player thinks."""
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
    """Which melds to show, if the others show what is best: for each a tree of the tricks that follow."""
    table, seat = view.table, view.seat
    assert seat is not None
    melds = [best_melds(table, Seat(other)).melds for other in range(table.seats)]
    trees: dict[SeatAction, _Tree] = {}
    for action in tried:
        assert isinstance(action, Declare)
        trees[action] = _Tree(moves.show_melds(table, (*melds[:seat], action.melds, *melds[seat + 1 :])))

    def value(_: None, action: SeatAction) -> float:
        return trees[action].grow()[seat]

    return judge(tuple(trees), lambda: (None, 1.0), value, is_time_up, kept=kept)


def _play(
    table: OpenTable, tried: Sequence[SeatAction], kept: SeatAction | None, is_time_up: TimeUp
) -> tuple[Judged[SeatAction], ...]:
    """Which card to play: a tree of the tricks that follow, in which the best card has been tried most.

    Shape: an error is the largest that shares between 0 and 1 with this mean can have.
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
    """A card to choose. Shape: `tries`, `shares` and `behind` have one entry a card; `shares` are those of `seat`."""

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

    Shape: only these `cards` are tried first, where some are given; `kept` among them is tried no less than the mean.
    """

    def __init__(self, table: OpenTable, cards: Sequence[Card] = (), kept: Card | None = None) -> None:
        self._table = table
        self._root = _Node(Tricks(table), cards, kept)

    def tried(self) -> tuple[Sequence[Card], Sequence[int], Sequence[float]]:
        """The cards to play first, how often each was tried, and the shares that it brought in all."""
        return self._root.cards, self._root.tries, self._root.shares

    def grow(self) -> list[float]:
        """Tries one more way to play; what share of the victory it brings each seat."""
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
