"""Sentences of Auf falscher Fährte that boards, panels and replays share. Pure: from what a reader may see."""

from collections.abc import Iterable, Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import FACE_DOWN, card, colour, compact
from cogs.parts.names import badge, name
from cogs.parts.tricks import last_trick, numbered_trick
from cogs.parts.turns import card_from
from games.cards import Card, Play
from games.core import Action, Event, Seat
from games.faehrte.actions import Hide, Trump
from games.faehrte.events import CardTurned, Kind, KindDecided, RoundScored, TrickTaken, TrumpNamed, TrumpStays
from games.faehrte.table import MOST_OF_MINUS, PRIZES, OpenTable
from games.faehrte.view import FaehrteView


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


def verdict(kind: Kind, say: Words) -> str:
    """The kind of a round, and what that asks of everyone."""
    return say("PLUS – take tricks") if kind == "plus" else say("MINUS – avoid tricks")


def hidden_cards(view: FaehrteView, say: Words) -> str:
    """The hidden cards as they lie, what they can come to, and what that would mean."""
    open_table = view.table
    border = MOST_OF_MINUS[open_table.seats]
    if open_table.phase == "hide":
        return say(
            "Everyone hides a card. Their total decides: up to {border} is **Minus** (avoid tricks), "
            "from {above} it's **Plus** (take tricks).",
            border=border,
            above=border + 1,
        )
    if open_table.kind:
        return revealed(open_table.turned, open_table.kind, open_table.total, say)
    face_down = [FACE_DOWN] * (open_table.seats - len(open_table.turned))
    row = " + ".join((*map(card, open_table.turned), *face_down))
    low, high = open_table.total_range
    return say(
        "Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus",
        row=row,
        low=low,
        high=high,
        border=border,
        above=border + 1,
    )


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


def own_points(result: RoundScored, seat: Seat, say: Words) -> str:
    """A player's tricks and points in a round, and their points in all."""
    return say.many("You took {n} trick: **+{points}** · points in this match: {total}",
                    "You took {n} tricks: **+{points}** · points in this match: {total}", result.tricks[seat],
                    points=result.points[seat], total=result.totals[seat])  # fmt: skip


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
    begins, now = seen[0], seen[-1].after
    trump = say("Trump: {trump}", trump=colour(begins.before.table.trump, say))
    told = [line for move in seen for event in move.events for line in _told(table, event, move.after.table, say)]
    return [trump, *left_over(begins.after, say), *told, *_unfinished(now.table)]


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


def _unfinished(now: OpenTable) -> list[str]:
    """The trick on the table. Shape: empty for none."""
    return [numbered_trick(now.tricks_done + 1, now.leader, now.trick, now.seats)] if now.trick else []
