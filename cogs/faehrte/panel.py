"""The private page of Auf falscher Fährte. Pure: from a seat's view to the parts of a page."""

from collections.abc import Iterable

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text, rows
from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.board import aim, last, left_over, turn
from cogs.parts.cards import (
    COLOUR_NAMES,
    card,
    choice_rows,
    colour,
    hand_line,
    parse_cards,
    play_rows,
    plays_of,
    refusal,
)
from cogs.parts.names import badge
from cogs.parts.panel import Barred, ask, reasons, rules, waiting
from cogs.parts.tricks import crowns_of, own_card, trick_lines
from games.cards import COLOURED, JOKER, JOKERS, NAMES, listed
from games.core import Seat
from games.faehrte.actions import Hide, Trump
from games.faehrte.view import FaehrteView


def panel(table: Table, view: FaehrteView, say: Words, show: str) -> tuple[Part, ...]:
    """The player's own page."""
    open_table = view.table
    assert view.seat is not None
    if view.seat not in open_table.to_act:
        hand = Text(f"{hand_line(view.hand, say)}\n{_own(view, say)}")
        return waiting(turn(table, view, say), (*_trick(table, view, say), hand), say)
    match open_table.phase:
        case "hide":
            return _hide(table, view, say, show)
        case "trump":
            return _trump(table, view, say)
    title = own_card(open_table.led, say)
    if open_table.trick and open_table.led is None:
        title = say("## Your turn · play any card and set the colour to follow")
    return (
        Text(title),
        *(() if table.is_on_one_page else _trick(table, view, say)),  # else it's on the board above
        *play_rows(table, open_table.decision, view.hand, view.playable, say, chapter="tricks"),
        _facts(table, view, say),
    )


def why(view: FaehrteView, say: Words, _show: str) -> str:
    """Why the cards that are shown may not be laid or played."""
    barred: Iterable[Barred] = plays_of(view.hand)
    if view.table.phase == "hide":
        barred = [("", Hide(JOKER))] if view.hand & JOKERS else []
    return reasons(barred, view, lambda error: refusal(error, say))


def _trick(table: Table, view: FaehrteView, say: Words) -> tuple[Text, ...]:
    """The trick so far, or the one before while none lies."""
    now, before = view.table, last(table, view, say) if view.table.taken else ()
    crowns = crowns_of(now.taking)
    return trick_lines(table, say, leader=now.leader, cards=now.trick, crowns=crowns, before=before)


def _facts(table: Table, view: FaehrteView, say: Words) -> Text:
    """Plus or Minus, everyone's tricks, trump, and one's own hidden card."""
    if table.is_on_one_page:  # the board is on the same page
        return Text("\n".join((_own(view, say), *left_over(view, say))))
    open_table = view.table
    assert view.seat is not None
    others = (Seat(seat) for seat in range(open_table.seats) if seat != view.seat)
    tricks = (f"{badge(seat)} {open_table.tricks[seat]}" for seat in others)
    own = say.many("You have {n} trick", "You have {n} tricks", open_table.tricks[view.seat])
    lines = (aim(view, say), f"{own} · {' · '.join(tricks)}", _own(view, say), *left_over(view, say))
    return Text("\n".join(lines))


def _own(view: FaehrteView, say: Words) -> str:
    trump = colour(view.table.trump, say)
    if view.hidden is None:
        return say("Trump: {trump}", trump=trump)
    return say("Trump: {trump} · your hidden card: {card}", trump=trump, card=card(view.hidden))


def _hide(table: Table, view: FaehrteView, say: Words, show: str) -> tuple[Part, ...]:
    """A card to choose, and one click to lay it: until then it can be changed."""
    allowed, decision = view.hand & COLOURED, view.table.decision
    title, chosen = say("## Choose your hidden card"), parse_cards(show, allowed)
    best, hide = listed(chosen)[:1], list[Button]()
    named = "".join(NAMES[each] for each in best)
    if best:
        custom_id = CustomId("play", table.id, decision, f"hide {named}").to_text()
        hide.append(Button(say("Hide {card}", card=card(best[0])), custom_id, "primary"))
    help_with = ask(table, decision, say, "hidden", named, is_barred=view.hand != allowed)
    return (
        Text(f"{title}\n{aim(view, say)}"),
        *choice_rows(table, decision, view.hand, allowed=allowed, chosen=chosen, shows=lambda each: NAMES[each]),
        Row((*hide, *help_with.buttons)),
        Text("\n".join((_own(view, say), *left_over(view, say)))),
    )


def _trump(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    buttons = [_trump_button(table, view, action, say) for action in view.legal_actions if isinstance(action, Trump)]
    hand = (Text(hand_line(view.hand, say)),) if view.hand else ()
    chapter = "jokertrump" if view.table.jokers else "trump"
    return (
        Text(say("## Your turn · change trump?")),
        *rows(buttons[:1]),  # to keep it is the longest label: all in one row would wrap on a narrow screen
        *rows(buttons[1:]),
        Row((rules(table, say, chapter),)),
        *hand,
        Text("\n".join(last(table, view, say))),
        _facts(table, view, say),
    )


def _trump_button(table: Table, view: FaehrteView, action: Trump, say: Words) -> Button:
    named, is_kept = action.colour if action.colour is not None else view.table.trump, action.colour is None
    label = say(COLOUR_NAMES[named])
    return Button(
        say("Keep {trump}", trump=label) if is_kept else label,
        CustomId("play", table.id, view.table.decision, action.to_text()).to_text(),
        "primary" if is_kept else "plain",
        face=named.word,
    )
