"""A teacher's words at Bluff. Pure: from a learner's view to paragraphs; knows no other cup."""

from collections.abc import Iterator
from itertools import chain

from bot.pages.page import Part, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import bid_label, face
from cogs.bluff.told import revealed
from cogs.parts.names import name
from cogs.parts.tutor import steady
from games.bluff import COMPUTERS
from games.bluff.actions import STAR, Bid, BluffAction, Lift
from games.bluff.computer import probability
from games.bluff.events import CupsLifted
from games.bluff.view import BluffView

LESSON_ROUNDS = 2
"""At least so many doubts, so that a lesson has seen both sides of one."""


EVEN_CHANCE = 50
"""Units: per cent."""


def has_taught(view: BluffView) -> bool:
    """Whether the learner has lived what the lesson is about: a bid of their own, a doubt of their own, and losses."""
    ended = view.table.ended
    has_doubted = any(each.lifted.doubter == view.seat for each in ended)
    has_bid = any(made.seat == view.seat for each in ended for made in each.bids)
    return view.outcome is not None or (len(ended) >= LESSON_ROUNDS and has_doubted and has_bid)


def coach(table: Table, view: BluffView, advised: BluffAction, say: Words) -> tuple[str, ...]:
    """The present task, and the teacher's advice."""
    assert isinstance(advised, Bid | Lift)  # in a lesson nobody shows dice
    do = _bid_advice(view, advised, say) if isinstance(advised, Bid) else _lift_advice(view, say)
    return (_bidding(table, view, say), do)


def aim(_: BluffView, say: Words) -> str:
    """The aim of the game, and the meaning of a star."""
    return say("**The aim:** keep your dice longer than the others. Bid how many dice of one kind there are under all "
               "the cups together; every bid must beat the last: more dice, or as many of a higher number. A star "
               "{star} counts as every number, except in a bid on stars. When someone doubts a bid, all the dice are "
               "counted: whoever was wrong loses as many dice as the bid was off. If a bid is exactly right, everyone "
               "but the bidder loses a die.",
               star=face(STAR))  # fmt: skip


def advice(view: BluffView) -> BluffAction | None:
    """The steady computer player's move."""
    return steady(COMPUTERS, view, view.decision)


def news(table: Table, before: BluffView, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The doubt since the learner's last choice, and who was right."""
    lift = view.table.last_lift
    if lift is None or lift == before.table.last_lift:
        return ()
    return (Text(say("## Cups up!")), *revealed(table, view, say), *_verdict(lift, say), *_stars(view, say))


def _verdict(lift: CupsLifted, say: Words) -> Iterator[Text]:
    if lift.count > lift.bid.quantity:
        yield Text(say("That's more than the bid, so the doubt was wrong."))
    elif lift.count < lift.bid.quantity:
        yield Text(say("That's fewer than the bid, so the doubt was right."))


def _stars(view: BluffView, say: Words) -> Iterator[Text]:
    """The place of stars among the bids, after the first doubt."""
    if len(view.table.ended) == 1:
        yield Text(
            say("You can bid on stars, too. Then only stars count, so {stars} comes after {less} and before {more}.",
                stars=bid_label(Bid(3, STAR)), less=bid_label(Bid(5, 5)), more=bid_label(Bid(6, 1)))
        )  # fmt: skip


def _bidding(table: Table, view: BluffView, say: Words) -> str:
    if view.table.bid is None:
        return say("You open the round: bid how many dice of one kind there are under all the cups together, yours "
                   "included. Dice you can't see: {hidden}.", hidden=hidden(view))  # fmt: skip
    assert view.table.bidder is not None
    return say("If you believe {name}, raise; if you don't, doubt. Dice you can't see: {hidden}.",
               name=name(table, view.table.bidder, say), hidden=hidden(view))  # fmt: skip


def _bid_advice(view: BluffView, bid: Bid, say: Words) -> str:
    return say("💡 I'd bid {bid}: you have {own} of them yourself, with stars, and it's {chance}% likely to be right.",
               bid=bid_label(bid), own=seen(view, bid), chance=chance(view, bid))  # fmt: skip


def _lift_advice(view: BluffView, say: Words) -> str:
    assert view.table.bid is not None
    if not any(isinstance(action, Bid) for action in view.legal_actions):
        return say("💡 Doubt it: there's no higher bid.")
    bid, likely = bid_label(view.table.bid), chance(view, view.table.bid)
    if likely < EVEN_CHANCE:
        return say("💡 I'd doubt it: {bid} is only {chance}% likely to be right, and any higher bid even less.",
                   bid=bid, chance=likely)  # fmt: skip
    return say("💡 It's close: {bid} is {chance}% likely to be right. But any higher bid is less so: I'd doubt.",
               bid=bid, chance=likely)  # fmt: skip


def chance(view: BluffView, bid: Bid) -> int:
    """How likely the bid holds for who sees what this seat does. Units: per cent."""
    return round(100 * probability(bid, (*chain.from_iterable(view.table.exposed), *view.own_dice), hidden(view)))


def seen(view: BluffView, bid: Bid) -> int:
    """How many dice that count for the bid this seat can see."""
    return bid.counts((*view.own_dice, *chain.from_iterable(view.table.exposed)))


def hidden(view: BluffView) -> int:
    """How many dice this seat can't see."""
    return view.table.dice_in_play - len(view.own_dice) - sum(map(len, view.table.exposed))


def summary(_: BluffView, say: Words) -> tuple[str, ...]:
    """A whole match in comparison with the lesson."""
    return (
        say("That's the end of this lesson. A real match goes on round after round until only one player has dice. "
            "Remember: about a third of the dice you can't see match any given number, and every bid tells you "
            "something about the bidder."),
    )  # fmt: skip
