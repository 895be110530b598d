"""Tests of the stand-in for Discord, most of them with the real discord.py as its client."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # the client imports audioop, which Python deprecates
    import discord  # noqa: F401
