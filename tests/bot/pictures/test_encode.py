"""A file shows what was drawn: areas in their colours, smooth edges, and round corners that let the page through."""

from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.pages.page import Picture
from bot.pictures import palette
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.drawing import Drawing
from bot.pictures.encode import VEILS, named_png, png, tones
from bot.pictures.palette import FELT_EDGE, GOLD, GOLD_FIELD, SEATS, SUITS, TEXT
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from tests.bot.pictures.test_names import NAMES, TABLES, states
from tests.cogs.tables import seated

HEIGHT = 120
AREA, NEAR = 1000, 2
"""A colour with this many pixels is kept: its red, green and blue are off by no more than NEAR."""

CLEAR, MOST = 16, 50
"""How far the red, green or blue of a pixel may be off: beyond the first one only on edges, and never by more."""

STEPS = 6
"""An edge is smooth if it has at least this many colours."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The table with one field on it."""

    ink: str

    def draw(self) -> Image.Image:
        canvas = Canvas(HEIGHT)
        canvas.field(WIDTH / 2, HEIGHT / 2, 400, 80, self.ink)
        return canvas.image


def encoded(drawing: Drawing) -> Image.Image:
    """Shape: RGBA."""
    with Image.open(BytesIO(png(drawing))) as file:
        return file.convert("RGBA")


def pictures(game: str, seats: int) -> list[Drawing]:
    """One picture of each kind, as late in a match as there is one."""
    table = seated(*(Person(seat + 1, NAMES[seat]) for seat in range(seats)))
    found: dict[type, Drawing] = {}
    for state in states(game, seats):
        for part in GAME_UIS[game].board(table, state.view(None), ENGLISH):
            if isinstance(part, Picture):
                found[type(part.drawing)] = part.drawing
    return list(found.values())


def inks() -> set[str]:
    """Every opaque ink."""
    named = {ink for ink in vars(palette).values() if isinstance(ink, str) and ink.startswith("#")}
    return named | set(SEATS) | {ink for suit in SUITS.values() for ink in (suit.fill, suit.ink, suit.rim)}


def is_close(one: object, other: tuple[int, int, int]) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def beyond(limit: int, apart: Image.Image) -> int:
    """How many pixels are off by more than this in red, green or blue, whichever has the most."""
    return max(sum(band.histogram()[limit + 1 :]) for band in apart.split())


@pytest.mark.parametrize("ink", sorted(inks()))
def test_every_ink_keeps_its_colour(ink: str) -> None:
    assert encoded(Sample(ink)).getpixel((WIDTH // 2, HEIGHT // 2)) == (*ImageColor.getrgb(ink), 255)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_areas_keep_their_colours_and_edges_stay_smooth(game: str, seats: int) -> None:
    for drawing in pictures(game, seats):
        drawn = drawing.draw()
        areas = [colour for count, colour in drawn.getcolors(WIDTH * drawn.height) or () if count >= AREA]
        assert [area for area in areas if not any(is_close(area, tone) for tone in tones())] == []
        inside = (28, 0, WIDTH - 28, drawn.height)
        apart = ImageChops.difference(drawn.crop(inside), encoded(drawing).convert("RGB").crop(inside))
        assert beyond(CLEAR, apart) <= apart.width * apart.height / 250
        assert beyond(MOST, apart) == 0


def test_the_corners_fade_out_and_the_rest_is_opaque() -> None:
    alpha = encoded(Sample(GOLD)).getchannel("A")

    assert [alpha.getpixel((x, y)) for x in (0, WIDTH - 1) for y in (0, HEIGHT - 1)] == [0] * 4
    assert alpha.crop((28, 0, WIDTH - 28, HEIGHT)).getextrema() == (255, 255)
    assert alpha.crop((0, 28, WIDTH, HEIGHT - 28)).getextrema() == (255, 255)
    assert len(alpha.crop((0, 0, 28, 28)).getcolors() or ()) >= STEPS


def test_the_edge_of_the_table_is_opaque_and_keeps_its_colour() -> None:
    shown = encoded(Sample(GOLD_FIELD))

    assert shown.getpixel((WIDTH // 2, 1)) == (*ImageColor.getrgb(FELT_EDGE), 255)


def test_a_palette_has_room_for_all_tones_and_veils() -> None:
    assert len(set(tones())) == len(tones())
    assert len(tones()) + VEILS <= 256


def test_a_file_is_named_after_its_content() -> None:
    names = [named_png(Sample(ink)) for ink in (GOLD, GOLD, TEXT)]

    assert names[0] == names[1]
    assert len({name for name, _ in names}) == 2
    assert {name[-4:] for name, _ in names} == {".png"}
    assert names[2][1] == png(Sample(TEXT))


def test_words_have_smooth_edges() -> None:
    @dataclass(frozen=True, slots=True)
    class Word:
        def draw(self) -> Image.Image:
            canvas = Canvas(HEIGHT)
            canvas.write("Ana", WIDTH / 2, HEIGHT / 2, 60, TEXT)
            return canvas.image

    assert len(encoded(Word()).crop((300, 30, 660, 90)).getcolors() or ()) >= STEPS
