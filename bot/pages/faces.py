"""Faces in texts and on buttons: cards, dice, seats. A page names them; only the edge knows how they are shown.

That is as an emoji of the application, or, until that is uploaded and wherever words are wanted, as its Unicode twin.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.pictures.faces import FACES

_OPEN, _CLOSE = MARKS = "\ue000\ue001"
"""Characters that mean nothing to anyone. A page's texts have them around a face's name; people's names never do."""

FACE_IN_TEXT = re.compile(f"{_OPEN}([A-Za-z0-9_]+){_CLOSE}")
"""Finds every face of a text, and its name."""


def face(name: str) -> str:
    """The mark for a face in a page's text. Shape: `name` is a key of FACES."""
    return f"{_OPEN}{name}{_CLOSE}"


@dataclass(frozen=True)
class Faces:
    """How faces are shown. Shape: `ids` has the emoji of each face that is uploaded, by the face's name."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def text(self, marked: str) -> str:
        """The text with every mark replaced."""
        return FACE_IN_TEXT.sub(lambda found: self._shown(found[1]), marked)

    def emoji(self, name: str) -> discord.PartialEmoji | None:
        """The emoji for a button or a choice, where there is one."""
        return discord.PartialEmoji(name=name, id=self.ids[name]) if name in self.ids else None

    def label(self, name: str, label: str) -> str:
        """What stands on a button or a choice beside the emoji: with the twin where there is no emoji.

        Discord shows no emoji within a label.
        """
        label = plain(label)
        if not name or name in self.ids:
            return label
        return f"{FACES[name].twin} {label}".rstrip()

    def _shown(self, name: str) -> str:
        return f"<:{name}:{self.ids[name]}>" if name in self.ids else FACES[name].twin


TWINS = Faces()
"""Without any emoji."""


def plain(marked: str) -> str:
    """The text with every face as its twin."""
    return TWINS.text(marked)
