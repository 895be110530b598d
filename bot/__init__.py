"""Plumbing between Discord, the store and the games; knows no rule of any game."""
