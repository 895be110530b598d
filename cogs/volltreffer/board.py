"""The public page of Volltreffer. Pure: from a spectator's view to the parts of a page."""

from bot.pages.page import Divider, Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour, compact
from cogs.parts.scores import headline, standings
from cogs.parts.spoken import pictured
from cogs.parts.tricks import last_trick
from cogs.volltreffer.picture import bought_picture, market_picture, track_picture, trick_picture
from cogs.volltreffer.told import aim, for_sale, gains, melds, own_square, prize, standing, turn
from games.core import Seat
from games.volltreffer.moves import HAND
from games.volltreffer.table import OpenTable
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
            open_cards = Text("\n".join((trump, f"{goal} · {prize(say)}")))
            trick = pictured(trick_picture(table, open_table, say), (open_cards, seats), say)
            return (title, trick, asked, *_melds(table, open_table, say))
    assert open_table.trump_card is not None
    turned = f"{trump} ({card(open_table.trump_card)})"
    open_cards = Text("\n".join((turned, for_sale(open_table, say), goal)))
    market = pictured(market_picture(table, open_table, say), (open_cards, seats), say)
    return (title, market, asked, *_before(table, open_table, say))


def scored(table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
    """How everyone has moved in the round that has ended, and where that has led."""
    open_table = view.table
    track, told = _track(table, open_table, say), _round_over(table, open_table, say)
    if view.seat is None:
        return (track, told)
    return (Text(own_square(open_table.markers[view.seat], say)), track, told)


def _title(open_table: OpenTable, say: Words) -> str:
    if open_table.phase == "declare":
        return say("## Volltreffer · round {round} · melds", round=open_table.round)
    if open_table.phase == "play":
        return say("## Volltreffer · round {round} · trick {trick}/{tricks}", round=open_table.round,
                   trick=sum(open_table.tricks) + 1, tricks=HAND)  # fmt: skip
    return say("## Volltreffer · round {round} · buying", round=open_table.round)


def _track(table: Table, open_table: OpenTable, say: Words) -> Picture:
    """Where everyone stands, and how far that is from the middle of the zone."""
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
    """Of this round while it is played, and of the one before as long as that is news."""
    last = open_table.last_trick
    if last is None or not (any(open_table.tricks) or _is_news(open_table)):
        return []
    return [last_trick(table, last.leader, last.cards, last.winner, say)]


def _melds(table: Table, open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """What was melded in this round, and who had the smallest total, until a trick is complete."""
    shown, smallest = open_table.last_melds, open_table.last_smallest
    if shown is None or smallest is None or any(open_table.tricks):
        return ()
    return (Divider(), Text("\n".join(melds(table, shown, smallest, say))))


def _round_over(table: Table, open_table: OpenTable, say: Words) -> Text:
    """How everyone came to where they stand, and the last trick."""
    last = open_table.last_trick
    assert last is not None
    return Text(
        "\n".join((*gains(table, open_table, say), last_trick(table, last.leader, last.cards, last.winner, say)))
    )


def _end(table: Table, open_table: OpenTable, say: Words) -> Text:
    """How everyone came to where they stand, in small print, and the last trick."""
    last = open_table.last_trick
    assert last is not None
    moved = (f"-# {line}" for line in gains(table, open_table, say, is_short=True))
    return Text("\n".join((*moved, last_trick(table, last.leader, last.cards, last.winner, say))))


def _before(table: Table, open_table: OpenTable, say: Words) -> tuple[Part, ...]:
    """How everyone moved in the last round, until everyone has had a turn to look."""
    return (Divider(), Text("\n".join(gains(table, open_table, say)))) if _is_news(open_table) else ()


def _is_news(open_table: OpenTable) -> bool:
    """Whether a round has ended since which not everyone has bought a card."""
    return open_table.last_round is not None and sum(map(int.bit_count, open_table.bought)) < open_table.seats
