"""Bluff's public page: what everyone at the table sees. Pure: from a spectator's view to the parts of a page."""

from itertools import count, takewhile

from bot.pages import Divider, Part, Text
from bot.table import Table
from bot.words import Words
from cogs.bluff.dice import HIDDEN, bid_label, face, faces
from cogs.names import name
from games.bluff import STAR, Bid, BidMade, BluffView, CupsLifted
from games.core import Seat

SHOWN_BIDS = 4
"""The last bids of the round; more than a phone shows in one line nobody reads."""

PATH_EACH_SIDE = 4
"""Spaces of the path beside the marker: what fits on a phone's line."""


def board(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    if view.outcome:
        return (*_result(table, view, say), *_last_round(table, view, say))
    title = say.many(
        "## Bluff · round {round} · {n} die in play", "## Bluff · round {round} · {n} dice in play",
        view.dice_in_play, round=view.round,
    )  # fmt: skip
    return (
        Text(title),
        Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(view.seats))),
        Text("\n".join((*_bidding(table, view, say), _turn(table, view, say)))),
        *_last_round(table, view, say),
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
    return [_path(view.bids[-1].bid, view.dice_in_play), " → ".join(more + shown)]


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
    return f"{face(STAR)}{(space + 1) // 3}" if space % 3 == 2 else str((2 * space + 2) // 3)


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
    """What the last challenge brought to light: it stays readable until the next one."""
    lift = view.last_lift
    if lift is None:
        return ()
    bidder, doubter, bid = name(table, lift.bidder, say), name(table, lift.doubter, say), bid_label(lift.bid)
    told = say(
        "**Round {round}:** {doubter} doubted {bid} of {bidder}", round=lift.round, doubter=doubter, bid=bid,
        bidder=bidder,
    )  # fmt: skip
    cups = [
        _reveal_line(table, lift, Seat(seat), say) for seat, cup in enumerate(lift.cups) if cup or lift.exposed[seat]
    ]
    return (Divider(), Text("\n".join((told, *cups, _verdict(lift, say), *losses(table, lift, say)))))


def _reveal_line(table: Table, lift: CupsLifted, seat: Seat, say: Words) -> str:
    """One player's dice, those that count in brackets, and how many they are."""
    dice = tuple(sorted((*lift.exposed[seat], *lift.cups[seat]), key=lambda die: not lift.bid.counts((die,))))
    hits = lift.bid.counts(dice)
    shown = " ".join(filter(None, (f"[{faces(dice[:hits])}]" if hits else "", faces(dice[hits:]))))
    return f"{name(table, seat, say)}  {shown}  → **{hits}**"


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
    """Who lost how many dice. Shape: one sentence for each who lost some."""
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
    lines = "\n".join(f"{places[seat]}. {name(table, Seat(seat), say)}" for seat in ranking)
    left = say.many("{n} die left", "{n} dice left", view.outcome.scores[ranking[0]])
    return (Text(say("## Bluff · {name} has won with {left}", name=winner, left=left)), Text(lines))
