"""Why choices on a page are not allowed: the engine's own reasons, each only once. Pure; knows no game by name."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Row
from bot.tables.table import Table
from bot.words import Words
from games.core import Action, IllegalAction, View

Barred = tuple[str, Action]
"""A move and the name that the page gives it. Shape: the name is "" if the reason itself names the move."""


def ask(table: Table, decision: int, say: Words, chapter: str, show: str = "", *, is_barred: bool = True) -> Row:
    """A row with the button to the rules, and before it the one that asks why, unless nothing is barred.

    Shape: `show` is what the panel shows.
    """
    why = (why_button(table, decision, say, show),) if is_barred else ()
    return Row((*why, rules(table, say, chapter)))


def why_button(table: Table, decision: int, say: Words, show: str) -> Button:
    """The button that asks why. Shape: `show` is what the panel shows."""
    return Button(say("Why not?"), CustomId("why", table.id, decision, show).to_text())


def rules(table: Table, say: Words, chapter: str = "") -> Button:
    """The button to the rules of the table's game, or to one chapter of them."""
    return Button(say("Rules"), CustomId("rules", text=f"{table.game} {chapter}".rstrip()).to_text())


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
