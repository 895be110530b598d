"""The bot's messages in Discord: public boards, private panels, and what keeps both up to date.

`boards.py` and `panels.py` say what has to be edited, `painter.py` edits it, `renderer.py` puts in pictures and emojis,
and `access.py` decides who may see what was played in a place. `game_ui.py` is what a game's look consists of.
"""
