"""The one page of a lesson: the table, what the teacher says about it, and the learner's buttons. Pure."""

from collections.abc import Iterable, Iterator

from bot.buttons import CustomId
from bot.live import Match
from bot.pages import Button, Divider, Part, Picture, Row, Section, Select, Text
from bot.screens import Screens
from bot.table import Table
from bot.words import Words
from cogs.why import rules
from games.core import Seat

ROOM = 38
"""Components of a message, which may have 40, beside the card and a notice."""


def lesson(match: Match, seat: Seat, screens: Screens, say: Words, show: str) -> tuple[Part, ...]:
    """What the learner sees, from the first decision to the last word."""
    table = match.table
    again = Button(say("Start again"), CustomId("relearn", table.id, text=table.game).to_text())
    if match.state is None or table.phase not in {"playing", "over"}:
        return (Text(say("This lesson has ended. Type /learn to begin another.")), Row((again,)))
    view = match.view(seat)
    seen = screens.board(table, match.view(None), say)
    heading, paragraphs = say("### 🎓 Lesson · only you see this"), screens.coach(table, view, say)
    taught = Text("\n".join((heading, "\n\n".join(paragraphs))))
    if screens.has_taught(view):
        return _together(seen, (taught, Row((_play_for_real(table, say), rules(table, say), again))))
    panel = screens.panel(table, view, say, show)
    footer = (again,) if any(map(_leads_to_rules, panel)) else (rules(table, say), again)
    return _together(seen, (taught, *panel, Row(footer)))


def _play_for_real(table: Table, say: Words) -> Button:
    return Button(say("Play for real"), CustomId("open", text=table.game).to_text(), "primary")


def _leads_to_rules(part: Part) -> bool:
    """Whether a button of the panel does already: beside *Why not?* it leads to the very page."""
    ids = (button.custom_id for button in part.buttons if isinstance(button, Button)) if isinstance(part, Row) else ()
    return any(found.verb == "rules" for found in map(CustomId.from_text, ids) if found)


def _together(seen: Iterable[Part], below: tuple[Part, ...]) -> tuple[Part, ...]:
    """Board and panel in one message: where there is no room for both, the board is in words."""
    joined = tuple(_joined(seen))
    if sum(map(_components, (*joined, *below))) > ROOM:
        words = (part.instead if isinstance(part, Picture) else (part,) for part in joined)
        joined = tuple(_joined(part for parts in words for part in parts))
    return (*joined, *below)


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts with as few components as can be."""
    texts: list[Text] = []
    for part in parts:
        if isinstance(part, Text):
            texts.append(part)
        elif not isinstance(part, Divider):
            yield from _one(texts)
            texts = []
            yield Picture(part.drawing, part.alt, _one(part.instead)) if isinstance(part, Picture) else part
    yield from _one(texts)


def _one(texts: Iterable[Text]) -> tuple[Text, ...]:
    """All of these texts as one, or nothing."""
    content = "\n".join(text.content for text in texts)
    return (Text(content),) if content else ()


def _components(part: Part) -> int:
    """What a part counts in Discord's limit."""
    match part:
        case Row(buttons):
            return 1 + len(buttons)
        case Section():
            return 3
        case Select():
            return 2
    return 1
