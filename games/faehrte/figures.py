"""Figures of Auf falscher Fährte for a player's statistics. Hidden cards count: secret until the match ends."""

from typing import Final

from games.cards import Card, value_of
from games.core import Seat, State
from games.faehrte.actions import FaehrteAction
from games.faehrte.events import Kind, KindDecided, RoundScored
from games.faehrte.highlights import Turned, spot
from games.faehrte.rules import FaehrteState
from games.faehrte.table import kind_of
from games.faehrte.view import FaehrteView
from games.figures import Figure, Observation, Observed, Played

TRICKS_IN_PLUS: Final = Figure("tricks_plus", "mean")
"""The tricks that the player took in each Plus round that was scored. Source: RULES.md 2.4, 5.1."""

TRICKS_IN_MINUS: Final = Figure("tricks_minus", "mean")
"""The tricks that the player took in each Minus round that was scored. Source: RULES.md 2.4, 5.1."""

STEERED: Final = Figure("steered", "share")
"""Of the rounds whose hidden cards were all turned, those that became what the player's own hidden card pulls towards.

A card pulls towards what the round would be if everyone hid a card of its value. So with three players 0 to 4 pull
towards Minus and 5 to 9 towards Plus; with four, 0 to 5 and 6 to 12. Whether the others' cards would have been enough
without the player's makes no difference.

Source: RULES.md 2.3, 2.5.
"""

FIGURES: Final = (TRICKS_IN_PLUS, TRICKS_IN_MINUS, STEERED)


def observe(move: Played[FaehrteAction, FaehrteView], turned: Turned | None) -> Observed:
    """Looks at every round when its kind is decided, and again when it is scored. `turned` as for `spot`."""
    found: list[Observation] = []
    for event in move.step.events:
        if isinstance(event, KindDecided):
            pulls = enumerate(_pulls(move.before))
            found += [Observation(Seat(seat), STEERED, int(pull == event.kind)) for seat, pull in pulls]
        elif isinstance(event, RoundScored):
            figure = TRICKS_IN_PLUS if event.kind == "plus" else TRICKS_IN_MINUS
            found += [Observation(Seat(seat), figure, tricks) for seat, tricks in enumerate(event.tricks)]
    before, after = move.before, move.step.state
    assert isinstance(before, FaehrteState)
    assert isinstance(after, FaehrteState)
    moments, turned = spot(before, after, move.step.events, turned)
    return Observed(found, turned, moments)


def _pulls(state: State[FaehrteAction, FaehrteView]) -> tuple[Kind, ...]:
    """Kind that each seat's hidden card pulls towards."""
    assert isinstance(state, FaehrteState)
    return tuple([_pull(card, len(state.hidden)) for card in state.hidden])


def _pull(card: Card | None, seats: int) -> Kind:
    assert card is not None  # nobody plays before everyone has hidden one
    return kind_of(value_of(card) * seats, seats)
