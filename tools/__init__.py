"""Programs that write files for the games to read."""
