"""A stand-in for Discord on loopback, for `make play` and end-to-end tests. Imports none of the other packages."""

from localcord.commands import ClientRefuses
from localcord.interaction import Interaction
from localcord.people import Person, find_button, find_select
from localcord.permissions import Permission
from localcord.ratelimits import Limit, RateLimits
from localcord.server import Localcord

__all__ = [
    "ClientRefuses",
    "Interaction",
    "Limit",
    "Localcord",
    "Permission",
    "Person",
    "RateLimits",
    "find_button",
    "find_select",
]
