"""The dice of Bluff as panels show them, and as a stored match has them."""

import re

from games.bluff.actions import Dice
from localcord.components import buttons
from tests.end_to_end.ledger import StoredMatch
from tests.end_to_end.recorder import Version
from tests.end_to_end.tables import verb_of

FACES = "12345★"
DICE = re.compile(rf"★|[{FACES}](?: [{FACES}])+")
"""Several dice side by side, or a star. A lone digit can be anything."""
OWN_DICE = re.compile(rf"^# ([{FACES}](?: [{FACES}])*)$", re.MULTILINE)


def faces(dice: Dice) -> str:
    return " ".join(FACES[die - 1] for die in dice)


def cups_of(match: StoredMatch) -> dict[int, list[str]]:
    """The dice under each person's cup. Shape: by user, one entry per decision."""
    states = match.undecided()
    seats = {user_id: seat for seat, user_id in enumerate(match.people) if user_id is not None}
    return {user_id: [faces(state.cups[seat]) for state in states] for user_id, seat in seats.items()}


def own_dice(panel: Version) -> str | None:
    """The player's own dice on a panel, as buttons or text; None if it shows none."""
    switches = [found.get("label", "")[:1] for found in buttons(panel.body) if verb_of(found["custom_id"]) == "show"]
    read = OWN_DICE.search(panel.text)
    return " ".join(switches) or (read[1] if read else None)
