"""A teacher's words at Volltreffer. Pure: from a learner's view to paragraphs; knows no deck and no others' melds."""

from collections.abc import Iterator

from bot.pages.page import Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card
from cogs.parts.names import name
from cogs.parts.tutor import follow_hint, last_trick, steady, would_take
from cogs.volltreffer.told import melds, named
from games.cards import Card, Play, colour_of, value_of
from games.volltreffer import COMPUTERS, track
from games.volltreffer.actions import Buy, Declare, LayRow, VolltrefferAction
from games.volltreffer.computer import is_welcome, will_take
from games.volltreffer.market import PRICES
from games.volltreffer.melds import OF_VALUE, points
from games.volltreffer.moves import HAND, SMALLEST, TRICK
from games.volltreffer.track import BULLSEYE
from games.volltreffer.view import VolltrefferView

SMALLEST_MELD = 3
MIDDLING = 6
"""A number that hardly takes a trick unless it is trump."""


def coach(table: Table, view: VolltrefferView, advised: VolltrefferAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    match advised:
        case LayRow():
            return (
                *_laying(say),
                say(
                    "💡 I'd leave them as they are. The last card of the row is the cheapest, and "
                    "you buy last: put what you want on the right."
                ),
            )
        case Buy(best):
            return (*_bought(table, view, say), *_buying(view, say), _buy_advice(view, best, say))
        case Declare():
            return (*_declaring(say), _declare_advice(advised, say))
    assert isinstance(advised, Play)
    return (*_playing(view, say), _play_advice(view, advised.card, say))


def aim(view: VolltrefferView, say: Words) -> str:
    """The zone, the ways to move, and why the lesson begins where it does."""
    open_table = view.table
    assert view.seat is not None
    return say("**The aim:** be on {first} to {last} at the end of the round, ideally on {bullseye}; too far is as "
               "bad as not far enough. Everyone buys {cards} cards and goes back by what they cost; then melds and "
               "tricks bring you forward. This lesson starts on {square}, as in the middle of a match, so that the "
               "zone is within reach.",
               first=open_table.zone[0], last=open_table.zone[-1], bullseye=BULLSEYE, cards=HAND,
               square=open_table.markers[view.seat])  # fmt: skip


def advice(view: VolltrefferView) -> VolltrefferAction | None:
    """The steady computer player's move; equal cards, for whose order it rolls dice, stay as they are."""
    open_table = view.table
    if open_table.phase == "row":
        return next(iter(view.legal_actions), None)
    return steady(COMPUTERS, view, open_table.decision)


def _laying(say: Words) -> Iterator[str]:
    yield say("You deal. Some cards in the row have equal numbers, and you choose which goes under the higher price.")


def _bought(table: Table, view: VolltrefferView, say: Words) -> Iterator[str]:
    """The purchase before this one."""
    last = view.table.last_bought
    if last is not None and any(view.table.bought):
        yield say("{name} bought {card} for {price}.", name=name(table, last.seat, say), card=card(last.card),
                  price=last.price)  # fmt: skip


def _buying(view: VolltrefferView, say: Words) -> Iterator[str]:
    yield say.many("You have {n} card out of {cards}.", "You have {n} cards out of {cards}.", view.hand.bit_count(),
                   cards=HAND)  # fmt: skip


def _buy_advice(view: VolltrefferView, best: Card, say: Words) -> str:
    open_table = view.table
    price = PRICES[open_table.row.index(best)]
    value = value_of(best)
    together = (view.hand & OF_VALUE[value]).bit_count() + 1
    if colour_of(best) == open_table.trump:
        return say("💡 I'd buy {card} for {price}: it's trump, and trumps take tricks at {gain} squares each.",
                   card=card(best), price=price, gain=TRICK)  # fmt: skip
    if together >= SMALLEST_MELD:
        return say("💡 I'd buy {card} for {price}: it makes a meld with your cards of the same number.",
                   card=card(best), price=price)  # fmt: skip
    if price == 0:
        return say("💡 I'd take {card}: it's free, and no other card gains you more.", card=card(best))
    if value <= MIDDLING:
        if together > 1:
            return say("💡 I'd buy {card} for {price}: it pairs with a {value} you have.", card=card(best), price=price,
                       value=value)  # fmt: skip
        return say("💡 I'd buy {card} for {price}: no other card gains you more.", card=card(best), price=price)
    return say("💡 I'd buy {card} for {price}: its high number could take a trick or become a meld.", card=card(best),
               price=price)  # fmt: skip


def _declaring(say: Words) -> Iterator[str]:
    yield say("A meld is three or more equal numbers, or one card of each colour. You show melds and keep the cards.")


def _declare_advice(declare: Declare, say: Words) -> str:
    if not declare.melds:
        return say("💡 You don't have a meld, so there's nothing to show.")
    return say("💡 I'd show {melds}: that's the most you can, {points} squares.",
               melds=named(declare.melds, say), points=points(declare.melds))  # fmt: skip


def news(table: Table, before: VolltrefferView, view: VolltrefferView, say: Words) -> tuple[Text, ...]:
    """The trick or the choice of melds that has ended since the learner's last choice."""
    open_table = view.table
    last, shown, smallest = open_table.last_trick, open_table.last_melds, open_table.last_smallest
    if last is not None and last != before.table.last_trick:
        return (Text(last_trick(table, view.seat, last.cards, leader=last.leader, winner=last.winner, say=say)),)
    if shown is None or smallest is None or before.table.phase != "declare":
        return ()
    *lines, _ = melds(table, shown, smallest, say)
    if smallest.lead == view.seat:
        told = say("You had the smallest total of all eight cards: that's worth {gain} squares and the first lead.",
                   gain=SMALLEST)  # fmt: skip
    else:
        told = say("{name} had the smallest total of all eight cards: that's worth {gain} squares and the first lead.",
                   gain=SMALLEST, name=name(table, smallest.lead, say))  # fmt: skip
    return (Text("\n".join((*lines, told))),)


def _playing(view: VolltrefferView, say: Words) -> Iterator[str]:
    open_table = view.table
    assert view.seat is not None
    square = open_table.markers[view.seat]
    yield _trick_worth(square, track.advance(square, TRICK), open_table.zone, say)
    yield follow_hint(view.hand, open_table.led, open_table.trump, say)


def _trick_worth(square: int, after: int, zone: range, say: Words) -> str:
    """The square to which a trick would lead."""
    first, last = zone[0], zone[-1]
    off, then = track.off_zone(square, zone), track.off_zone(after, zone)
    if then > off:
        return say("You're on {square}. A trick takes you to {after}, away from {first}–{last}: you don't want it.",
                   square=square, after=after, first=first, last=last)  # fmt: skip
    if then == off == 0:
        return say("You're on {square}. A trick takes you to {after}, still inside {first}–{last}: you can take it.",
                   square=square, after=after, first=first, last=last)  # fmt: skip
    if then == 0:
        return say("You're on {square}. A trick takes you to {after}, into {first}–{last}: you want it.",
                   square=square, after=after, first=first, last=last)  # fmt: skip
    return say("You're on {square}. A trick takes you to {after}, closer to {first}–{last}: you want it.",
               square=square, after=after, first=first, last=last)  # fmt: skip


def _play_advice(view: VolltrefferView, best: Card, say: Words) -> str:
    open_table = view.table
    assert view.seat is not None
    takes = would_take(open_table.trick, open_table.led, best, open_table.trump)
    if view.playable.bit_count() == 1:
        return say("💡 Play {card}: you have no choice.", card=card(best))
    if is_welcome(open_table, view.seat):
        if takes and will_take(open_table, view.seat, best):
            return say(
                "💡 I'd play {card}: all cards are open, and nobody can beat it. The trick is yours.", card=card(best)
            )
        return say(
            "💡 I'd play {card}: you can't be sure of this trick, so get rid of your weakest card.", card=card(best)
        )
    if takes:
        return say("💡 I'd play {card}: whatever you play beats everything in the trick so far, so play your weakest "
                   "card.",
                   card=card(best))  # fmt: skip
    return say("💡 I'd play {card}: it's the strongest card you can get rid of without taking the trick.",
               card=card(best))  # fmt: skip


def summary(view: VolltrefferView, say: Words) -> tuple[str, ...]:
    """A whole match in comparison with the round."""
    zone = view.table.zone
    return (
        say("A whole match goes on until somebody is in the zone, {first} to {last}. Remember: pay for trumps and "
            "melds, and don't run past the zone.", first=zone[0], last=zone[-1]),
    )  # fmt: skip
