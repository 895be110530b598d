"""How every game looks."""

from collections.abc import Mapping

from bot.messages.screens import Screens
from cogs.bluff import BluffScreens
from cogs.faehrte import FaehrteScreens
from cogs.tuecke import TueckeScreens
from cogs.volltreffer import VolltrefferScreens

SCREENS: Mapping[str, Screens] = {
    "bluff": BluffScreens(),
    "faehrte": FaehrteScreens(),
    "tuecke": TueckeScreens(),
    "volltreffer": VolltrefferScreens(),
}
"""By the game's key in games/catalogue.py."""
