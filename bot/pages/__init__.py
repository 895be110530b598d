"""What a message shows, as values. Only `layout.py` and `faces.py` speak discord.py."""
