"""What people read in place of a rating that still says little. Pure."""

from bot.tables.ratings import LEAST_OPPONENTS, NEWCOMER, PROVISIONAL_MATCHES
from bot.words import Words


def placement(rated: int | None, opponents: int | None, say: Words) -> str:
    """What it still takes until a provisional rating shows.

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


def provisional(rated: int | None, opponents: int | None, say: Words) -> str:
    """What is still missing. Shape: "provisional: 1 of 5 matches, 1 of 3 opponents"; only "provisional" if unknown.

    `rated` counts rated matches, and `opponents` different people met in them; None against the computer.
    """
    missing = []
    if rated is not None and rated < PROVISIONAL_MATCHES:
        missing.append(say("{n} of {needed} matches", n=rated, needed=PROVISIONAL_MATCHES))
    if opponents is not None and opponents < LEAST_OPPONENTS:
        missing.append(say("{n} of {needed} opponents", n=opponents, needed=LEAST_OPPONENTS))
    return say("provisional: {missing}", missing=", ".join(missing)) if missing else say("provisional")


def start_sentence(say: Words) -> str:
    """The same as a sentence."""
    return say("Everyone's rating starts at {rating}.", rating=NEWCOMER.shown)
