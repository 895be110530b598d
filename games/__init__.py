"""The rules of the games, their computer players, and whole matches as records: `python -m games`.

`core.py` says what a game is, `catalogue.py` lists them. States, views and actions are values, and chance is a seat: so
a match is the list of its moves, and the same moves give the same state.
"""

# `python -m games` reads this file first, so an old Python, which must understand it, gets one sentence.
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - nothing has checked it
    sys.exit("Finte needs Python 3.11 or newer: if one has another name, type `python3.12 -m games ...`.")
