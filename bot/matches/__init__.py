"""The use cases: a match in memory, its lock, and every intent at a table. Knows no Discord."""
