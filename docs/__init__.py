"""Papers about this project, and what takes their pictures."""
