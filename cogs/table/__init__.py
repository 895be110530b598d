"""The pages and clicks of every table, whatever its game: lobby, match, end, replay, lesson, daily match.

`table_pages.py` puts a board or panel together from a game's `GameUI`, and `answers.py` has what handlers of all kinds
need.
"""
