"""Cards on a page: their symbols, and a hand as buttons. Pure; knows no game."""

from collections.abc import Callable, Iterable, Iterator, Set
from itertools import groupby

from bot.pages.custom_id import CustomId
from bot.pages.faces import face
from bot.pages.page import Button, Row, Style, rows
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.parts.panel import Barred, ask
from games.cards import (
    CARD_OF_NAME,
    COLOUR_OF_WORD,
    JOKER,
    NAMES,
    PLAYS,
    Card,
    Cards,
    Colour,
    by_colour,
    colour_of,
    jokers_in,
    listed,
    value_of,
)
from games.core import PlayerError

FACE_DOWN = face("card_back")

COLOUR_NAMES = {
    Colour.RED: phrase("red"),
    Colour.YELLOW: phrase("yellow"),
    Colour.GREEN: phrase("green"),
    Colour.BLUE: phrase("blue"),
    Colour.VIOLET: phrase("purple"),
}

SMALL_HAND = 8
"""Up to this many cards are in rows of five. A larger hand has a row for each colour, to show what follows suit."""

MOST_ROWS = 4
"""A hand whose colours would take more rows than this is in rows of five too, to leave room on a phone's screen."""

CARD_FACTS = frozenset({"card", "cards"})
"""The facts of a refusal that are cards in every game."""

CardButton = Callable[[Card], Button]


def card_face(card: Card) -> str:
    """The name of a card's face."""
    return "joker" if card == JOKER else f"{colour_of(card).word}_{value_of(card)}"


def card(card: Card) -> str:
    """The mark for one card in a page's text."""
    return face(card_face(card))


def cards(some: Cards | Iterable[Card]) -> str:
    """The marks for several cards. Shape: a set is sorted; "–" for no cards."""
    return " · ".join(map(card, listed(some) if isinstance(some, int) else some)) or "–"


def compact(held: Cards) -> str:
    """Many cards in little room: each colour with its numbers, then the jokers. Shape: "" for no cards."""
    suits = [
        (colour_of(suit[0]), ", ".join(str(value_of(one)) for one in suit)) for suit in map(listed, by_colour(held))
    ]
    groups = [f"{sign(suit)} {numbers}" for suit, numbers in suits]
    jokers = [f"{face('joker')} × {jokers_in(held)}"] if jokers_in(held) else []
    return " · ".join((*groups, *jokers))


def sign(colour: Colour) -> str:
    """A colour's symbol, so that nobody has to tell hues apart."""
    return face(colour.word)


def colour(colour: Colour, say: Words) -> str:
    """A colour's symbol and name."""
    return f"{sign(colour)} {say(COLOUR_NAMES[colour])}"


def hand_rows(hand: Cards, button: CardButton) -> tuple[Row, ...]:
    """A hand as sorted buttons, in rows of five or a row for each colour. Jokers share one button."""
    held = list(dict.fromkeys(listed(hand)))
    by_suit = groupby(held, key=lambda card: None if card == JOKER else colour_of(card))
    suits = tuple(row for _, suit in by_suit for row in rows(map(button, suit)))
    return suits if len(held) > SMALL_HAND and len(suits) <= MOST_ROWS else rows(map(button, held))


def play_rows(
    table: Table, decision: int, hand: Cards, playable: Cards, say: Words, *, chapter: str
) -> tuple[Row, ...]:
    """A hand in which one click plays a card, and a row with why not and this chapter of the rules."""

    def button(card: Card) -> Button:
        custom_id = CustomId("play", table.id, decision, PLAYS[card].to_text()).to_text()
        return _button(card, hand, custom_id, allowed=playable)

    is_barred = any(not playable >> held & 1 for held in listed(hand))
    return (*hand_rows(hand, button), ask(table, decision, say, chapter, is_barred=is_barred))


def hand_line(hand: Cards, say: Words) -> str:
    """A hand in words, where no card of it can be played."""
    return say("Your cards: {cards}", cards=compact(hand) or "–")


def plays_of(hand: Cards) -> Iterator[Barred]:
    """Every play of a hand, allowed or not, with the name that the page gives it."""
    return ((card(held), PLAYS[held]) for held in dict.fromkeys(listed(hand)))


def choice_rows(
    table: Table, decision: int, hand: Cards, *, allowed: Cards, chosen: Cards, shows: Callable[[Card], str]
) -> tuple[Row, ...]:
    """A hand in which clicks choose cards; chosen ones are green. Shape: `shows` tells what a click makes it show."""

    def button(card: Card) -> Button:
        custom_id = CustomId("show", table.id, decision, shows(card)).to_text()
        return _button(card, hand, custom_id, allowed=allowed, style="good" if chosen >> card & 1 else "plain")

    return hand_rows(hand, button)


def parse_cards(text: str, among: Cards) -> Cards:
    """The cards of this set that are named in a panel's button; other words are ignored."""
    words = set(text.split(" "))
    return sum(1 << held for held in listed(among) if held != JOKER and NAMES[held] in words)


def refusal(error: PlayerError, say: Words, *, card_facts: Set[str] = CARD_FACTS) -> str:
    """The sentence of a refusal, with cards and colours as they look on the page."""
    facts = dict(error.facts)
    for key, fact in error.facts.items():
        if key in card_facts:
            facts[key] = cards([CARD_OF_NAME[name] for name in str(fact).split(" ") if name != "-"])
        elif fact in COLOUR_OF_WORD:
            facts[key] = colour(COLOUR_OF_WORD[str(fact)], say)
    return say(error.template, **facts)


def _button(card: Card, hand: Cards, custom_id: str, *, allowed: Cards, style: Style = "plain") -> Button:
    """A card's button, with its symbol and number as large as Discord shows them. Jokers are counted."""
    held = jokers_in(hand)
    label = str(value_of(card)) if card != JOKER else f"× {held}" if held > 1 else ""
    symbol = "joker" if card == JOKER else colour_of(card).word
    return Button(label, custom_id, style, disabled=not allowed >> card & 1, face=symbol)
