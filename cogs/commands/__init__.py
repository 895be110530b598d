"""The slash commands; each module is named after one."""
