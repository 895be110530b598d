"""The pages and clicks of any table, from the lobby to the result. Knows no game by name."""
