"""Tests of the stand-in for Discord, most of them with the real discord.py as the client."""
