"""Yesterday's best match, one decision a page: what its player saw, and what they did. Pure; knows no game by name."""

from collections.abc import Sequence

from bot.matches.dailies import DailyDecision
from bot.messages.screens import Screens
from bot.pages.page import Button, Page, Row, Text
from bot.pages.size import joined
from bot.store.dailies import Try
from bot.tables.dailies import DailyScore
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.one_page import one_page
from cogs.parts.titles import short_title
from cogs.table.daily_page import about, all_dailies, date
from cogs.table.daily_result_page import place_of, squares


def best_page(
    tried: Try,
    score: DailyScore,
    match: tuple[Table, Sequence[DailyDecision]],
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
    head = "\n".join((title, say("{name}: {result}", name=name, result=result)))
    if not line:
        return Page((Text(head), Row((all_dailies(say),))), screens.accent)
    now = line[at]
    page = one_page(screens.board(table, now.seen, say))
    done = screens.action_label(now.action, say) or now.action.to_text()
    count = say("Decision {number} of {all}", number=at + 1, all=len(line))
    told = (say("**Next move:** {move}", move=done), screens.hand(now.view, say), f"-# {page.place} · {count}")
    turns = Row(
        (
            Button("◀", about("dailybest", tried.day, tried.game, at - 1), disabled=at == 0),
            Button("▶", about("dailybest", tried.day, tried.game, at + 1), disabled=at + 1 >= len(line)),
            all_dailies(say),
        )
    )
    return Page(joined((Text(head), *page.table, Text("\n".join(told)), turns, *page.before)), screens.accent)
