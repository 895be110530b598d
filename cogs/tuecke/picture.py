"""The picture of Mit List und Tücke: the trick with its two takers, and the colours before each player."""

from dataclasses import dataclass

from PIL import Image

from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.cards import suit_chip
from bot.pictures.palette import FADE, FELT_DARK, RED, TEXT, translucent
from bot.pictures.trick import MARGIN, ROW_HEIGHT, TRUMP_WIDTH, TrickPlace, draw_places, draw_trump
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.tricks import crowns_of, trick_row
from games.cards import colour_of
from games.core import Seat
from games.tuecke.view import TueckeView

TOP = 6
PILES = 132
HEIGHT = TOP + ROW_HEIGHT + PILES + 14
CHIP = 50
LEAST_CHIPS = 3


@dataclass(frozen=True, slots=True)
class PileColour:
    """A colour that a player has taken. Shape: `cards` is how many, "" where counts are not open."""

    colour: str
    cards: str = ""
    is_given_up: bool = False


@dataclass(frozen=True, slots=True)
class TrickPicture:
    """The table in a round, with a pile a seat; `trump` is "" before a lead; `past_label` as draw_trump's `past`."""

    places: tuple[TrickPlace, ...]
    trump: str
    trump_label: str
    piles: tuple[tuple[PileColour, ...], ...]
    past_label: str = ""

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEIGHT)
        draw_trump(canvas, self.trump, self.trump_label, TOP, past=self.past_label)
        draw_places(canvas, self.places, TOP, WIDTH - MARGIN - TRUMP_WIDTH)
        room = (WIDTH - 2 * MARGIN) / len(self.piles)
        y = TOP + ROW_HEIGHT + PILES / 2
        for seat, pile in enumerate(self.piles):
            x = MARGIN + room * (seat + 0.5)
            canvas.field(x, y, room - 10, PILES, FELT_DARK)
            self._draw_pile(canvas, seat, pile, x=x, y=y, room=room)
        return canvas.image

    @staticmethod
    def _draw_pile(canvas: Canvas, seat: int, pile: tuple[PileColour, ...], *, x: float, y: float, room: float) -> None:
        canvas.seat(seat, x, y - 42, 36)
        chip = min(CHIP, round((room - 20) / max(len(pile), LEAST_CHIPS)) - 4)
        left = x - (chip + 4) * (len(pile) - 1) / 2
        for number, part in enumerate(pile):
            at = left + (chip + 4) * number
            canvas.put(suit_chip(part.colour, chip), at, y + 4)
            if part.is_given_up:
                canvas.mark("circle", at, y + 4, chip, translucent(FELT_DARK, FADE))
                canvas.mark("cross", at, y + 4, chip // 2, RED)
            if part.cards:
                canvas.write(part.cards, at, y + 46, 30 if chip >= 36 else 26, TEXT)


def trick_picture(table: Table, view: TueckeView, say: Words) -> TrickPicture:
    """The table as everybody sees it; the trick before, dimmed, until the next card is led."""
    so_far, led = view.table.round, view.table.trick
    return TrickPicture(
        places=_places(table, view, say),
        trump=colour_of(led[0]).word if led else "",
        trump_label=say("Trump"),
        piles=tuple(_pile(view, Seat(seat)) for seat in range(so_far.seats)),
        past_label=say("Last trick") if is_past(view) else "",
    )


def is_past(view: TueckeView) -> bool:
    """Whether the trick that lies there is the one before, of this round."""
    return not view.table.trick and bool(view.table.round.tricks)


def _places(table: Table, view: TueckeView, say: Words) -> tuple[TrickPlace, ...]:
    now, last, past = view.table, view.table.round.last_trick, is_past(view)
    leader, cards, crowns = now.round.leader, now.trick, crowns_of(now.first_taker, now.second_taker)
    if past and last:
        leader, cards, crowns = last.leader, last.cards, crowns_of(last.first, last.second)
    return trick_row(table, say, leader=leader, cards=cards, crowns=crowns, to_act=now.to_act, is_past=past)


def _pile(view: TueckeView, seat: Seat) -> tuple[PileColour, ...]:
    """The pile of a seat: its colours, and those it has given up."""
    so_far, pile = view.table.round, view.pile(seat)
    counts = pile.open if pile else {}
    kept = (PileColour(each.word, str(counts.get(each, ""))) for each in so_far.before(seat))
    given_up = (PileColour(each.word, is_given_up=True) for each in so_far.given_up(seat))
    return (*kept, *given_up)
