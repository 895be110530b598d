"""The public page of Mit List und Tücke. Pure: from a spectator's view to the parts of a page."""

from collections.abc import Mapping

from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card
from cogs.parts.names import name
from cogs.parts.scores import best_round, final_scores, headline, points_so_far
from cogs.parts.spoken import pictured
from cogs.tuecke.picture import is_past, trick_picture
from cogs.tuecke.text import (
    colours,
    ended,
    last_trick,
    own_worth,
    piles,
    played_to_last_trick,
    turn,
    worths,
)
from games.core import Seat
from games.figures import Tally
from games.tuecke.actions import HAND_SIZE
from games.tuecke.view import TueckeView


def board(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    so_far = view.table.round
    if so_far.outcome:
        won = headline("Mit List und Tücke", table, so_far.outcome, say)
        points = final_scores(table, so_far.outcome, _rounds(view), so_far.totals, say)
        return (Text(won), *points, _end(table, view, say))
    title = say(
        "## Mit List und Tücke · round {round}/{rounds} · trick {trick}/{tricks}",
        round=so_far.number,
        rounds=so_far.rounds,
        trick=min(so_far.tricks + 1, HAND_SIZE),
        tricks=HAND_SIZE,
    )
    asked = Text("\n".join((*(last_trick(view, say) if so_far.tricks else ()), turn(table, view, say))))
    return (Text(title), _picture(table, view, say), asked, *_before(table, view, say))


def scored(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: how, what everyone has scored and why, and its last trick."""
    return (_round_over(table, view, say),)


def _picture(table: Table, view: TueckeView, say: Words) -> Picture:
    """The table, and all that it shows in words."""
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.round.seats))
    last_one = (played_to_last_trick(view, say),) if is_past(view) else ()
    words = Text("\n".join((colours(view, say), *last_one, *seats)))
    return pictured(trick_picture(table, view, say), (words,), say)


def _seat_line(table: Table, view: TueckeView, seat: Seat, say: Words) -> str:
    open_table = view.table
    who, played = name(table, seat, say), dict(open_table.plays).get(seat)
    lead = "➤ " if seat == open_table.round.leader else ""
    shown = ""
    if played is not None:
        mark = " 👑" if seat == open_table.first_taker else " 🥈" if seat == open_table.second_taker else ""
        shown = f" · **{card(played)}**{mark}"
    marker = " ◀" if seat in open_table.to_act else ""
    return f"{lead}{piles(view, seat, who, say) or who}{shown}{marker}"


def _before(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """Everyone's points in a line; on one's own, where no pause shows the round before, first that at length."""
    so_far = view.table.round
    if not so_far.ended:
        return ()
    if table.is_solo and not (so_far.tricks or view.table.trick):
        return (small((*ended(table, so_far.ended[-1], say), *last_trick(view, say))),)
    return (points_so_far(so_far.totals, say),)


def _round_over(table: Table, view: TueckeView, say: Words) -> Text:
    return Text("\n".join((*ended(table, view.table.round.ended[-1], say), *last_trick(view, say))))


def _end(table: Table, view: TueckeView, say: Words) -> Text:
    """The worth of everyone's piles in the last round, in small print, and how it ended if it was cut short."""
    last = view.table.round.ended[-1]
    how = ended(table, last, say)[:1] if last.blocked else []
    return Text("\n".join((*how, f"-# {worths(last, say)}", *last_trick(view, say))))


def _rounds(view: TueckeView) -> list[tuple[str, tuple[int, ...]]]:
    return [("", past.points) for past in view.table.round.ended]


def farewell(_table: Table, view: TueckeView, say: Words) -> str:
    """The worth of the player's piles in the last round, and their points in all."""
    assert view.seat is not None
    return own_worth(view.table.round.ended[-1], view.seat, say)


def praise(view: TueckeView, _figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round."""
    assert view.seat is not None
    return best_round([past.points for past in view.table.round.ended], view.seat, say)
