"""The words of a review of Bluff: the dice then, why a move was better, and each bid's chance. Pure.

Of moves it says only what their player could see then; of a round that is over, also what lay under the cups.
"""

from collections.abc import Iterator
from itertools import chain

from bot.words import Words
from cogs.bluff.coach import chance
from cogs.bluff.dice import bid_label, faces
from cogs.parts.names import badge
from games.bluff.actions import Bid, Expose, Lift
from games.bluff.computer import probability
from games.bluff.events import BidMade
from games.bluff.table import EndedRound
from games.bluff.view import BluffView
from games.core import Action


def hand(view: BluffView, say: Words) -> str:
    """The dice under one's own cup, and those that lay open."""
    own = say("Your dice: {dice}", dice=faces(view.own_dice))
    lying = list(chain.from_iterable(view.table.exposed))
    return " · ".join((own, say("shown dice: {dice}", dice=faces(lying)))) if lying else own


def reason(view: BluffView, played: Action, better: Action, say: Words) -> str:
    """How often bids hold for who sees these dice. Shape: "" if that says nothing about the choice."""
    match played, better:
        case Bid(), Bid():
            return _bids(view, played, better, say)
        case Bid(), Lift():
            assert view.table.bid is not None
            return say("From the dice you could see, the bid before yours was {other}% likely to be right, and your "
                       "own {played}%.",
                       other=chance(view, view.table.bid), played=chance(view, played))  # fmt: skip
        case Lift(), Bid():
            assert view.table.bid is not None
            likely, other = chance(view, view.table.bid), chance(view, better)
            told = say("From the dice you could see, the bid you doubted was {played}% likely to be right. A bid of "
                       "{better} would have been {other}% likely.", played=likely, better=bid_label(better),
                       other=other)  # fmt: skip
            if other >= min(50, 100 - likely):
                return told
            return told + " " + say("It was better all the same: nobody checks a bid that isn't doubted, and the next "
                                    "player would most likely have raised it.")  # fmt: skip
        case _ if view.table.phase == "expose":
            return say("From the dice you could see, your bid was {played}% likely to be right after what you chose, "
                       "and would have been {better}% with the other choice.",
                       played=_after(view, played), better=_after(view, better))  # fmt: skip
    return ""


def _bids(view: BluffView, played: Bid, better: Bid, say: Words) -> str:
    facts: dict[str, str | int] = {
        "better": bid_label(better),
        "other": chance(view, better),
        "played": bid_label(played),
        "chance": chance(view, played),
    }
    if better.beats(played):
        return say("From the dice you could see, {better} was {other}% likely to be right, and {played} {chance}%. "
                   "The higher bid would have left the next player less room.", **facts)  # fmt: skip
    return say(
        "From the dice you could see, {better} was {other}% likely to be right, and {played} {chance}%.", **facts
    )


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
    lifted = ended.lifted
    title = say("**Round {n}:** the last bid was {bid}, and the count was {count}.", n=lifted.round, count=lifted.count,
                bid=bid_label(lifted.bid))  # fmt: skip
    return f"{title}\n{' → '.join(_worth(ended, say))}"


def _worth(ended: EndedRound, say: Words) -> Iterator[str]:
    for number, made in enumerate(ended.bids):
        likely = _chance_then(ended, number)
        line = f"{badge(made.seat)} {bid_label(made.bid)}"
        yield line if likely is None else say("{bid} ({chance}%)", bid=line, chance=likely)


def _chance_then(ended: EndedRound, number: int) -> int | None:
    """How likely a bid was to hold for its bidder. Shape: None if they rolled the dice that they had then again.

    Units: per cent.
    """
    made = ended.bids[number]
    if any(_rolled_again(other, made) for other in ended.bids[number:]):
        return None
    lying = chain.from_iterable(other.exposed for other in ended.bids[:number])
    seen = (*lying, *ended.lifted.cups[made.seat])
    dice = sum(map(len, (*ended.lifted.cups, *ended.lifted.exposed)))
    return round(100 * probability(made.bid, seen, dice - len(seen)))


def _rolled_again(other: BidMade, made: BidMade) -> bool:
    return other.seat == made.seat and other.rerolled > 0
