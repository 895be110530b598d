"""The pictures of Bluff: the path with everyone's dice around the bid, and the dice of a challenge."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.canvas import WIDTH, Canvas, Sprite, field, symbol
from bot.pictures.dice import HIDDEN_FACE, Look, die, lost_die
from bot.pictures.palette import (
    DIM_GLOW,
    FADE,
    FAINT,
    FELT,
    FELT_DARK,
    GLOW,
    GOLD,
    GOLD_DARK,
    GOLD_FIELD,
    GREY,
    NIGHT,
    RED,
    SEATS,
    TEXT,
    WHITE,
    translucent,
)
from bot.pictures.type import fit_name, font, width, writable
from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.dice import die_face, laid_open
from cogs.parts.names import plain_name
from games.bluff.actions import DICE_EACH, PATH, STAR
from games.bluff.events import CupsLifted
from games.bluff.view import BluffView
from games.core import Seat

COLUMNS, ROWS = 11, 6
LAP = 2 * (COLUMNS + ROWS) - 4
"""Spaces that are drawn, twenty numbers and ten stars; above that the marker goes round again."""

SPACES = {bid.space: (bid.quantity, bid.face == STAR) for bid in PATH}
"""The label of each space of the path, and whether it is a star. Source: RULES.md 3.3."""

PITCH, CELL = 82, 74
"""Units: pixels, as all here."""
LEFT, TOP = (WIDTH - COLUMNS * PITCH + PITCH - CELL) // 2, 28
HEIGHT = ROWS * PITCH - PITCH + CELL + 2 * TOP
INSIDE = PITCH + TOP, HEIGHT - TOP - PITCH
"""From where to where there is room in the ring."""

IN_A_ROW = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
CUP_HEIGHT = 98
DIE, DIE_GAP = 41, 5

DOT = 22

LINE, HEAD = 72, 104
DICE_LEFT = 350
HITS_AT, LOSS_AT = 744, 868
DOUBTER_LEFT, DOUBTER_ROOM = 664, 270


@dataclass(frozen=True, slots=True)
class Cup:
    """A player's dice. Shape: `shown` are faces; `place` is 0 for who is still in."""

    name: str
    shown: tuple[str, ...]
    hidden: int
    place: int = 0
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A round.

    Shape: one cup a seat; `space` and `quantity` are 0 and `bidder` is None before the first bid. `earlier` has the
    space and the seat of every bid before the last.
    """

    cups: tuple[Cup, ...]
    space: int = 0
    quantity: int = 0
    face: str = HIDDEN_FACE
    bidder: int | None = None
    earlier: tuple[tuple[int, int], ...] = ()

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEIGHT)
        self._draw_ring(canvas)
        top, bottom = INSIDE
        cups_top = bottom - CUP_HEIGHT * -(-len(self.cups) // IN_A_ROW[len(self.cups)])
        self._draw_bid(canvas, (top + cups_top) / 2)
        self._draw_cups(canvas, cups_top)
        return canvas.image

    def _draw_ring(self, canvas: Canvas) -> None:
        dice = sum(len(cup.shown) + cup.hidden for cup in self.cups)
        first = max(self.space - 1, 0) // LAP * LAP + 1
        for space, (x, y) in enumerate(_ring(), first):
            if space != self.space:
                quantity, is_star = SPACES.get(space, (0, False))
                canvas.put(_space(quantity, is_star=is_star, is_open=0 < quantity <= dice), x, y)
        if self.space:
            x, y = _ring()[self.space - first]
            canvas.field(x, y, CELL + 12, CELL + 12, WHITE, radius=20)
            canvas.put(die(self.face, CELL, "red"), x, y)
        self._draw_earlier(canvas, first)

    def _draw_earlier(self, canvas: Canvas, first: int) -> None:
        """The way of the round: a dot of the seat's colour for each bid, from left to right on one space."""
        on_space: dict[int, int] = {}
        for space, seat in self.earlier:
            if not first <= space < first + LAP:
                continue
            number = on_space[space] = on_space.get(space, -1) + 1
            x, y = _ring()[space - first]
            x, y = x - CELL // 2 + DOT // 2 + 1 + number * (DOT - 4), y + CELL // 2 - DOT // 2 + 3
            canvas.mark("circle", x, y, DOT, NIGHT)
            canvas.mark("circle", x, y, DOT - 5, SEATS[seat])

    def _draw_bid(self, canvas: Canvas, y: float) -> None:
        size, large, badge = 84, 92, 50
        count = f"{self.quantity or '?'} ×"
        name, name_size = "", 40
        if self.bidder is not None:
            name, name_size = fit_name(writable(self.cups[self.bidder].name), 40, 300)
        bid_width = width(count, size) + 22 + large
        who_width = 0 if self.bidder is None else 44 + badge + (12 + width(name, name_size) if name else 0)
        x = (WIDTH - bid_width - who_width) / 2
        canvas.write(count, x, y, size, TEXT if self.quantity else FAINT, anchor="left")
        canvas.put(die(self.face, large, "red"), x + bid_width - large / 2, y)
        if self.bidder is not None:
            x += bid_width + 44
            canvas.seat(self.bidder, x + badge / 2, y, badge)
            canvas.write(name, x + badge + 12, y, name_size, anchor="left")

    def _draw_cups(self, canvas: Canvas, top: float) -> None:
        columns = IN_A_ROW[len(self.cups)]
        room = (WIDTH - 2 * (LEFT + PITCH)) / columns
        for seat, cup in enumerate(self.cups):
            row, column = divmod(seat, columns)
            left = LEFT + PITCH + room * column
            _draw_cup(canvas, cup, seat, left=left, top=top + CUP_HEIGHT * row, room=room)


def _draw_cup(canvas: Canvas, cup: Cup, seat: int, *, left: float, top: float, room: float) -> None:
    """A player's name, and below it their dice: the open ones, those under the cup, and where others have been."""
    pitch = DIE + DIE_GAP
    taken = pitch * DICE_EACH - DIE_GAP
    left += (room - taken) / 2
    if cup.is_asked:
        canvas.field(left + taken / 2, top + CUP_HEIGHT / 2, taken + 22, CUP_HEIGHT - 4, GOLD_FIELD)
    y = top + 25
    canvas.seat(seat, left + 17, y, 34)
    ink = FAINT if cup.place else GOLD if cup.is_asked else TEXT
    count = "" if cup.place else str(len(cup.shown) + cup.hidden)
    room = taken - 46 - (40 if cup.place else width(count, 28) + 8)
    canvas.person(cup.name, left + 44, y, room=room, ink=ink, size=28)
    canvas.write(count, left + taken, y, 28, FAINT, anchor="right")
    if cup.place:
        canvas.mark("circle", left + 17, y, 36, translucent(FELT, FADE))
        canvas.write(f"{cup.place}.", left + taken, y, 28, FAINT, anchor="right")
    gone = DICE_EACH - len(cup.shown) - cup.hidden
    dice = (
        *(die(face, DIE) for face in cup.shown),
        *(die(HIDDEN_FACE, DIE) for _ in range(cup.hidden)),
        *(lost_die(DIE) for _ in range(gone)),
    )
    for number, sprite in enumerate(dice):
        canvas.put(sprite, left + pitch * number + DIE / 2, top + CUP_HEIGHT - 12 - DIE / 2)


@lru_cache(1)
def _ring() -> tuple[tuple[int, int], ...]:
    """The middles of the spaces, clockwise from the top left corner."""
    top = [(column, 0) for column in range(COLUMNS)]
    right = [(COLUMNS - 1, row) for row in range(1, ROWS - 1)]
    bottom = [(column, ROWS - 1) for column in reversed(range(COLUMNS))]
    left = [(0, row) for row in reversed(range(1, ROWS - 1))]
    half = CELL // 2
    return tuple((LEFT + half + PITCH * x, TOP + half + PITCH * y) for x, y in (*top, *right, *bottom, *left))


@lru_cache(256)
def _space(quantity: int, *, is_star: bool, is_open: bool) -> Sprite:
    """A space of the path; dark where there are not so many dice. Shape: nothing stands on it for quantity 0."""
    space = field(CELL, CELL, (GOLD if is_star else TEXT) if is_open else FELT_DARK, 14).copy()
    if is_star:
        star = round(CELL * 0.86)
        space.alpha_composite(
            symbol("star", star, translucent(WHITE, GLOW if is_open else DIM_GLOW)), ((CELL - star) // 2,) * 2
        )
    if quantity:
        ink = (GOLD_DARK if is_star else NIGHT) if is_open else GREY
        pen, middle = ImageDraw.Draw(space), CELL / 2
        pen.text((middle, middle + (3 if is_star else 0)), str(quantity), fill=ink, font=font(34), anchor="mm")
    return space


@dataclass(frozen=True, slots=True)
class Lifted:
    """A player's dice at a challenge. Shape: faces, first the `hits` that the bid is about."""

    seat: int
    name: str
    dice: tuple[str, ...]
    hits: int
    lost: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """A doubt: the bid, how many there are, everyone's dice, who was right, and who doubted, if that is told."""

    bidder: int
    quantity: int
    face: str
    count: int
    cups: tuple[Lifted, ...]
    winner: int
    doubter: int | None = None
    doubted_by: str = ""

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEAD + LINE * len(self.cups) + 20)
        self._draw_head(canvas, 6 + HEAD / 2)
        for number, cup in enumerate(self.cups):
            y = HEAD + LINE * (number + 0.5)
            if number % 2 == 0:
                canvas.field(WIDTH / 2, y, WIDTH - 40, LINE - 4, FELT_DARK)
            _draw_lifted(canvas, cup, y, has_won=cup.seat == self.winner)
        return canvas.image

    def _draw_head(self, canvas: Canvas, y: float) -> None:
        canvas.seat(self.bidder, 60, y, 56)
        canvas.write(f"{self.quantity} ×", DICE_LEFT - 20, y, 64, anchor="right")
        canvas.put(die(self.face, 72, "red"), DICE_LEFT + 36, y)
        canvas.mark("arrow", DICE_LEFT + 128, y, 52, FAINT)
        canvas.write(str(self.count), DICE_LEFT + 190, y, 72, GOLD, anchor="left")
        if self.doubter is not None:
            name = next((cup.name for cup in self.cups if cup.seat == self.doubter), "")
            canvas.write(self.doubted_by, DOUBTER_LEFT, y - 24, 26, FAINT, anchor="left", room=DOUBTER_ROOM)
            canvas.seat(self.doubter, DOUBTER_LEFT + 18, y + 18, 36)
            canvas.person(name, DOUBTER_LEFT + 48, y + 18, room=DOUBTER_ROOM - 48, size=30)


def _draw_lifted(canvas: Canvas, cup: Lifted, y: float, *, has_won: bool) -> None:
    canvas.seat(cup.seat, 60, y, 44)
    canvas.person(cup.name, 94, y, room=DICE_LEFT - 108, size=34)
    for number, face in enumerate(cup.dice):
        look: Look = "hit" if number < cup.hits else "miss"
        canvas.put(die(face, 54, look), DICE_LEFT + 27 + 64 * number, y)
    canvas.write(str(cup.hits), HITS_AT, y, 46, GOLD if cup.hits else FAINT)
    if has_won:
        canvas.mark("crown", LOSS_AT, y, 46, GOLD)
    if cup.lost:
        canvas.field(LOSS_AT, y, 96, 50, RED, radius=25)
        canvas.write(f"−{cup.lost}", LOSS_AT, y, 38, WHITE)


def path_picture(table: Table, view: BluffView, say: Words) -> Path:
    """The round under way as everybody sees it."""
    now = view.table
    cups = tuple(
        Cup(
            plain_name(sitter, say),
            tuple(map(die_face, now.exposed[seat])),
            now.under_cup(Seat(seat)),
            0 if now.dice_counts[seat] else now.places[seat],
            is_asked=seat in view.to_act,
        )
        for seat, sitter in enumerate(table.sitters)
    )
    if not now.bids:
        return Path(cups)
    bid, earlier = now.bids[-1].bid, tuple((made.bid.space, made.seat) for made in now.bids[:-1])
    return Path(cups, bid.space, bid.quantity, die_face(bid.face), now.bids[-1].seat, earlier)


def reveal_picture(table: Table, lift: CupsLifted, say: Words) -> Reveal:
    """A challenge as everybody sees it."""
    bid, names = lift.bid, [plain_name(sitter, say) for sitter in table.sitters]
    cups = tuple(
        Lifted(seat, names[seat], tuple(map(die_face, dice)), bid.counts(dice), lift.lost[seat])
        for seat, dice in enumerate(laid_open(lift))
        if dice
    )
    winner, by = lift.bidder if lift.count >= bid.quantity else lift.doubter, say("doubted by")
    return Reveal(lift.bidder, bid.quantity, die_face(bid.face), lift.count, cups, winner, lift.doubter, by)
