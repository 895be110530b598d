"""The private page of Auf falscher Fährte. Pure: from a seat's view to the parts of a page."""

from collections.abc import Iterable

from bot.buttons import CustomId
from bot.pages import Button, Part, Row, Text
from bot.table import Table
from bot.words import Words
from cogs.cards import COLOUR_NAMES, card, choosing, colour, named, playing, plays_of, refusal
from cogs.why import Barred, ask, reasons, rules
from games.cards import COLOURED, JOKER, JOKERS, NAMES, listed
from games.faehrte import FaehrteView, Hide, Trump


def panel(table: Table, view: FaehrteView, say: Words, show: str) -> tuple[Part, ...]:
    """The player's own page."""
    lying = view.table
    assert view.seat is not None
    if lying.outcome:
        return (Text(say("## The match is over: place {place}", place=lying.outcome.places[view.seat])),)
    if view.seat not in lying.to_act:
        return _waiting(table, view, say)
    match lying.phase:
        case "hide":
            return _hide(table, view, say, show)
        case "trump":
            return _trump(table, view, say)
    title = say("## Your turn · lead a card")
    if lying.led is not None:
        title = say("## Your turn · {colour} was led", colour=colour(lying.led, say))
    elif lying.trick:
        title = say("## Your turn · any card, its colour is the one to follow")
    return (
        Text(title),
        *playing(table, lying.decision, view.hand, view.playable, say, chapter="tricks"),
        *_own(view, say),
    )


def why(view: FaehrteView, say: Words) -> str:
    """Why the cards that are shown may not be laid or played."""
    barred: Iterable[Barred] = plays_of(view.hand)
    if view.table.phase == "hide":
        barred = [("", Hide(JOKER))] if view.hand & JOKERS else []
    return reasons(barred, view, lambda error: refusal(error, say))


def _waiting(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    sleeps = Text(say("-# This panel wakes up by itself when it is your turn."))
    return (Text(say("## Not your turn")), *playing(table, 0, view.hand, 0, say), *_own(view, say), sleeps)


def _own(view: FaehrteView, say: Words) -> tuple[Part, ...]:
    """One's own hidden card, and what trump is."""
    trump = say("Trump: {trump}", trump=colour(view.table.trump, say))
    if view.hidden is None:
        return (Text(trump),)
    return (Text(say("{trump} · your hidden card: {card}", trump=trump, card=card(view.hidden))),)


def _hide(table: Table, view: FaehrteView, say: Words, show: str) -> tuple[Part, ...]:
    """A card to choose, and one click to lay it: until then it can be changed."""
    allowed = view.hand & COLOURED
    chosen = named(show, allowed)
    parts: list[Part] = [
        Text(say("## Choose your hidden card\nThe total of all hidden cards decides between Plus and Minus.")),
        *choosing(table, view.table.decision, view.hand, allowed=allowed, chosen=chosen, shows=lambda of: NAMES[of]),
    ]
    if chosen:
        of = listed(chosen)[0]
        label = say("Lay {card} face down", card=card(of))
        custom_id = CustomId("play", table.id, view.table.decision, f"hide {NAMES[of]}").to_text()
        parts.append(Row((Button(label, custom_id, "primary"),)))
    if view.hand != allowed:
        parts.append(ask(table, view.table.decision, say, "hidden", NAMES[listed(chosen)[0]] if chosen else ""))
    return tuple(parts)


def _trump(table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
    buttons = tuple(
        _trump_button(table, view, action, say) for action in view.legal_actions if isinstance(action, Trump)
    )
    hand = playing(table, 0, view.hand, 0, say)
    chapter = "jokertrump" if view.table.jokers else "trump"
    return (
        Text(say("## You may change trump")),
        Row(buttons),
        *hand,
        ask(table, view.table.decision, say, chapter) if hand else Row((rules(table, say, chapter),)),
        *_own(view, say),
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
