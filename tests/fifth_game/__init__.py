"""A fifth game, which lives in the tests alone: it shows what the bot needs of a game, and that it needs no more."""
