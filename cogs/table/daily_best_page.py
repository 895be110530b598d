"""Yesterday's best match, one decision a page: what its player saw, and what they did. Pure; knows no game by name."""

from collections.abc import Iterator, Sequence

from bot.matches.best_match import Decision
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.faces import face
from bot.pages.page import Button, Page, Part, Picture, Row, Text
from bot.pages.size import joined
from bot.store import Try
from bot.tables.dailies import Score
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.titles import short_title
from cogs.table.daily_page import about, all_dailies, date
from cogs.table.daily_result_page import place_of, squares


def best_page(
    tried: Try,
    score: Score,
    match: tuple[Table, Sequence[Decision]],
    *,
    at: int,
    name: str,
    screens: Screens,
    say: Words,
) -> Page:
    """One decision of the best match. Shape: `at` counts from 0, and is brought within the match."""
    table, line = match
    at = max(0, min(at, len(line) - 1))
    title = say(
        "### 📅 Daily · {date} · {game} · best match", date=date(tried.day), game=short_title(screens.title, say)
    )
    result = f"{squares(tried.game, score)} {place_of(tried.game, score, say)}"
    head = [title, say("{name}: {result}", name=name, result=result)]
    turns = Row(
        (
            Button("◀", about("dailybest", tried.day, tried.game, at - 1), disabled=at == 0),
            Button("▶", about("dailybest", tried.day, tried.game, at + 1), disabled=at + 1 >= len(line)),
            all_dailies(say),
        )
    )
    if not line:
        return Page((Text("\n".join(head)), Row((all_dailies(say),))), screens.accent)
    now = line[at]
    count = say("Decision {number} of {all}", number=at + 1, all=len(line))
    done = screens.deed(now.action, say) or now.action.to_text()
    told = Text("\n".join((*head, f"-# {count}", say("**Next move:** {move}", move=done))))
    hand = tuple(_to_read(screens.panel(table, now.view, say, "")))
    return Page((*joined(screens.board(table, now.seen, say)), *hand, told, turns), screens.accent)


def _to_read(parts: Sequence[Part]) -> Iterator[Part]:
    """What can be read or looked at; nothing can be clicked. The cards that stand on buttons become a line of text."""
    is_drawn = any(isinstance(part, Picture) for part in parts)
    for part in parts:
        if isinstance(part, Text | Picture):
            yield part
        elif isinstance(part, Row) and not is_drawn and (cards := _cards(part)):
            yield Text(cards)


def _cards(row: Row) -> str:
    """What the buttons of a row show of the hand. Shape: "" for buttons that aren't about a move."""
    shown = (button for button in row.buttons if isinstance(button, Button) and _is_move(button))
    return " · ".join(
        button.in_words or f"{face(button.face) if button.face else ''} {button.label}".strip() for button in shown
    )


def _is_move(button: Button) -> bool:
    found = CustomId.from_text(button.custom_id)
    return found is not None and found.verb in {"play", "show"}
