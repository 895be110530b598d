"""Pictures with their words: the text instead of a picture is also read aloud as its description. Pure."""

import re

from bot.pages.faces import FACE_IN_TEXT, MARKS
from bot.pages.page import Picture, Text
from bot.pictures.drawing import Drawing
from bot.words import Words, phrase
from cogs.parts.cards import COLOUR_NAMES, sign
from games.cards import COLOUR_OF_WORD, COLOURS

_MARKDOWN = re.compile(r"(?m)^(#+|-#) |\*\*|~~|\\(?=[^\w\s]|_)|```\w*")
_NAME_OR_SIGN = re.compile(r"(?P<name>\*\*(?:\\.|[^*\\])+\*\*)|▶ | ?(?P<sign>[➤◀👑🥈])")
"""Finds our signs, and names in bold, in which the same character is not a sign."""
_ANY_SIGN = re.compile("[▶➤◀👑🥈]")
"""Most texts have no sign, which this finds out much sooner."""

_COLOURS = {sign(colour): COLOUR_NAMES[colour] for colour in COLOURS}
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
    "card_back": phrase("hidden card"),
    "die_star": phrase("star"),
    "die_hidden": phrase("hidden die"),
}


def pictured(drawing: Drawing, instead: tuple[Text, ...], say: Words) -> Picture:
    """A picture, with these texts for readers who cannot see it or do not want it."""
    return Picture(drawing, spoken("\n".join(text.content for text in instead), say), instead)


def spoken(text: str, say: Words) -> str:
    """A page's text as it is read aloud, without markdown and faces."""
    for mark, colour in _COLOURS.items():
        if mark in text:
            text = text.replace(f"{mark} {say(colour)}", say(colour))
    if _ANY_SIGN.search(text):
        text = _NAME_OR_SIGN.sub(lambda found: found["name"] or _sign(found["sign"], say), text)
    text = _BETWEEN_FACES.sub(", ", text)
    text = FACE_IN_TEXT.sub(lambda found: _word(found[1], say), text)
    return _BLANK_LINES.sub("\n", _MARKDOWN.sub("", text)).strip()


def _sign(shown: str | None, say: Words) -> str:
    """A sign in words. Most come after the name they belong to, so they are set off by a dot."""
    if shown == "➤":
        return say(_LEADS)
    return f" · {say(_SIGNS[shown])}" if shown else ""


def _word(face: str, say: Words) -> str:
    kind, _, value = face.rpartition("_")
    if kind in _CARDS:
        return say(_CARDS[kind], value=int(value))
    if face in COLOUR_OF_WORD:
        return say(COLOUR_NAMES[COLOUR_OF_WORD[face]])
    return say(_OTHERS[face]) if face in _OTHERS else value
