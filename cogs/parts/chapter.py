"""Parts of the pages of the rules: lists, examples, and pictures of tricks. Pure; knows no game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.messages.game_ui import Chapter
from bot.pages.faces import MARKS
from bot.pages.page import Part, Picture, Text
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.trick import MARGIN, ROW_HEIGHT, TRUMP_WIDTH, Crown, TrickPlace, draw_places, draw_trump
from bot.words import Words
from cogs.parts.cards import card_face, cards, colour
from cogs.parts.spoken import pictured
from games.cards import Card, Colour, parse_card

_STOP_AFTER_FACE = f"{MARKS[1]}."


Body = Callable[[Words], Iterator[Part]]
"""The parts of a chapter, from top to bottom."""


def chapter(key: str, title: str, body: Body) -> Chapter:
    """A chapter with this body. Shape: as for `Chapter`."""
    return Chapter(key, title, lambda say: tuple(body(say)))


def bullets(*sentences: str) -> Text:
    """A list of sentences, one bullet each."""
    return Text("\n".join(f"- {_without_lone_stop(sentence)}" for sentence in sentences))


def example(say: Words, *sentences: str) -> Text:
    """An example of the rule with real cards or dice, set apart as a quotation."""
    return Text("\n".join(f"> {_without_lone_stop(line)}" for line in (say("**Example**"), *sentences)))


def example_cards(names: str) -> tuple[Card, ...]:
    """The cards of an example, such as `r7 y10`, in this order."""
    return tuple(map(parse_card, names.split(" ")))


def _without_lone_stop(sentence: str) -> str:
    """The sentence without a full stop after a card or die: where these fill a line, it would stand on the next one."""
    return sentence.removesuffix(".") if sentence.endswith(_STOP_AFTER_FACE) else sentence


PEOPLE = ("Ana", "Ben", "Cleo", "Jo")
TOP = 6


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A complete trick. Shape: `trump` is a colour's name."""

    places: tuple[TrickPlace, ...]
    trump: str
    trump_label: str

    def draw(self) -> Image.Image:
        """Draws the row of players and cards, with trump at its right end."""
        canvas = Canvas(ROW_HEIGHT + 2 * TOP)
        draw_places(canvas, self.places, TOP, WIDTH - MARGIN - TRUMP_WIDTH)
        draw_trump(canvas, self.trump, self.trump_label, TOP)
        return canvas.image


def trick_example(
    trick: Sequence[Card], trump: Colour, first: int, say: Words, *, second: int | None = None
) -> Picture:
    """A picture of the cards in the order played; `first` and `second` take the trick, counted from the leader, 0."""
    crowns: dict[int | None, Crown] = {second: "second", first: "first"}
    places = tuple(
        TrickPlace(PEOPLE[place], card_face(card), leads=place == 0, crown=crowns.get(place, ""))
        for place, card in enumerate(trick)
    )
    played = say("Trump is {trump}. Played in this order: {cards}.", trump=colour(trump, say), cards=cards(trick))
    return pictured(TrickExample(places, trump.word, say("Trump")), (Text(played),), say)
