"""How fast the engine and the bot are: `make bench`. Every figure is compared with another one from the same run."""
