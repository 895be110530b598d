"""What a teacher says at Bluff. Pure: from a learner's view to paragraphs; knows no other cup."""

from collections.abc import Iterator
from itertools import chain

from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import bid_label, face
from cogs.bluff.told import happened, losses
from cogs.parts.names import name
from cogs.parts.tutor import steady
from games.bluff import COMPUTERS
from games.bluff.actions import STAR, Bid, BluffAction, Lift
from games.bluff.computer import probability
from games.bluff.view import BluffView

LESSON_ROUNDS = 2
"""So many doubts show what the game is; a whole match has many more."""


def has_taught(view: BluffView) -> bool:
    """Whether the lesson has seen enough."""
    return view.outcome is not None or view.rounds_over >= LESSON_ROUNDS


def coach(table: Table, view: BluffView, advised: BluffAction, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    assert isinstance(advised, Bid | Lift)  # in a lesson nobody shows dice
    do = _bid_advice(view, advised, say) if isinstance(advised, Bid) else _lift_advice(view, say)
    return (*_happened(table, view, say), *_bidding(table, view, say), do)


def aim(_: BluffView, say: Words) -> str:
    """What the game is about, and what a star is."""
    return say("**The aim:** keep your dice longer than the others. Bid how many dice of one kind there are under all "
               "the cups together; every bid must beat the last. A star {star} counts as every number, except in a "
               "bid on stars. When someone doubts a bid, all the dice are counted: whoever was wrong loses as many "
               "dice as the bid was off.",
               star=face(STAR))  # fmt: skip


def advice(view: BluffView) -> BluffAction | None:
    """What the steady computer player would do."""
    return steady(COMPUTERS, view, view.decision)


def _happened(table: Table, view: BluffView, say: Words) -> Iterator[str]:
    """How the last doubt went, before anyone else has had two turns."""
    lift = view.table.last_lift
    if lift is None or len(view.table.bids) >= view.table.seats:
        return
    told = [say("**Cups up!**"), happened(table, lift, say, view.seat)]
    if lift.count > lift.bid.quantity:
        told.append(say("That's more than the bid, so the doubt was wrong."))
    elif lift.count < lift.bid.quantity:
        told.append(say("That's fewer than the bid, so the doubt was right."))
    yield " ".join((*told, *losses(table, view, say, view.seat)))


def _bidding(table: Table, view: BluffView, say: Words) -> Iterator[str]:
    hidden = view.table.dice_in_play - len(view.own_dice) - sum(map(len, view.table.exposed))
    if view.table.bid is None:
        yield say("You open the round: bid how many dice of one kind there are under all the cups together, yours "
                  "included. Dice you can't see: {hidden}.",
                  hidden=hidden)  # fmt: skip
        return
    assert view.table.bidder is not None
    yield say("{name} says there are at least {bid}. If you believe it, raise: more dice, or the same number of dice "
              "with a higher face. If you don't, doubt. Dice you can't see: {hidden}.",
              name=name(table, view.table.bidder, say),
              bid=bid_label(view.table.bid), hidden=hidden)  # fmt: skip


def _bid_advice(view: BluffView, bid: Bid, say: Words) -> str:
    own = bid.counts((*view.own_dice, *chain.from_iterable(view.table.exposed)))
    return say("💡 I'd bid {bid}: you can see {own} of them yourself, and it's {chance}% likely to be right.",
               bid=bid_label(bid), own=own, chance=chance(view, bid))  # fmt: skip


def _lift_advice(view: BluffView, say: Words) -> str:
    assert view.table.bid is not None
    if not any(isinstance(action, Bid) for action in view.legal_actions):
        return say("💡 Doubt it: there's no higher bid.")
    return say("💡 I'd doubt it. From the dice you can see, {bid} is only {chance}% likely to be right, and every "
               "higher bid would be riskier.", bid=bid_label(view.table.bid),
               chance=chance(view, view.table.bid))  # fmt: skip


def chance(view: BluffView, bid: Bid) -> int:
    """How likely the bid holds for who sees what this seat does. Units: per cent."""
    seen = (*chain.from_iterable(view.table.exposed), *view.own_dice)
    return round(100 * probability(bid, seen, view.table.dice_in_play - len(seen)))


def summary(table: Table, view: BluffView, say: Words) -> tuple[str, ...]:
    """How the last doubt went, and what a whole match has beyond a lesson."""
    return (*_happened(table, view, say), _outlook(say))


def _outlook(say: Words) -> str:
    return say("That's the end of this lesson. A real match goes on round after round until only one player has dice. "
               "Remember: about a third of the dice you can't see match any given number, and every bid tells you "
               "something about the bidder.")  # fmt: skip
