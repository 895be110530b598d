"""The bot's own initiative: what it does without a click.

`jobs.py` starts and stops it all: turns that end, pings, moves of computer players, what a start has to restore, and
the deletion of old data. Each goes through the same use cases as a click (`bot/matches`).
"""
