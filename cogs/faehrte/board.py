"""The public page of Auf falscher Fährte. Pure: from a spectator's view to the parts of a page."""

from bot.pages import Divider, Part, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import FACE_DOWN, card, cards, colour
from cogs.faehrte.picture import round_picture
from cogs.names import name
from cogs.scores import scores, standings, winners
from cogs.spoken import pictured
from games.core import Seat
from games.faehrte import MOST_OF_MINUS, FaehrteView, RoundScored, TrumpNamed, TrumpStays
from games.faehrte.events import Kind

SIGNS = {"plus": "+", "minus": "−"}


def board(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The table under way, or its result."""
    lying = view.table
    if lying.outcome:
        won = say("## Auf falscher Fährte · {names} won", names=winners(table, lying.outcome, say))
        last = Text("\n".join((*_last_trick(table, view, say), *_trump_decided(table, view, say))))
        return (Text(won), standings(table, lying.outcome, say), last, *_scores(table, view, say))
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
        Text(
            "\n".join(
                (
                    *_last_trick(table, view, say),
                    *_trump_decided(table, view, say),
                    *_left_over(view, say),
                    _turn(table, view, say),
                )
            )
        ),
        *_scores(table, view, say),
    )


def scored(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """The round that has just ended, and the sheet."""
    rounds = [(_kind(result), result.points) for result in view.table.results]
    last = Text("\n".join((*_last_trick(table, view, say), *_trump_decided(table, view, say))))
    return (_round_over(table, view, say), last, *scores(table, rounds, view.table.totals, say, is_fresh=True))


def _in_words(table: Table, view: FaehrteView, say: Words) -> tuple[Text, ...]:
    """All that the picture shows."""
    trump = say("Trump: {trump}", trump=colour(view.table.trump, say))
    seats = (_seat_line(table, view, Seat(seat), say) for seat in range(view.table.seats))
    return Text("\n".join((trump, hidden_cards(view, say)))), Text("\n".join(seats))


def hidden_cards(view: FaehrteView, say: Words) -> str:
    """The hidden cards as they lie, what they can come to, and what that would mean."""
    lying = view.table
    if lying.phase == "hide":
        return say("Everyone lays a card face down: their total decides the round.")
    if lying.kind:
        return _all_turned(view, lying.total, lying.kind, say)
    face_down = [FACE_DOWN] * (lying.seats - len(lying.turned))
    row = " + ".join((*map(card, lying.turned), *face_down))
    border = MOST_OF_MINUS[lying.seats]
    low, high = lying.total_range
    return say(
        "Hidden cards: {row} = {low} to {high} · up to {border} Minus, from {above} Plus",
        row=row,
        low=low,
        high=high,
        border=border,
        above=border + 1,
    )


def _all_turned(view: FaehrteView, total: int, kind: Kind, say: Words) -> str:
    """What the hidden cards have come to, and the cards themselves while they lie there."""
    meaning = say("**Plus**: most tricks are best") if kind == "plus" else say("**Minus**: fewest are best")
    if not view.table.turned:
        return say("Hidden cards: **{total}** · {meaning}", total=total, meaning=meaning)
    row = " + ".join(map(card, view.table.turned))
    return say("Hidden cards: {row} = **{total}** · {meaning}", row=row, total=total, meaning=meaning)


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


def _trump_decided(table: Table, view: FaehrteView, say: Words) -> list[str]:
    """What has become of trump after the last trick; until the next one is complete."""
    return [f"-# {_trump(table, news, say)}" for news in view.table.trump_news]


def _trump(table: Table, news: TrumpNamed | TrumpStays, say: Words) -> str:
    if isinstance(news, TrumpStays):
        tied = " · ".join(name(table, seat, say) for seat in news.worst)
        return say("Trump stays: {names} are doing equally badly, so nobody may change it.", names=tied)
    who, trump = name(table, news.seat, say), colour(news.trump, say)
    if news.changed:
        return say("{name} has changed trump to {trump}.", name=who, trump=trump)
    return say("{name} has left trump as it was: {trump}.", name=who, trump=trump)


def _left_over(view: FaehrteView, say: Words) -> list[str]:
    """The card that nobody was dealt, which all may know."""
    leftover = view.table.leftover
    return [] if leftover is None else [say("-# {card} is out of this round.", card=card(leftover))]


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
    told = (Divider(), _round_over(table, view, say)) if rounds and is_fresh else ()
    return (*told, *scores(table, rounds, view.table.totals, say, is_fresh=is_fresh))


def _round_over(table: Table, view: FaehrteView, say: Words) -> Text:
    """What the last round was about, and how many tricks everyone took in it."""
    last = view.table.results[-1]
    lines = [say("**Round {round}**", round=last.round) + " · " + _all_turned(view, last.total, last.kind, say)]
    for seat, tricks in enumerate(last.tricks):
        taken = say.many("{n} trick", "{n} tricks", tricks)
        lines.append(f"{name(table, Seat(seat), say)} · {taken} · **+{last.points[seat]}**")
    return Text("\n".join(lines))


def _kind(result: RoundScored) -> str:
    """Plus or Minus, and the total that made it so."""
    return f"{SIGNS[result.kind]}{result.total}"
