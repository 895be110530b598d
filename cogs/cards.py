"""Cards on a page: their symbols, and a hand as buttons. Pure, and knows no game."""

from collections.abc import Callable, Iterable
from itertools import groupby

from bot.buttons import CustomId
from bot.pages import Button, Row, Style, rows
from bot.table import Table
from bot.words import Words, phrase
from games.cards import JOKER, JOKERS, NAMES, PLAYS, Card, Cards, Colour, colour_of, listed, value_of
from games.core import PlayerError

SYMBOLS = {Colour.RED: "❤️", Colour.YELLOW: "☀️", Colour.GREEN: "🍀", Colour.BLUE: "💧", Colour.VIOLET: "🌙"}
"""Each colour by a picture of its own, so that nobody has to tell hues apart."""

JOKER_SYMBOL = "🃏"
FACE_DOWN = "🂠"

COLOUR_NAMES = {
    Colour.RED: phrase("red"),
    Colour.YELLOW: phrase("yellow"),
    Colour.GREEN: phrase("green"),
    Colour.BLUE: phrase("blue"),
    Colour.VIOLET: phrase("violet"),
}

SMALL_HAND = 8
"""Cards that flow in rows of five; a larger hand has a row for each colour, so that one sees what follows suit."""

CardButton = Callable[[Card], Button]


def card(of: Card) -> str:
    """One card."""
    return JOKER_SYMBOL if of == JOKER else f"{SYMBOLS[colour_of(of)]} {value_of(of)}"


def cards(of: Cards | Iterable[Card]) -> str:
    """Some cards beside each other; sorted where they are a set."""
    return " · ".join(map(card, listed(of) if isinstance(of, int) else of)) or "–"


def colour(of: Colour, say: Words) -> str:
    """A colour with its symbol."""
    return f"{SYMBOLS[of]} {say(COLOUR_NAMES[of])}"


def hand_rows(hand: Cards, button: CardButton) -> tuple[Row, ...]:
    """A hand, sorted: a row for each colour, or rows of five where it is small. Jokers share one button."""
    held = list(dict.fromkeys(listed(hand)))
    if len(held) <= SMALL_HAND:
        return rows(map(button, held))
    by_colour = [tuple(group) for _, group in groupby(held, key=lambda of: None if of == JOKER else colour_of(of))]
    return tuple(row for group in by_colour for row in rows(map(button, group)))


def playing(table: Table, decision: int, hand: Cards, playable: Cards, say: Words) -> tuple[Row, ...]:
    """A hand from which one click plays a card. What may not be played is shown all the same, and says why."""

    def button(of: Card) -> Button:
        custom_id = CustomId("play", table.id, decision, PLAYS[of].to_text()).to_text()
        return Button(_label(of, hand), custom_id, disabled=not playable >> of & 1)

    barred = [of for of in listed(hand) if not playable >> of & 1]
    if not barred or not playable:
        return hand_rows(hand, button)
    why = CustomId("why", table.id, decision, PLAYS[barred[0]].to_text()).to_text()
    return (*hand_rows(hand, button), Row((Button(say("Why not the others?"), why),)))


def choosing(
    table: Table, decision: int, hand: Cards, *, allowed: Cards, chosen: Cards, shows: Callable[[Card], str]
) -> tuple[Row, ...]:
    """A hand from which clicks choose cards, green ones are chosen. `shows`: what the panel shows after a click."""

    def button(of: Card) -> Button:
        custom_id = CustomId("show", table.id, decision, shows(of)).to_text()
        style: Style = "good" if chosen >> of & 1 else "plain"
        return Button(_label(of, hand), custom_id, style, disabled=not allowed >> of & 1)

    return hand_rows(hand, button)


def named(text: str, among: Cards) -> Cards:
    """The cards of this set that a panel's own button names; what is no card of it names nothing."""
    words = set(text.split(" "))
    return sum(1 << of for of in listed(among) if of != JOKER and NAMES[of] in words)


def refusal(error: PlayerError, say: Words) -> str:
    """What a refusal says, with cards and colours as they look on the page."""
    colours = {colour.word: colour for colour in Colour}
    facts = dict(error.facts)
    for key, fact in error.facts.items():
        if key in {"card", "cards"}:
            facts[key] = cards([_card_named(name) for name in str(fact).split(" ") if name != "-"])
        elif fact in colours:
            facts[key] = colour(colours[Colour[str(fact).upper()].word], say)
    return say(error.template, **facts)


def _card_named(name: str) -> Card:
    return NAMES.index(name)


def _label(of: Card, hand: Cards) -> str:
    held = (hand & JOKERS).bit_count()
    return f"{card(of)} × {held}" if of == JOKER and held > 1 else card(of)
