"""Discord's limits, and the codes with which it refuses requests."""
