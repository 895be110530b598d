"""Draws everything that is a picture: cards, dice, score sheets, emojis. Knows no game, no table and no Discord."""
