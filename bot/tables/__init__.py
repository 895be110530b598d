"""A table as a value: who sits there, the clocks, what a match counts for, and what it does to ratings.

Pure functions of values: callers pass in the time. `standings.py` and `ratings.py` are the published rules.
"""
