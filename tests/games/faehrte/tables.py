"""Makes states of Auf falscher Fährte for tests: from their cards, and from actions written as text."""

from dataclasses import replace
from itertools import zip_longest

import pytest

from games.cards import COLOUR_OF_WORD, Play, parse, parse_card
from games.core import CHANCE, Event, IllegalAction, Seat
from games.faehrte import GAME
from games.faehrte.actions import Hide
from games.faehrte.events import TrickTaken
from games.faehrte.rules import FaehrteState

FOUR = (
    "deal 0 / r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 / y0 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12"
    " / g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 / b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12"
)
"""A colour for each of four players; the first one deals, and the second leads."""

SECOND_DEAL = FOUR.replace("deal 0", "deal 1")

THREE = (
    "deal 0 / r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 y0 y1 y2 / y3 y4 y5 y6 y7 y8 y9 g0 g1 g2 g3 g4 g5"
    " / g6 g7 g8 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 / + g9"
)

JOKERS = (
    "deal 0 / r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 y0 y1 y2 J / y3 y4 y5 y6 y7 y8 y9 g0 g1 g2 g3 g4 g5 J"
    " / g6 g7 g8 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 J / + g9"
)


def start(deal: str, *hidden: str, jokers: bool = False, rounds: int = 1) -> FaehrteState:
    """The first round of a match, dealt like this. Hidden cards, if given, are laid, to be turned in this order."""
    dealt = act(GAME.start(deal.count(" / ") - deal.count("+"), {"jokers": jokers, "rounds": rounds}), deal)
    if not hidden:
        return dealt
    return act(dealt, *(f"hide {card}" for card in hidden), f"pile {' '.join(hidden)}")


def playing(
    hands: str,
    *,
    leader: int = 0,
    trump: str = "red",
    turned: str = "",
    tricks: tuple[int, ...] = (),
    jokers_gone: int | None = None,
    rounds: int = 1,
) -> FaehrteState:
    """The first round of a match, late enough that only these cards are in hand. Shape: `hands` as in a record.

    All hidden cards have been turned, and are 0s by default. The match has jokers if the number of those gone is given.
    """
    held = tuple(parse(hand) for hand in hands.split(" / "))
    match = GAME.start(len(held), {"jokers": jokers_gone is not None, "rounds": rounds})
    hidden = tuple(map(parse_card, (turned or "r0 y0 g0 b0").split()[: len(held)]))
    winners = [Seat(seat) for seat, taken in enumerate(tricks) for _ in range(taken)]
    done = match.table.tricks_in_round - held[0].bit_count()
    cards = [(parse_card("J"),) * (jokers_gone or 0), *[()] * done]
    table = replace(
        match.table,
        to_act=frozenset({Seat(leader)}),
        phase="play",
        dealer=Seat((leader - 1) % len(held)),
        leader=Seat(leader),
        trump=COLOUR_OF_WORD[trump],
        turned=hidden,
        taken=tuple(TrickTaken(Seat(0), *trick) for trick in zip_longest(cards[:done], winners[:done])),
    )
    return FaehrteState(table, held, hidden, ())


def act(state: FaehrteState, *texts: str) -> FaehrteState:
    """The state after these actions, each by the seat that can do it."""
    for text in texts:
        state, _ = watch(state, text)
    return state


def play(state: FaehrteState, *tricks: str) -> FaehrteState:
    """The state after these tricks. Shape: `y3 y10 b12 y8`, from the leader's card on."""
    return act(state, *(f"play {card}" for trick in tricks for card in trick.split()))


def watch(state: FaehrteState, text: str) -> tuple[FaehrteState, tuple[Event, ...]]:
    """The state after one action by the seat that can do it, and its events."""
    step = state.apply(whose(state, text), GAME.parse_action(text))
    assert isinstance(step.state, FaehrteState)
    return step.state, step.events


def whose(state: FaehrteState, text: str) -> Seat:
    """The seat to act; if several are, the one that holds the card."""
    action = GAME.parse_action(text)
    seats = sorted(state.to_act)
    if isinstance(action, Hide | Play) and CHANCE not in seats:
        return next((seat for seat in seats if state.hands[seat] >> action.card & 1), seats[0])
    return seats[0]


def on_turn(state: FaehrteState) -> Seat:
    (seat,) = state.to_act
    return seat


def legal(state: FaehrteState) -> str:
    """The legal actions of the seat to act, without the verb."""
    return " ".join(action.to_text().partition(" ")[2] for action in state.view(on_turn(state)).legal_actions)


def refused(state: FaehrteState, text: str, seat: int | None = None) -> str:
    """The sentence that refuses this action to a seat, by default to the one to act."""
    with pytest.raises(IllegalAction) as error:
        state.apply(whose(state, text) if seat is None else Seat(seat), GAME.parse_action(text))
    return str(error.value)


def records(state: FaehrteState, text: str) -> list[dict[str, object] | None]:
    """The events of one action, as a record has them."""
    return [event.to_record() for event in watch(state, text)[1]]
