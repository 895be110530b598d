"""Teaching of Bluff: in lessons, by advice, and by reasons in reviews and puzzles. Pure."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from bot.messages.game_ui import Reason
from bot.pages.page import Part, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.board import revealed
from cogs.bluff.dice import bid_label, face, faces
from cogs.parts.names import badge, name
from cogs.parts.tutor import steady
from games.bluff import COMPUTERS
from games.bluff.actions import LIFT, STAND, STAR, Bid, BluffAction, Expose, Lift
from games.bluff.computer import probability
from games.bluff.events import CupsLifted
from games.bluff.table import EndedRound
from games.bluff.view import BluffView
from games.core import Action

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
    if isinstance(advised, Lift):
        return (_bidding(table, view, say), _lift_advice(view, say))
    do = say("💡 I'd bid {bid}: you have {own} of them yourself, with stars, and it's {chance}% likely to be right.",
             bid=bid_label(advised), own=seen(view, advised), chance=chance(view, advised))  # fmt: skip
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
    parts = [Text(say("## Cups up!")), *revealed(table, view, say)]
    if lift.count > lift.bid.quantity:
        parts.append(Text(say("That's more than the bid, so the doubt was wrong.")))
    elif lift.count < lift.bid.quantity:
        parts.append(Text(say("That's fewer than the bid, so the doubt was right.")))
    if len(view.table.ended) == 1:
        stars, less, more = map(bid_label, (Bid(3, STAR), Bid(5, 5), Bid(6, 1)))
        stars = say("You can bid on stars, too. Then only stars count, so {stars} comes after {less} and before "
                    "{more}.", stars=stars, less=less, more=more)  # fmt: skip
        parts.append(Text(stars))
    return tuple(parts)


def _bidding(table: Table, view: BluffView, say: Words) -> str:
    if view.table.bid is None:
        return say("You open the round: bid how many dice of one kind there are under all the cups together, yours "
                   "included. Dice you can't see: {hidden}.", hidden=hidden(view))  # fmt: skip
    assert view.table.bidder is not None
    return say("If you believe {name}, raise; if you don't, doubt. Dice you can't see: {hidden}.",
               name=name(table, view.table.bidder, say), hidden=hidden(view))  # fmt: skip


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


def move_feedback(table: Table, before: BluffView, played: Action, view: BluffView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    advised = advice(before)
    if played == advised:
        return ""
    lift = view.table.last_lift if view.table.last_lift != before.table.last_lift else None
    match played:
        case Bid():
            told = _bid(table, before, played, lift, say)
        case Lift():
            told = _doubt(before, lift, say)
        case _:
            return ""
    return f"{told} {_instead(before, advised, say)}"


def _bid(table: Table, before: BluffView, bid: Bid, lift: CupsLifted | None, say: Words) -> str:
    facts: dict[str, str | int] = {"bid": bid_label(bid), "chance": chance(before, bid)}
    if lift is None or lift.bidder != before.seat or lift.bid != bid:
        return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right, and nobody doubted it.",
                   **facts)  # fmt: skip
    facts["name"] = name(table, lift.doubter, say)
    if lift.count < bid.quantity:
        return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right. {name} doubted it and "
                   "was right.", **facts)  # fmt: skip
    return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right. {name} doubted it, and you "
               "got away with it!", **facts)  # fmt: skip


def _doubt(before: BluffView, lift: CupsLifted | None, say: Words) -> str:
    assert lift is not None
    bid, likely = bid_label(lift.bid), chance(before, lift.bid)
    if lift.count < lift.bid.quantity:
        return say("**Looking back:** you doubted {bid}, which was {chance}% likely to be right, and you were right.",
                   bid=bid, chance=likely)  # fmt: skip
    return say("**Looking back:** you doubted {bid}, which was {chance}% likely to be right, and you were wrong.",
               bid=bid, chance=likely)  # fmt: skip


def _instead(before: BluffView, advised: Action | None, say: Words) -> str:
    if isinstance(advised, Bid):
        return say("I'd have bid {bid}: {chance}%.", bid=bid_label(advised), chance=chance(before, advised))
    return say("I'd have doubted the bid before it.")


def hand(view: BluffView, say: Words) -> str:
    """The dice under one's own cup, and those that lay open."""
    own = say("Your dice: {dice}", dice=faces(view.own_dice))
    lying = list(chain.from_iterable(view.table.exposed))
    return " · ".join((own, say("shown dice: {dice}", dice=faces(lying)))) if lying else own


def reason(view: BluffView, played: Action, better: Action, say: Words) -> str:
    """How often bids hold for who sees these dice. Shape: "" if that says nothing about the choice."""
    match played, better:
        case Bid(), Bid():
            return say("From the dice you could see, {better} was {other}% likely to be right, and {played} "
                       "{chance}%.", better=bid_label(better), other=chance(view, better), played=bid_label(played),
                       chance=chance(view, played))  # fmt: skip
        case Bid(), Lift():
            assert view.table.bid is not None
            return say("From the dice you could see, the bid before yours was {other}% likely to be right, and your "
                       "own {played}%.",
                       other=chance(view, view.table.bid), played=chance(view, played))  # fmt: skip
        case Lift(), Bid():
            assert view.table.bid is not None
            return say("From the dice you could see, the bid you doubted was {played}% likely to be right. A bid of "
                       "{better} would have been {other}% likely.", played=chance(view, view.table.bid),
                       better=bid_label(better), other=chance(view, better))  # fmt: skip
        case _ if view.table.phase == "expose":
            return say("From the dice you could see, your bid was {played}% likely to be right after what you chose, "
                       "and would have been {better}% with the other choice.",
                       played=_after(view, played), better=_after(view, better))  # fmt: skip
    return ""


def despite(view: BluffView, played: Action, better: Action, success: float | None, say: Words) -> str:
    """How often the next player would have raised a better bid, or a better doubt was right, by the bids as well.

    Shape: "" if the better move was the likelier one from the dice alone, or this says little.
    """
    if success is None or view.table.phase == "expose" or _own_chance(view, better) >= _own_chance(view, played):
        return ""
    often = round(100 * success)
    if isinstance(better, Lift):
        if often <= _own_chance(view, better):
            return ""
        return say("Doubting was better all the same: by what the others' bids told, it was right about {chance}% of "
                   "the time.", chance=often)  # fmt: skip
    if often < _RAISED:
        return ""
    return say("It was better all the same: about {chance}% of the time, the next player would have raised it, and "
               "nobody checks a bid that isn't doubted.", chance=often)  # fmt: skip


_RAISED: Final = 25
"""Percentage: a bid that is raised less often is better for another reason."""


def _own_chance(view: BluffView, action: Action) -> int:
    """How likely a bid or a doubt is right for who sees these dice. Units: per cent."""
    if isinstance(action, Bid):
        return chance(view, action)
    assert view.table.bid is not None
    return 100 - chance(view, view.table.bid)


def _after(view: BluffView, shown: Action) -> int:
    """How likely one's own bid holds once these dice are shown and the others rolled again. Units: per cent."""
    assert view.table.bid is not None
    if not isinstance(shown, Expose):
        return chance(view, view.table.bid)
    seen = (*chain.from_iterable(view.table.exposed), *shown.faces)
    return round(100 * probability(view.table.bid, seen, view.table.dice_in_play - len(seen)))


def hindsight(end: BluffView, say: Words) -> tuple[str, ...]:
    """Every bid of the match with its chance for who made it. Shape: a paragraph for each round."""
    about = say("-# The figure after each bid is how likely it was to be right, from the bidder's own dice and any "
                "shown ones. If they rerolled later, there's no figure.")  # fmt: skip
    return (about, *(_round(ended, say) for ended in end.table.ended))


def _round(ended: EndedRound, say: Words) -> str:
    lifted, worth = ended.lifted, []
    title = say("**Round {n}:** the last bid was {bid}, and the count was {count}.", n=lifted.round, count=lifted.count,
                bid=bid_label(lifted.bid))  # fmt: skip
    for number, made in enumerate(ended.bids):
        likely, line = _chance_then(ended, number), f"{badge(made.seat)} {bid_label(made.bid)}"
        worth.append(line if likely is None else say("{bid} ({chance}%)", bid=line, chance=likely))
    return f"{title}\n{' → '.join(worth)}"


def _chance_then(ended: EndedRound, number: int) -> int | None:
    """How likely a bid was to hold for its bidder, in per cent; None if they rolled the dice they had then again."""
    made = ended.bids[number]
    if any(other.seat == made.seat and other.rerolled > 0 for other in ended.bids[number:]):
        return None
    lying = chain.from_iterable(other.exposed for other in ended.bids[:number])
    seen = (*lying, *ended.lifted.cups[made.seat])
    dice = sum(map(len, (*ended.lifted.cups, *ended.lifted.exposed)))
    return round(100 * probability(made.bid, seen, dice - len(seen)))


_CLEARLY: Final = 15
"""By how many percentage points a chance must be better to be a reason."""

_DOUBTFUL: Final = 33
_TRUSTED: Final = 70
_UNSURE: Final = 60
"""Percentages: a bid at most this likely to hold invites a doubt; one at least this likely can be trusted; a doubt at
most this likely to be right can't.
"""

_HARDLY: Final = 5
_LITTLE: Final = 25
"""Percentage points by which a chance is hardly better, and those that showing dice isn't worth."""


def impossible(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid cannot hold, whatever the hidden dice show."""
    bid, unseen = view.table.bid, hidden(view)
    if action != LIFT or bid is None or seen(view, bid) + unseen >= bid.quantity:
        return ""
    return say.many("{bid} can't be right: you can see {seen} of them, and only {n} die is hidden from you.",
                    "{bid} can't be right: you can see {seen} of them, and only {n} dice are hidden from you.",
                    unseen, bid=bid_label(bid), seen=seen(view, bid))  # fmt: skip


def doubtful(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid hardly holds, and no higher one does much better than a doubt."""
    bid = view.table.bid
    if action != LIFT or bid is None:
        return ""
    likely, bids = chance(view, bid), _legal_bids(view)
    missing, unseen = bid.quantity - seen(view, bid), hidden(view)
    if likely > _DOUBTFUL or missing > unseen:
        return ""
    told = say.many("You can see {seen} that count for {bid}. Of the {hidden} you can't see, at least {n} would have "
                    "to count too: a {chance}% chance.",
                    "You can see {seen} that count for {bid}. Of the {hidden} you can't see, at least {n} would have "
                    "to count too: a {chance}% chance.", missing, bid=bid_label(bid), seen=seen(view, bid),
                    hidden=unseen, chance=_percent(likely))  # fmt: skip
    if not bids:
        return told
    safest = max(bids, key=lambda other: chance(view, other))
    if chance(view, safest) > EVEN_CHANCE:
        return ""
    return told + " " + say("The safest higher bid, {bid}, is only {chance}% likely to be right.",
                            bid=bid_label(safest), chance=_percent(chance(view, safest)))  # fmt: skip


def certain(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid is the highest that the player's own eyes make sure of."""
    if not isinstance(action, Bid) or seen(view, action) < action.quantity:
        return ""
    if any(bid.rank > action.rank and seen(view, bid) >= bid.quantity for bid in _legal_bids(view)):
        return ""
    return say("{bid} is sure to be right: you can see all of them yourself. It's the highest bid you can be sure of, "
               "so it leaves the others the least room.", bid=bid_label(action))  # fmt: skip


def likeliest(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid holds clearly more often than any other does, and than a doubt is right."""
    bid = view.table.bid
    if not isinstance(action, Bid) or bid is None or seen(view, action) >= action.quantity:
        return ""
    others = [chance(view, other) for other in _legal_bids(view) if other != action]
    likely, doubt = chance(view, action), 100 - chance(view, bid)
    if max((*others, doubt)) > likely - _CLEARLY:
        return ""
    return say("From what you can see, {bid} is {chance}% likely to be right. No other bid is more than {other}% "
               "likely, and a doubt would be right only {doubt}% of the time.", bid=bid_label(action), chance=likely,
               other=max(others, default=0), doubt=doubt)  # fmt: skip


def firm(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid can be trusted and every higher one is clearly riskier; a lower one leaves it to the next player."""
    if not isinstance(action, Bid) or seen(view, action) >= action.quantity:
        return ""
    bids, likely = _legal_bids(view), chance(view, action)
    higher = [chance(view, bid) for bid in bids if bid.space > action.space]
    beside = [chance(view, bid) for bid in bids if bid.space == action.space and bid != action]
    has_lower = any(bid.space < action.space for bid in bids)
    if likely < _TRUSTED or not has_lower or not higher or max((*higher, *beside)) > likely - _CLEARLY:
        return ""
    return say("From what you can see, {bid} is {chance}% likely to be right, and every higher bid {other}% at most. "
               "A lower bid would leave this one to the next player.", bid=bid_label(action), chance=likely,
               other=max(higher))  # fmt: skip


def backed(table: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """Somebody else has bid on the same number, over the dice that they have now, and a doubt is likely wrong."""
    if not isinstance(action, Bid):
        return ""
    made = next((made for made in reversed(view.table.bids) if made.bid.face == action.face), None)
    if made is None or made.seat == view.seat or made.exposed:
        return ""
    who, count = name(table, made.seat, say), seen(view, action)
    return say.many("{name} has bid on this number, so they probably have some. You can see {n} that counts for {bid}.",
                    "{name} has bid on this number, so they probably have some. You can see {n} that count for {bid}.",
                    count, name=who, bid=bid_label(action))  # fmt: skip


def unchecked(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """A doubt is far from sure, and a raise may well hold, or not even be doubted."""
    bid = view.table.bid
    if not isinstance(action, Bid) or bid is None:
        return ""
    doubt, likely = 100 - chance(view, bid), chance(view, action)
    if doubt > _UNSURE or likely < _DOUBTFUL:
        return ""
    return say("From what you can see, a doubt would be right only {doubt}% of the time. {bid} is {chance}% likely to "
               "be right, and nobody checks it if the next player raises.", doubt=doubt, bid=bid_label(action),
               chance=likely)  # fmt: skip


def no_way_up(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid may hold, but every higher one is clearly likelier to be wrong than a doubt is."""
    bid, bids = view.table.bid, _legal_bids(view)
    if action != LIFT or bid is None or not bids:
        return ""
    likely, safest = chance(view, bid), max(bids, key=lambda other: chance(view, other))
    if likely <= _DOUBTFUL or chance(view, safest) > 100 - likely - _CLEARLY:
        return ""
    return say("From what you can see, a doubt is right {doubt}% of the time. The safest higher bid, {bid}, is only "
               "{chance}% likely to be right.", doubt=100 - likely, bid=bid_label(safest),
               chance=_percent(chance(view, safest)))  # fmt: skip


def least_room(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid is the highest of those that are hardly less likely to hold than the likeliest one."""
    if not isinstance(action, Bid):
        return ""
    bids, likely = _legal_bids(view), chance(view, action)
    if likely < EVEN_CHANCE or likely < max(chance(view, bid) for bid in bids) - _HARDLY:
        return ""
    if any(bid.rank > action.rank and chance(view, bid) >= likely - _HARDLY for bid in bids):
        return ""
    if all(bid.rank >= action.rank for bid in bids):
        return ""
    return say("From what you can see, {bid} is {chance}% likely to be right, and lower bids hardly more. The higher "
               "your bid, the less room the next player has.", bid=bid_label(action), chance=likely)  # fmt: skip


def not_worth_showing(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """A reroll would help a little, but what is shown helps the others more."""
    odds = _odds(view)
    if action != STAND or not odds:
        return ""
    best = max((other for other in odds if isinstance(other, Expose)), key=odds.__getitem__)
    if not 0 <= odds[best] - odds[STAND] <= _LITTLE:
        return ""
    bid = view.table.bids[-1].bid
    told = say("If you showed {dice} and rerolled the rest, your {bid} would go up from {before}% to {after}%.",
               dice=faces(best.faces), bid=bid_label(bid), before=odds[STAND], after=odds[best])  # fmt: skip
    if bid.counts(best.faces):
        return told + " " + say("But everyone could count on the dice you show, and raise more safely.")
    return told + " " + say("But everyone would see that what you show doesn't count, and doubt sooner.")


def show(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """Reason to show dice: with the others rolled again, this bid is safer than any other."""
    odds = _odds(view)
    if not isinstance(action, Expose) or not odds:
        return ""
    others = [chance for other, chance in odds.items() if other != action]
    if odds[action] < max(others) or odds[action] < odds[STAND] + _CLEARLY:
        return ""
    rolled = len(view.own_dice) - len(action.faces)
    return say.many("With the dice as they are, your {bid} is {before}% likely to be right. If you show {dice} and "
                    "reroll the other die, it's {after}%.",
                    "With the dice as they are, your {bid} is {before}% likely to be right. If you show {dice} and "
                    "reroll the other {n}, it's {after}%.", rolled, bid=bid_label(view.table.bids[-1].bid),
                    before=odds[STAND], dice=faces(action.faces), after=odds[action])  # fmt: skip


def leave(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """Every reroll makes the bid less safe."""
    odds = _odds(view)
    if action != STAND or not odds:
        return ""
    other = max(chance for other, chance in odds.items() if other != STAND)
    if odds[STAND] < other + _CLEARLY:
        return ""
    return say("With the dice as they are, your {bid} is {chance}% likely to be right. Whichever dice you rerolled, "
               "it would be {other}% at most.", bid=bid_label(view.table.bids[-1].bid), chance=odds[STAND],
               other=other)  # fmt: skip


def _odds(view: BluffView) -> dict[BluffAction, int]:
    """How likely the player's bid holds after each thing they may do. Shape: empty where no dice can be shown."""
    if view.table.phase != "expose":
        return {}
    shown: list[BluffAction] = [action for action in view.legal_actions if isinstance(action, Expose)]
    return {action: _after(view, action) for action in (STAND, *shown)}


def _legal_bids(view: BluffView) -> list[Bid]:
    return [action for action in view.legal_actions if isinstance(action, Bid)]


def _percent(chance: int) -> str:
    """A chance as a number. Shape: small ones are rounded up, as nothing is quite impossible here."""
    return str(chance or "<1")


REASONS: Final[Mapping[str, Reason]] = {
    reason.__name__: reason
    for reason in (
        impossible,
        doubtful,
        no_way_up,
        certain,
        likeliest,
        firm,
        least_room,
        backed,
        unchecked,
        show,
        leave,
        not_worth_showing,
    )
}
"""By the names that the puzzles have for them."""
