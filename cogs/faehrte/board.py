"""The public page of Auf falscher Fährte. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Divider, Part, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import FACE_DOWN, card, cards, colour
from cogs.names import name
from cogs.scores import score_sheet, standings, winners
from games.core import Seat
from games.faehrte import MOST_OF_MINUS, FaehrteView, RoundScored

SIGNS = {"plus": "+", "minus": "−"}


def board(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    lying = view.table
    if lying.outcome:
        won = say("## Auf falscher Fährte · {names} won", names=winners(table, lying.outcome, say))
        return (Text(won), Text(standings(table, lying.outcome, say)), *_scores(view))
    title = say(
        "## Auf falscher Fährte · round {round} of {rounds} · trick {trick} of {tricks}",
        round=lying.round,
        rounds=lying.rounds,
        trick=min(lying.tricks_done + 1, lying.tricks_in_round),
        tricks=lying.tricks_in_round,
    )
    return (
        Text(title),
        Text("\n".join((say("Trump: {trump}", trump=colour(lying.trump, say)), hidden_cards(view, say)))),
        Text("\n".join(_seat_line(table, view, Seat(seat), say) for seat in range(lying.seats))),
        Text("\n".join((*_last_trick(table, view, say), _turn(table, view, say)))),
        *_scores(view),
    )


def hidden_cards(view: FaehrteView, say: Words) -> str:
    """The hidden cards as they lie, what they can come to, and what that would mean."""
    lying = view.table
    if lying.phase == "hide":
        shown = "" if lying.leftover is None else say("{card} is out of this round. ", card=card(lying.leftover))
        return shown + say("Everyone lays a card face down: their total decides the round.")
    face_down = [FACE_DOWN] * (lying.seats - len(lying.turned))
    row = " + ".join((*map(card, lying.turned), *face_down))
    border = MOST_OF_MINUS[lying.seats]
    if lying.kind:
        meaning = say("**Plus**: most tricks are best") if lying.kind == "plus" else say("**Minus**: fewest are best")
        return say("Hidden cards: {row} = **{total}** · {meaning}", row=row, total=lying.total, meaning=meaning)
    low, high = lying.total_range
    return say(
        "Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus",
        row=row,
        low=low,
        high=high,
        border=border,
        above=border + 1,
    )


def _seat_line(table: Table, view: FaehrteView, seat: Seat, say: Words) -> str:
    lying = view.table
    who = name(table, seat, say)
    if lying.phase == "hide":
        return f"{who} …" if seat in lying.to_act else f"{who} {FACE_DOWN}"
    played = lying.card_of(seat)
    lead = "➤ " if seat == lying.leader else ""
    crown = " 👑" if played is not None and seat == lying.taking else ""
    marker = " ◀" if seat in lying.to_act else ""
    shown = f" **{card(played)}**{crown}" if played is not None else ""
    tricks = say.many("{n} trick", "{n} tricks", lying.tricks[seat])
    return f"{lead}{who}{shown} · {tricks}{marker}"


def _last_trick(table: Table, view: FaehrteView, say: Words) -> list[str]:
    last = view.table.last_trick
    if last is None:
        return []
    if last.winner is None:
        return [say("-# Last trick: {cards}, taken by nobody", cards=cards(last.cards))]
    winner = name(table, last.winner, say)
    leader = name(table, last.leader, say)
    return [say("-# Last trick: {leader} led {cards}; {winner} took it", leader=leader, cards=cards(last.cards),
                winner=winner)]  # fmt: skip


def _turn(table: Table, view: FaehrteView, say: Words) -> str:
    lying = view.table
    if lying.phase == "hide":
        waiting = " · ".join(name(table, seat, say) for seat in sorted(lying.to_act))
        return say("▶ Still to choose a card: {names}", names=waiting)
    (seat,) = lying.to_act
    who = name(table, seat, say)
    if lying.phase == "trump":
        return say("▶ {name} may change trump", name=who)
    if not lying.trick:
        return say("▶ {name} leads", name=who)
    if lying.led is None:
        return say("▶ {name} plays a card, and its colour is the one to follow", name=who)
    return say("▶ {name} plays · {colour} was led", name=who, colour=colour(lying.led, say))


def _scores(view: FaehrteView) -> tuple[Part, ...]:
    results = view.table.results
    if not results:
        return ()
    return (Divider(), Text(score_sheet(((_kind(result), result.points) for result in results), view.table.totals)))


def _kind(result: RoundScored) -> str:
    """Plus or Minus, and the total that made it so."""
    return f"{SIGNS[result.kind]}{result.total}"
