"""The picture of Auf falscher Fährte: the trick, the hidden cards and what they can come to, the tricks of each."""

from dataclasses import dataclass

from PIL import Image

from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.cards import BACK_FACE, card, card_width, slot
from bot.pictures.palette import FELT, FELT_DARK, FELT_LIGHT, GOLD, MINUS, NIGHT, PLUS, WHITE
from bot.pictures.trick import MARGIN, ROW_HEIGHT, TRUMP_WIDTH, TrickPlace, draw_places, draw_tally, draw_trump
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card_face
from cogs.parts.names import plain_name
from cogs.parts.tricks import crowns_of, trick_row
from games.cards import COLOURED, listed, value_of
from games.faehrte.events import Kind
from games.faehrte.table import MOST_OF_MINUS
from games.faehrte.view import FaehrteView

TOP = 6
HEIGHT = 506
HIDDEN_HEIGHT = 130
METER_LEFT, METER_RIGHT = 470, 920
METER_HEIGHT = 40


@dataclass(frozen=True, slots=True)
class Meter:
    """The total of the hidden cards. Shape: from `low` to `high`, of at most `most`; up to `border` is Minus."""

    low: int
    high: int
    border: int
    most: int


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """The table in a round.

    Shape: `hidden` has a face for each hidden card, "" for one that is not laid yet; `verdict` says what the round is
    about, and is "" before that is known; `past_label` as draw_trump's `past`.
    """

    places: tuple[TrickPlace, ...]
    trump: str
    trump_label: str
    hidden: tuple[str, ...]
    meter: Meter
    tricks: tuple[int, ...]
    hand_size: int
    verdict: str = ""
    past_label: str = ""

    def draw(self) -> Image.Image:
        """See Drawing."""
        canvas = Canvas(HEIGHT)
        draw_trump(canvas, self.trump, self.trump_label, TOP, past=self.past_label)
        draw_places(canvas, self.places, TOP, WIDTH - MARGIN - TRUMP_WIDTH)
        self._draw_hidden(canvas)
        self._draw_meter(canvas)
        draw_tally(canvas, self.tricks, HEIGHT - 38, most=self.hand_size)
        return canvas.image

    def _draw_hidden(self, canvas: Canvas) -> None:
        canvas.field(WIDTH / 2, TOP + ROW_HEIGHT + 86, WIDTH - 2 * MARGIN, 164, FELT_DARK)
        for place, face in enumerate(self.hidden):
            x = 50 + (card_width(HIDDEN_HEIGHT) + 10) * (place + 0.5) - 5
            canvas.put(card(face, HIDDEN_HEIGHT) if face else slot(HIDDEN_HEIGHT, FELT), x, TOP + ROW_HEIGHT + 86)

    def _draw_meter(self, canvas: Canvas) -> None:
        """A bar from Minus to Plus, and below it what is still possible."""
        meter, y = self.meter, TOP + ROW_HEIGHT + 70
        border = self._at(meter.border + 0.5)
        plus = PLUS if meter.high > meter.border else FELT_LIGHT
        minus = MINUS if meter.low <= meter.border else FELT_LIGHT
        canvas.field((METER_LEFT + METER_RIGHT) / 2, y, METER_RIGHT - METER_LEFT, METER_HEIGHT, plus, radius=10)
        canvas.field((METER_LEFT + border) / 2, y, border - METER_LEFT, METER_HEIGHT, minus, radius=10)
        canvas.mark("minus", METER_LEFT + 26, y, 24, WHITE)
        canvas.mark("plus", METER_RIGHT - 26, y, 24, NIGHT)
        canvas.write(f"≤ {meter.border}", border - 12, y - 40, 26, anchor="right")
        canvas.write(f"≥ {meter.border + 1}", border + 12, y - 40, 26, anchor="left")
        left, right = self._at(meter.low), self._at(meter.high)
        canvas.field((left + right) / 2, y + 34, max(right - left, 14), 14, GOLD, radius=7)
        if self.verdict:
            center = (METER_LEFT + METER_RIGHT) / 2
            text, room = f"{meter.low} · {self.verdict}", METER_RIGHT - METER_LEFT
            canvas.person(text, center, y + 68, room=room, size=34, anchor="middle")
            return
        middle = min(max((left + right) / 2, METER_LEFT + 60), METER_RIGHT - 60)
        canvas.write(f"{meter.low} – {meter.high}", middle, y + 66, 36, GOLD)

    def _at(self, total: float) -> float:
        return METER_LEFT + (METER_RIGHT - METER_LEFT) * total / self.meter.most


def round_picture(table: Table, view: FaehrteView, say: Words) -> RoundPicture:
    """The table as everybody sees it."""
    open_table = view.table
    turned = tuple(map(card_face, open_table.turned))
    face_down = (BACK_FACE,) * (open_table.seats - len(turned))
    highest = sorted(map(value_of, listed(open_table.deck & COLOURED)))[-open_table.seats :]
    return RoundPicture(
        places=_places(table, view, say),
        trump=open_table.trump.word,
        trump_label=say("Trump"),
        hidden=("",) * open_table.seats if open_table.phase == "hide" else (*turned, *face_down),
        meter=Meter(*open_table.total_range, MOST_OF_MINUS[open_table.seats], sum(highest)),
        tricks=open_table.tricks,
        hand_size=open_table.hand_size,
        verdict=verdict(open_table.kind, say) if open_table.kind else "",
        past_label=say("Last trick") if is_past(view) else "",
    )


def verdict(kind: Kind, say: Words) -> str:
    """The kind of a round, and what that asks of everyone."""
    return say("PLUS – take tricks") if kind == "plus" else say("MINUS – avoid tricks")


def _places(table: Table, view: FaehrteView, say: Words) -> tuple[TrickPlace, ...]:
    """The trick, or the one before it, dimmed, until the next card is led; at first, who has hidden a card."""
    open_table = view.table
    if open_table.phase == "hide":
        asked = [seat in open_table.to_act for seat in range(open_table.seats)]
        names = [plain_name(sitter, say) for sitter in table.sitters]
        return tuple(
            TrickPlace(name, "" if is_asked else BACK_FACE, is_asked=is_asked)
            for name, is_asked in zip(names, asked, strict=True)
        )
    leader, cards, crowns, past = open_table.leader, open_table.trick, crowns_of(open_table.taking), is_past(view)
    if past:
        taken = open_table.taken[-1]
        leader, cards, crowns = taken.leader, taken.cards, crowns_of(taken.winner)
    return trick_row(table, say, leader=leader, cards=cards, crowns=crowns, to_act=open_table.to_act, is_past=past)


def is_past(view: FaehrteView) -> bool:
    """Whether the trick that lies there is the one before."""
    return bool(view.table.taken) and not view.table.trick
