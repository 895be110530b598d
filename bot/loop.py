"""The event loop that the bot runs on: uvloop where it can be had, else Python's own."""

import asyncio

try:
    import uvloop
except ModuleNotFoundError:  # it isn't made for Windows
    new_loop = asyncio.new_event_loop
else:
    new_loop = uvloop.new_event_loop
