"""The faces: one for every card and die of every game, in a form that Discord accepts."""

from base64 import b64encode
from io import BytesIO

from PIL import Image

from bot.pictures.encode import png
from bot.pictures.faces import FACES, SIZE
from cogs.bluff.dice import HIDDEN, die_face
from cogs.parts.cards import card_face
from games.bluff.actions import FACES as DIE_FACES
from games.cards import listed
from games.faehrte.actions import DECKS as FAEHRTE
from games.tuecke.actions import DECKS as TUECKE
from games.volltreffer.melds import DECK as VOLLTREFFER
from localcord.limits import check_emoji

DECKS = (*FAEHRTE.values(), *TUECKE.values(), VOLLTREFFER)


def test_every_card_and_die_of_every_game_has_a_face() -> None:
    cards = {card for deck in DECKS for card in listed(deck)}

    assert {card_face(card) for card in cards} | {die_face(face) for face in DIE_FACES} <= set(FACES)
    assert any(name in HIDDEN for name in FACES)


def test_a_face_is_a_small_picture_that_discord_takes() -> None:
    for name, face in FACES.items():
        picture = png(face)
        with Image.open(BytesIO(picture)) as shown:
            assert shown.size == (SIZE, SIZE), name
        assert len(picture) < 10_000, name
        check_emoji({"name": name, "image": f"data:image/png;base64,{b64encode(picture).decode()}"})


def test_no_two_faces_look_alike_at_the_size_of_text_or_are_written_alike() -> None:
    small = [face.draw().convert("RGBA").resize((22, 22), Image.Resampling.LANCZOS) for face in FACES.values()]

    assert len({picture.tobytes() for picture in small}) == len(FACES)
    assert len({face.twin for face in FACES.values()}) == len(FACES)
