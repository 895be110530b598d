"""What the bot does unasked: ending turns, pings, computer players' moves, and the work after a start."""
