"""Reader of Auf falscher Fährte: it weighs what others have hidden by what `medium` would hide from each hand."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.cards import COLOURED, JOKER, PLAYS, gather, value_of, without
from games.core import Computer
from games.faehrte.actions import FaehrteAction
from games.faehrte.computer import STEPS, medium, to_hide, to_play
from games.faehrte.game import GAME
from games.faehrte.table import kind_of
from games.faehrte.view import FaehrteView

WORLDS: Final = 40
"""Deals of the unseen cards by which it judges."""


def plus(view: FaehrteView, rng: Random) -> float | None:
    """How likely the round is Plus if the others hid like `medium`. None: no deal agrees with that."""
    table, kinds = view.table, []
    played = table.played
    for _ in range(WORLDS):
        state = GAME.redeal(view, rng)
        hidden, agrees = [*state.hidden], True
        for seat, card in enumerate(hidden):
            if seat != view.seat and card is not None:
                would = to_hide(table.seats, state.hands[seat] | played[seat] | 1 << card, table.trump)
                agrees &= not played[seat] >> would & 1 and (card not in table.turned or card == would)
                hidden[seat] = would
        if agrees:
            kinds.append(kind_of(sum(value_of(card) for card in hidden if card is not None), table.seats))
    return kinds.count("plus") / len(kinds) if kinds else None


def reader(view: FaehrteView, rng: Random) -> FaehrteAction:
    """Plays like `medium`, but by how likely Plus is after what the others must have hidden."""
    table = view.table
    if not view.playable or view.hidden is None or table.kind is not None or table.jokers:
        return medium(view, rng)
    if (likely := plus(view, rng)) is None:
        return medium(view, rng)
    taking = None if table.taking is None else table.card_of(table.taking)
    card = to_play(
        view.playable,
        without(table.unseen, view.hand, gather([view.hidden])) & COLOURED,
        seats=table.seats,
        best=JOKER if taking is None else taking,
        trump=table.trump,
        to_come=table.seats - 1 - len(table.trick),
        plus=round(STEPS * likely),
    )
    return PLAYS[card]


READERS: Final[Mapping[str, Computer[FaehrteView, FaehrteAction]]] = {"reader": reader}
