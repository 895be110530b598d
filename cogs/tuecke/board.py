"""The public page of Mit List und Tücke. Pure: from a spectator's view to the parts of a page."""

from bot.pages.page import Divider, Part, Picture, Text
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card
from cogs.parts.names import name
from cogs.parts.scores import final_scores, headline, scores
from cogs.parts.spoken import pictured
from cogs.tuecke.picture import trick_picture
from cogs.tuecke.told import colours, ended, last_trick, own_worth, piles, turn, worths
from games.core import Seat
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
    asked = Text("\n".join((*last_trick(table, view, say), turn(table, view, say))))
    return (Text(title), _picture(table, view, say), asked, *_before(table, view, say))


def scored(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: what everyone has scored, its last trick, and the sheet."""
    last = view.table.round.ended[-1]
    own: tuple[Part, ...] = ()
    if view.seat is not None:
        own = (Text(own_worth(last, view.seat, say)),)
    return (*own, _round_over(table, view, say), *_sheet(view, table, say))


def _picture(table: Table, view: TueckeView, say: Words) -> Picture:
    """The table, and all that it shows in words."""
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.round.seats))
    words = Text("\n".join((colours(view, say), *seats)))
    return pictured(trick_picture(table, view, say), (words,), say)


def _seat_line(table: Table, view: TueckeView, seat: Seat, say: Words) -> str:
    open_table = view.table
    played = dict(open_table.plays).get(seat)
    lead = "➤ " if seat == open_table.round.leader else ""
    shown = ""
    if played is not None:
        mark = " 👑" if seat == open_table.first_taker else " 🥈" if seat == open_table.second_taker else ""
        shown = f" **{card(played)}**{mark}"
    marker = " ◀" if seat in open_table.to_act else ""
    before = piles(view, seat, say)
    return f"{lead}{name(table, seat, say)}{shown}{f' · {before}' if before else ''}{marker}"


def _before(table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
    """The round before this one, while that is news, and the sheet; later the totals alone."""
    so_far = view.table.round
    if not so_far.ended:
        return ()
    if so_far.tricks:
        return scores(table, _rounds(view), so_far.totals, say, is_fresh=False)
    return (Divider(), Text("\n".join(ended(table, so_far.ended[-1], say))), *_sheet(view, table, say))


def _round_over(table: Table, view: TueckeView, say: Words) -> Text:
    return Text("\n".join((*ended(table, view.table.round.ended[-1], say), *last_trick(table, view, say))))


def _end(table: Table, view: TueckeView, say: Words) -> Text:
    """What everyone's piles were worth in the last round, in small print, and how it ended if it was cut short."""
    last = view.table.round.ended[-1]
    how = ended(table, last, say)[:1] if last.blocked else []
    return Text("\n".join((*how, f"-# {worths(last, say)}", *last_trick(table, view, say))))


def _sheet(view: TueckeView, table: Table, say: Words) -> tuple[Part, ...]:
    return scores(table, _rounds(view), view.table.round.totals, say, is_fresh=True)


def _rounds(view: TueckeView) -> list[tuple[str, tuple[int, ...]]]:
    return [("", past.points) for past in view.table.round.ended]
