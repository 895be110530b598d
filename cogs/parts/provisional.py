"""What people read of a rating that still says little: until when it's provisional, and where everyone starts. Pure."""

from bot.tables.ratings import LEAST_OPPONENTS, NEWCOMER, PROVISIONAL_MATCHES
from bot.words import Words


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


def start(say: Words) -> str:
    """The rating that everyone starts with, as one fact among others."""
    return say("everyone starts at {rating}", rating=NEWCOMER.shown)


def start_sentence(say: Words) -> str:
    """The same as a sentence."""
    return say("Everyone's rating starts at {rating}.", rating=NEWCOMER.shown)
