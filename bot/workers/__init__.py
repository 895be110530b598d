"""Work in other processes. They import what they compute, and nothing of Discord or the database."""
