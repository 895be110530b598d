"""Bluff's public page: what everyone at the table sees. Pure: from a spectator's view to the parts of a page."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.pages.page import Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import HIDDEN, bid_label, faces, one_by_one
from cogs.bluff.picture import path_picture
from cogs.bluff.text import TURN_MARK, bids, happened, in_a_line, losses, opening, revealed, turn
from cogs.parts.names import badge, name
from cogs.parts.scores import PLACES, headline, standings
from cogs.parts.spoken import spoken
from games.bluff.actions import Bid
from games.bluff.events import BidMade
from games.bluff.figures import BIDS_HELD, BLUFFS_THROUGH, DOUBTS_RIGHT
from games.bluff.view import BluffView
from games.core import Seat
from games.figures import Tally

PATH_EACH_SIDE = 4
"""Spaces of the path beside the marker: what fits on a phone's line."""


def board(table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    if view.outcome:
        return _result(table, view, say)
    title = Text(say.many(
        "## Bluff · round {round} · {n} die", "## Bluff · round {round} · {n} dice",
        view.table.dice_in_play, round=view.table.round,
    ))  # fmt: skip
    asked = turn(table, view, say)
    if view.table.last_lift and not view.table.bids:  # the doubt is the newest, and the path still empty
        left = " · ".join(f"{badge(seat)} {view.table.dice_counts[seat]}" for seat in sorted(view.still_in))
        now = say("Dice now: {dice}", dice=left)
        return (title, *revealed(table, view, say), Text(f"{asked}\n-# {now}"))
    before = (f"-# {in_a_line(table, view, say)}",) if view.table.last_lift else ()
    return (
        title,
        Picture(path_picture(table, view, say), _path_aloud(table, view, say), _in_words(table, view, say)),
        Text("\n".join((asked, *opening(view, say), *before))),
    )


def _in_words(table: Table, view: BluffView, say: Words) -> tuple[Text, ...]:
    """The picture of the path in words."""
    seats = Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats)))
    if not view.table.bids:
        return (seats,)
    path = _path(view.table.bids[-1].bid, view.table.dice_in_play)
    return (seats, Text("\n".join((path, *bids(view, say)))))


def _path_aloud(table: Table, view: BluffView, say: Words) -> str:
    """The same, as it is read aloud."""
    *earlier, last = map(partial(_bid_aloud, table, say=say), view.table.bids) if view.table.bids else ("",)
    seats = (_dice_aloud(table, view, Seat(seat), say) for seat in range(view.table.seats))
    before = say("Bids before that: {bids}", bids=", ".join(earlier)) if earlier else ""
    return spoken("\n".join(filter(None, (last, *seats, turn(table, view, say).removeprefix(TURN_MARK), before))), say)


def _bid_aloud(table: Table, made: BidMade, say: Words) -> str:
    return say("{name} bid {bid}", name=name(table, made.seat, say), bid=bid_label(made.bid))


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
    """The label of a step of the path. Source: RULES.md 3.3."""
    return f"★{(space + 1) // 3}" if space % 3 == 2 else str((2 * space + 2) // 3)


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


def farewell(table: Table, view: BluffView, say: Words) -> str:
    """The last doubt, and what it cost."""
    assert view.table.last_lift is not None
    return " ".join((happened(table, view.table.last_lift, say, view.seat), *losses(table, view, say, view.seat)))


def praise(view: BluffView, figures: Mapping[str, Tally], say: Words) -> str:
    """Bluffs that nobody doubted, or bids that were rightly doubted, or wrongly; for the last, their rounds."""
    found = {figure: figures[figure.key].total for figure in (BLUFFS_THROUGH, DOUBTS_RIGHT, BIDS_HELD)
             if figure.key in figures}  # fmt: skip
    if bluffs := found.get(BLUFFS_THROUGH):
        return say.many("You got away with {n} bluff.", "You got away with {n} bluffs.", bluffs)
    if doubts := found.get(DOUBTS_RIGHT):
        return say.many("You saw through {n} bid that was too high.", "You saw through {n} bids that were too high.",
                        doubts)  # fmt: skip
    if bids := found.get(BIDS_HELD):
        return say.many("You were doubted and right {n} time.", "You were doubted and right {n} times.", bids)
    assert view.seat is not None
    gone = view.table.out_in[view.seat]
    if gone and view.table.places[view.seat] == max(view.table.places):
        return say("You held out until round {n} of {total}.", n=gone, total=view.table.round)
    return ""
