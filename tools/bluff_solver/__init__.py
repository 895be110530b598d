"""Bluff between two players, solved: `python -m tools.bluff_solver.solve` writes games/bluff/solved.zip."""
