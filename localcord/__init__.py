"""A stand-in for Discord on loopback, for `make play` and end-to-end tests. Imports none of the other packages."""

# ruff: noqa: E402
# `python -m localcord` reads this first, so the wrong Python gets one sentence. An old one must understand the file.
import sys

ADVICE = "Type `make play`, or `make install` and then `.venv/bin/python -m localcord ...`."

if sys.version_info < (3, 11):  # noqa: UP036 - nothing has checked it
    sys.exit("Finte needs Python 3.11 or newer. " + ADVICE)

from importlib.util import find_spec

if find_spec("aiohttp") is None:
    sys.exit("This Python lacks the package aiohttp. " + ADVICE)

from localcord.interactions import Interaction
from localcord.people import ClientRefuses, Person
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
]
