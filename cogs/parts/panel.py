"""Buttons and sentences of every game's panel: why not, the rules, what happened, whose turn it is. Pure."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Part, Row, Text
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words, phrase
from games.core import Action, IllegalAction, View

NOT_YOUR_TURN = phrase("## Not your turn")

Barred = tuple[str, Action]
"""A move and the name that the page gives it. Shape: the name is "" if the reason itself names the move."""


def ask(table: Table, decision: int, say: Words, chapter: str, show: str = "", *, is_barred: bool = True) -> Row:
    """A row with the button to the rules, after the one that asks why what the panel shows is barred, if it is."""
    why = (why_button(table, decision, say, show),) if is_barred else ()
    return Row((*why, rules(table, say, chapter)))


def why_button(table: Table, decision: int, say: Words, show: str) -> Button:
    """The button that asks why. Shape: `show` is what the panel shows."""
    return Button(say("Why not?"), CustomId("why", table.id, decision, show).to_text())


def rules(table: Table, say: Words, chapter: str = "") -> Button:
    """The button to the rules of the table's game, or to one chapter of them."""
    return Button(say("Rules"), CustomId("rules", text=f"{table.game} {chapter}".rstrip()).to_text())


def story_button(match_id: int, say: Words) -> Button:
    """The button that tells what has happened, in a new message."""
    return Button(say("What happened"), CustomId("story", match_id).to_text())


def reasons(barred: Iterable[Barred], view: View[Any], sentence: Callable[[IllegalAction], str]) -> str:
    """The reasons why these moves are illegal. Shape: a line for each reason, after its moves; "" if all are legal."""
    found: dict[str, list[str]] = {}
    for called, action in barred:
        try:
            view.check(action)
        except IllegalAction as error:
            found.setdefault(sentence(error), []).append(called)
    return "\n".join(_line(" · ".join(filter(None, called)), reason) for reason, called in found.items())


def _line(called: str, reason: str) -> str:
    return f"**{called}** – {reason}" if called else reason


def waiting(turn: str, known: Iterable[Part], say: Words) -> tuple[Part, ...]:
    """The panel of a player who is not asked: whose turn it is, in a line or more, and what they know."""
    return joined((Text(f"{say(NOT_YOUR_TURN)}\n{turn}"), *known))


def below_moves(moves: str, panel: Iterable[Part], say: Words) -> tuple[Part, ...]:
    """The panel below what the computer did for its player, which replaces the title if they wait."""
    head, *others = joined((Text(moves), *panel))
    assert isinstance(head, Text)
    return (Text(head.content.replace(f"\n{say(NOT_YOUR_TURN)}\n", "\n")), *others)


def with_help_below(panel: Iterable[Part], table: Table, say: Words) -> tuple[Part, ...]:
    """A panel with one row of help: what has happened, the rules, and why not, if the panel has a button for that.

    Shape: a panel's own button to the rules stays, because it opens the chapter that fits. The row comes last, and has
    a red button that would stand alone above it.
    """
    found: dict[str, Button | Link] = {"story": story_button(table.id, say), "rules": rules(table, say)}
    parts: list[Part] = []
    for part in panel:
        if not isinstance(part, Row):
            parts.append(part)
            continue
        helps = {verb: button for button in part.buttons if (verb := _verb(button)) in {"story", "rules", "why"}}
        found |= helps
        if others := tuple(button for button in part.buttons if button not in helps.values()):
            parts.append(Row(others))
    match parts:
        case [*above, Row((Button(style="danger") as alone,))]:
            return (*above, Row((alone, *found.values())))
    return (*parts, Row(tuple(found.values())))


def _verb(button: Button | Link) -> str:
    custom_id = CustomId.from_text(button.custom_id) if isinstance(button, Button) else None
    return custom_id.verb if custom_id else ""
