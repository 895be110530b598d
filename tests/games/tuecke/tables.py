"""Makes states of Mit List und Tücke for tests: from their cards, and from actions written as text."""

from dataclasses import replace

import pytest

from games.cards import COLOUR_OF_WORD, Cards, gather, listed, parse_card, to_text
from games.core import Event, IllegalAction, Options, Seat
from games.tuecke import GAME
from games.tuecke.actions import DECKS, ColourSet, colour_set
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import colours_in, counts_of
from games.tuecke.view import TueckeView


def table(
    hands: str, *, taken: str = "", kept: str = "", removed: str = "-", leader: int = 0, options: Options | None = None
) -> TueckeState:
    """The start of a trick, after these cards have been taken and these colours kept.

    Shape: by seat, cards as `r1 y4 / - / g7` in any order, and colours as `red blue / - / -`. There's only one round.
    Cards that aren't named are nowhere. Where each must be somewhere, use `ending`.
    """
    dealt = tuple(map(_cards, hands.split(" / ")))
    seats = len(dealt)
    piles = tuple(map(_cards, taken.split(" / "))) if taken else (0,) * seats
    decided = tuple(map(_colours, kept.split(" / "))) if kept else (0,) * seats
    state = GAME.start(seats, {"rounds": 1} | dict(options or {}))
    so_far = replace(
        state.table.round,
        leader=Seat(leader),
        dealer=Seat((leader - 1) % seats),
        collected=gather(card for pile in (*piles, _cards(removed)) for card in listed(pile)),
        removed=_cards(removed),
        colours=tuple(map(colours_in, piles)),
        kept=decided,
        counts=tuple(map(counts_of, piles)) if state.table.round.open_counts else (),
    )
    return replace(state, table=state.table.ask(Seat(leader), "play", so_far), dealt=dealt, taken=piles)


def ending(hands: str, *, taken: str, kept: str = "", options: Options | None = None) -> TueckeState:
    """The start of a trick of four players. All other cards are out of play, so only these hands are left."""
    seen = sum(map(_cards, [*hands.split(" / "), *taken.split(" / ")]))
    return table(hands, taken=taken, kept=kept, removed=to_text(DECKS[4] & ~seen), options=options)


def _cards(names: str) -> Cards:
    return 0 if names == "-" else gather(map(parse_card, names.split(" ")))


def _colours(words: str) -> ColourSet:
    return 0 if words == "-" else colour_set(COLOUR_OF_WORD[word] for word in words.split(" "))


def act(state: TueckeState, *texts: str) -> TueckeState:
    """The state after these actions, each by the seat to act."""
    for text in texts:
        state, _ = watch(state, text)
    return state


def play(state: TueckeState, *lines: str) -> TueckeState:
    """The state after these tricks. Shape: the cards in the order played, then the rest: `r1 y2 g3 r4, take r1 r4`."""
    for line in lines:
        trick, *others = line.split(", ")
        state = act(state, *(f"play {card}" for card in trick.split(" ")), *others)
    return state


def watch(state: TueckeState, text: str) -> tuple[TueckeState, tuple[Event, ...]]:
    """The state after one action by the seat to act, and its events."""
    step = state.apply(on_turn(state), GAME.parse_action(text))
    assert isinstance(step.state, TueckeState)
    return step.state, step.events


def on_turn(state: TueckeState) -> Seat:
    (seat,) = state.to_act
    return seat


def own_view(state: TueckeState) -> TueckeView:
    """The view of the seat to act."""
    return state.view(on_turn(state))


def legal(state: TueckeState) -> list[str]:
    """The legal actions of the seat to act."""
    return [action.to_text() for action in own_view(state).legal_actions]


def refused(state: TueckeState, text: str) -> str:
    """The sentence that refuses this action to the seat to act."""
    with pytest.raises(IllegalAction) as error:
        act(state, text)
    return str(error.value)


def last_trick(state: TueckeState) -> TrickTaken:
    trick = state.table.round.last_trick
    assert trick is not None
    return trick


def last_round(state: TueckeState) -> RoundEnded:
    return state.table.round.ended[-1]


def deal(text: str, **options: int) -> TueckeState:
    """The first round of a match with these hands. Shape: `0 / r1 r2 ... / ...`, with the dealer's seat first."""
    seats = text.count("/")
    return act(GAME.start(seats, {"rounds": 1} | options), f"deal {text}")
