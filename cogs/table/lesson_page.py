"""A lesson's pages: what the teacher says, and the learner's hand and buttons. Pure; knows no game by name."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.matches.match import Match
from bot.matches.play import THEN
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Part, Row, Select, Text
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.panel import rules
from games.core import Action, Seat, View

NEWS = "news"
"""Asks for the page of what has happened: at first what the game is about, later what a move has ended, if anything."""


def lesson_parts(match: Match, seat: Seat, ui: GameUI, say: Words, show: str) -> tuple[Part, ...]:
    """The learner's page: the news, with a button to go on, or what is asked now; at the end, what to remember."""
    table = match.table
    again = Button(say("Start again"), CustomId("relearn", table.id, text=table.game).to_text())
    if match.state is None or table.phase not in {"playing", "over"}:
        return (Text(say("This lesson is over. Type /learn to start another.")), Row((again,)))
    view, last = match.view(seat), match.choice
    back = ui.move_feedback(table, last.view, last.action, view, say) if last else ""
    if ui.has_taught(view):
        title = Text(say("## {game} · the lesson is over", game=say(ui.title)))
        said = _spoken(back, *ui.summary(view, say))
        for_real = Button(say("Play for real"), CustomId("open", text=table.game).to_text(), "primary")
        return (*joined((title, *ui.scored(table, view, say), said)), Row((for_real, rules(table, say), again)))
    news = ui.news(table, last.view, view, say) if last else _aim(view, ui, say)
    if show == NEWS and news:
        go_on = Button(say("Go on"), CustomId("go", table.id, match.decision).to_text(), "primary")
        looked_back = (_spoken(back),) if back else ()
        return (*joined((*news, *looked_back)), Row((go_on, again) if last else (go_on, rules(table, say))))
    asked = "" if show == NEWS else show
    panel = _with_advice(lambda shown: ui.panel(table, view, say, shown), asked, ui.advice(view))
    said = _spoken("" if news else back, *taught(table, view, ui, say))
    if not any(map(_leads_to_rules, panel)):
        return (*_below_title(panel, said), Row((rules(table, say), again)))
    parts = (Row((*part.buttons, again)) if isinstance(part, Row) and _leads_to_rules(part) else part for part in panel)
    return _below_title(tuple(parts), said)


def _aim(view: View[Any], ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The first page: what the game is about, and what a blue button means."""
    title, blue = say("## {game} · lesson", game=say(ui.title)), say("💡 The move I'd make is blue.")
    return (Text(title), _spoken(ui.aim(view, say), blue))


def _spoken(*paragraphs: str) -> Text:
    return Text("🎓 " + "\n".join(filter(None, paragraphs)))


def _below_title(panel: tuple[Part, ...], said: Text) -> tuple[Part, ...]:
    """The panel, with what the teacher says between its title, which is the task, and the rest."""
    first, *others = panel
    assert isinstance(first, Text)
    title, _, rest = first.content.partition("\n")
    return (*joined((Text(title), said, *((Text(rest),) if rest else ()))), *others)


def taught(table: Table, view: View[Any], ui: GameUI, say: Words) -> tuple[str, ...]:
    """The teacher's paragraphs at this point of a lesson, apart from what came before."""
    if ui.has_taught(view):
        return ui.summary(view, say)
    advised = ui.advice(view)
    if advised is None:
        return (say("The others are choosing."),)
    return ui.coach(table, view, advised, say)


def _with_advice(panel: Callable[[str], tuple[Part, ...]], show: str, advised: Action | None) -> tuple[Part, ...]:
    """The panel with the advised move in blue. If `show` is "", opens the part of the panel that has the move."""
    first = _mark_advice(panel(show), advised)
    if show or advised is None or any(map(_is_marked, first)):
        return first
    elsewhere = [choice.value for part in first if isinstance(part, Select) for choice in part.choices]
    others = (_mark_advice(panel(value), advised) for value in elsewhere)
    return next((other for other in others if any(map(_is_marked, other))), first)


def _is_marked(part: Part) -> bool:
    buttons = part.buttons if isinstance(part, Row) else ()
    return any(isinstance(button, Button) and button.style == "primary" for button in buttons)


def _mark_advice(panel: Iterable[Part], advised: Action | None) -> tuple[Part, ...]:
    """The panel with the advised move in blue, and no other."""
    wanted = "" if advised is None else advised.to_text()
    return tuple(
        Row(tuple(_restyle(button, wanted) for button in part.buttons)) if isinstance(part, Row) else part
        for part in panel
    )


def _restyle(button: Button | Link, wanted: str) -> Button | Link:
    """The button, in blue if it makes the advised move or leads to it, and only then."""
    found = CustomId.from_text(button.custom_id) if isinstance(button, Button) else None
    if not isinstance(button, Button) or found is None or found.verb not in {"play", "show"} or not wanted:
        return button
    _, _, card = wanted.partition(" ")
    is_advised = found.text.split(THEN)[0] == wanted if found.verb == "play" else found.text == card != ""
    if is_advised and not button.disabled:
        return replace(button, style="primary")
    return replace(button, style="plain") if button.style == "primary" else button


def _leads_to_rules(part: Part) -> bool:
    """Whether a part already has a button to the rules. Beside *Why not?* it opens the very page that explains it."""
    ids = (button.custom_id for button in part.buttons if isinstance(button, Button)) if isinstance(part, Row) else ()
    return any(found.verb == "rules" for found in map(CustomId.from_text, ids) if found)
