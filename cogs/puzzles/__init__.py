"""Puzzles: positions in which one move is clearly best, the pages that ask for it, and the data itself."""
