"""The public page of Auf falscher Fährte. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Part, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import FACE_DOWN, card, cards, colour
from cogs.faehrte.picture import round_picture
from cogs.names import name
from cogs.scores import scores, standings, winners
from cogs.spoken import pictured
from games.core import Seat
from games.faehrte import MOST_OF_MINUS, FaehrteView, RoundScored

SIGNS = {"plus": "+", "minus": "−"}


def board(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    lying = view.table
    if lying.outcome:
        won = say("## Auf falscher Fährte · {names} won", names=winners(table, lying.outcome, say))
        return (Text(won), standings(table, lying.outcome, say), *_scores(table, view, say))
    title = say(
        "## Auf falscher Fährte · round {round} of {rounds} · trick {trick} of {tricks}",
        round=lying.round,
        rounds=lying.rounds,
        trick=min(lying.tricks_done + 1, lying.tricks_in_round),
        tricks=lying.tricks_in_round,
    )
    return (
        Text(title),
        pictured(round_picture(table, view, say), _in_words(table, view, say), say),
        Text("\n".join((*_last_trick(table, view, say), _turn(table, view, say)))),
        *_scores(table, view, say),
    )


def _in_words(table: Table, view: FaehrteView, say: Words) -> tuple[Text, ...]:
    """All that the picture shows."""
    trump = say("Trump: {trump}", trump=colour(view.table.trump, say))
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats))
    return Text("\n".join((trump, hidden_cards(view, say)))), Text("\n".join(seats))


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


def _scores(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    rounds = [(_kind(result), result.points) for result in view.table.results]
    is_fresh = view.table.phase in {"hide", "over"} or not view.table.taken
    return scores(table, rounds, view.table.totals, say, is_fresh=is_fresh)


def _kind(result: RoundScored) -> str:
    """Plus or Minus, and the total that made it so."""
    return f"{SIGNS[result.kind]}{result.total}"
