"""How much of a message's room parts of a page take. Pure; knows no game."""

from bot.pages.faces import FACE_IN_TEXT
from bot.pages.page import Part, Picture, Section, Text

LETTERS = 3_700
"""Characters to use of the 4,000 that a message may have; the others are for a notice."""

FACE = 22
"""Characters that a face in a text takes beside its name and marks when it is shown as an emoji."""


def letters(part: Part) -> int:
    """What a part counts towards Discord's limit of characters, in words and with every face an emoji."""
    match part:
        case Text(content):
            return len(content) + FACE * len(FACE_IN_TEXT.findall(content))
        case Section(text):
            return letters(text)
        case Picture():
            return sum(map(letters, part.instead))
    return 0
