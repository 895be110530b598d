"""Puzzles: positions in which one move is clearly best, their pages, and the positions themselves (`*.jsonl`)."""
