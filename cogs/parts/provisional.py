"""The words in place of a rating that still says little. Pure."""

from bot.tables.ratings import LEAST_OPPONENTS, PROVISIONAL_MATCHES
from bot.words import Words


def placement(rated: int | None, opponents: int | None, say: Words) -> str:
    """Progress towards a rating that shows.

    `rated` counts rated matches, and `opponents` different people met in them, None against the computer. Shape: a
    sentence that claims neither if nobody has noted them, or there are none.
    """
    if rated and rated < PROVISIONAL_MATCHES:
        return say("Placement match {n} of {needed}", n=rated, needed=PROVISIONAL_MATCHES)
    if rated and opponents is not None and opponents < LEAST_OPPONENTS:
        return say.many(
            "One more opponent and your rating shows", "{n} more opponents and your rating shows",
            LEAST_OPPONENTS - opponents,
        )  # fmt: skip
    return say("Your rating doesn't show yet")
