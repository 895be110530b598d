"""Bluff's public page: what everyone at the table sees. Pure: from a spectator's view to the parts of a page."""

from bot.pages.page import Divider, Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.coach import has_taught
from cogs.bluff.dice import HIDDEN, bid_label, faces, one_by_one
from cogs.bluff.picture import path_picture
from cogs.bluff.told import TURN_MARK, bids, happened, in_a_line, losses, opening, revealed, turn
from cogs.parts.names import name
from cogs.parts.scores import PLACES, headline, standings
from cogs.parts.spoken import spoken
from games.bluff.actions import Bid
from games.bluff.view import BluffView
from games.core import Seat
from games.values import replace

PATH_EACH_SIDE = 4
"""Spaces of the path beside the marker: what fits on a phone's line."""


def board(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    if view.outcome:
        return _result(table, view, say)
    if table.is_lesson and view.table.last_lift and has_taught(view):
        return (Text(say("## Bluff · the lesson is over")), *revealed(table, view, say))
    title = say.many(
        "## Bluff · round {round} · {n} die", "## Bluff · round {round} · {n} dice",
        view.table.dice_in_play, round=view.table.round,
    )  # fmt: skip
    so_far = (*opening(table, view, say), *bids(view, say), turn(table, view, say))
    return (
        Text(title),
        Picture(path_picture(table, view, say), _path_aloud(table, view, say), _in_words(table, view, say)),
        Text("\n".join(so_far)),
        *_last_round(table, view, say),
    )


def scored(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """What the last doubt brought to light, as the reader of a panel or of the board is told."""
    return revealed(table, view, say)


def _in_words(table: Table, view: BluffView, say: Words) -> tuple[Text, ...]:
    """What the picture of the path shows."""
    seats = Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats)))
    return (seats, Text(_path(view.table.bids[-1].bid, view.table.dice_in_play))) if view.table.bids else (seats,)


def _path_aloud(table: Table, view: BluffView, say: Words) -> str:
    """The same, as it is read aloud."""
    last = view.table.bids[-1] if view.table.bids else None
    bid = say("{name} bid {bid}", name=name(table, last.seat, say), bid=bid_label(last.bid)) if last else ""
    seats = (_dice_aloud(table, view, Seat(seat), say) for seat in range(view.table.seats))
    return spoken("\n".join(filter(None, (bid, *seats, turn(table, view, say).removeprefix(TURN_MARK)))), say)


def _dice_aloud(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who, hidden, dice = name(table, seat, say), view.table.under_cup(seat), one_by_one(view.table.exposed[seat])
    if not view.table.dice_counts[seat]:
        return _seat_line(table, view, seat, say)
    if not dice:
        return say.many("{name}: {n} hidden die", "{name}: {n} hidden dice", hidden, name=who)
    return say.many(
        "{name}: {dice}, and {n} hidden die", "{name}: {dice}, and {n} hidden dice", hidden, name=who, dice=dice
    )


def _seat_line(table: Table, view: BluffView, seat: Seat, say: Words) -> str:
    who = name(table, seat, say)
    if not view.table.dice_counts[seat] and (place := view.table.places[seat]):
        return say("{name} is out · {place}", name=who, place=say(PLACES[place]))
    dice = faces(view.table.exposed[seat]) + " " + HIDDEN * view.table.under_cup(seat)
    marker = " ◀" if seat in view.to_act else ""
    return f"{who} {view.table.dice_counts[seat]} · {dice.strip()}{marker}"


def _path(bid: Bid, dice: int) -> str:
    """The spaces around the marker. Shape: numbers, and stars with their number."""
    spaces = range(1, 3 * dice)  # up to the last star that can be bid
    here = spaces.index(bid.space)
    near = spaces[max(0, here - PATH_EACH_SIDE) : here + PATH_EACH_SIDE + 1]
    marked = (f"[{_space(space)}]" if space == bid.space else _space(space) for space in near)
    return f"`{' '.join(marked)}`"


def _space(space: int) -> str:
    """What stands on a step of the path. Source: RULES.md 3.3."""
    return f"★{(space + 1) // 3}" if space % 3 == 2 else str((2 * space + 2) // 3)


def _last_round(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """What the last doubt brought to light, until everyone has had a turn to look; then its result in a line."""
    lift = view.table.last_lift
    if lift is None:
        return ()
    if len(view.table.bids) >= len(view.still_in):
        return (Text(say("-# Round {round}: {result}", round=lift.round, result=in_a_line(table, view, say))),)
    return (Divider(), *revealed(table, view, say))


def _result(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """Everyone by place, and the last doubt. Shape: its picture says who has doubted what."""
    assert view.outcome is not None
    won = Text(headline("Bluff", table, view.outcome, say))
    if view.table.last_lift is None:
        return (won, standings(table, view.outcome, say))
    (cups,) = (part for part in revealed(table, view, say) if isinstance(part, Picture))
    doubt = Text(happened(table, view.table.last_lift, say))
    why = " ".join(losses(table, view, say))
    return (won, standings(table, view.outcome, say), replace(cups, instead=(doubt, *cups.instead)), Text(f"-# {why}"))
