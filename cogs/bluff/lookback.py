"""What a review of a match of Bluff says: the dice then, why a move was better, and what each bid was worth. Pure.

Of moves it says only what their player could see then; of a round that is over, also what lay under the cups.
"""

from collections.abc import Iterator
from itertools import chain

from bot.tables.table import Table
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
    return " · ".join((own, say("open dice: {dice}", dice=faces(lying)))) if lying else own


def reason(view: BluffView, played: Action, better: Action, say: Words) -> str:
    """How often bids hold for who sees these dice. Shape: "" if that says nothing about the choice."""
    match played, better:
        case Bid(), Bid():
            return _bids(view, played, better, say)
        case Bid(), Lift():
            assert view.table.bid is not None
            return say("Going by the dice you could see, the bid before yours held {other}% of the time, and your own "
                       "bid {played}%.",
                       other=chance(view, view.table.bid), played=chance(view, played))  # fmt: skip
        case Lift(), Bid():
            assert view.table.bid is not None
            return say("Going by the dice you could see, the bid you doubted held {played}% of the time. A bid of "
                       "{better} would have held {other}% of the time.", played=chance(view, view.table.bid),
                       better=bid_label(better), other=chance(view, better))  # fmt: skip
        case _ if view.table.phase == "expose":
            return say("Going by the dice you could see, your bid held {played}% of the time after what you did; after "
                       "the other choice, {better}%.",
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
        return say("Going by the dice you could see, {better} held {other}% of the time, and {played} held {chance}%. "
                   "The higher bid left the next player less room.", **facts)  # fmt: skip
    return say(
        "Going by the dice you could see, {better} held {other}% of the time, and {played} held {chance}%.", **facts
    )


def _after(view: BluffView, shown: Action) -> int:
    """How likely one's own bid holds once these dice are shown and the others rolled again. Units: per cent."""
    assert view.table.bid is not None
    if not isinstance(shown, Expose):
        return chance(view, view.table.bid)
    seen = (*chain.from_iterable(view.table.exposed), *shown.faces)
    return round(100 * probability(view.table.bid, seen, view.table.dice_in_play - len(seen)))


def hindsight(_: Table, end: BluffView, say: Words) -> tuple[str, ...]:
    """Every bid of the match with its chance for who made it. Shape: a paragraph for each round."""
    about = say("-# After each bid is its chance of holding, going by what its bidder saw: their own dice and the open "
                "ones. There's no figure if they rolled dice again later.")  # fmt: skip
    return (about, *(_round(ended, say) for ended in end.table.ended))


def _round(ended: EndedRound, say: Words) -> str:
    lifted = ended.lifted
    title = say("**Round {n}:** the last bid was {bid}, and there were {count}.", n=lifted.round, count=lifted.count,
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
