"""The content of messages, as values. Only `layout.py` and `faces.py` know discord.py."""
