"""The content of messages, as values: pages, their parts, custom_ids, and the faces of cards and dice in texts.

`page.py` has the parts, `size.py` makes a page fit into Discord's limits, and `layout.py` turns it into components.
"""
