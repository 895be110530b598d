"""The rest of a round of Bluff, played out between styles. Quick: no views, no checks; dice are shown no more."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from games.bluff.ranks import DOUBT, FACE, QUANTITY, Counted
from games.bluff.rules import lost_by
from games.bluff.styles import Facing, Style
from games.core import Seat

_WORTH: Final = {
    2: (0.0, 1.0, 1.4, 3.0, 6.5, 13.0),
    3: (0.0, 1.0, 2.2, 4.8, 11.0, 20.0),
    4: (0.0, 1.0, 3.2, 8.6, 18.4, 37.0),
}
"""A player wins in proportion to this, by the players left and their own dice; fitted to matches of mixed styles."""


class Table(NamedTuple):
    """A round at one moment, as the search imagines it.

    Shape: `held` has what counts of each seat's own dice and all that are shown; `counted` what counts of all dice;
    `following` who is to act after each seat.
    """

    dice_counts: tuple[int, ...]
    held: Sequence[Counted]
    counted: Counted
    players: Sequence[Style]
    following: Sequence[int]


def play_out(table: Table, facing: Facing, seat: int, answer: int, rng: Random) -> tuple[int, ...]:
    """How many dice everyone has left if `seat` answers this and the round goes on by the players' styles."""
    last, bidder, named, under_cup, dice = facing
    named = [*named]
    while answer != DOUBT:
        named[seat] |= 1 << FACE[answer]
        last, bidder = answer, seat
        seat = table.following[seat]
        style = table.players[seat]
        lying = style.lies > 0 and rng.random() < style.lies
        answer = style.answer(seat, table.held[seat], Facing(last, bidder, named, under_cup, dice), lying=lying)
    surplus = table.counted[FACE[last]] - QUANTITY[last]
    lost = lost_by(table.dice_counts, Seat(bidder), Seat(seat), surplus)
    return tuple([had - gone for had, gone in zip(table.dice_counts, lost, strict=True)])


def following(dice_counts: Sequence[int]) -> tuple[int, ...]:
    """Who is to act after each seat. Source: RULES.md 2.2."""
    seats = len(dice_counts)
    return tuple(
        next(other % seats for other in range(seat + 1, seat + seats + 1) if dice_counts[other % seats])
        for seat in range(seats)
    )


def chance_to_win(dice_counts: Sequence[int], seat: int) -> float:
    """How likely this seat wins a match in which everyone has this many dice."""
    left = sum(map(bool, dice_counts))
    if left == 1:
        return float(dice_counts[seat] > 0)
    worth = _WORTH[min(left, max(_WORTH))]
    return worth[dice_counts[seat]] / sum([worth[dice] for dice in dice_counts])
