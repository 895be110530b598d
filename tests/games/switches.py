"""Every way to set a game's switches, so that tests of its computer players never miss an option added later."""

from itertools import product
from typing import Any

import pytest

from games.core import Game


def with_every_switch(game: Game[Any, Any]) -> pytest.MarkDecorator:
    """Runs a test for each way to set the game's switches.

    Shape: the test's argument `switches` has every option that is a switch, and no numbers.
    """
    keys = [
        option.key
        for option in game.options(game.seats[0])
        if isinstance(option.default, bool) and not option.for_lessons
    ]
    settings = [dict(zip(keys, values, strict=True)) for values in product((False, True), repeat=len(keys))]
    names = ["+".join(key for key, is_on in setting.items() if is_on) or "plain" for setting in settings]
    return pytest.mark.parametrize("switches", settings, ids=names)
