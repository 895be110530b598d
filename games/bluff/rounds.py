"""The rest of a round of Bluff, played out between styles. Quick: no views, no checks; dice are shown no more."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bluff.facing import BELIEVABLE, PublicState
from games.bluff.ranks import COUNTS, DOUBT, FACE, KEY, ONE, ONE_OF, QUANTITY, SHIFT, Counted, key_of, prospects
from games.bluff.rules import lost_by
from games.bluff.styles import ALL, LAST, PolicyState
from games.core import Seat

_WORTH: Final = {
    2: (0.0, 1.0, 1.4, 3.0, 6.5, 13.0),
    3: (0.0, 1.0, 2.2, 4.8, 11.0, 20.0),
    4: (0.0, 1.0, 3.2, 8.6, 18.4, 37.0),
}
"""A player wins in proportion to this, by the players left and their own dice; fitted to matches of mixed styles."""


class End(NamedTuple):
    """How a round ends. Shape: `surplus` is how many more dice there are than the last bid said; below 0, fewer."""

    bidder: int
    doubter: int
    surplus: int


class Stage(NamedTuple):
    """A round at one moment, as everybody sees it.

    Shape: for each seat, `hidden` has the dice under other cups, `keys` what `key_of` makes of them, and `following`
    who is to act next.
    """

    facing: PublicState
    believed: Counted
    hidden: tuple[int, ...]
    keys: tuple[int, ...]
    following: Sequence[int]


def stage(facing: PublicState, following: Sequence[int]) -> Stage:
    """The stage for a round that everybody sees like this."""
    cups = sum(facing.under_cup)
    hidden = tuple([cups - own for own in facing.under_cup])
    keys = tuple([key_of(0, dice, facing.dice) for dice in hidden])
    return Stage(facing, facing.believed, hidden, keys, following)


class World(NamedTuple):
    """What nobody sees all of.

    Shape: each seat's mood; what counts of its own dice and all that are shown; what counts of all dice.
    """

    players: Sequence[PolicyState]
    held: Sequence[Counted]
    counted: Counted


def play_out(stage: Stage, world: World, seat: int, answer: int) -> End:
    """How the round ends if `seat` answers this and everybody goes on by their mood."""
    facing, believed, hidden, keys, following = stage
    players, held, counted = world
    last, bidder, earlier, under_cup, dice, _ = facing
    named = [*earlier]
    while answer != DOUBT:
        face = FACE[answer]
        if not named[seat] >> face & 1:
            named[seat] |= 1 << face
            if under_cup[seat] >= BELIEVABLE:
                believed += ONE[face]
        last, bidder, seat = answer, seat, following[seat]
        mood, known = players[seat], held[seat]
        if mood.trusts == LAST:
            if under_cup[bidder] >= BELIEVABLE:
                known += ONE[face]
        elif mood.trusts == ALL:
            known += believed
            if under_cup[seat] >= BELIEVABLE:
                known -= ONE_OF[named[seat]]
        key = (known << KEY) + keys[seat] + last
        found = mood.answers.get(key)
        answer = mood.find(key, known, prospects(last, hidden[seat], dice)) if found is None else found
    return End(bidder, seat, (counted >> SHIFT[FACE[last]] & COUNTS) - QUANTITY[last])


def left_after(dice_counts: tuple[int, ...], end: End) -> tuple[int, ...]:
    """How many dice everyone has left after a round that ends like this."""
    lost = lost_by(dice_counts, Seat(end.bidder), Seat(end.doubter), end.surplus)
    return tuple([had - gone for had, gone in zip(dice_counts, lost, strict=True)])


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
