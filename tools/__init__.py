"""Programs that write files for the games to read. Nothing that plays imports them or what they need."""
