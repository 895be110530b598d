"""Faces in texts and on buttons: cards, dice, seats. Pages only name them; how they are shown is decided at the edge.

A face is shown as an application emoji; until that is uploaded, or if words are wanted, as its Unicode twin.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.pictures.faces import FACES

_OPEN, _CLOSE = MARKS = "\ue000\ue001"
"""Private-use characters around a face's name in a page's text. Names of people cannot contain them."""

FACE_IN_TEXT = re.compile(f"{_OPEN}([A-Za-z0-9_]+){_CLOSE}")
"""Finds every face in a text, with its name."""


def face(name: str) -> str:
    """The mark for a face in a page's text. Shape: `name` is a key of FACES."""
    return f"{_OPEN}{name}{_CLOSE}"


@dataclass(frozen=True)
class Faces:
    """How to show faces. Shape: `ids` has the emoji id of each uploaded face, by the face's name."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def text(self, marked: str) -> str:
        """The text with each mark replaced by the face's emoji or twin."""
        if _OPEN not in marked:
            return marked
        parts = FACE_IN_TEXT.split(marked)  # texts and the names between them
        parts[1::2] = map(self._shown, parts[1::2])
        return "".join(parts)

    def label(self, name: str, label: str, in_words: str = "") -> str:
        """The label of a button or a choice beside the face's emoji; without an emoji, what it says in words.

        Discord cannot show emojis inside a label. Shape: the face's twin before the label if there are no other words.
        """
        if not name or name in self.ids:
            return plain(label)
        return plain(in_words or f"{face(name)} {label}").rstrip()

    def _shown(self, name: str) -> str:
        return f"<:{name}:{self.ids[name]}>" if name in self.ids else FACES[name].twin


TWINS = Faces()
"""Shows every face as its twin."""


def plain(marked: str) -> str:
    """The text with every face as its twin."""
    return TWINS.text(marked)
