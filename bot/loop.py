"""The event loop that the bot runs on: uvloop where it's installed, else Python's own."""

import asyncio

try:
    import uvloop
except ModuleNotFoundError:  # there is none for Windows
    new_loop = asyncio.new_event_loop
else:
    new_loop = uvloop.new_event_loop
