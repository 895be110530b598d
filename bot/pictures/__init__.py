"""Pictures: cards, dice, score sheets, emojis, as values that can draw themselves.

A drawing has words and faces in it, and no game or table. `palette.py` alone has the colours.
"""
