"""Turning points of Bluff in words, with the dice of their doubt. Pure."""

from bot.pictures.highlight import Group, Scene
from bot.words import Words
from cogs.bluff.dice import bid_label, die_face, laid_open
from cogs.parts.moments import Who
from cogs.parts.scores import together
from games.bluff.events import CupsLifted
from games.bluff.highlights import Bluff, Comeback, Doubt, Unscathed
from games.core import Seat

Told = Bluff | Comeback | Doubt | Unscathed


def told(moment: Told, who: Who, say: Words) -> tuple[str, Scene]:
    """A sentence, and everyone's dice."""
    match moment:
        case Doubt():
            sentence = _doubt(moment, who, say)
        case Bluff():
            sentence = _bluff(moment, who, say)
        case Comeback(seat, _, dice, others):
            sentence = say.many(
                "Down to {n} die against {others}, {name} still won.",
                "Down to {n} dice against {others}, {name} still won.",
                dice, others=others, name=who(seat),
            )  # fmt: skip
        case Unscathed(seat, _, 0):
            sentence = say("{name} won without losing a single die.", name=who(seat))
        case Unscathed(seat):
            sentence = say("{name} lost just one die in the whole match.", name=who(seat))
    return sentence, _cups(moment.lifted)


def _bluff(moment: Bluff, who: Who, say: Words) -> str:
    lifted = moment.lifted
    bold = say("{name} bid {bid} with only {count} on the table.", name=who(moment.seat), bid=bid_label(moment.bid),
               count=moment.count)  # fmt: skip
    if not moment.count:
        bold = say("{name} bid {bid} with none at all on the table.", name=who(moment.seat), bid=bid_label(moment.bid))
    facts = {"believer": who(moment.believer), "bid": bid_label(lifted.bid)}
    if moment.is_out:
        caught = say("{believer} believed it, went up to {bid} and was out.", **facts)
    else:
        caught = say.many(
            "{believer} believed it, went up to {bid} and lost {n} die.",
            "{believer} believed it, went up to {bid} and lost {n} dice.",
            max(lifted.lost), **facts,
        )  # fmt: skip
    return f"{bold} {caught}"


def _doubt(moment: Doubt, who: Who, say: Words) -> str:
    lifted = moment.lifted
    bid, doubter, bidder = bid_label(lifted.bid), who(lifted.doubter), who(lifted.bidder)
    facts: dict[str, str | int] = {"doubter": doubter, "bidder": bidder, "bid": bid, "count": lifted.count}
    off, lost = lifted.count - lifted.bid.quantity, max(lifted.lost)
    out = [Seat(seat) for seat, dice in enumerate(lifted.lost) if dice and not moment.left[seat]]
    if moment.is_last and sum(lifted.lost) == sum(moment.left) == 1:
        return say("It came down to one die each: {bidder} bid {bid}, {doubter} doubted it, and {name} won.",
                   name=who(moment.seat), **facts)  # fmt: skip
    if not off:
        return _exact(moment, out, who, say)
    if off > 0:
        if out:
            return say("{doubter} doubted {bidder}'s {bid}, but there were {count}, and {doubter} was out.", **facts)
        if not moment.own:
            return say.many(
                "{bidder} bid {bid} without holding one. {doubter} doubted it, but there were {count}: {n} die gone.",
                "{bidder} bid {bid} without holding one. {doubter} doubted it, but there were {count}: {n} dice gone.",
                lost, **facts,
            )  # fmt: skip
        return say.many(
            "{doubter} doubted {bidder}'s {bid}, but there were {count}: {n} die gone.",
            "{doubter} doubted {bidder}'s {bid}, but there were {count}: {n} dice gone at once.",
            lost, **facts,
        )  # fmt: skip
    if moment.is_last:
        return say.many(
            "{bidder}'s {bid} was {n} die short, and {doubter} had won.",
            "{bidder}'s {bid} was {n} dice short, and {doubter} had won.",
            -off, **facts,
        )  # fmt: skip
    if out:
        return say.many(
            "{doubter} doubted {bidder}'s {bid}: it was {n} die short, and {bidder} was out.",
            "{doubter} doubted {bidder}'s {bid}: it was {n} dice short, and {bidder} was out.",
            -off, **facts,
        )  # fmt: skip
    return say.many(
        "{doubter} doubted {bidder}'s {bid}: it was {n} die short, and cost as many.",
        "{doubter} doubted {bidder}'s {bid}: it was {n} dice short, and cost as many.",
        -off, **facts,
    )  # fmt: skip


def _exact(moment: Doubt, out: list[Seat], who: Who, say: Words) -> str:
    lifted = moment.lifted
    facts = {"bidder": who(lifted.bidder), "bid": bid_label(lifted.bid), "doubter": who(lifted.doubter)}
    names = together([who(seat) for seat in out], say)
    if sum(map(bool, lifted.lost)) == 1 and out:
        return say("{bidder}'s {bid} was exactly right, which cost {doubter} the last die.", **facts)
    if out:
        return say.many(
            "{bidder}'s {bid} was exactly right: everyone else lost a die, and {names} was out.",
            "{bidder}'s {bid} was exactly right: everyone else lost a die, and {names} were out.",
            len(out), names=names, **facts,
        )  # fmt: skip
    return say("{doubter} doubted {bidder}'s {bid}: exactly right, and everyone else lost a die.", **facts)


def _cups(lifted: CupsLifted) -> Scene:
    """Everyone's dice, those that the bid was about first, with the one marked who made it."""
    return tuple(
        Group(seat, tuple(map(die_face, dice)), hits=lifted.bid.counts(dice), is_marked=seat == lifted.bidder)
        for seat, dice in enumerate(laid_open(lifted))
        if dice
    )
