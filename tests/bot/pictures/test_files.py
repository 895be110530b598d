"""A file shows what was drawn, with smooth edges and round corners, and is small; boards keep their height."""

from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageColor, ImageDraw

from bot.pictures import palette
from bot.pictures.canvas import WIDTH, Anchor, Canvas, felt, field
from bot.pictures.drawing import Drawing
from bot.pictures.encode import VEILS, named_png, png, tones
from bot.pictures.palette import FELT, FELT_EDGE, GOLD, GOLD_FIELD, SEATS, SUITS, TEXT, translucent
from bot.pictures.type import font
from tests.bot.pictures.boards import FULL, NAMES, pictures

HEIGHT = 120
AREA, NEAR = 1000, 2
"""A colour with this many pixels is kept: its red, green and blue are off by no more than NEAR."""

CLEAR, MOST = 16, 50
"""A pixel's red, green or blue may be off by more than the first one only on edges, and never by more than MOST."""

STEPS = 6
"""An edge is smooth if it has at least this many colours."""

MOST_BYTES = 40 * 1024

LONG_NAMES = ("Maximiliane von der Wartburg", "Bartholomäus-Ferdinand", "W" * 32, "Jürgen",
              "Anne-Sophie de la Fontaine", "Þórbjörg Guðmundsdóttir")  # fmt: skip

OF_A_RESULT = {"Podium", "Reveal", "ScoreSheet", "Track"}
"""The pictures that boards show after play, whose height depends on how much there is to show."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The table with one field on it, or with a word."""

    ink: str
    word: str = ""

    def draw(self) -> Image.Image:
        canvas = Canvas(HEIGHT)
        if self.word:
            canvas.write(self.word, WIDTH / 2, HEIGHT / 2, 60, self.ink)
        else:
            canvas.field(WIDTH / 2, HEIGHT / 2, 400, 80, self.ink)
        return canvas.image


def is_close(one: object, other: tuple[int, int, int]) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def encoded(drawing: Drawing) -> Image.Image:
    """The picture in the file, as RGBA."""
    with Image.open(BytesIO(png(drawing))) as file:
        return file.convert("RGBA")


def test_every_ink_keeps_its_colour() -> None:
    inks = {ink for ink in vars(palette).values() if isinstance(ink, str) and ink.startswith("#")}
    inks |= set(SEATS) | {ink for suit in SUITS.values() for ink in (suit.fill, suit.ink, suit.rim)}
    for ink in inks:
        middle = encoded(Sample(ink)).getpixel((WIDTH // 2, HEIGHT // 2))
        assert middle == (*ImageColor.getrgb(ink), 255), ink


@pytest.mark.parametrize(("game", "seats"), FULL)
def test_areas_keep_their_colours_and_edges_stay_smooth(game: str, seats: int) -> None:
    def beyond(limit: int, apart: Image.Image) -> int:
        """The number of pixels that are off by more than this in red, green or blue, whichever has the most."""
        return max(sum(band.histogram()[limit + 1 :]) for band in apart.split())

    for drawing in {type(drawing): drawing for drawing in pictures(game, NAMES[:seats])}.values():
        drawn = drawing.draw()
        areas = [colour for count, colour in drawn.getcolors(WIDTH * drawn.height) or () if count >= AREA]
        assert [area for area in areas if not any(is_close(area, tone) for tone in tones())] == []
        inside = (28, 0, WIDTH - 28, drawn.height)
        apart = ImageChops.difference(drawn.crop(inside), encoded(drawing).convert("RGB").crop(inside))
        assert beyond(CLEAR, apart) <= apart.width * apart.height / 250
        assert beyond(MOST, apart) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), FULL)
def test_a_board_keeps_its_height_in_a_phase_and_its_pictures_are_small(game: str, seats: int) -> None:
    found: dict[str, dict[Drawing, None]] = {}
    for drawing in pictures(game, LONG_NAMES[:seats], "de"):
        if type(drawing).__name__ not in OF_A_RESULT:
            found.setdefault(type(drawing).__name__, {})[drawing] = None

    for kind, drawings in found.items():
        few = list(drawings)[:: max(1, len(drawings) // 5)]
        assert len({drawing.draw().height for drawing in few}) == 1, kind
        assert max(len(png(drawing)) for drawing in few) <= MOST_BYTES, kind


def test_the_corners_fade_out_and_the_rest_is_opaque() -> None:
    shown = encoded(Sample(GOLD_FIELD))
    alpha = shown.getchannel("A")

    assert [alpha.getpixel((x, y)) for x in (0, WIDTH - 1) for y in (0, HEIGHT - 1)] == [0] * 4
    assert alpha.crop((28, 0, WIDTH - 28, HEIGHT)).getextrema() == (255, 255)
    assert alpha.crop((0, 28, WIDTH, HEIGHT - 28)).getextrema() == (255, 255)
    assert len(alpha.crop((0, 0, 28, 28)).getcolors() or ()) >= STEPS
    assert shown.getpixel((WIDTH // 2, 1)) == (*ImageColor.getrgb(FELT_EDGE), 255)


def test_a_palette_has_room_for_all_tones_and_veils_and_words_have_smooth_edges() -> None:
    assert len(set(tones())) == len(tones())
    assert len(tones()) + VEILS <= 256
    assert len(encoded(Sample(TEXT, "Ana")).crop((300, 30, 660, 90)).getcolors() or ()) >= STEPS


def test_a_file_is_named_after_its_content() -> None:
    (one, file), (same, _), (other, _) = (named_png(Sample(ink)) for ink in (GOLD, GOLD, TEXT))

    assert one == same != other
    assert one.endswith(".png")
    assert file == png(Sample(GOLD))


@pytest.mark.parametrize(("anchor", "pillows"), [("left", "lm"), ("middle", "mm"), ("right", "rm")])
def test_text_looks_as_if_pillow_had_drawn_it_on_the_felt(anchor: Anchor, pillows: str) -> None:
    expected = felt(WIDTH, HEIGHT).copy()
    ImageDraw.Draw(expected).text((400, 60), "Ágnes, 12½", fill=TEXT, font=font(37), anchor=pillows)
    canvas = Canvas(HEIGHT)
    canvas.write("Ágnes, 12½", 400.4, 59.7, 37, anchor=anchor)

    assert canvas.image == expected


@pytest.mark.parametrize("radius", [0, 10, 100])
def test_a_large_field_looks_like_its_sprite_and_can_be_translucent(radius: int) -> None:
    one, other, veil = Canvas(HEIGHT), Canvas(HEIGHT), Canvas(HEIGHT)
    one.put(field(300, 60, GOLD, radius), 400, 60)
    other.field(400, 60, 300, 60, GOLD, radius=radius)
    veil.field(400, 60, 300, 60, translucent(GOLD, 0.5), radius=radius)

    assert one.image == other.image
    assert veil.image.getpixel((400, 60)) not in {ImageColor.getrgb(ink) for ink in (FELT, GOLD)}
