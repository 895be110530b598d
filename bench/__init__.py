"""Programs that measure how fast the bot is, and how strong the computer players: `make bench`, `python -m bench`."""
