"""The gallery's leaderboards, filled with people who have never played."""

from collections.abc import Callable, Sequence

from bot.interactions.client import Finte
from bot.pages.page import Page
from bot.store.leaderboard import Ranking, Standing
from bot.store.schema import FORMER_PLAYER
from bot.words import words
from cogs.commands.leaderboard import LINES, FoundRanking, PageQuery, RankingPages

READER = 7
SEASON, BEFORE = "2026Q4", "2026Q3"
NAMES = ("Chloé", "Maximiliane von der Wartburg", "Ben", "W" * 32, "🦊🦊🦊", "Jürgen", FORMER_PLAYER, "Øyvind", "Fatou",
         "Anne-Sophie de la Fontaine")  # fmt: skip

Draw = Callable[[Finte, str], Page]


def leaderboards() -> dict[str, Draw]:
    """The pages of the leaderboard that look different, by name."""
    top = [_line(1 + number - (number in {2, 5}), name) for number, name in enumerate(NAMES)]
    around = (_line(4710, "Kim"), _line(4711, "Ana", READER), _line(4712, "Leo"))
    first = [_line(1, "Ana", READER, is_provisional=True), _line(2, "Ben", is_provisional=True)]
    everywhere = PageQuery("volltreffer", metric="points", scope="everywhere")
    alone = PageQuery(field="computer", metric="wins", period="7d", page=2)
    return {
        "leaderboard": _page(PageQuery(), top, around, total=10_000, champions=top[2:3]),
        "leaderboard-season": _page(PageQuery("faehrte", period=SEASON), first, total=2, champions=top[:3]),
        "leaderboard-everywhere": _page(everywhere, top, total=10),
        "leaderboard-alone": _page(alone, top[:3], around, total=23),
        "leaderboard-empty": _page(PageQuery("tuecke", scope="everywhere"), ()),
    }


def _line(rank: int, name: str, user_id: int = 0, *, is_provisional: bool = False) -> Standing:
    rating = 1800 - 40 * rank if rank <= LINES else 712
    return Standing(
        rank, user_id or 10_000 - rank, name, matches=60 - rank % 50, wins=30 - rank % 30, points=99 - rank % 99,
        rating=rating, is_provisional=is_provisional,
    )  # fmt: skip


def _page(
    query: PageQuery,
    lines: Sequence[Standing],
    around: Sequence[Standing] = (),
    *,
    total: int = 0,
    champions: Sequence[Standing] = (),
) -> Draw:
    def draw(bot: Finte, language: str) -> Page:
        say = words(language)
        hint = say("You aren't listed here. If you'd like to be, choose so in /settings.")
        found = FoundRanking(
            Ranking(tuple(lines), tuple(around), total),
            SEASON,
            (BEFORE, "2026Q2"),
            tuple(champions),
            hint if query.scope == "everywhere" else "",
        )
        return RankingPages(bot.game_uis, say).own(query, found, READER)

    return draw
