"""The edge to Discord: the client, and the way from a command or a click to its answer.

Handlers in `cogs` return a value that says what to answer. `interactions.py` alone answers, acknowledges what takes
long, and turns every error into a sentence.
"""
