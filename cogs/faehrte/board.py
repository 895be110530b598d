"""The public page of Auf falscher Fährte. Pure: from a spectator's view to the parts of a page."""

from bot.pages.page import Divider, Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.picture import round_picture
from cogs.faehrte.told import hidden_cards, label, last, left_over, own_points, points, told, tricks_and_points, turn
from cogs.parts.cards import FACE_DOWN, card, colour
from cogs.parts.names import name
from cogs.parts.scores import final_scores, headline, scores
from cogs.parts.spoken import pictured
from games.core import Seat
from games.faehrte.view import FaehrteView


def board(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    open_table = view.table
    if open_table.outcome:
        won = headline("Auf falscher Fährte", table, open_table.outcome, say)
        points = final_scores(table, open_table.outcome, _rounds(view, say), open_table.totals, say)
        return (Text(won), *points, _end(table, view, say))
    title = say(
        "## Auf falscher Fährte · round {round}/{rounds} · trick {trick}/{tricks}",
        round=open_table.round,
        rounds=open_table.rounds,
        trick=min(open_table.tricks_done + 1, open_table.tricks_in_round),
        tricks=open_table.tricks_in_round,
    )
    asked = (*last(table, view, say), *left_over(view, say), turn(table, view, say))
    return (Text(title), _picture(table, view, say), Text("\n".join(asked)), *_before(table, view, say))


def scored(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: its last trick, its hidden cards, and what everyone has scored."""
    result = view.table.results[-1]
    own = () if view.seat is None else (Text(own_points(result, view.seat, say)),)
    totals = scores(table, _rounds(view, say), view.table.totals, say, is_fresh=False)
    return (*own, _picture(table, view, say), _round_over(table, view, say), *totals)


def _picture(table: Table, view: FaehrteView, say: Words) -> Picture:
    """The table, and all that it shows in words."""
    trump = say("Trump: {trump}", trump=colour(view.table.trump, say))
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats))
    words = Text(f"{trump}\n{hidden_cards(view, say)}"), Text("\n".join(seats))
    return pictured(round_picture(table, view, say), words, say)


def _seat_line(table: Table, view: FaehrteView, seat: Seat, say: Words) -> str:
    open_table = view.table
    who = name(table, seat, say)
    if open_table.phase == "hide":
        return f"{who} …" if seat in open_table.to_act else f"{who} {FACE_DOWN}"
    played = open_table.card_of(seat)
    lead = "➤ " if seat == open_table.leader else ""
    crown = " 👑" if played is not None and seat == open_table.taking else ""
    marker = " ◀" if seat in open_table.to_act else ""
    shown = f" **{card(played)}**{crown}" if played is not None else ""
    tricks = say.many("{n} trick", "{n} tricks", open_table.tricks[seat])
    return f"{lead}{who}{shown} · {tricks}{marker}"


def _before(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The round before this one: at length while it is news, and its hidden cards to the end of this one."""
    open_table = view.table
    if not open_table.results:
        return ()
    if not open_table.taken:
        return (Divider(), Text("\n".join(_result(table, view, say))), *_sheet(table, view, say))
    before = Text(f"-# {told(open_table.results[-1], say)}")
    return (before, *scores(table, _rounds(view, say), open_table.totals, say, is_fresh=False))


def _result(table: Table, view: FaehrteView, say: Words) -> tuple[str, ...]:
    """What the last round was about, and what everyone has scored in it."""
    result = view.table.results[-1]
    return (told(result, say), *points(table, result, say))


def _round_over(table: Table, view: FaehrteView, say: Words) -> Text:
    return Text("\n".join((*_result(table, view, say), *last(table, view, say))))


def _end(table: Table, view: FaehrteView, say: Words) -> Text:
    """What the last round was about, and how its tricks made points."""
    result = view.table.results[-1]
    small = (*tricks_and_points(result, say), *last(table, view, say))
    return Text("\n".join((told(result, say), *small)))


def _sheet(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    return scores(table, _rounds(view, say), view.table.totals, say, is_fresh=True)


def _rounds(view: FaehrteView, say: Words) -> list[tuple[str, tuple[int, ...]]]:
    return [(label(result, say), result.points) for result in view.table.results]
