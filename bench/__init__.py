"""Measures how fast the bot is, `make bench`, and how strong its computer players are."""
