"""The size of a message: what Discord takes, and what a larger page goes without. Pure; knows no game.

`fitted` is the one place where a page is made to fit. It's called as a page is laid out, when nothing more can come on
top; so a notice needs no room kept for it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.pages.faces import FACE_IN_TEXT, Faces, plain
from bot.pages.page import Divider, Part, PersonSelect, Picture, Row, Section, Select, Text

MOST_CHARACTERS = 4_000
"""Characters in all texts of a message."""

MOST_COMPONENTS = 40
"""Components of a message, counting its card and those within others."""

MOST_ALT_CHARACTERS = 1_024

LEAF = 3_650
"""Characters of one leaf where a text is spread over several pages. A notice above it usually fits as well."""

LEAF_LINES, LINE, PICTURE_LINES = 19, 42, 9
"""Lines of a leaf, which fits a phone's screen then; letters of a line; and how many lines a picture takes."""

FACE = 22
"""Characters that a face in a text takes beside its name and marks when it's shown as an emoji."""

SMALL_PRINT = "-# "

KEPT = ("#", "▶")
"""Beginnings of lines that are never cut: headings, and who is asked for what."""

CUT, FENCE = "…", "```"


def units(text: str) -> int:
    """The length of a text in UTF-16 units. Discord's own servers count an emoji as one, but some clients as two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def clipped(text: str, most: int) -> str:
    """The text, cut if it's longer than this."""
    if units(text) <= most:
        return text
    return text.encode("utf-16-le")[: 2 * (most - len(CUT))].decode("utf-16-le", "ignore") + CUT


def letters(part: Part) -> int:
    """The length of a part's texts, in words and with every face an emoji."""
    match part:
        case Text(content) | Section(Text(content)):
            return units(content) + FACE * len(FACE_IN_TEXT.findall(content))
        case Picture():
            return sum(map(letters, part.instead))
    return 0


def fits_a_leaf(parts: Iterable[Part], room: int = LEAF) -> bool:
    """Whether these texts and pictures fit on one leaf. Shape: `room` counts characters."""
    every = tuple(parts)
    return sum(map(letters, every)) <= room and sum(map(_lines, every)) <= LEAF_LINES


def _lines(part: Part) -> int:
    """The lines that a text or picture takes on a phone, about."""
    if isinstance(part, Picture):
        return PICTURE_LINES
    lines = part.content.split("\n") if isinstance(part, Text) else ()
    return sum(-(-len(FACE_IN_TEXT.sub("###", line)) // LINE) for line in lines)


def joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The same parts as few components: no dividers, and texts that touch are one."""
    found: list[Part] = []
    for part in parts:
        match part:
            case Divider():
                pass
            case Text(content) if found and isinstance(found[-1], Text):
                found[-1] = Text(f"{found[-1].content}\n{content}")
            case Picture():
                words = "\n".join(text.content for text in part.instead)
                found.append(replace(part, instead=(Text(words),) if words else ()))
            case _:
                found.append(part)
    return tuple(found)


def fitted(parts: tuple[Part, ...], faces: Faces) -> tuple[Part, ...]:
    """The parts as Discord takes them, with their faces shown. Shape: whatever can be clicked is still there.

    Of too many components, dividers go first, then the gaps between texts. If there's too much text, emojis become
    twins, which say the same; then small print goes, which has the older rounds; then the ends of the longest texts.
    """
    if components(parts) > MOST_COMPONENTS:
        parts = tuple(part for part in parts if not isinstance(part, Divider))
    if components(parts) > MOST_COMPONENTS:
        parts = joined(parts)
    shown = _reworded(parts, faces.text)
    if characters(shown) > MOST_CHARACTERS:
        shown = _reworded(parts, plain)
    if characters(shown) > MOST_CHARACTERS:
        shown = _reworded(shown, _without_small_print)
    if characters(shown) > MOST_CHARACTERS:
        shown = _reworded(shown, _shortener(shown))
    return shown


def components(parts: Iterable[Part]) -> int:
    """The number of components of a message with these parts, their card included."""
    return 1 + sum(map(_components, parts))


def _components(part: Part) -> int:
    match part:
        case Row(buttons):
            return 1 + len(buttons)
        case Section():
            return 3
        case Select() | PersonSelect():
            return 2
    return 1


def characters(parts: Iterable[Part]) -> int:
    """The length of all texts beside the pictures."""
    return sum(map(units, _texts(parts)))


def _texts(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Text(content) | Section(Text(content)):
                yield content


def _reworded(parts: Iterable[Part], change: Callable[[str], str]) -> tuple[Part, ...]:
    """The parts with other words. Shape: without the texts of which nothing is left, unless they have a button."""
    found: list[Part] = []
    for part in parts:
        match part:
            case Text(content):
                if words := change(content):
                    found.append(Text(words))
            case Section(Text(content), button):
                found.append(Section(Text(change(content) or CUT), button))
            case _:
                found.append(part)
    return tuple(found)


def _without_small_print(content: str) -> str:
    return "\n".join(line for line in content.split("\n") if not line.startswith(SMALL_PRINT))


def _shortener(parts: Iterable[Part]) -> Callable[[str], str]:
    """A function that shortens the longest texts, so that all of them fit together."""
    most, room = 0, MOST_CHARACTERS
    lengths = sorted(map(units, _texts(parts)))
    for left, length in zip(range(len(lengths), 0, -1), lengths, strict=True):
        most = room // left
        if length > most:  # the shorter texts have what they need, and the longest share what is left
            break
        room -= length
    return lambda content: _cut(content, most)


def _cut(content: str, most: int) -> str:
    """The text without its last lines, except for those that are never cut."""
    if units(content) <= most:
        return content
    lines = content.split("\n")
    room = most - units(f"{CUT}\n{FENCE}") - sum(units(line) + 1 for line in lines if line.startswith(KEPT))
    kept: list[str] = []
    is_cut = False
    for line in lines:
        if line.startswith(KEPT):
            kept.append(line)
        elif not is_cut:
            room -= units(line) + 1
            is_cut = room < 0
            kept.append(CUT if is_cut else line)
    if kept.count(FENCE) % 2:
        kept.append(FENCE)
    return clipped(content if kept == [CUT] else "\n".join(kept), most)
