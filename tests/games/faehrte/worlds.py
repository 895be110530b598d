"""Turns what numpy's arrays hold of Auf falscher Fährte into cards and states, and back, for tests."""

from collections.abc import Sequence

import numpy as np

from games.cards import Cards, gather, jokers, jokers_in, parse
from games.faehrte.bitsets import Sets, packed, packed_card, unpacked_card
from games.faehrte.rules import FaehrteState
from games.faehrte.worlds import DealtWorlds


def sets_of(*texts: str) -> Sets:
    """The sets of these texts."""
    return np.array([packed(parse(text)) for text in texts], np.uint64)


def unpacked(cards: int, joking: int = 0) -> Cards:
    """The set that lanes stand for."""
    return gather(unpacked_card(1 << bit) for bit in range(64) if cards >> bit & 1) | jokers(joking)


def state_of(state: FaehrteState, dealt: DealtWorlds, world: int) -> FaehrteState:
    """The same table in one of the worlds."""
    held = zip(dealt.hands[:, world].tolist(), dealt.jokers[:, world].tolist(), strict=True)
    hidden = tuple(map(unpacked_card, dealt.hidden[:, world].tolist()))
    pile = tuple(hidden[seat] for seat in dealt.pile[:, world].tolist())
    return FaehrteState(state.table, tuple(unpacked(*hand) for hand in held), hidden, pile)


def truth(state: FaehrteState) -> DealtWorlds:
    """Where all cards do lie, as the only world."""
    hidden: Sequence[int | None] = state.hidden
    column = [[seat] for card in state.pile for seat, own in enumerate(hidden) if own == card]
    return DealtWorlds(
        np.array([[packed(hand)] for hand in state.hands], np.uint64),
        np.array([[jokers_in(hand)] for hand in state.hands]),
        np.array([[0 if card is None else packed_card(card)] for card in hidden], np.uint64),
        np.array(column, np.int64).reshape(len(column), 1),
    )
