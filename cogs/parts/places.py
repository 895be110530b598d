"""Places in a ranking, as they begin a line. Pure."""


def numbered(place: int) -> str:
    """The place with a dot, for a page's text.

    With the dot alone, Discord would make it a list and count on, even if people share a place.
    """
    return f"{place}\\."
