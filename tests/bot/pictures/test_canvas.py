"""The canvas looks as Pillow would draw on the felt itself."""

import pytest
from PIL import ImageColor, ImageDraw

from bot.pictures.canvas import WIDTH, Anchor, Canvas, felt, field, symbol
from bot.pictures.palette import FELT, GOLD, TEXT, translucent
from bot.pictures.type import font

HEIGHT = 120


@pytest.mark.parametrize(("anchor", "pillows"), [("left", "lm"), ("middle", "mm"), ("right", "rm")])
def test_text_looks_the_same_each_time(anchor: Anchor, pillows: str) -> None:
    expected = felt(WIDTH, HEIGHT).copy()
    ImageDraw.Draw(expected).text((400, 60), "Ágnes, 12½", fill=TEXT, font=font(37), anchor=pillows)

    for _ in range(2):
        canvas = Canvas(HEIGHT)
        canvas.write("Ágnes, 12½", 400.4, 59.7, 37, anchor=anchor)
        assert canvas.image == expected


def test_a_name_without_letters_that_can_be_drawn_leaves_the_felt_as_it_is() -> None:
    canvas = Canvas(HEIGHT)
    canvas.person("日本", 400, 60, room=200)

    assert canvas.image == felt(WIDTH, HEIGHT)


def test_a_sprites_smooth_edges_let_the_felt_through() -> None:
    expected, crown = felt(WIDTH, HEIGHT).copy(), symbol("crown", 46, GOLD)
    expected.paste(crown, (377, 37), crown)
    canvas = Canvas(HEIGHT)
    canvas.put(crown, 400, 60)

    assert canvas.image == expected


@pytest.mark.parametrize("radius", [0, 10, 60, 100])
def test_a_large_field_looks_like_its_sprite(radius: int) -> None:
    sprite = field(300, 60, GOLD, radius)
    one, other = Canvas(HEIGHT), Canvas(HEIGHT)
    one.put(sprite, 400, 60)
    other.field(400, 60, 300, 60, GOLD, radius=radius)

    assert one.image == other.image


def test_a_large_field_can_be_translucent() -> None:
    canvas = Canvas(HEIGHT)
    canvas.field(400, 60, 300, 60, translucent(GOLD, 0.5))

    assert canvas.image.getpixel((400, 60)) not in {ImageColor.getrgb(ink) for ink in (FELT, GOLD)}
