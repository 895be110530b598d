"""The pictures of Volltreffer: what is for sale, or the trick; below it the track, and what everyone has."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.canvas import WIDTH, Canvas, Sprite, field, symbol
from bot.pictures.cards import BACK_FACE, card, card_width
from bot.pictures.palette import (
    FAINT,
    FELT_DARK,
    FELT_LIGHT,
    GOLD,
    GOLD_DARK,
    GOLD_FIELD,
    NIGHT,
    RED,
    SEATS,
    SHEEN,
    SUITS,
    TEXT,
    WHITE,
    Ink,
    translucent,
)
from bot.pictures.trick import CARD_HEIGHT, MARGIN, ROW_HEIGHT, TRUMP_WIDTH, TrickPlace, draw_places, draw_trump
from bot.pictures.type import font, writable
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card_face
from cogs.parts.names import plain_name
from cogs.parts.tricks import crowns_of, trick_row
from games.cards import listed
from games.volltreffer.market import PRICES
from games.volltreffer.table import HAND, TRICK, OpenTable
from games.volltreffer.track import BULLSEYE, SQUARES

COLUMNS, ROWS = 14, 8
LOOP = range(41, 41 + 2 * (COLUMNS + ROWS) - 4)
"""The squares of the loop, from whose last one the markers go on to its first. Source: RULES.md 1.3."""

PITCH, CELL = 62, 56
"""Units: pixels, as all here."""
DIGITS = 34
"""On a phone, where the picture is a third as wide, just about 12 pixels."""
LEFT, LOOP_TOP = (WIDTH - COLUMNS * PITCH + PITCH - CELL) // 2, 24
HEIGHT = ROWS * PITCH - PITCH + CELL + 2 * LOOP_TOP

WAY_PITCH, WAY_CELL = 51, 46
WAY_LEFT, WAY_TOP = (WIDTH - COLUMNS * WAY_PITCH + WAY_PITCH - WAY_CELL) // 2, LOOP_TOP + PITCH + 12

SEATS_TOP, SEATS_BOTTOM = WAY_TOP + 3 * WAY_PITCH + 8, HEIGHT - LOOP_TOP - PITCH - 10

FANNED: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-11, -9), (11, 9)),
    3: ((0, -13), (-14, 10), (14, 10)),
    4: ((-13, -13), (13, -13), (-13, 13), (13, 13)),
    5: ((0, -21), (21, -6), (13, 18), (-13, 18), (-21, -6)),
}
"""How so many markers lie on one square."""


@dataclass(frozen=True, slots=True)
class Track:
    """Everyone's square on the track. Shape: one entry a seat; `zone` has its first and its last square."""

    names: tuple[str, ...]
    squares: tuple[int, ...]
    distances: tuple[int, ...]
    zone: tuple[int, int]
    bullseye: int

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEIGHT)
        middles = _middles()
        for square, (x, y) in enumerate(middles):
            canvas.put(self._square(square), x, y)
        self._draw_arrows(canvas)
        self._draw_seats(canvas)
        standing: dict[int, list[int]] = defaultdict(list)
        for seat, square in enumerate(self.squares):
            standing[square].append(seat)
        for square, seats in standing.items():
            _draw_markers(canvas, seats, *middles[square])
        return canvas.image

    def _square(self, square: int) -> Sprite:
        if square not in LOOP:
            return _cell(str(square), WAY_CELL, FELT_LIGHT, FAINT)
        if square == self.bullseye:
            return bullseye_cell(str(square))
        return square_cell(square, self.zone)

    @staticmethod
    def _draw_arrows(canvas: Canvas) -> None:
        """From the way into the loop, and from the loop's end to its beginning."""
        canvas.put(symbol("arrow", 40, FAINT).rotate(135, expand=True), WAY_LEFT + 20, WAY_TOP + 20)
        x, y = LEFT + CELL / 2, LOOP_TOP + PITCH - (PITCH - CELL) / 2
        canvas.mark("circle", x, y, 28, NIGHT)
        canvas.put(symbol("arrow", 20, WHITE).rotate(90), x, y)

    def _draw_seats(self, canvas: Canvas) -> None:
        left, right = LEFT + PITCH + 6, WIDTH - LEFT - PITCH - 6
        room, height = (right - left) / len(self.names), SEATS_BOTTOM - SEATS_TOP
        for seat, (name, square, distance) in enumerate(zip(self.names, self.squares, self.distances, strict=True)):
            x = left + room * (seat + 0.5)
            canvas.field(x, SEATS_TOP + height / 2, room - 8, height, FELT_DARK)
            canvas.seat(seat, x - 34, SEATS_TOP + 86, 48)
            canvas.put(square_cell(square, self.zone, 60), x + 32, SEATS_TOP + 86)
            canvas.write(writable(name), x, SEATS_TOP + 32, 28, room=round(room) - 24)
            canvas.mark("target", x - 34, SEATS_TOP + 146, 36, RED)
            canvas.write(str(distance), x + 32, SEATS_TOP + 146, 36)


def square_cell(square: int, zone: tuple[int, int], side: int = CELL) -> Sprite:
    """A square of the loop, or one that somebody stands on; gold in the zone."""
    first, last = zone
    return _cell(str(square), side, *((GOLD, GOLD_DARK) if first <= square <= last else (TEXT, NIGHT)))


def _draw_markers(canvas: Canvas, seats: Sequence[int], x: float, y: float) -> None:
    size = 46 if len(seats) == 1 else 34 if len(seats) < 5 else 30
    for seat, (across, down) in zip(seats, FANNED[len(seats)], strict=True):
        canvas.mark("circle", x + across, y + down, size + 6, NIGHT)
        canvas.seat(seat, x + across, y + down, size)


@lru_cache(1)
def _middles() -> tuple[tuple[int, int], ...]:
    """The middle of every square, from 0 on: the way in three rows, then the loop clockwise."""
    way = [
        *((column, 2) for column in reversed(range(COLUMNS))),
        *((column, 1) for column in range(COLUMNS)),
        *((column, 0) for column in reversed(range(1, COLUMNS))),
    ]
    loop = [
        *((column, 0) for column in range(COLUMNS)),
        *((COLUMNS - 1, row) for row in range(1, ROWS - 1)),
        *((column, ROWS - 1) for column in reversed(range(COLUMNS))),
        *((0, row) for row in reversed(range(1, ROWS - 1))),
    ]
    inside = ((WAY_LEFT + WAY_CELL // 2 + WAY_PITCH * x, WAY_TOP + WAY_CELL // 2 + WAY_PITCH * y) for x, y in way)
    around = ((LEFT + CELL // 2 + PITCH * x, LOOP_TOP + CELL // 2 + PITCH * y) for x, y in loop)
    return (*inside, *around)


@lru_cache(256)
def _cell(text: str, side: int, fill: Ink, ink: Ink) -> Sprite:
    cell = field(side, side, fill, round(side * 0.2)).copy()
    ImageDraw.Draw(cell).text((side / 2, side / 2), text, fill=ink, font=font(DIGITS), anchor="mm")
    return cell


@lru_cache(4)
def bullseye_cell(text: str) -> Sprite:
    """The square in the middle of the zone."""
    cell = field(CELL, CELL, RED, 12).copy()
    for side, ink in ((CELL - 10, WHITE), (CELL - 16, RED)):
        cell.alpha_composite(field(side, side, ink, 9), ((CELL - side) // 2,) * 2)
    ImageDraw.Draw(cell).text((CELL / 2, CELL / 2), text, fill=WHITE, font=font(DIGITS), anchor="mm")
    return cell


STRIP_HEIGHT = 92
"""Units: pixels, as all here."""

BAR_LEFT, STRIP_PITCH = 34, 11
BAR_HEIGHT = 34
BADGE = 36
MARKERS_Y, BAR_Y = 22, 68


def draw_strip(canvas: Canvas, squares: tuple[int, ...], zone: tuple[int, int], top: float) -> None:
    """Draws the bar and everyone's badge above it, with a line to the very square. Shape: one square a seat."""
    bar = _bar(*zone)
    canvas.put(bar, BAR_LEFT + bar.width / 2, top + BAR_Y)
    for seat, x in enumerate(beside(squares)):
        at, ink = middle(squares[seat]), SEATS[seat]
        canvas.line((x, top + MARKERS_Y), (at, top + BAR_Y - BAR_HEIGHT / 2 + 4), ink)
        canvas.mark("circle", at, top + BAR_Y - BAR_HEIGHT / 2 + 4, 12, ink)
    for seat, x in enumerate(beside(squares)):
        canvas.seat(seat, x, top + MARKERS_Y, BADGE)


def middle(square: int) -> float:
    """The place of a square on the bar. Units: pixels from the left."""
    return BAR_LEFT + STRIP_PITCH * (square + 0.5)


@lru_cache(256)
def beside(squares: tuple[int, ...]) -> tuple[float, ...]:
    """The places of the badges, each as near to its square as the others leave room. Shape: one a seat."""
    order = sorted(range(len(squares)), key=lambda seat: (squares[seat], seat))
    groups = [[middle(squares[seat]), 1] for seat in order]
    at = 0
    while at + 1 < len(groups):
        (x, count), (other, more) = groups[at], groups[at + 1]
        if other - x >= (count + more) / 2 * (BADGE + 2):
            at += 1
            continue
        groups[at : at + 2] = [[(x * count + other * more) / (count + more), count + more]]
        at = max(at - 1, 0)
    places = []
    for x, count in groups:
        half = count * (BADGE + 2) / 2
        left = min(max(x, BAR_LEFT + half), WIDTH - BAR_LEFT - half) - half
        places += [left + (BADGE + 2) * (number + 0.5) for number in range(int(count))]
    return tuple(place for _, place in sorted(zip(order, places, strict=True)))


@lru_cache(2)
def _bar(first: int, last: int) -> Sprite:
    """The bar without anybody on it: tens in small, the zone in gold, a target on 66."""
    bar = field(STRIP_PITCH * len(SQUARES), BAR_HEIGHT, FELT_DARK, 10).copy()
    pen = ImageDraw.Draw(bar)
    for ten in range(0, len(SQUARES), 10):
        if not first - 3 <= ten <= last:
            x = (ten + 0.5) * STRIP_PITCH
            anchor = "lm" if ten == 0 else "rm" if ten == SQUARES[-1] else "mm"
            at = 8 if ten == 0 else bar.width - 8 if ten == SQUARES[-1] else x
            pen.text((at, BAR_HEIGHT / 2), str(ten), fill=FAINT, font=font(24), anchor=anchor)
    left, right = first * STRIP_PITCH, (last + 1) * STRIP_PITCH
    bar.paste(field(right - left, BAR_HEIGHT, GOLD, 6), (left, 0))
    for text, x, anchor in ((str(first), left + 3, "lm"), (str(last), right - 3, "rm")):
        pen.text((x, BAR_HEIGHT / 2), text, fill=GOLD_DARK, font=font(22), anchor=anchor)
    size = 32
    at = round((BULLSEYE + 0.5) * STRIP_PITCH - size / 2)
    bar.alpha_composite(symbol("circle", size, RED), (at, (BAR_HEIGHT - size) // 2))
    pen.text((at + size / 2, BAR_HEIGHT / 2), str(BULLSEYE), fill=WHITE, font=font(21), anchor="mm")
    return bar


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
    draw_strip(canvas, tuple(line.square for line in lines), zone, top)
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
            gap = field(TILE_WIDTH, TILE_HEIGHT, translucent(WHITE, SHEEN), TILE_RADIUS)
            sprite = _tile(line.cards[place]) if place < len(line.cards) else gap
            canvas.put(sprite, TILES_LEFT + TILE_PITCH * place + TILE_WIDTH / 2, y)


def _signed(steps: int) -> str:
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
