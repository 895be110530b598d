"""Words of several games' lessons and reviews on cards: advice, and sentences about tricks without jokers. Pure."""

from collections.abc import Mapping, Sequence
from random import Random

from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.cards import card, cards, colour
from cogs.parts.names import name
from games.cards import JOKER, OF_COLOUR, Card, Cards, Colour, colour_of, taker
from games.core import A, Computer, Seat, V


def steady(computers: Mapping[str, Computer[V, A]], view: V, decision: int) -> A | None:
    """The steady computer's move in the reader's place, the same each time; None if they aren't asked to move."""
    return computers["steady"](view, Random(decision)) if view.seat in view.to_act else None


def would_take(trick: Sequence[Card], led: Colour | None, played: Card, trump: Colour) -> bool:
    """Whether this card would take the trick as it stands. Shape: `led` is None if this card would lead."""
    together = (*trick, played)
    return taker(together, colour_of(played) if led is None else led, trump) == len(trick)


def last_trick(table: Table, own: Seat | None, trick: Sequence[Card], *, leader: Seat, winner: Seat, say: Words) -> str:
    """The taker of the last trick, and why. Shape: `own` is the learner's seat."""
    best = trick[(winner - leader) % len(trick)]
    facts, followed = {"cards": cards(trick), "best": card(best)}, colour_of(best) == colour_of(trick[0])
    if winner == own and followed:
        return say("**Last trick:** {cards}. You took it: {best} was the highest card of the colour led.", **facts)
    if winner == own:
        return say("**Last trick:** {cards}. You took it: {best} was the highest trump.", **facts)
    facts["name"] = name(table, winner, say)
    if followed:
        return say("**Last trick:** {cards}. {name} took it: {best} was the highest card of the colour led.", **facts)
    return say("**Last trick:** {cards}. {name} took it: {best} was the highest trump.", **facts)


def follow_hint(hand: Cards, led: Colour | None, trump: Colour, say: Words) -> str:
    """The cards that may be played to a trick if the colour led must be followed, and those that could take it."""
    if led is None:
        return say("You lead: play any card. The others must follow its colour if they can.")
    if hand & OF_COLOUR[led]:
        return say("You have cards of the colour led, so you must follow.")
    if hand & OF_COLOUR[trump]:
        return say("{colour} was led and you have none: play anything. Only a trump can take the trick.",
                   colour=colour(led, say))  # fmt: skip
    return say("{colour} was led, and you have neither that nor trump: play anything. You can't take the trick.",
               colour=colour(led, say))  # fmt: skip


def look_back(
    played: Card, advised: Card, trick: Sequence[Card], trump: Colour, say: Words, *, took: bool, wanted: bool
) -> str:
    """The outcome of a card that was not the advised one. Shape: `trick` is complete; `wanted` if worth taking."""
    same = makes_no_difference(trick, played, advised, trump)
    if took and wanted:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}. You got the trick you wanted.")
    elif took and same:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}, but that would have taken "
                      "the trick too.")  # fmt: skip
    elif took:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}. You took a trick you didn't "
                      "want.")  # fmt: skip
    elif wanted and same:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}, but that wouldn't have taken "
                      "the trick either.")  # fmt: skip
    elif wanted:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}. You missed a trick you "
                      "wanted.")  # fmt: skip
    else:
        said = phrase("**Looking back:** you played {played}, I'd have played {advised}. You avoided a trick you "
                      "didn't want.")  # fmt: skip
    return say(said, played=card(played), advised=card(advised))


def makes_no_difference(trick: Sequence[Card], played: Card, advised: Card, trump: Colour) -> bool:
    """Whether the same player would have taken this trick if another card had been played, all others as they were.

    Shape: `trick` is complete and from the leader's card on. False if nobody can know: with another colour led, the
    others would have played other cards.
    """
    if played not in trick:
        return False
    place = trick.index(played)
    otherwise = [*trick[:place], advised, *trick[place + 1 :]]
    led = colour_of(trick[0])
    if colour_of(otherwise[0]) != led:
        return False
    return (taker(trick, led, trump) == place) == (taker(otherwise, led, trump) == place)


def trick_reason(
    trick: Sequence[Card],
    led: Colour | None,
    trump: Colour,
    cards: tuple[Card, Card],
    *,
    wanted: bool,
    aim: str,
    say: Words,
) -> str:
    """How two cards differed in a trick as it lay: the one that was played, and a better one.

    Shape: `led` is None without a colour to follow. `wanted` tells whether tricks were worth having; `aim` says why,
    and is only said where it speaks for the better card.
    """
    played, better = cards
    facts = {"better": card(better), "played": card(played)}
    kept = say("With {better} you'd have kept {played} for later.", **facts)
    if not trick or led is None or JOKER in cards:
        return kept
    took, takes = (would_take(trick, led, one, trump) for one in cards)
    if takes and not took:
        told = say("{better} would have beaten everything in the trick; {played} didn't.", **facts)
        return f"{aim} {told}" if wanted else told
    if took and not takes:
        told = say("{played} beat everything in the trick; {better} wouldn't have.", **facts)
        return f"{told} {kept}" if wanted else f"{aim} {told}"
    both = say("Both cards would have beaten everything in the trick.")
    neither = say("Neither card would have beaten everything in the trick.")
    return f"{both if takes else neither} {kept}"
