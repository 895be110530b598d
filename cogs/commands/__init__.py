"""The slash commands, one file each, named after them."""
