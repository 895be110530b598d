"""Computer players for Auf falscher Fährte: from what their seat may know to what it does. They know no other hand."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.core import Computer
from games.faehrte.actions import FaehrteAction
from games.faehrte.view import FaehrteView


def random(view: FaehrteView, rng: Random) -> FaehrteAction:
    """Any legal action, all equally likely."""
    return rng.choice(view.legal_actions)


COMPUTERS: Final[Mapping[str, Computer[FaehrteView, FaehrteAction]]] = {"random": random}
