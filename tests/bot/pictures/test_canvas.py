"""The canvas looks as Pillow would draw on the felt itself."""

import pytest
from PIL import ImageDraw

from bot.pictures.canvas import WIDTH, Anchor, Canvas, felt, symbol
from bot.pictures.palette import GOLD, TEXT
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
    expected.alpha_composite(crown, (377, 37))
    canvas = Canvas(HEIGHT)
    canvas.put(crown, 400, 60)

    assert canvas.image == expected


def test_the_corners_are_transparent_and_the_rest_is_opaque() -> None:
    canvas = Canvas(HEIGHT)
    canvas.field(WIDTH / 2, HEIGHT / 2, WIDTH / 2, HEIGHT / 2, GOLD)

    alpha = canvas.image.getchannel("A")
    corners = [alpha.getpixel((x, y)) for x in (0, WIDTH - 1) for y in (0, HEIGHT - 1)]

    assert corners == [0] * 4
    assert alpha.crop((28, 0, WIDTH - 28, HEIGHT)).getextrema() == (255, 255)
