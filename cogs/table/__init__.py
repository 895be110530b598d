"""The pages and clicks of every table, from the lobby to the result. Knows no game by name."""
