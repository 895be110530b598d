"""A table as a value: who sits there, the clocks, and what a match counts for. Knows no store and no Discord."""
