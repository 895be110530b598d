"""The public page of Volltreffer. Pure: from a spectator's view to the parts of a page."""

from collections.abc import Mapping

from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour, compact
from cogs.parts.names import badge
from cogs.parts.scores import headline, standings
from cogs.parts.spoken import pictured
from cogs.parts.tricks import last_trick
from cogs.volltreffer.picture import bought_picture, market_picture, track_picture, trick_picture
from cogs.volltreffer.text import (
    aim,
    for_sale,
    gained_by_melds,
    gains,
    melded,
    moved,
    own_square,
    prize,
    standing,
    turn,
)
from games.core import Seat
from games.figures import Tally
from games.volltreffer.table import HAND, TRICK, OpenTable
from games.volltreffer.view import VolltrefferView


def board(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    open_table = view.table
    if open_table.outcome:
        won = headline("Volltreffer", table, open_table.outcome, say)
        return (Text(won), _final_track(table, open_table, say), _end(table, open_table, say))
    title = Text(_title(open_table, say))
    asked = Text("\n".join((*_last_trick(table, open_table, say), turn(table, open_table, say))))
    seats = Text("\n".join(_seat_line(table, open_table, Seat(seat), say) for seat in range(open_table.seats)))
    trump = say("Trump: {trump}", trump=colour(open_table.trump, say))
    goal = f"-# {aim(open_table, say)}"
    match open_table.phase:
        case "declare":
            bought = pictured(bought_picture(table, open_table, say), (Text(f"{trump}\n{goal}"), seats), say)
            return (title, bought, Text(trump), asked)
        case "play":
            last_one = [_taken(table, open_table, say)] if any(open_table.tricks) and not open_table.trick else []
            open_cards = Text("\n".join((trump, *last_one, f"{goal} · {prize(say)}")))
            trick = pictured(trick_picture(table, open_table, say), (open_cards, seats), say)
            return (title, trick, asked, *_melds(open_table, say))
    assert open_table.trump_card is not None
    turned = f"{trump} ({card(open_table.trump_card)})"
    open_cards = Text("\n".join((turned, for_sale(open_table, say), goal)))
    market = pictured(market_picture(table, open_table, say), (open_cards, seats), say)
    return (title, market, asked, *_before(table, open_table, say))


def scored(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """How everyone has moved in the round that has ended, and where that has led."""
    open_table = view.table
    return (_track(table, open_table, say), small(gains(open_table, say)))


def _title(open_table: OpenTable, say: Words) -> str:
    if open_table.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=open_table.round)
    if open_table.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick}/{tricks}", round=open_table.round,
                   trick=sum(open_table.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=open_table.round)


def _track(table: Table, open_table: OpenTable, say: Words) -> Picture:
    """Everyone's square, and how far that is from the middle of the zone."""
    seats = "\n".join(standing(table, open_table, Seat(seat), say) for seat in range(open_table.seats))
    return pictured(track_picture(table, open_table, say), (Text(seats), Text(f"-# {aim(open_table, say)}")), say)


def _final_track(table: Table, open_table: OpenTable, say: Words) -> Picture:
    """The same at the end. Shape: in words, everyone by place, and what it took."""
    assert open_table.outcome is not None
    places = standings(table, open_table.outcome, say).instead
    return pictured(track_picture(table, open_table, say), (*places, Text(f"-# {aim(open_table, say)}")), say)


def _seat_line(table: Table, open_table: OpenTable, seat: Seat, say: Words) -> str:
    where = standing(table, open_table, seat, say)
    lead = "➤ " if open_table.phase == "play" and seat == open_table.leader else ""
    marker = " ◀" if seat in open_table.to_act else ""
    crown = " 👑" if open_table.trick and seat == open_table.taken.winner else ""
    played = f" · **{card(_played(open_table, seat))}**{crown}" if _has_played(open_table, seat) else ""
    tricks = " · " + say.many("{n} trick", "{n} tricks", open_table.tricks[seat]) if open_table.phase == "play" else ""
    held = f" · {compact(open_table.hands[seat])}" if open_table.hands[seat] else ""
    return f"{lead}{where}{played}{tricks}{held}{marker}"


def _has_played(open_table: OpenTable, seat: Seat) -> bool:
    return open_table.leader is not None and (seat - open_table.leader) % open_table.seats < len(open_table.trick)


def _played(open_table: OpenTable, seat: Seat) -> int:
    assert open_table.leader is not None
    return open_table.trick[(seat - open_table.leader) % open_table.seats]


def _last_trick(table: Table, open_table: OpenTable, say: Words) -> list[str]:
    """The trick before the one on the table; while none is there, the picture shows it."""
    return [_taken(table, open_table, say)] if open_table.trick and any(open_table.tricks) else []


def _taken(table: Table, open_table: OpenTable, say: Words) -> str:
    last = open_table.last_trick
    assert last is not None
    return last_trick(table, last.leader, last.cards, last.winner, say)


def _melds(open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """Moves forward by melds and the smallest total: why until a card is led, and in a line in that trick."""
    if open_table.last_melds is None or any(open_table.tricks):
        return ()
    if open_table.trick:
        return (Text(say("-# Melds and smallest total: {squares}", squares=moved(gained_by_melds(open_table)))),)
    seats = map(Seat, range(open_table.seats))
    return (small(f"{badge(seat)} {' · '.join(found)}" for seat in seats if (found := melded(open_table, seat, say))),)


def _end(table: Table, open_table: OpenTable, say: Words) -> Text:
    """How everyone came to where they stand, in small print, and the last trick."""
    return small((*gains(open_table, say), _taken(table, open_table, say)))


def _before(table: Table, open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """How everyone moved in the last round, in a line until everyone has bought a card in this one.

    On one's own, where no pause shows the round before, it says at first why.
    """
    over, bought = open_table.last_round, sum(map(int.bit_count, open_table.bought))
    if over is None or bought >= open_table.seats:
        return ()
    if table.is_solo and not bought:
        return (small(gains(open_table, say)),)
    gained = (
        squares + TRICK * tricks for squares, tricks in zip(gained_by_melds(open_table), over.tricks, strict=True)
    )
    return (Text(say("-# Round {round}: {squares}", round=open_table.round - 1, squares=moved(gained))),)


def farewell(_table: Table, view: VolltrefferView, say: Words) -> str:
    """The player's square, and how far that is from the bull's-eye."""
    assert view.seat is not None
    return own_square(view.table.markers[view.seat], say)


def praise(view: VolltrefferView, _figures: Mapping[str, Tally], say: Words) -> str:
    """Praise for reaching the zone, or for the most tricks of the last round."""
    open_table, seat = view.table, view.seat
    assert seat is not None
    assert open_table.last_round is not None
    tricks = open_table.last_round.tricks
    if open_table.markers[seat] in open_table.zone:
        return say("You landed in the zone.")
    if tricks[seat] and tricks[seat] == max(tricks):
        return say("Nobody took more tricks than you in the last round: {tricks}.", tricks=tricks[seat])
    return ""
