"""The slash commands. Each module is named after one; a `_page` beside it has its page."""
