"""Computer players for Volltreffer: from what their seat may know to what it does. They know no deck."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.core import Computer
from games.volltreffer.actions import VolltrefferAction
from games.volltreffer.view import VolltrefferView


def random(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Any legal action, all equally likely."""
    return rng.choice(view.legal_actions)


COMPUTERS: Final[Mapping[str, Computer[VolltrefferView, VolltrefferAction]]] = {"random": random}
