"""Everything that people see and type: commands, and the pages of every game. `composition.py` builds the running bot.

A folder named after a game has its look, one value, `GAME_UI`; `table` and `commands` work for any game.
"""

EXTENSIONS = (
    "cogs.table.clicks",
    "cogs.commands.hub",
    "cogs.commands.play",
    "cogs.commands.invite",
    "cogs.commands.tables",
    "cogs.commands.leaderboard",
    "cogs.commands.stats",
    "cogs.commands.history",
    "cogs.commands.replay",
    "cogs.commands.record",
    "cogs.commands.review",
    "cogs.commands.verify",
    "cogs.commands.rules",
    "cogs.commands.learn",
    "cogs.commands.puzzle",
    "cogs.commands.daily",
    "cogs.commands.server",
    "cogs.commands.settings",
    "cogs.commands.calls",
    "cogs.commands.privacy",
)
"""The extensions of the bot. None needs another one before it: Discord lists commands in this order."""
