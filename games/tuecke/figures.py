"""Figures of Mit List und Tücke for a player's statistics, counted when a round is scored."""

from collections.abc import Iterator
from typing import Final

from games.core import Seat
from games.figures import Figure, Observation, Observed, Played
from games.tuecke.actions import TueckeAction
from games.tuecke.events import RoundEnded
from games.tuecke.highlights import Swings, spot
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Pile
from games.tuecke.view import TueckeView

DIVISOR: Final = Figure("divisor", "mean")
"""The number of cards by which the product of the player's two piles was divided.

It's 1 if there was no division, which leaves the product as it is. Rounds in which the player had only one colour, or
no card, have no product and are not counted.

Source: RULES.md 6.2, 6.3, 6.5, 6.6.
"""

COLOURS_KEPT: Final = Figure("colours_kept", "mean")
"""How many colours lay before the player when the round was scored.

These are two once the player has owned all four and given up the others; before that, all that they have taken, from
none to three.

Source: RULES.md 4.1, 4.2, 6.1.
"""

DECIDED: Final = Figure("decided", "share")
"""Of the rounds, those in which the player owned all four colours and had to give up two. Source: RULES.md 4.2."""

FIGURES: Final = (DIVISOR, COLOURS_KEPT, DECIDED)


def observe(move: Played[TueckeAction, TueckeView], swings: Swings | None) -> Observed:
    """Looks at everyone's piles when a round is scored. `swings` as for `spot`."""
    found: list[Observation] = []
    for event in move.step.events:
        if isinstance(event, RoundEnded):
            for seat, pile in enumerate(event.piles):
                found += _of_pile(Seat(seat), pile)
    before, after = move.before, move.step.state
    assert isinstance(before, TueckeState)
    assert isinstance(after, TueckeState)
    moments, swings = spot(before, after, move.step.events, swings)
    return Observed(found, swings, moments)


def _of_pile(seat: Seat, pile: Pile) -> Iterator[Observation]:
    score = pile.score
    if score.other:
        yield Observation(seat, DIVISOR, score.rest or 1)
    yield Observation(seat, COLOURS_KEPT, len(pile.open))
    yield Observation(seat, DECIDED, int(bool(pile.kept)))
