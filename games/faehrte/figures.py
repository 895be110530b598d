"""What Auf falscher Fährte counts for a player's statistics. Knows who hid which card: it looks at closed matches."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.cards import Card, value_of
from games.core import Seat, State
from games.faehrte.actions import FaehrteAction
from games.faehrte.events import Kind, KindDecided, RoundScored
from games.faehrte.rules import FaehrteState
from games.faehrte.table import kind_of
from games.faehrte.view import FaehrteView
from games.figures import Figure, Observation, Played

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


def observe(match: Iterable[Played[FaehrteAction, FaehrteView]]) -> Iterator[Observation]:
    """Looks at every round when its kind is decided, and again when it is scored."""
    for before, _, _, step in match:
        for event in step.events:
            if isinstance(event, KindDecided):
                for seat, pull in enumerate(_pulls(before)):
                    yield Observation(Seat(seat), STEERED, int(pull == event.kind))
            elif isinstance(event, RoundScored):
                figure = TRICKS_IN_PLUS if event.kind == "plus" else TRICKS_IN_MINUS
                for seat, tricks in enumerate(event.tricks):
                    yield Observation(Seat(seat), figure, tricks)


def _pulls(state: State[FaehrteAction, FaehrteView]) -> tuple[Kind, ...]:
    """What each seat's hidden card pulls towards."""
    assert isinstance(state, FaehrteState)
    return tuple([_pull(card, len(state.hidden)) for card in state.hidden])


def _pull(card: Card | None, seats: int) -> Kind:
    assert card is not None  # nobody plays before everyone has hidden one
    return kind_of(value_of(card) * seats, seats)
