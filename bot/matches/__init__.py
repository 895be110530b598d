"""The use cases: everything that can be done at a table, without Discord.

`intents.py` lists them by kind. Each takes the match's lock (`service.py`), checks who may do it, makes a new `Match`
(`match.py`), and has it stored before it returns. Listeners then hear of the change.
"""
