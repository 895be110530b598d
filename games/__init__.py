"""The rules of the games, and their computer players. Knows no Discord, no store and no clock."""
