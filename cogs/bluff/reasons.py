"""Why the best move of a puzzle at Bluff is best, as far as the dice that its player sees can tell. Pure."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from bot.messages.screens import Reason
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.coach import chance, hidden, seen
from cogs.bluff.dice import bid_label, faces
from games.bluff.actions import LIFT, STAND, Bid, BluffAction, Expose
from games.bluff.computer import probability
from games.bluff.view import BluffView

_CLEARLY: Final = 15
"""By how many percentage points a chance must be better to be a reason."""

_DOUBTFUL: Final = 33
_TRUSTED: Final = 70
"""Up to which chance a bid may well be doubted, and from which on it can be trusted. Units: per cent."""

_UNLIKELY: Final = 50
"""The chance that no higher bid may exceed for a doubt to be plain. Units: per cent."""

CERTAIN: Final = 100


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
    likely, bids = chance(view, bid), _bids(view)
    missing, unseen = bid.quantity - seen(view, bid), hidden(view)
    if likely > _DOUBTFUL or missing > unseen:
        return ""
    facts: dict[str, str | int] = {
        "bid": bid_label(bid),
        "seen": seen(view, bid),
        "hidden": unseen,
        "chance": _percent(likely),
    }
    told = say.many("You can see {seen} that count for {bid}. Of the {hidden} you can't see, at least {n} would have "
                    "to count too: a {chance}% chance.",
                    "You can see {seen} that count for {bid}. Of the {hidden} you can't see, at least {n} would have "
                    "to count too: a {chance}% chance.", missing, **facts)  # fmt: skip
    if not bids:
        return told
    safest = max(bids, key=lambda other: chance(view, other))
    if chance(view, safest) > _UNLIKELY:
        return ""
    return told + " " + say("The safest higher bid, {bid}, is only {chance}% likely to be right.",
                            bid=bid_label(safest), chance=_percent(chance(view, safest)))  # fmt: skip


def certain(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid is the highest that the player's own eyes make sure of."""
    if not isinstance(action, Bid) or seen(view, action) < action.quantity:
        return ""
    if any(bid.rank > action.rank and seen(view, bid) >= bid.quantity for bid in _bids(view)):
        return ""
    return say("{bid} is sure to be right: you can see all of them yourself. It's the highest bid you can be sure of, "
               "so it leaves the others the least room.", bid=bid_label(action))  # fmt: skip


def likeliest(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid holds clearly more often than any other does, and than a doubt is right."""
    bid = view.table.bid
    if not isinstance(action, Bid) or bid is None or seen(view, action) >= action.quantity:
        return ""
    others = [chance(view, other) for other in _bids(view) if other != action]
    likely, doubt = chance(view, action), CERTAIN - chance(view, bid)
    if max((*others, doubt)) > likely - _CLEARLY:
        return ""
    return say("From what you can see, {bid} is {chance}% likely to be right. No other bid is more than {other}% "
               "likely, and a doubt would be right only {doubt}% of the time.", bid=bid_label(action), chance=likely,
               other=max(others, default=0), doubt=doubt)  # fmt: skip


def firm(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """The bid can be trusted and every higher one is clearly riskier; a lower one leaves it to the next player."""
    if not isinstance(action, Bid) or seen(view, action) >= action.quantity:
        return ""
    bids, likely = _bids(view), chance(view, action)
    higher = [chance(view, bid) for bid in bids if bid.space > action.space]
    beside = [chance(view, bid) for bid in bids if bid.space == action.space and bid != action]
    has_lower = any(bid.space < action.space for bid in bids)
    if likely < _TRUSTED or not has_lower or not higher or max((*higher, *beside)) > likely - _CLEARLY:
        return ""
    return say("From what you can see, {bid} is {chance}% likely to be right, and every higher bid {other}% at most. "
               "A lower bid would leave this one to the next player.", bid=bid_label(action), chance=likely,
               other=max(higher))  # fmt: skip


def show(_: Table, view: BluffView, action: BluffAction, say: Words) -> str:
    """Showing these dice and rolling the others again makes the bid safer than anything else does."""
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
    bid, shown, unseen = view.table.bids[-1].bid, tuple(chain.from_iterable(view.table.exposed)), hidden(view)
    odds: dict[BluffAction, int] = {STAND: round(100 * probability(bid, shown + view.own_dice, unseen))}
    for action in view.legal_actions:
        if isinstance(action, Expose):
            rolled = len(view.own_dice) - len(action.faces)
            odds[action] = round(100 * probability(bid, shown + action.faces, unseen + rolled))
    return odds


def _bids(view: BluffView) -> list[Bid]:
    return [action for action in view.legal_actions if isinstance(action, Bid)]


def _percent(chance: int) -> str:
    """A chance as a number. Shape: small ones are rounded up, as nothing is quite impossible here."""
    return str(chance or "<1")


REASONS: Final[Mapping[str, Reason]] = {
    "impossible": impossible,
    "doubtful": doubtful,
    "certain": certain,
    "likeliest": likeliest,
    "firm": firm,
    "show": show,
    "leave": leave,
}
