"""Pieces of pages that several games share. Pure, and know no game by name."""
