"""Documents about this project, and the programs that make their pictures."""
