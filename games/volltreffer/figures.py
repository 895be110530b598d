"""Figures of Volltreffer for a player's statistics, counted when a round is over."""

from typing import Final

from games.core import Seat
from games.figures import Figure, Observation, Observed, Played
from games.volltreffer.actions import VolltrefferAction
from games.volltreffer.events import RoundOver
from games.volltreffer.highlights import Notes, spot
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.track import off_bullseye
from games.volltreffer.view import VolltrefferView

ROUND_END: Final = Figure("round_end", "mean")
"""The square, 0 to 80, on which the player's marker stands after the last trick of a round.

Each round counts once, the last one included. A marker that went past 80 stands on its square behind 40.

Source: RULES.md 1.2, 1.3, 7.1, 7.3.
"""

OFF_66: Final = Figure("off_66", "mean")
"""How many squares the player's marker was from 66, before or behind it, when the match was played to its end.

The distance is that of the squares' numbers, as for the win, whether or not the marker is in the zone.

Source: RULES.md 7.2, 8.1.
"""

FIGURES: Final = (ROUND_END, OFF_66)


def observe(move: Played[VolltrefferAction, VolltrefferView], notes: Notes | None) -> Observed:
    """Looks at all markers when a round is over. `notes` as for `spot`."""
    found: list[Observation] = []
    for event in move.step.events:
        if isinstance(event, RoundOver):
            for place, square in enumerate(event.markers):
                seat = Seat(place)
                found.append(Observation(seat, ROUND_END, square))
                if event.winners:
                    found.append(Observation(seat, OFF_66, off_bullseye(square)))
    before, after = move.before, move.step.state
    assert isinstance(before, VolltrefferState)
    assert isinstance(after, VolltrefferState)
    moments, notes = spot(before, after, move.step.events, notes)
    return Observed(found, notes, moments)
