"""The pictures of Volltreffer: what is for sale, or the trick; below it the track, and what everyone has."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.canvas import WIDTH, Canvas, Sprite, field, symbol
from bot.pictures.cards import BACK_FACE, card, card_width
from bot.pictures.palette import (
    FAINT,
    FELT_DARK,
    GOLD,
    GOLD_DARK,
    GOLD_FIELD,
    NIGHT,
    RED,
    SHEEN,
    SUITS,
    TEXT,
    WHITE,
    translucent,
)
from bot.pictures.trick import CARD_HEIGHT, MARGIN, ROW_HEIGHT, TRUMP_WIDTH, TrickPlace, draw_places, draw_trump
from bot.pictures.type import font
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card_face
from cogs.parts.names import plain_name
from cogs.parts.tricks import crowns_of, trick_row
from cogs.volltreffer.track import STRIP_HEIGHT, Track, draw_strip, square_cell
from games.cards import listed
from games.volltreffer.market import PRICES
from games.volltreffer.table import HAND, TRICK, OpenTable
from games.volltreffer.track import BULLSEYE

TOP = 6
STRIP_TOP = TOP + ROW_HEIGHT
BOUGHT_TOP = 16
LINE = 62
"""Units: pixels, as all here."""

TILE_WIDTH, TILE_HEIGHT, TILE_PITCH = 63, 48, 66
TILE_RADIUS = 5
TILES_LEFT = WIDTH - MARGIN - 8 - TILE_PITCH * HAND

OFFER_PITCH = 150


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player. Shape: `cards` are faces, sorted; `tricks` is None while none are played."""

    name: str
    square: int
    cards: tuple[str, ...]
    tricks: int | None = None
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Market:
    """A round while cards are for sale. Shape: one offer a price; `zone` has its first and its last square."""

    offers: tuple[str, ...]
    prices: tuple[int, ...]
    deck_left: int
    trump: str
    trump_label: str
    lines: tuple[PlayerLine, ...]
    zone: tuple[int, int]

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(_height(self.lines))
        for number, (face, price) in enumerate(zip(self.offers, self.prices, strict=True)):
            x = MARGIN + 20 + OFFER_PITCH * number + card_width(CARD_HEIGHT) / 2
            canvas.field(x, TOP + 40, card_width(CARD_HEIGHT), 50, GOLD if price else TEXT)
            canvas.write(f"−{price}" if price else "0", x, TOP + 40, 38, GOLD_DARK if price else NIGHT)
            canvas.put(card(face, CARD_HEIGHT), x, TOP + 76 + CARD_HEIGHT / 2)
        self._draw_deck(canvas)
        _draw_lines(canvas, self.lines, self.zone)
        return canvas.image

    def _draw_deck(self, canvas: Canvas) -> None:
        """The deck, and the card that names trump."""
        left, right, height = MARGIN + 20 + OFFER_PITCH * len(self.offers), WIDTH - MARGIN - 8, 144
        canvas.field((left + right) / 2, TOP + 130, right - left, 228, FELT_DARK)
        for face, text, ink, x in (
            (BACK_FACE, str(self.deck_left), TEXT, left + (right - left) * 0.27),
            (self.trump, self.trump_label, FAINT, left + (right - left) * 0.73),
        ):
            canvas.put(card(face, height), x, TOP + 34 + height / 2)
            canvas.write(text, x, TOP + 212, 34 if text.isdecimal() else 28, ink, room=130)


@dataclass(frozen=True, slots=True)
class TrickTable:
    """A round while tricks are played. Shape: as of Market; `past_label` as draw_trump's `past`."""

    places: tuple[TrickPlace, ...]
    trump: str
    trump_label: str
    lines: tuple[PlayerLine, ...]
    zone: tuple[int, int]
    past_label: str = ""

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(_height(self.lines))
        draw_trump(canvas, self.trump, self.trump_label, TOP, prize=f"+{TRICK}", past=self.past_label)
        draw_places(canvas, self.places, TOP, WIDTH - MARGIN - TRUMP_WIDTH)
        _draw_lines(canvas, self.lines, self.zone)
        return canvas.image


@dataclass(frozen=True, slots=True)
class Bought:
    """A round while melds are chosen: all that was bought. Shape: as of Market."""

    lines: tuple[PlayerLine, ...]
    zone: tuple[int, int]

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(_height(self.lines, BOUGHT_TOP))
        _draw_lines(canvas, self.lines, self.zone, BOUGHT_TOP)
        return canvas.image


def _height(lines: Sequence[PlayerLine], top: int = STRIP_TOP) -> int:
    return top + STRIP_HEIGHT + LINE * len(lines) + 16


def _draw_lines(canvas: Canvas, lines: Sequence[PlayerLine], zone: tuple[int, int], top: int = STRIP_TOP) -> None:
    """The track, and everyone's square, tricks and cards, with room for as many as there will be."""
    draw_strip(canvas, [line.square for line in lines], zone, top)
    for seat, line in enumerate(lines):
        y = top + STRIP_HEIGHT + LINE * (seat + 0.5)
        canvas.field(WIDTH / 2, y, WIDTH - 2 * MARGIN, LINE - 4, GOLD_FIELD if line.is_asked else FELT_DARK, radius=12)
        canvas.seat(seat, MARGIN + 32, y, 42)
        if line.tricks is None:
            ink = GOLD if line.is_asked else TEXT
            canvas.person(line.name, MARGIN + 62, y, room=154, ink=ink, size=30)
        else:  # the names stand below the cards of the trick
            canvas.put(card(BACK_FACE, 36), MARGIN + 98, y)
            canvas.write(str(line.tricks), MARGIN + 122, y, 32, anchor="left")
        canvas.put(square_cell(line.square, zone, 50), MARGIN + 246, y)
        canvas.mark("target", MARGIN + 294, y, 26, RED)
        canvas.write(_signed(BULLSEYE - line.square), MARGIN + 312, y, 28, anchor="left")
        for place in range(HAND):
            sprite = _tile(line.cards[place]) if place < len(line.cards) else _gap()
            canvas.put(sprite, TILES_LEFT + TILE_PITCH * place + TILE_WIDTH / 2, y)


def _signed(steps: int) -> str:
    """How far it is to the bull's-eye, and in which direction."""
    return f"−{-steps}" if steps < 0 else f"+{steps}" if steps else "✓"


@lru_cache(64)
def _tile(face: str) -> Sprite:
    """A card in little room: its symbol beside its number."""
    colour, _, value = face.rpartition("_")
    suit = SUITS[colour]
    tile = field(TILE_WIDTH, TILE_HEIGHT, suit.rim, TILE_RADIUS).copy()
    tile.alpha_composite(field(TILE_WIDTH - 4, TILE_HEIGHT - 4, suit.fill, TILE_RADIUS - 2), (2, 2))
    tile.alpha_composite(symbol(suit.symbol, 20, suit.ink), (4, (TILE_HEIGHT - 20) // 2))
    ImageDraw.Draw(tile).text(
        (43, TILE_HEIGHT / 2), value, fill=suit.ink, font=font(30 if len(value) == 1 else 28), anchor="mm"
    )
    return tile


@lru_cache(1)
def _gap() -> Sprite:
    return field(TILE_WIDTH, TILE_HEIGHT, translucent(WHITE, SHEEN), TILE_RADIUS)


def market_picture(table: Table, open_table: OpenTable, say: Words) -> Market:
    """The market as everybody sees it."""
    assert open_table.trump_card is not None
    return Market(
        offers=tuple(map(card_face, open_table.row)),
        prices=PRICES,
        deck_left=open_table.deck_left,
        trump=card_face(open_table.trump_card),
        trump_label=say("Trump"),
        lines=_lines(table, open_table, say),
        zone=_zone(open_table),
    )


def bought_picture(table: Table, open_table: OpenTable, say: Words) -> Bought:
    """Everyone's cards while melds are chosen."""
    return Bought(_lines(table, open_table, say), _zone(open_table))


def trick_picture(table: Table, open_table: OpenTable, say: Words) -> TrickTable:
    """The trick, as everybody sees it; the one before it, dimmed, until the next card is led."""
    assert open_table.leader is not None
    is_past = bool(sum(open_table.tricks)) and not open_table.trick
    taken = open_table.last_trick if is_past else open_table.taken if open_table.trick else None
    leader, cards = (taken.leader, taken.cards) if taken else (open_table.leader, ())
    crowns = crowns_of(taken.winner) if taken else {}
    return TrickTable(
        places=trick_row(
            table, say, leader=leader, cards=cards, crowns=crowns, to_act=open_table.to_act, is_past=is_past
        ),
        trump=open_table.trump.word,
        trump_label=say("Trump"),
        lines=_lines(table, open_table, say),
        zone=_zone(open_table),
        past_label=say("Last trick") if is_past else "",
    )


def track_picture(table: Table, open_table: OpenTable, say: Words) -> Track:
    """Everyone's square."""
    names = tuple(plain_name(sitter, say) for sitter in table.sitters)
    return Track(names, open_table.markers, open_table.distances, _zone(open_table), BULLSEYE)


def _lines(table: Table, open_table: OpenTable, say: Words) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(
            plain_name(sitter, say),
            open_table.markers[seat],
            tuple(map(card_face, listed(open_table.hands[seat]))),
            open_table.tricks[seat] if open_table.phase == "play" else None,
            is_asked=seat in open_table.to_act,
        )
        for seat, sitter in enumerate(table.sitters)
    )


def _zone(open_table: OpenTable) -> tuple[int, int]:
    return open_table.zone[0], open_table.zone[-1]
