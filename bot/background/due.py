"""Says when something has to be done at a table. Knows nothing of what it is."""

from typing import NamedTuple


class Due(NamedTuple):
    """When there is something to do at a table, and on which server it is. Units: `moment` in seconds since 1970."""

    moment: float
    guild_id: int
