"""How many ways there are to play on from fixed positions, by depth, as chess engines count theirs.

A rule that allows one action too many or too few changes a number here, however rarely it applies. The numbers can be
trusted because they were not found by the engine: those of bids, hidden cards and purchases are formulas, and those of
tricks are counted a second time by `Plain`, which shares no code with it. Depths 1 and 2 were also counted by hand.
"""

from dataclasses import dataclass
from math import comb, factorial
from typing import Any

import pytest

from games.core import CHANCE, State
from tests.games.bluff import tables as bluff
from tests.games.faehrte import tables as faehrte
from tests.games.tuecke import tables as tuecke
from tests.games.volltreffer import tables as volltreffer

AnyState = State[Any, Any]


def perft(state: AnyState, depth: int) -> int:
    """The number of sequences of this many legal actions. A sequence ends when chance or nobody is to act.

    If several seats choose at the same time, the first one goes first: the order makes no difference.
    """
    if depth == 0:
        return 1
    if not state.to_act or CHANCE in state.to_act:
        return 0
    seat = min(state.to_act)
    return sum(perft(state.apply(seat, action).state, depth - 1) for action in state.view(seat).legal_actions)


def counts(state: AnyState, deepest: int) -> list[int]:
    return [perft(state, depth) for depth in range(1, deepest + 1)]


@pytest.mark.parametrize(("cups", "bids", "depth"), [("1 2 3 4 * / 1 1 2 5 5", 60, 2), ("1 2 / 3 *", 24, 4)])
def test_bids_rise_until_one_is_doubted(cups: str, bids: int, depth: int) -> None:
    """There are six bids for each die in play, each can follow every lower one, and a doubt can follow any."""
    for length in range(1, depth + 1):
        assert perft(bluff.table(cups), length) == comb(bids, length) + (comb(bids, length - 1) if length > 1 else 0)


def test_each_bid_can_be_followed_by_showing_dice() -> None:
    """From two different dice either can be shown or none; shown dice end the count, as the other is rolled again."""
    state = bluff.table("1 2 / 3", reroll=True)
    assert counts(state, 3) == [18, 18 * 3, comb(18, 2) + 18]


@pytest.mark.parametrize(("deal", "hand"), [(faehrte.FOUR, 13), (faehrte.THREE, 13)], ids=["four", "three"])
def test_everyone_can_hide_every_card(deal: str, hand: int) -> None:
    assert counts(faehrte.start(deal), 3) == [hand, hand**2, hand**3]


def test_a_joker_cannot_be_hidden() -> None:
    assert perft(faehrte.start(faehrte.JOKERS, jokers=True), 2) == 13**2


def test_everyone_can_buy_each_of_four_cards() -> None:
    state = volltreffer.market("r1 y2 g3 b4 v5 r6 y7 g8 b9 v10")
    assert counts(state, 5) == [4, 4**2, 4**3, 4**4, 4**5]


def test_each_purchase_of_the_variant_is_followed_by_one_of_six_swaps() -> None:
    state = volltreffer.market("r1 y2 g3 b4 v5 r6 y7 g8 b9 v10", options={"variant": True})
    assert counts(state, 4) == [4, 4 * 6, 4 * 6 * 4, 4 * 6 * 4 * 6]


@dataclass(frozen=True)
class Plain:
    """Hands as lists of names, to count tricks as one would at a table: no bits, no views."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    trump: str = "r"
    trick: tuple[str, ...] = ()

    def ways(self, depth: int) -> int:
        """The number of sequences of this many cards."""
        if depth == 0:
            return 1
        return sum(self.after(card).ways(depth - 1) for card in self.allowed())

    @property
    def seat(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)

    def allowed(self) -> list[str]:
        hand = self.hands[self.seat]
        return [card for card in hand if self.trick and card[0] == self.trick[0][0]] or list(hand)

    def after(self, card: str) -> "Plain":
        hands = [tuple(own for own in hand if own != card) for hand in self.hands]
        trick = (*self.trick, card)
        if len(trick) < len(hands):
            return Plain(tuple(hands), self.leader, self.trump, trick)
        best = max(trick, key=lambda one: (one[0] == self.trump, one[0] == trick[0][0], int(one[1:])))
        return Plain(tuple(hands), (self.leader + trick.index(best)) % len(hands), self.trump)


class ThreeColours(Plain):
    """Tricks that can have any cards, but of three colours at most."""

    def allowed(self) -> list[str]:
        return [card for card in self.hands[self.seat] if len({name[0] for name in (*self.trick, card)}) <= 3]

    def after(self, card: str) -> "ThreeColours":
        hands = tuple(tuple(own for own in hand if own != card) for hand in self.hands)
        return ThreeColours(hands, self.leader, trick=(*self.trick, card))


def plain_counts(plain: Plain, deepest: int) -> list[int]:
    return [plain.ways(depth) for depth in range(1, deepest + 1)]


THREE_HANDS = "r3 y1 y8 g2 / r7 y5 y9 b1 / r2 g4 g6 b9"
FOUR_HANDS = "r3 y1 y8 / r7 y5 b1 / r2 g4 b9 / r5 y2 y6"
FOUR_COLOURS = "r3 y1 g8 b2 / r7 y5 g1 b4 / r2 y4 g9 b6 / r5 y2 g6 b8"


def dealt(hands: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(hand.split()) for hand in hands.split(" / "))


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_a_trick_of_volltreffer_follows_the_colour_led(leader: int) -> None:
    state = volltreffer.leading(*THREE_HANDS.split(" / "), lead=leader)
    assert counts(state, 7) == plain_counts(Plain(dealt(THREE_HANDS), leader), 7)


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_a_trick_of_faehrte_follows_the_colour_led(leader: int) -> None:
    state = faehrte.playing(FOUR_HANDS, leader=leader)
    assert counts(state, 8) == plain_counts(Plain(dealt(FOUR_HANDS), leader), 8)


def test_a_trick_of_tuecke_has_three_colours() -> None:
    assert counts(tuecke.table(FOUR_COLOURS), 4) == plain_counts(ThreeColours(dealt(FOUR_COLOURS), 0), 4)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (volltreffer.leading(*THREE_HANDS.split(" / ")), [4, 1 + 2 + 2 + 4, 25, 75, 149, 276, 552]),
        (faehrte.playing(FOUR_HANDS), [3, 1 + 1 + 1, 7, 13, 26, 40, 72, 104]),
        (faehrte.playing("r3 y1 J / r7 b1 J / r2 y4 J", jokers_gone=0), [3, 2 + 3 + 2]),
        (tuecke.table(FOUR_COLOURS), [4, 4**2, 4**3, 4**4 - factorial(4), 6 * 232, 3 * 6 * 232]),
    ],
    ids=["volltreffer", "faehrte", "faehrte, jokers", "tuecke"],
)
def test_tricks_have_these_counts(state: AnyState, expected: list[int]) -> None:
    """In Tücke four cards of four colours are no trick, and the first taker has six ways to share the others."""
    assert counts(state, len(expected)) == expected
