"""The real bot, with the real discord.py, on a stand-in for Discord: click, then look at what Discord received."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # discord.py imports audioop, which Python deprecates
    import discord as discord
