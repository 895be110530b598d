"""The public page of Auf falscher Fährte. Pure: from a spectator's view to the parts of a page."""

from collections.abc import Mapping

from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.picture import is_past, round_picture
from cogs.faehrte.text import (
    hidden_cards,
    in_short,
    label,
    last,
    latest_trick,
    left_over,
    own_points,
    points,
    prizes,
    told,
    tricks_and_points,
    trump_news,
    turn,
)
from cogs.parts.cards import FACE_DOWN, card, colour
from cogs.parts.names import name
from cogs.parts.scores import best_round, final_scores, headline
from cogs.parts.spoken import pictured
from games.core import Seat
from games.faehrte.figures import STEERED
from games.faehrte.view import FaehrteView
from games.figures import Tally


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
    last_one = latest_trick(table, view, say) if open_table.trick and open_table.taken else []
    asked = (*last_one, *trump_news(table, view, say), *left_over(view, say), turn(table, view, say))
    return (Text(title), _picture(table, view, say), Text("\n".join(asked)), *_before(table, view, say))


def scored(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: its last trick, its hidden cards, and what everyone has scored, and why."""
    result = view.table.results[-1]
    lines = (*points(table, result, say), prizes(result, say), *trump_news(table, view, say))
    return (_picture(table, view, say), small(lines))


def _picture(table: Table, view: FaehrteView, say: Words) -> Picture:
    """The table, and all that it shows in words."""
    trump = say("Trump: {trump}", trump=colour(view.table.trump, say))
    last_one = latest_trick(table, view, say) if is_past(view) else []
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats))
    words = Text("\n".join((trump, hidden_cards(view, say), *last_one))), Text("\n".join(seats))
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
    """The round before this one, in a small line; on one's own, where no pause shows it, first at length."""
    open_table = view.table
    if not open_table.results:
        return ()
    result = open_table.results[-1]
    if table.is_solo and len(open_table.to_act) == open_table.seats:
        return (small((told(result, say), *points(table, result, say), prizes(result, say))),)
    return (Text(in_short(result, say)),)


def _end(table: Table, view: FaehrteView, say: Words) -> Text:
    """The last round: Plus or Minus, and how its tricks made points."""
    result = view.table.results[-1]
    return Text("\n".join((told(result, say), *tricks_and_points(result, say), *last(table, view, say))))


def _rounds(view: FaehrteView, say: Words) -> list[tuple[str, tuple[int, ...]]]:
    return [(label(result, say), result.points) for result in view.table.results]


def farewell(_table: Table, view: FaehrteView, say: Words) -> str:
    """The player's tricks and points in the last round, and their points in all."""
    assert view.seat is not None
    return own_points(view.table.results[-1], view.seat, say)


def praise(view: FaehrteView, figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round, or how often their hidden card has helped to decide."""
    assert view.seat is not None
    steered = figures[STEERED.key].total if STEERED.key in figures else 0
    if best := best_round([result.points for result in view.table.results], view.seat, say):
        return best
    if steered:
        return say.many("{n} round went your hidden card's way.", "{n} rounds went your hidden card's way.", steered)
    return ""
