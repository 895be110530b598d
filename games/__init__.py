"""The rules of the games, and their computer players. Knows no Discord, no store and no clock."""

# `python -m games` reads this file first, so an old Python, which must understand it, gets one sentence.
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - nothing has checked it
    sys.exit("Finte needs Python 3.11 or newer: if one has another name, type `python3.12 -m games ...`.")
