"""The story of a round of Bluff, told from what everyone has seen. Pure."""

from collections.abc import Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import faces
from cogs.bluff.told import every_bid
from cogs.parts.names import badge
from games.bluff.actions import TOTALS
from games.bluff.events import OpeningRolled
from games.bluff.view import BluffView
from games.core import Seat


def tell(_table: Table, seen: Sequence[Seen[BluffView]], say: Words) -> list[str]:
    """The rolls for the first turn, how many dice everyone has, and every bid with the dice shown."""
    begins, now = seen[0].before.table, seen[-1].after.table
    has_ended = seen[-1].after.rounds_over > seen[0].before.rounds_over
    made = now.ended[-1].bids if has_ended else now.bids
    had = " · ".join(f"{badge(Seat(seat))} {dice}" for seat, dice in enumerate(begins.dice_counts) if dice)
    in_play = say.many("{n} die in play", "{n} dice in play", begins.dice_in_play)
    return [*_openings(seen, say), f"{in_play} · {had}", *every_bid(made, len(begins.still_in), say)]


def _openings(seen: Sequence[Seen[BluffView]], say: Words) -> Iterator[str]:
    """Every roll for the first turn, and who opens by the last."""
    for rolled in (event for move in seen for event in move.events if isinstance(event, OpeningRolled)):
        dice = " · ".join(f"{badge(Seat(seat))} {faces(each)}" for seat, each in enumerate(rolled.dice) if each)
        yield say("Roll for the first turn: {rolls}", rolls=dice)
        if rolled.opener is not None:
            pips = TOTALS[rolled.dice[rolled.opener]]
            yield say("-# {name} rolled highest ({pips}) and opens", name=badge(rolled.opener), pips=pips)
