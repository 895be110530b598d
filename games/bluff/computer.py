"""Computer players for Bluff: from what their seat may know to what it does."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.bluff.actions import BluffAction
from games.bluff.view import BluffView
from games.core import Computer


def random(view: BluffView, rng: Random) -> BluffAction:
    """Any legal action, all equally likely."""
    return rng.choice(view.legal_actions)


COMPUTERS: Final[Mapping[str, Computer[BluffView, BluffAction]]] = {"random": random}
