"""What a teacher says at Volltreffer. Pure: from a learner's view to paragraphs; knows no deck and no others' melds."""

from collections.abc import Iterator
from random import Random

from bot.table import Table
from bot.words import Words
from cogs.cards import card, cards
from cogs.names import name
from cogs.tutor import last_trick, to_follow, would_take
from cogs.volltreffer.told import meld_name
from games.cards import Card, Play, colour_of, value_of
from games.volltreffer import BULLSEYE, COMPUTERS, PRICES, Buy, Declare, LayRow, Swap, VolltrefferView, points
from games.volltreffer.computer import is_welcome, will_take
from games.volltreffer.melds import OF_VALUE
from games.volltreffer.moves import HAND, SMALLEST, TRICK
from games.volltreffer.track import off_bullseye

SMALLEST_MELD = 3


def coach(table: Table, view: VolltrefferView, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    open_cards = view.table
    if open_cards.outcome:
        return _summary(view, say)
    if view.seat not in open_cards.to_act:
        return (say("The others are choosing."),)
    advice = COMPUTERS["steady"](view, Random(open_cards.decision))
    match advice:
        case LayRow():
            return (*_laying(say), say("💡 It matters little: any order will do."))
        case Buy(of):
            return (*_bought(table, view, say), *_buying(view, say), _buy_advice(view, of, say))
        case Swap():
            return (*_swapping(say), _swap_advice(advice, say))
        case Declare():
            return (*_declaring(say), _declare_advice(advice, say))
    assert isinstance(advice, Play)
    return (*_happened(table, view, say), *_playing(view, say), _play_advice(view, advice.card, say))


def _laying(say: Words) -> Iterator[str]:
    yield say(
        "You deal. Cards of equal numbers lie in the row, and you choose which of them lies under the higher price."
    )


def _bought(table: Table, view: VolltrefferView, say: Words) -> Iterator[str]:
    """The purchase before this one."""
    last = view.table.last_bought
    if last is not None and any(view.table.bought):
        yield say("{name} has just bought {card} for {price}.", name=name(table, last.seat, say), card=card(last.card),
                  price=last.price)  # fmt: skip


def _buying(view: VolltrefferView, say: Words) -> Iterator[str]:
    open_cards = view.table
    assert view.seat is not None
    if not view.hand:
        yield say(
            "You want to stand on {first} to {last} at the end of the round, best on {bullseye}. First everyone buys "
            "{cards} cards and goes back by what they cost; melds and tricks then bring you forward.",
            first=open_cards.zone[0],
            last=open_cards.zone[-1],
            bullseye=BULLSEYE,
            cards=HAND,
        )
    yield say.many(
        "Buy one card of the row. You stand on {square} and have {n} card of {cards}.",
        "Buy one card of the row. You stand on {square} and have {n} cards of {cards}.",
        view.hand.bit_count(), square=open_cards.markers[view.seat], cards=HAND,
    )  # fmt: skip
    if view.affordable != open_cards.row:
        yield say("What costs more than the square you stand on is too dear for you.")


def _buy_advice(view: VolltrefferView, of: Card, say: Words) -> str:
    open_cards = view.table
    price = PRICES[open_cards.row.index(of)]
    value = value_of(of)
    together = (view.hand & OF_VALUE[value]).bit_count() + 1
    if colour_of(of) == open_cards.trump:
        return say("💡 I would buy {card} for {price}: it is trump, and trumps take tricks, of {gain} squares each.",
                   card=card(of), price=price, gain=TRICK)  # fmt: skip
    if together >= SMALLEST_MELD:
        return say("💡 I would buy {card} for {price}: it makes a meld with the cards of its number that you have.",
                   card=card(of), price=price)  # fmt: skip
    if price == 0:
        return say("💡 I would take {card}: it costs nothing, and no other card gains you more.", card=card(of))
    return say("💡 I would buy {card} for {price}: its high number may take a trick, or become a meld.", card=card(of),
               price=price)  # fmt: skip


def _swapping(say: Words) -> Iterator[str]:
    yield say(
        "You have bought a card. Now you must swap two cards of the row, which changes what they cost the next player."
    )


def _swap_advice(swap: Swap, say: Words) -> str:
    return say("💡 I would swap {cards}: so the next player finds the worst bargain.", cards=cards(swap.cards))


def _declaring(say: Words) -> Iterator[str]:
    yield say("Everyone has bought. Now all choose at the same time which melds they show: equal numbers, or one card "
              "of each colour. The cards stay in your hand.")  # fmt: skip


def _declare_advice(declare: Declare, say: Words) -> str:
    if not declare.melds:
        return say("💡 You have no meld: show nothing.")
    return say("💡 I would show {melds}: it is the most that you can, {points} squares.",
               melds=" + ".join(meld_name(meld, say) for meld in declare.melds),
               points=points(declare.melds))  # fmt: skip


def _happened(table: Table, view: VolltrefferView, say: Words) -> Iterator[str]:
    """The trick before this one, or who leads the first one and why."""
    open_cards = view.table
    last, smallest = open_cards.last_trick, open_cards.last_smallest
    if last is not None and any(open_cards.tricks):
        yield last_trick(table, view.seat, last.cards, leader=last.leader, winner=last.winner, say=say)
    elif smallest is not None:
        yield say("{name} had the smallest total of all eight cards: that brings {gain} squares and the first lead.",
                  gain=SMALLEST, name=name(table, smallest.lead, say))  # fmt: skip


def _playing(view: VolltrefferView, say: Words) -> Iterator[str]:
    open_cards = view.table
    assert view.seat is not None
    if is_welcome(open_cards, view.seat):
        yield say("You stand on {square}. A trick brings {gain} squares: you want it.",
                  square=open_cards.markers[view.seat], gain=TRICK)  # fmt: skip
    else:
        yield say("You stand on {square}. A trick would bring {gain} squares, away from the zone: you do not want it.",
                  square=open_cards.markers[view.seat], gain=TRICK)  # fmt: skip
    yield to_follow(view.hand, view.playable, open_cards.led, open_cards.trump, say)


def _play_advice(view: VolltrefferView, of: Card, say: Words) -> str:
    open_cards = view.table
    assert view.seat is not None
    takes = would_take(open_cards.trick, open_cards.led, of, open_cards.trump)
    if view.playable.bit_count() == 1:
        return say("💡 Play {card}: you have no choice.", card=card(of))
    if is_welcome(open_cards, view.seat):
        if takes and will_take(open_cards, view.seat, of):
            return say(
                "💡 I would play {card}. All cards lie open, and nobody can beat it: the trick is yours.", card=card(of)
            )
        return say(
            "💡 I would play {card}. You cannot be sure of the trick: so part with your weakest card.", card=card(of)
        )
    if takes:
        return say("💡 I would play {card}. Everything that you may play would take the trick as it lies: so play the "
                   "weakest.",
                   card=card(of))  # fmt: skip
    return say("💡 I would play {card}. It does not take the trick, and of the cards that do not it is the strongest.",
               card=card(of))  # fmt: skip


def _summary(view: VolltrefferView, say: Words) -> tuple[str, ...]:
    open_cards = view.table
    assert view.seat is not None
    square = open_cards.markers[view.seat]
    where = say("That was one round. You stand on {square}, {away} away from {bullseye}.", square=square,
                away=off_bullseye(square), bullseye=BULLSEYE)  # fmt: skip
    shown, smallest = open_cards.last_melds, open_cards.last_smallest
    assert shown is not None
    assert smallest is not None
    gained = say("Melds brought you {melds} squares, the smallest total {smallest}, tricks {tricks}.",
                 melds=points(shown.melds[view.seat]), smallest=SMALLEST if view.seat in smallest.seats else 0,
                 tricks=TRICK * open_cards.tricks[view.seat])  # fmt: skip
    return (
        where,
        gained,
        say("In a whole match one goes on round by round until somebody stands in the zone, {first} to {last}. What "
            "you have learned: pay for trumps and melds, and do not run past the zone.",
            first=open_cards.zone[0], last=open_cards.zone[-1]),
    )  # fmt: skip
