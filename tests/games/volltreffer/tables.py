"""Makes states of Volltreffer for tests: from decks or hands, and from actions written as text."""

from dataclasses import replace

import pytest

from games.cards import NAMES, Cards, gather, listed, parse_card
from games.core import CHANCE_ALONE, Event, IllegalAction, Options, Outcome, Seat
from games.volltreffer import GAME
from games.volltreffer.melds import DECK
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.view import VolltrefferView

SHELF = "r9 r8 r7"
"""Trumps that nobody buys, so that every turned card comes to their right and costs nothing."""


def held(names: str) -> Cards:
    """A set of these cards. Shape: `names` are in any order."""
    return gather(map(parse_card, names.split()))


def deck(first_buyer: int, trump: str, drawn: str) -> str:
    """The text of a deck. Shape: `drawn` are the first cards; all others follow, sorted."""
    named = [trump, *drawn.split()]
    others = [NAMES[card] for card in listed(DECK) if NAMES[card] not in named]
    return f"deck {first_buyer} {trump} / {' '.join([*named[1:], *others])}"


def market(
    drawn: str, *, trump: str = "g7", seats: int = 3, first_buyer: int = 0, options: Options | None = None
) -> VolltrefferState:
    """The first round, with these cards on top of the deck."""
    return act(GAME.start(seats, options or {}), deck(first_buyer, trump, drawn))


def bought(*hands: str, first_buyer: int = 0, options: Options | None = None) -> VolltrefferState:
    """A round with red trump in which all seats have bought these hands of eight cards, each card for nothing."""
    in_order = [hand.split() for hand in (*hands[first_buyer:], *hands[:first_buyer])]
    turns = [card for turn in zip(*in_order, strict=True) for card in turn]
    drawn = f"{SHELF} {' '.join(turns)}"
    state = market(drawn, trump="r10", seats=len(hands), first_buyer=first_buyer, options=options)
    for card in turns:
        state = act(state, f"buy {card}")
        if state.table.phase == "swap":
            state = act(state, "swap r8 r9")
    return state


def leading(*hands: str, lead: int = 0, trump: str = "r10", options: Options | None = None) -> VolltrefferState:
    """A round in which tricks begin with these hands. Shape: all hands have the same size."""
    state = GAME.start(len(hands), options or {})
    cards = tuple(map(held, hands))
    table = replace(
        state.table,
        to_act=frozenset({Seat(lead)}),
        phase="play",
        round=1,
        first_buyer=Seat(0),
        trump_card=parse_card(trump),
        bought=cards,
        hands=cards,
        leader=Seat(lead),
    )
    return VolltrefferState(table, (), state.declared)


def standing(state: VolltrefferState, *markers: int) -> VolltrefferState:
    """The state with its markers on these squares."""
    return replace(state, table=replace(state.table, markers=markers))


def act(state: VolltrefferState, *texts: str) -> VolltrefferState:
    """The state after these actions, each by the first seat to act."""
    for text in texts:
        state, _ = watch(state, text)
    return state


def watch(state: VolltrefferState, text: str) -> tuple[VolltrefferState, tuple[Event, ...]]:
    """The state after one action by the first seat to act, and its events."""
    step = state.apply(min(state.to_act), GAME.parse_action(text))
    assert isinstance(step.state, VolltrefferState)
    return step.state, step.events


def on_turn(state: VolltrefferState) -> Seat:
    (seat,) = state.to_act
    return seat


def view(state: VolltrefferState) -> VolltrefferView:
    """The view of the first seat to act."""
    return state.view(min(state.to_act))


def legal(state: VolltrefferState) -> list[str]:
    """The legal actions of the first seat to act."""
    return [action.to_text() for action in view(state).legal_actions]


def row(state: VolltrefferState) -> str:
    return " ".join(NAMES[card] for card in state.table.row)


def outcome(state: VolltrefferState) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def refused(state: VolltrefferState, text: str) -> str:
    """The sentence that refuses this action to the seat to act."""
    with pytest.raises(IllegalAction) as error:
        act(state, text)
    return str(error.value)


def rest_of_round(state: VolltrefferState) -> VolltrefferState:
    """The state at the end of the round, after default actions by everyone."""
    while state.to_act and state.to_act != CHANCE_ALONE:
        seat = min(state.to_act)
        state = act(state, state.default_action(seat).to_text())
    return state
