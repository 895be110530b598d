"""The slash commands with their pages; each module but lookups.py is named after one."""
