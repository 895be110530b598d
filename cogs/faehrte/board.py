"""The public page of Auf falscher Fährte, and the sentences that panels and replays share with it. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.matches.history import Seen
from bot.pages.page import Part, Picture, Text, small
from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.picture import is_past, round_picture, verdict
from cogs.parts.cards import FACE_DOWN, card, colour, compact
from cogs.parts.names import badge, name
from cogs.parts.scores import best_round, final_scores, headline
from cogs.parts.spoken import pictured
from cogs.parts.tricks import card_from, last_trick, numbered_trick
from games.cards import Card, Play
from games.core import Action, Event, Seat
from games.faehrte.actions import Hide, Trump
from games.faehrte.events import CardTurned, Kind, KindDecided, RoundScored, TrickTaken, TrumpNamed, TrumpStays
from games.faehrte.figures import STEERED
from games.faehrte.table import MOST_OF_MINUS, PRIZES, OpenTable
from games.faehrte.view import FaehrteView
from games.figures import Tally


def board(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    open_table = view.table
    if open_table.outcome:
        won = headline("Auf falscher Fährte", table, open_table.outcome, say)
        rounds = [(label(result, say), result.points) for result in open_table.results]
        final = final_scores(table, open_table.outcome, rounds, open_table.totals, say)
        result = open_table.results[-1]
        end = (told(result, say), *tricks_and_points(result, say), *last(table, view, say))
        return (Text(won), *final, Text("\n".join(end)))
    number, tricks = open_table.tricks_done + 1, open_table.tricks_in_round
    title = say("## Auf falscher Fährte · round {round}/{rounds} · trick {trick}/{tricks}", round=open_table.round,
                rounds=open_table.rounds, trick=min(number, tricks), tricks=tricks)  # fmt: skip
    last_one = latest_trick(table, view, say) if open_table.trick and open_table.taken else []
    asked = (*last_one, *trump_news(table, view, say), *left_over(view, say), turn(table, view, say))
    return (Text(title), _picture(table, view, say), Text("\n".join(asked)), *_before(table, view, say))


def scored(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended: its last trick, its hidden cards, and what everyone has scored, and why."""
    result = view.table.results[-1]
    lines = (*points(table, result, say), prizes(result, say), *trump_news(table, view, say))
    return (_picture(table, view, say), small(lines))


def _picture(table: Table, view: FaehrteView, say: Words) -> Picture:
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


def farewell(_table: Table, view: FaehrteView, say: Words) -> str:
    """The player's tricks and points in the last round, and their points in all."""
    assert view.seat is not None
    result, seat = view.table.results[-1], view.seat
    return say.many("You took {n} trick: **+{points}** · points in this match: {total}",
                    "You took {n} tricks: **+{points}** · points in this match: {total}", result.tricks[seat],
                    points=result.points[seat], total=result.totals[seat])  # fmt: skip


def praise(view: FaehrteView, figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round, or how often their hidden card has helped to decide."""
    assert view.seat is not None
    if best := best_round([result.points for result in view.table.results], view.seat, say):
        return best
    steered = figures[STEERED.key].total if STEERED.key in figures else 0
    if not steered:
        return ""
    return say.many("{n} round went your hidden card's way.", "{n} rounds went your hidden card's way.", steered)


def turn(table: Table, view: FaehrteView, say: Words) -> str:
    """The player whose turn it is, and their task."""
    open_table = view.table
    if open_table.phase == "hide":
        waiting = " · ".join(name(table, seat, say) for seat in sorted(open_table.to_act))
        return say("▶ Waiting for a hidden card from: {names}", names=waiting)
    (seat,) = open_table.to_act
    if open_table.phase == "trump":
        return say("▶ {name}: change trump or keep it", name=name(table, seat, say))
    if open_table.trick and open_table.led is None:
        return say("▶ {name}: play any card and set the colour to follow", name=name(table, seat, say))
    return card_from(table, seat, open_table.led, say)


def hidden_cards(view: FaehrteView, say: Words) -> str:
    """The hidden cards as they lie, what they can come to, and what that would mean."""
    open_table = view.table
    border = MOST_OF_MINUS[open_table.seats]
    if open_table.phase == "hide":
        return say("Everyone hides a card. Their total decides: up to {border} is **Minus** (avoid tricks), "
                   "from {above} it's **Plus** (take tricks).", border=border, above=border + 1)  # fmt: skip
    if open_table.kind:
        return revealed(open_table.turned, open_table.kind, open_table.total, say)
    face_down = [FACE_DOWN] * (open_table.seats - len(open_table.turned))
    row = " + ".join((*map(card, open_table.turned), *face_down))
    low, high = open_table.total_range
    return say("Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus", row=row, low=low,
               high=high, border=border, above=border + 1)  # fmt: skip


def aim(view: FaehrteView, say: Words) -> str:
    """The kind that the round has, or may have, without the cards that make it so."""
    open_table = view.table
    if open_table.phase == "hide":
        return hidden_cards(view, say)
    if open_table.kind:
        return f"**{verdict(open_table.kind, say)}** · {open_table.total}"
    low, high = open_table.total_range
    return say("Hidden cards: {low} to {high} · Plus from {above}", low=low, high=high,
               above=MOST_OF_MINUS[open_table.seats] + 1)  # fmt: skip


def revealed(hidden: Iterable[Card], kind: Kind, total: int, say: Words) -> str:
    """The hidden cards once all of them lie open, and what they mean."""
    row = " + ".join(map(card, hidden))
    return say("Hidden cards: {row} = **{total}** · **{meaning}**", row=row, total=total, meaning=verdict(kind, say))


def last(table: Table, view: FaehrteView, say: Words) -> list[str]:
    """The last trick, and what has become of trump since; until the next one is complete."""
    return [*latest_trick(table, view, say), *trump_news(table, view, say)]


def trump_news(table: Table, view: FaehrteView, say: Words) -> list[str]:
    """Changes of trump since the last trick."""
    return [f"-# {change_of_trump(table, news, say)}" for news in view.table.trump_news]


def latest_trick(table: Table, view: FaehrteView, say: Words) -> list[str]:
    """The last trick, be it of the round before. Shape: a line, or none."""
    taken = view.table.last_trick
    return [] if taken is None else [last_trick(table, taken.leader, taken.cards, taken.winner, say)]


def change_of_trump(table: Table, news: TrumpNamed | TrumpStays, say: Words) -> str:
    """The player who has changed or kept trump, or why nobody may."""
    if isinstance(news, TrumpStays):
        tied = " · ".join(name(table, seat, say) for seat in news.worst)
        return say("Trump stays: {names} are tied for last, so nobody can change it.", names=tied)
    who, trump = name(table, news.seat, say), colour(news.trump, say)
    if news.changed:
        return say("{name} changed trump to {trump}.", name=who, trump=trump)
    return say("{name} kept trump: {trump}.", name=who, trump=trump)


def left_over(view: FaehrteView, say: Words) -> list[str]:
    """The card that nobody was dealt, which all may know."""
    leftover = view.table.leftover
    return [] if leftover is None else [say("-# {card} is out of this round.", card=card(leftover))]


def label(result: RoundScored, say: Words) -> str:
    """Plus or Minus, and the total that made it so."""
    if result.kind == "plus":
        return say("Plus {total}", total=result.total)
    return say("Minus {total}", total=result.total)


def told(result: RoundScored, say: Words) -> str:
    """The hidden cards of a round, and its kind."""
    number = say("**Round {round}**", round=result.round)
    return f"{number} · {revealed(result.hidden, result.kind, result.total, say)}"


def in_short(result: RoundScored, say: Words) -> str:
    """The kind of a round, and everyone's points since, in a small line."""
    of_each = " · ".join(f"{badge(Seat(seat))} {total}" for seat, total in enumerate(result.totals))
    return say("-# Round {round}: {label} · points: {points}", round=result.round, label=label(result, say),
               points=of_each)  # fmt: skip


def prizes(result: RoundScored, say: Words) -> str:
    """How a round's tricks make points. Source: RULES.md 5.1-5.3."""
    most, *others = PRIZES[len(result.tricks)]
    then = ", ".join(map(str, others))
    if result.kind == "plus":
        return say("Plus: most tricks {most}, then {others}; sharing last place: 0", most=most, others=then)
    return say("Minus: fewest tricks {most}, then {others}; sharing last place: 0", most=most, others=then)


def points(table: Table, result: RoundScored, say: Words) -> list[str]:
    """Everyone's tricks and points in a round, and points since the first. Shape: a line a seat."""
    lines = []
    for seat, (tricks, gained, total) in enumerate(zip(result.tricks, result.points, result.totals, strict=True)):
        taken = say.many("{n} trick", "{n} tricks", tricks)
        so_far = f" → {total}" if result.round > 1 else ""
        lines.append(f"{name(table, Seat(seat), say)} · {taken} **+{gained}**{so_far}")
    return lines


def tricks_and_points(result: RoundScored, say: Words) -> list[str]:
    """The same in small print, by badges, and the rule. Source: RULES.md 5.1-5.3."""
    of_each = " · ".join(
        f"{badge(Seat(seat))} {tricks} → **+{result.points[seat]}**" for seat, tricks in enumerate(result.tricks)
    )
    told = say("Tricks → points: {points}", points=of_each)
    return [f"-# {told}", f"-# {prizes(result, say)}"]


def action_label(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Hide(chosen):
            return say("Hide {card}", card=card(chosen))
        case Trump(to):
            return say("Keep trump") if to is None else say("Change trump to {trump}", trump=colour(to, say))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""


def hand_line(view: FaehrteView, say: Words) -> str:
    """The cards, and which one was hidden."""
    hidden = [] if view.hidden is None else [say("hidden: {card}", card=card(view.hidden))]
    return " · ".join(filter(None, (compact(view.hand), *hidden)))


def tell(table: Table, seen: Sequence[Seen[FaehrteView]], say: Words) -> list[str]:
    """Trump, every trick, every change of trump, and every hidden card as it was turned."""
    begins, now = seen[0], seen[-1].after.table
    trump = say("Trump: {trump}", trump=colour(begins.before.table.trump, say))
    told = [line for move in seen for event in move.events for line in _told(table, event, move.after.table, say)]
    if trick := now.trick:  # still on the table
        told.append(numbered_trick(now.tricks_done + 1, now.leader, trick, now.seats))
    return [trump, *left_over(begins.after, say), *told]


def _told(table: Table, event: Event, after: OpenTable, say: Words) -> Iterator[str]:
    match event:
        case TrickTaken(leader, cards, winner):
            trick = numbered_trick(len(after.taken), leader, cards, after.seats, first=winner)
            yield trick if winner is not None else say("{trick} · nobody took it", trick=trick)
        case TrumpNamed() | TrumpStays():
            yield f"-# {change_of_trump(table, event, say)}"
        case CardTurned() if after.kind is None:
            yield say("-# Hidden card turned up: {card}", card=card(event.card))
        case KindDecided(kind, total):
            yield f"-# {revealed(after.turned, kind, total, say)}"
