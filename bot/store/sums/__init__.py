"""What is worked out from finished matches: ratings, rankings, statistics. Each is counted in the order of endings."""
