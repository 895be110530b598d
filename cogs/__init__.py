"""What people see and type: commands and pages."""

from games.catalogue import GAMES

EXTENSIONS = (
    "cogs.table.opening",
    *(f"cogs.{key}" for key in GAMES),
    "cogs.table.lobby",
    "cogs.table.clicks",
    "cogs.table.absences",
    "cogs.commands.tables",
    "cogs.commands.leaderboard",
    "cogs.commands.rules",
    "cogs.commands.learn",
    "cogs.commands.server",
    "cogs.commands.settings",
)
"""What the bot loads at its start. A game adds its subcommand to `/play`, so it comes after `cogs.table.opening`."""
