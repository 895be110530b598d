"""The pages and clicks of every table, whatever its game: lobby, match, end, replay, lesson, daily match.

`clicks.py`, `lobby.py` and `absences.py` handle clicks. `table_pages.py` puts a board or panel together from a game's
`Screens`, and `answers.py` has what handlers of all kinds need.
"""
