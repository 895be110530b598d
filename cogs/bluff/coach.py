"""What a teacher says at Bluff. Pure: from a learner's view to paragraphs; knows no other cup."""

from collections.abc import Iterator
from itertools import chain
from random import Random

from bot.table import Table
from bot.words import Words
from cogs.bluff.dice import bid_label, face, faces
from cogs.names import name
from games.bluff import COMPUTERS, STAR, Bid, BluffView, CupsLifted, Expose, Lift
from games.bluff.computer import probability

LESSON_ROUNDS = 2
"""So many doubts show what the game is; a whole match has many more."""


def has_taught(view: BluffView) -> bool:
    """Whether the lesson has seen enough."""
    return view.outcome is not None or (view.last_lift is not None and view.last_lift.round >= LESSON_ROUNDS)


def coach(table: Table, view: BluffView, say: Words) -> tuple[str, ...]:
    """What has happened, what is asked now, and what the teacher would do."""
    if has_taught(view):
        return (*_happened(table, view, say), *_summary(say))
    if view.seat not in view.to_act:
        return (say("The others are choosing."),)
    advice = COMPUTERS["steady"](view, Random(view.decision))
    match advice:
        case Bid():
            return (*_happened(table, view, say), *_bidding(table, view, say), _bid_advice(view, advice, say))
        case Lift():
            return (*_happened(table, view, say), *_bidding(table, view, say), _lift_advice(view, say))
        case Expose(shown):
            return (
                *_showing(say),
                say("💡 I would show {dice}: so your bid is most likely to hold.", dice=faces(shown)),
            )
    return (*_showing(say), say("💡 I would leave them: your bid does well as it is."))


def _happened(table: Table, view: BluffView, say: Words) -> Iterator[str]:
    """How the last doubt went, before anyone else has come to his turn twice."""
    lift = view.last_lift
    if lift is None or len(view.bids) >= view.seats:
        return
    yield _lifted(table, lift, say)


def _lifted(table: Table, lift: CupsLifted, say: Words) -> str:
    bidder, doubter = name(table, lift.bidder, say), name(table, lift.doubter, say)
    bid = bid_label(lift.bid)
    if lift.count > lift.bid.quantity:
        return say.many(
            "**The cups were lifted:** {count} fit, more than {bid} of {bidder}. {doubter} was wrong to doubt it, "
            "and loses the difference, {n} die.",
            "**The cups were lifted:** {count} fit, more than {bid} of {bidder}. {doubter} was wrong to doubt it, "
            "and loses the difference, {n} dice.",
            lift.lost[lift.doubter], count=lift.count, bid=bid, bidder=bidder, doubter=doubter,
        )  # fmt: skip
    if lift.count < lift.bid.quantity:
        return say.many(
            "**The cups were lifted:** {count} fit, fewer than {bid} of {bidder}. {doubter} was right to doubt it, "
            "and {bidder} loses the difference, {n} die.",
            "**The cups were lifted:** {count} fit, fewer than {bid} of {bidder}. {doubter} was right to doubt it, "
            "and {bidder} loses the difference, {n} dice.",
            lift.lost[lift.bidder], count=lift.count, bid=bid, bidder=bidder, doubter=doubter,
        )  # fmt: skip
    return say("**The cups were lifted:** {bid} of {bidder} was exactly right, so everyone else loses a die.", bid=bid,
               bidder=bidder)  # fmt: skip


def _bidding(table: Table, view: BluffView, say: Words) -> Iterator[str]:
    hidden = view.dice_in_play - len(view.own_dice) - sum(map(len, view.exposed))
    if view.bid is None:
        yield say("You open the round: say how many dice of one kind lie under all cups together, yours and theirs. "
                  "{star} counts as every number. Dice that you do not see: {hidden}.",
                  star=face(STAR), hidden=hidden)  # fmt: skip
        return
    assert view.bidder is not None
    yield say("{name} says that there are at least {bid}. Do you believe it? Then raise it: more dice, or as many of a "
              "higher number. If not, lift the cups. Dice that you do not see: "
              "{hidden}.", name=name(table, view.bidder, say),
              bid=bid_label(view.bid), hidden=hidden)  # fmt: skip


def _bid_advice(view: BluffView, bid: Bid, say: Words) -> str:
    own = bid.counts((*view.own_dice, *chain.from_iterable(view.exposed)))
    return say("💡 I would bid {bid}: you see {own} of them yourself, and it holds in {chance} of 100 cases.",
               bid=bid_label(bid), own=own, chance=_chance(view, bid))  # fmt: skip


def _lift_advice(view: BluffView, say: Words) -> str:
    assert view.bid is not None
    if not any(isinstance(action, Bid) for action in view.legal_actions):
        return say("💡 Lift the cups: there is no higher bid.")
    return say("💡 I would lift the cups: by the dice that you see, {bid} holds in {chance} of 100 cases. It is "
               "likelier to be wrong than any higher bid to be right.", bid=bid_label(view.bid),
               chance=_chance(view, view.bid))  # fmt: skip


def _chance(view: BluffView, bid: Bid) -> int:
    """How likely the bid holds for who sees what this seat does. Units: per cent."""
    seen = (*chain.from_iterable(view.exposed), *view.own_dice)
    return round(100 * probability(bid, seen, view.dice_in_play - len(seen)))


def _showing(say: Words) -> Iterator[str]:
    yield say(
        "After your bid you may show some of your dice and roll the others again. At least one stays under the cup."
    )


def _summary(say: Words) -> Iterator[str]:
    yield say("This lesson is over. It goes on like that, round by round, until one player alone has dice. What you "
              "have learned: of the dice that you do not see about a third fit any number, and a bid tells something "
              "about its maker.")  # fmt: skip
