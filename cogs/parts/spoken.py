"""Pictures with their words: what stands instead of a picture is also what is read aloud of it. Pure."""

import re

from bot.pages.faces import FACE_IN_TEXT, MARKS
from bot.pages.page import Picture, Text
from bot.pictures.drawing import Drawing
from bot.words import Words, phrase
from cogs.parts.cards import COLOUR_NAMES, sign
from games.cards import COLOUR_OF_WORD, COLOURS

_MARKDOWN = re.compile(r"(?m)^(#+|-#) |\*\*|~~|\\(?=[^\w\s]|_)|```\w*")
_NAME_OR_SIGN = re.compile(r"(?P<name>\*\*(?:\\.|[^*\\])+\*\*)|▶ | ?(?P<sign>[➤◀👑🥈])")
"""Signs of ours, and what stands in bold: names, in which the same character is no sign."""

_LEADS = phrase("leads:")
_SIGNS = {"◀": phrase("to act"), "👑": phrase("takes it"), "🥈": phrase("takes the rest")}
_BETWEEN_FACES = re.compile(f"(?<={MARKS[1]}) ?(?={MARKS[0]})")
_BLANK_LINES = re.compile(r"\n\s*\n")

_CARDS = {
    "red": phrase("red {value}"),
    "yellow": phrase("yellow {value}"),
    "green": phrase("green {value}"),
    "blue": phrase("blue {value}"),
    "violet": phrase("purple {value}"),
}
_OTHERS = {
    "joker": phrase("joker"),
    "card_back": phrase("face-down card"),
    "die_star": phrase("star"),
    "die_hidden": phrase("hidden die"),
}


def pictured(drawing: Drawing, instead: tuple[Text, ...], say: Words) -> Picture:
    """A picture, and these texts for everyone who cannot or will not see it."""
    return Picture(drawing, spoken("\n".join(text.content for text in instead), say), instead)


def spoken(text: str, say: Words) -> str:
    """A page's text without markdown and faces, as it is read aloud."""
    for colour in COLOURS:
        text = text.replace(f"{sign(colour)} {say(COLOUR_NAMES[colour])}", say(COLOUR_NAMES[colour]))
    text = _NAME_OR_SIGN.sub(lambda found: found["name"] or _sign(found["sign"], say), text)
    text = _BETWEEN_FACES.sub(", ", text)
    text = FACE_IN_TEXT.sub(lambda found: _word(found[1], say), text)
    return _BLANK_LINES.sub("\n", _MARKDOWN.sub("", text)).strip()


def _sign(shown: str | None, say: Words) -> str:
    """A sign in words: before a name, or after what it is said of."""
    if shown == "➤":
        return say(_LEADS)
    return f" · {say(_SIGNS[shown])}" if shown else ""


def _word(face: str, say: Words) -> str:
    """A face in a word or two."""
    kind, _, value = face.rpartition("_")
    if kind in _CARDS:
        return say(_CARDS[kind], value=int(value))
    if face in COLOUR_OF_WORD:
        return say(COLOUR_NAMES[COLOUR_OF_WORD[face]])
    return say(_OTHERS[face]) if face in _OTHERS else value
