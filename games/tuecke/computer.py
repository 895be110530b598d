"""Computer players for Mit List und Tücke: from what their seat may know to what it does. They count nobody's cards."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.core import Computer
from games.tuecke.actions import TueckeAction
from games.tuecke.view import TueckeView


def random(view: TueckeView, rng: Random) -> TueckeAction:
    """Any legal action, all equally likely."""
    return rng.choice(view.legal_actions)


COMPUTERS: Final[Mapping[str, Computer[TueckeView, TueckeAction]]] = {"random": random}
