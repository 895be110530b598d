"""How fast the engine and the bot are: `make bench`. Every figure stands beside another one from the same run."""
