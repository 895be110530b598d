"""Bluff's public page: what everyone at the table sees. Pure: from a spectator's view to the parts of a page."""

from itertools import count, takewhile

from bot.pages import Divider, Part, Picture, Text
from bot.table import Table
from bot.words import Words
from cogs.bluff.coach import has_taught
from cogs.bluff.dice import HIDDEN, bid_label, faces, laid_open, one_by_one
from cogs.bluff.picture import path_picture, reveal_picture
from cogs.names import name
from cogs.scores import standings
from cogs.spoken import spoken
from games.bluff import Bid, BidMade, BluffView, CupsLifted, Dice
from games.core import Seat

SHOWN_BIDS = 4
"""The last bids of the round; more than a phone shows in one line nobody reads."""

PATH_EACH_SIDE = 4
"""Spaces of the path beside the marker: what fits on a phone's line."""


def board(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    if view.outcome:
        return (*_result(table, view, say), *_last_round(table, view, say))
    if table.is_lesson and view.last_lift and has_taught(view):
        return (Text(say("## Bluff · the lesson is over")), *_revealed(table, view.last_lift, say))
    title = say.many(
        "## Bluff · round {round} · {n} die in play", "## Bluff · round {round} · {n} dice in play",
        view.dice_in_play, round=view.round,
    )  # fmt: skip
    return (
        Text(title),
        Picture(path_picture(table, view, say), _path_aloud(table, view, say), _in_words(table, view, say)),
        Text("\n".join((*_bidding(table, view, say), _turn(table, view, say)))),
        *_last_round(table, view, say),
    )


def scored(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """What the last doubt brought to light."""
    assert view.last_lift is not None
    return _revealed(table, view.last_lift, say)


def _in_words(table: Table, view: BluffView, say: Words) -> tuple[Text, ...]:
    """What the picture of the path shows."""
    seats = Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(view.seats)))
    return (seats, Text(_path(view.bids[-1].bid, view.dice_in_play))) if view.bids else (seats,)


def _path_aloud(table: Table, view: BluffView, say: Words) -> str:
    """The same, as it is read aloud."""
    last = view.bids[-1] if view.bids else None
    bid = say("{name} bid {bid}", name=name(table, last.seat, say), bid=bid_label(last.bid)) if last else ""
    seats = (_dice_aloud(table, view, Seat(seat), say) for seat in range(view.seats))
    return spoken("\n".join(filter(None, (bid, *seats, _turn(table, view, say)))), say)


def _dice_aloud(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who, hidden, dice = name(table, seat, say), view.under_cup(seat), one_by_one(view.exposed[seat])
    if not view.dice_counts[seat]:
        return _seat_line(table, view, seat, say)
    if not dice:
        return say.many("{name}: {n} hidden die", "{name}: {n} hidden dice", hidden, name=who)
    return say.many(
        "{name}: {dice}, and {n} hidden die", "{name}: {dice}, and {n} hidden dice", hidden, name=who, dice=dice
    )


def _seat_line(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who = name(table, seat, say)
    place = view.places[seat]
    if view.dice_counts[seat] == 0 and place:
        return say("{name} is out · place {place}", name=who, place=place)
    dice = faces(view.exposed[seat]) + " " + HIDDEN * view.under_cup(seat)
    marker = " ◀" if seat in view.to_act else ""
    return f"{who}  {dice.strip()}  {view.dice_counts[seat]}{marker}"


def _bidding(table: Table, view: BluffView, say: Words) -> list[str]:
    if not view.bids:
        return _opening(table, view, say) if view.round == 1 else []
    shown = [_bid_made(table, made, say, is_last=made is view.bids[-1]) for made in view.bids[-SHOWN_BIDS:]]
    more = ["…"] if len(view.bids) > SHOWN_BIDS else []
    return [" → ".join(more + shown)]


def _bid_made(table: Table, made: BidMade, say: Words, *, is_last: bool) -> str:
    who, bid = name(table, made.seat, say), bid_label(made.bid)
    line = f"{who} **{bid}**" if is_last else f"{who} {bid}"
    if not made.exposed:
        return line
    return say.many(
        "{line}, shows {dice}, rolls {n} die again", "{line}, shows {dice}, rolls {n} dice again",
        made.rerolled, line=line, dice=faces(made.exposed),
    )  # fmt: skip


def _path(bid: Bid, dice: int) -> str:
    """The spaces around the marker. Shape: numbers, and stars with their number."""
    spaces = [*takewhile(lambda space: _is_reachable(space, dice), count(1))]
    here = spaces.index(bid.space)
    near = spaces[max(0, here - PATH_EACH_SIDE) : here + PATH_EACH_SIDE + 1]
    marked = (f"[{_space(space)}]" if space == bid.space else _space(space) for space in near)
    return f"`{' '.join(marked)}`"


def _space(space: int) -> str:
    """What stands on a step of the path. Source: RULES.md 3.3."""
    return f"★{(space + 1) // 3}" if space % 3 == 2 else str((2 * space + 2) // 3)


def _is_reachable(space: int, dice: int) -> bool:
    """Whether the step is worth showing: up to the last star that can be bid."""
    return space <= 3 * dice - 1


def _turn(table: Table, view: BluffView, say: Words) -> str:
    (seat,) = view.to_act
    who = name(table, seat, say)
    if view.phase == "expose":
        return say("▶ {name} may show dice and roll the others again", name=who)
    if view.bid is None:
        return say("▶ {name} opens the round with a bid", name=who)
    return say("▶ {name} raises {bid} or doubts it", name=who, bid=bid_label(view.bid))


def _opening(table: Table, view: BluffView, say: Words) -> list[str]:
    """Who rolled what for the first turn."""
    assert view.opener is not None
    rolls = [
        " · ".join(f"{name(table, Seat(seat), say)} {faces(dice)}" for seat, dice in enumerate(roll) if dice)
        for roll in view.opening
    ]
    opener = name(table, view.opener, say)
    return [*rolls, say("-# The highest total of pips opens, and a star counts nothing: {name}.", name=opener)]


def _last_round(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """What the last challenge brought to light, until everyone has had a turn to look; then its result in a line."""
    lift = view.last_lift
    if lift is None:
        return ()
    if not view.outcome and len(view.bids) >= sum(map(bool, view.dice_counts)):
        result = " · ".join(lifted(table, lift, say))
        return (Text(say("-# Round {round}: {result}", round=lift.round, result=result)),)
    return (Divider(), *_revealed(table, lift, say))


def _revealed(table: Table, lift: CupsLifted, say: Words) -> tuple[Part, ...]:
    """Everyone's dice under the lifted cups, and what the bid was worth."""
    told = say(
        "**Round {round}:** {doubter} doubted {bid} of {bidder}", round=lift.round, bid=bid_label(lift.bid),
        doubter=name(table, lift.doubter, say), bidder=name(table, lift.bidder, say),
    )  # fmt: skip
    result = "\n".join((_verdict(lift, say), *losses(table, lift, say)))
    cups = [(Seat(seat), dice) for seat, dice in enumerate(laid_open(lift)) if dice]
    in_words = "\n".join(_cup_line(table, lift, seat, dice, say) for seat, dice in cups)
    aloud = spoken("\n".join((told, *(_cup_aloud(table, lift, seat, dice, say) for seat, dice in cups), result)), say)
    return (Text(told), Picture(reveal_picture(table, lift, say), aloud, (Text(in_words),)), Text(result))


def _cup_line(table: Table, lift: CupsLifted, seat: Seat, dice: Dice, say: Words) -> str:
    """One player's dice, those that count in brackets, and how many they are."""
    hits = lift.bid.counts(dice)
    shown = " ".join(filter(None, (f"[{faces(dice[:hits])}]" if hits else "", faces(dice[hits:]))))
    return f"{name(table, seat, say)}  {shown}  → **{hits}**"


def _cup_aloud(table: Table, lift: CupsLifted, seat: Seat, dice: Dice, say: Words) -> str:
    who, hits = name(table, seat, say), lift.bid.counts(dice)
    return say.many(
        "{name}: {dice}; {n} of them counts", "{name}: {dice}; {n} of them count", hits, name=who, dice=one_by_one(dice)
    )


def lifted(table: Table, lift: CupsLifted, say: Words) -> list[str]:
    """A challenge in short: who doubted whom, how it was, and who lost what."""
    bidder, doubter = name(table, lift.bidder, say), name(table, lift.doubter, say)
    count = say.many(
        "{doubter} doubted {bid} of {bidder}: there is {n}", "{doubter} doubted {bid} of {bidder}: there are {n}",
        lift.count, doubter=doubter, bid=bid_label(lift.bid), bidder=bidder,
    )  # fmt: skip
    if lift.count == lift.bid.quantity:
        return [count, say("everyone but {name} loses a die", name=bidder)]
    return [count, *losses(table, lift, say)]


def _verdict(lift: CupsLifted, say: Words) -> str:
    difference = lift.count - lift.bid.quantity
    if difference > 0:
        return say.many(
            "**There is {n}**, {difference} more than the bid.", "**There are {n}**, {difference} more than the bid.",
            lift.count, difference=difference,
        )  # fmt: skip
    if difference < 0:
        return say.many(
            "**There is {n}**, {difference} fewer than the bid.", "**There are {n}**, {difference} fewer than the bid.",
            lift.count, difference=-difference,
        )  # fmt: skip
    return say.many(
        "**There is {n}**, exactly the bid: everyone else loses a die.",
        "**There are {n}**, exactly the bid: everyone else loses a die.",
        lift.count,
    )


def losses(table: Table, lift: CupsLifted, say: Words) -> list[str]:
    """Who lost how many dice. Shape: a sentence for each who lost some; none where everyone but the bidder lost one."""
    if lift.count == lift.bid.quantity:
        return []
    names = [name(table, Seat(seat), say) for seat in range(len(lift.lost))]
    return [
        say.many("{name} loses {n} die", "{name} loses {n} dice", lost, name=who)
        for who, lost in zip(names, lift.lost, strict=True)
        if lost
    ]


def _result(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    assert view.outcome is not None
    places = view.outcome.places
    ranking = sorted(range(view.seats), key=lambda seat: places[seat])
    winner = name(table, Seat(ranking[0]), say)
    left = say.many("{n} die left", "{n} dice left", view.outcome.scores[ranking[0]])
    return (
        Text(say("## Bluff · {name} has won with {left}", name=winner, left=left)),
        standings(table, view.outcome, say),
    )
