"""Why the best move of a puzzle at Volltreffer is best, as far as its player can know. Pure."""

from collections.abc import Mapping
from typing import Final

from bot.messages.screens import Reason
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour
from cogs.parts.names import name
from cogs.parts.tutor import would_take
from cogs.volltreffer.told import named
from games.cards import OF_COLOUR, Card, Cards, Play, colour_of, following, listed, value_of
from games.core import Seat
from games.turns import left_of
from games.volltreffer import track
from games.volltreffer.actions import Buy, Declare, VolltrefferAction
from games.volltreffer.computer import will_take
from games.volltreffer.melds import DECK, OF_VALUE, Melds, points, total
from games.volltreffer.moves import HAND, SMALLEST, TRICK
from games.volltreffer.view import VolltrefferView

_FEW: Final = 3
"""Equal cards that make a meld."""

_STEP: Final = 5
"""Squares for three equal cards, for each more of them, and for one card of each colour."""


def third(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card makes a meld, or a larger one, of cards with one number."""
    if not isinstance(action, Buy) or not _fits(view, action.card) or _fits_another(view, action.card):
        return ""
    value = value_of(action.card)
    together = (view.hand & OF_VALUE[value]).bit_count() + 1
    if together == _FEW:
        return say("{card} is your third card with the number {value}: three are a meld, worth {gain} "
                   "squares.", card=card(action.card), value=value, gain=_STEP)  # fmt: skip
    return say("{card} goes with your {value}s: that makes your meld larger, worth {gain} more squares.",
               card=card(action.card), value=value, gain=_STEP)  # fmt: skip


def top_trump(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Nobody else can have a higher trump than this one."""
    if not isinstance(action, Buy) or colour_of(action.card) != view.table.trump:
        return ""
    out = view.table.trump_card
    trumps = DECK & OF_COLOUR[view.table.trump] & ~view.hand & ~(0 if out is None else 1 << out)
    if trumps >> action.card + 1:
        return ""
    return say("No trump that anyone else can get beats {card}: it's sure to take a trick, which is worth {gain} "
               "squares.",
               card=card(action.card), gain=TRICK)  # fmt: skip


def only_trump(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card is the only trump one can afford in the row."""
    if not isinstance(action, Buy) or colour_of(action.card) != view.table.trump or _fits_another(view, action.card):
        return ""
    if any(colour_of(other) == view.table.trump for other in view.affordable if other != action.card):
        return ""
    return say("{card} is the only trump you can buy now. Trumps take tricks, each worth {gain} squares, and none of "
               "the other cards gives you a meld.", card=card(action.card), gain=TRICK)  # fmt: skip


def all_colours(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The card is of the only colour that one lacks."""
    if not isinstance(action, Buy) or view.hand & OF_COLOUR[colour_of(action.card)]:
        return ""
    missing = [each for each in range(5) if not view.hand & OF_COLOUR[each]]
    if len(missing) != 1 or _fits_another(view, action.card):
        return ""
    return say("You have all colours but {colour}: with {card} you can show one of each colour, for {gain} squares.",
               colour=colour(colour_of(action.card), say), card=card(action.card), gain=_STEP)  # fmt: skip


def denied(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The next buyer would make a meld with the card."""
    if not isinstance(action, Buy) or view.seat is None:
        return ""
    after = left_of(view.seat, view.table.seats)
    value = value_of(action.card)
    held = (view.table.bought[after] & OF_VALUE[value]).bit_count()
    if held < _FEW - 1 or view.table.bought[after].bit_count() == HAND:
        return ""
    return say("{name} buys next, and {card} would make a meld with their {value}s: don't leave it to them.",
               name=name(table, after, say), value=value, card=card(action.card))  # fmt: skip


def full_melds(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Even with everything melded, one is short of the zone."""
    if not isinstance(action, Declare) or not action.melds or action != view.legal_actions[0]:
        return ""
    if len({_gain(other) for other in view.legal_actions}) == 1:
        return ""
    square, first = _marker(view), view.table.zone[0]
    if square + _bonus(view) + points(action.melds) > first:
        return ""
    return say("Showing {melds} takes you from {square} to {after}. That's still not past {first}, so take every "
               "square you can get.", melds=named(action.melds, say), square=square,
               after=square + points(action.melds), first=first)  # fmt: skip


def fewer_melds(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """With everything melded, one would overshoot the zone."""
    if not isinstance(action, Declare):
        return ""
    most = view.legal_actions[0]
    assert isinstance(most, Declare)
    last = view.table.zone[-1]
    beyond, after = _marker(view) + _bonus(view) + points(most.melds), _after(view, action.melds)
    if beyond <= last or after > last or points(most.melds) == points(action.melds):
        return ""
    if not action.melds:
        return say("If you showed everything, you'd come to {beyond}, past {last}. If you show nothing, you're on "
                   "{after}, and the tricks are still to come.", beyond=beyond, last=last, after=after)  # fmt: skip
    return say("If you showed everything, you'd come to {beyond}, past {last}. With {melds} you're on {after}, and "
               "the tricks are still to come.", beyond=beyond, last=last, melds=named(action.melds, say),
               after=after)  # fmt: skip


def sure_trick(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """Nobody can beat the card, and the trick brings one nearer to the zone."""
    if not isinstance(action, Play) or view.seat is None or not will_take(view.table, view.seat, action.card):
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    off, then = track.off_zone(square, view.table.zone), track.off_zone(after, view.table.zone)
    nearer = track.off_bullseye(after) < track.off_bullseye(square)
    if then > off or not nearer:
        return ""
    sure = [other for other in listed(view.playable) if will_take(view.table, view.seat, other)]
    where = _into(square, after, view, say)
    if len(sure) == 1:
        return say("Only {card} is sure to take the trick.", card=card(action.card)) + " " + where
    if _cost(view, action.card) > min(_cost(view, other) for other in sure):
        return ""
    return say("{card} is the lowest of your cards that are sure to take the trick.",
               card=card(action.card)) + " " + where  # fmt: skip


def not_mine(_: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The trick would lead past the zone, and the card leaves it to others."""
    if not isinstance(action, Play) or not view.table.trick or _takes(view, action.card):
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    taking = [other for other in listed(view.playable) if _takes(view, other)]
    if not taking or not _is_worse(view, square, after):
        return ""
    return say("A trick would take you from {square} to {after}, further from {first}–{last}. {card} is sure not to "
               "take it.", square=square, after=after, first=view.table.zone[0], last=view.table.zone[-1],
               card=card(action.card))  # fmt: skip


def handed_over(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The leader doesn't want the trick, and somebody must beat the card."""
    if not isinstance(action, Play) or view.table.trick or view.seat is None:
        return ""
    square, after = _marker(view), track.advance(_marker(view), TRICK)
    if not _is_worse(view, square, after):
        return ""
    forced = _forced(view, action.card)
    if forced is None:
        return ""
    return say("A trick would take you from {square} to {after}, further from {first}–{last}. Lead {card}: {name} has "
               "nothing but higher cards to follow with.", square=square, after=after, first=view.table.zone[0],
               last=view.table.zone[-1], card=card(action.card), name=name(table, forced, say))  # fmt: skip


def pushed_out(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The last player leaves the trick to somebody whom it carries out of the zone."""
    if not isinstance(action, Play) or len(view.table.trick) != view.table.seats - 1 or _takes(view, action.card):
        return ""
    winner, zone = view.table.taken.winner, view.table.zone
    square = view.table.markers[winner]
    after = track.advance(square, TRICK)
    taking = [other for other in listed(view.playable) if _takes(view, other)]
    if not taking or square not in zone or after in zone:
        return ""
    return say("You play last. If {name} takes this trick, it carries them from {square} to {after}, out of the zone.",
               name=name(table, winner, say), square=square, after=after)  # fmt: skip


def rescued(table: Table, view: VolltrefferView, action: VolltrefferAction, say: Words) -> str:
    """The last player takes a trick that would carry somebody into the zone."""
    if not isinstance(action, Play) or len(view.table.trick) != view.table.seats - 1 or not _takes(view, action.card):
        return ""
    winner, zone = view.table.taken.winner, view.table.zone
    square = view.table.markers[winner]
    after = track.advance(square, TRICK)
    if square in zone or after not in zone or all(_takes(view, other) for other in listed(view.playable)):
        return ""
    return say("You play last. Without {card}, {name} would take this trick and come from {square} to {after}, into "
               "the zone.", card=card(action.card), name=name(table, winner, say), square=square,
               after=after)  # fmt: skip


def _into(square: int, after: int, view: VolltrefferView, say: Words) -> str:
    facts = {"square": square, "after": after}
    if after in view.table.zone and square not in view.table.zone:
        return say("The trick takes you from {square} to {after}, into the zone.", **facts)
    return say("The trick takes you from {square} to {after}, closer to {bullseye}.", **facts, bullseye=track.BULLSEYE)


def _is_worse(view: VolltrefferView, square: int, after: int) -> bool:
    return track.off_zone(after, view.table.zone) > track.off_zone(square, view.table.zone)


def _forced(view: VolltrefferView, led: Card) -> Seat | None:
    """Somebody who must beat this card: they have its colour, and nothing in it but higher cards."""
    suit = OF_COLOUR[colour_of(led)]
    for seat, hand in enumerate(view.table.hands):
        held = hand & suit
        if seat != view.seat and held and min(listed(following(hand, colour_of(led)))) > led:
            return Seat(seat)
    return None


def _takes(view: VolltrefferView, played: Card) -> bool:
    return would_take(view.table.trick, view.table.led, played, view.table.trump)


def _cost(view: VolltrefferView, held: Card) -> tuple[bool, int]:
    """How dear a card is. Shape: trumps above all others, then by value."""
    return colour_of(held) == view.table.trump, value_of(held)


def _marker(view: VolltrefferView) -> int:
    assert view.seat is not None
    return view.table.markers[view.seat]


def _fits(view: VolltrefferView, other: Card) -> bool:
    """Whether the card makes a meld of one number with those in hand."""
    return (view.hand & OF_VALUE[value_of(other)]).bit_count() + 1 >= _FEW


def _fits_another(view: VolltrefferView, bought: Card) -> bool:
    """Whether another card that one can afford makes a meld, of one number or of all colours."""
    missing = [suit for suit in OF_COLOUR if not view.hand & suit]
    others = [other for other in view.affordable if other != bought]
    return any(_fits(view, other) or (len(missing) == 1 and missing[0] >> other & 1) for other in others)


def _gain(action: VolltrefferAction) -> int:
    return points(action.melds) if isinstance(action, Declare) else 0


def _bonus(view: VolltrefferView) -> int:
    """The player's gain by the smallest total, which everyone can work out. Units: squares."""
    totals = [total(cards) for cards in view.table.bought]
    return SMALLEST if total(_own(view)) == min(totals) else 0


def _own(view: VolltrefferView) -> Cards:
    assert view.seat is not None
    return view.table.bought[view.seat]


def _after(view: VolltrefferView, melds: Melds) -> int:
    """The player's square before the first trick with these melds."""
    return track.advance(_marker(view), _bonus(view) + points(melds))


REASONS: Final[Mapping[str, Reason]] = {
    "third": third,
    "top_trump": top_trump,
    "only_trump": only_trump,
    "all_colours": all_colours,
    "denied": denied,
    "full_melds": full_melds,
    "fewer_melds": fewer_melds,
    "sure_trick": sure_trick,
    "not_mine": not_mine,
    "handed_over": handed_over,
    "pushed_out": pushed_out,
    "rescued": rescued,
}
