"""The lines of a ranking, as a picture and in words: those of the page, and the reader's own between its neighbours.

Pure.
"""

from collections.abc import Iterable, Sequence

from bot.pages.page import Part, Picture, Text
from bot.pages.size import MOST_ALT_CHARACTERS, units
from bot.pictures.ranking import RankingLine, RankingTable
from bot.pictures.type import writable
from bot.store.leaderboard import Metric, Ranking, Standing
from bot.tables.table import Person
from bot.words import Words, phrase
from cogs.parts.names import FORMER_PLAYER, escape, plain_name
from cogs.parts.places import numbered

METRIC_NAMES: dict[Metric, str] = {
    "rating": phrase("Rating"),
    "wins": phrase("Wins"),
    "points": phrase("Points"),
    "matches": phrase("Matches"),
}
"""The figures by which people are ranked, in the order of the picture's columns."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

NO_RATING = "–"
"""Stands for a rating that is still provisional."""

GAP = "…"
"""Stands for people who are left out between the page and the reader's own line."""

SHORT_NAMES = (32, 20, 10)
"""How much of each name is read aloud: as much as fits into the description of a picture. Units: characters."""

_Rows = tuple[Standing | None, ...]
"""Lines from top to bottom, with None for a gap."""


def table(metric: Metric, ranking: Ranking, reader: int | None, say: Words) -> tuple[Part, ...]:
    """The lines of one page. Shape: `reader` is None if nobody's own line is to be marked."""
    rows = _rows(ranking)
    lines = [_Line(row, metric, say, is_own=row.user_id == reader) if row else None for row in rows]
    words = Text("\n".join(line.text if line else GAP for line in lines))
    unwritten = [line for line in lines if line and not writable(line.plain_name)]
    if len(unwritten) > len(rows) / 2:
        return (words,)
    headings = tuple(say(name) for name in METRIC_NAMES.values())
    drawing = RankingTable(
        headings, list(METRIC_NAMES).index(metric), tuple(line.drawn if line else None for line in lines)
    )
    picture = Picture(drawing, _alt(lines), (words,))
    if not unwritten:
        return (picture,)
    names = " · ".join(f"{numbered(line.standing.rank)} **{line.name}**" for line in unwritten)
    return picture, Text(say("-# Not in the picture: {names}", names=names))  # the typeface lacks their letters


def name_of(standing: Standing, say: Words) -> str:
    """The person's name as text in a page."""
    return say(FORMER_PLAYER) if standing.is_former else escape(standing.name)


def _rows(ranking: Ranking) -> _Rows:
    """The lines of the page, and those around the reader's own above or below them."""
    if not ranking.lines:
        return ranking.around
    there = {line.user_id for line in ranking.lines}
    others = [line for line in ranking.around if line.user_id not in there]
    above = tuple(line for line in others if _order(line) < _order(ranking.lines[0]))
    below = tuple(line for line in others if line not in above)
    gap = () if len(others) < len(ranking.around) or _touch(above, ranking.lines, below) else (None,)
    return (*above, *(gap if above else ()), *ranking.lines, *(gap if below else ()), *below)


def _touch(above: Sequence[Standing], page: Sequence[Standing], below: Sequence[Standing]) -> bool:
    """Whether lines follow on the page's, or the page's on them. Only certain where nobody shares a rank."""
    if above:
        return above[-1].rank + 1 == page[0].rank
    return bool(below) and page[-1].rank + 1 == below[0].rank


def _order(standing: Standing) -> tuple[int, int]:
    """Sorts as the store does."""
    return standing.rank, -standing.user_id


class _Line:
    """One person's line, in words and as it is drawn."""

    def __init__(self, standing: Standing, metric: Metric, say: Words, *, is_own: bool) -> None:
        self.standing = standing
        self.name = name_of(standing, say)
        self.plain_name = self.name if standing.is_former else plain_name(Person(0, standing.name), say)
        self._metric = metric
        self._say = say
        self._is_own = is_own

    @property
    def has_medal(self) -> bool:
        """Whether the first three ranks get a medal here: not for a rating that may still be luck."""
        is_settled = self._metric != "rating" or not self.standing.is_provisional
        return self.standing.rank in MEDALS and is_settled

    @property
    def rating(self) -> str:
        """The figure. Shape: a dash for a provisional one, of which nobody reads the number."""
        return NO_RATING if self.standing.is_provisional else str(self.standing.rating)

    @property
    def text(self) -> str:
        """The line in a page, with what people are ordered by in bold."""
        rank = MEDALS[self.standing.rank] if self.has_medal else numbered(self.standing.rank)
        return self._line(rank, f"**{self.name}**", bold=self._metric)

    def spoken(self, most: int) -> str:
        """The line as it is read aloud. Units: `most` characters of the name."""
        short = self.plain_name if len(self.plain_name) <= most else f"{self.plain_name[: most - 1]}…"
        return self._line(f"{self.standing.rank}.", short)

    @property
    def drawn(self) -> RankingLine:
        standing = self.standing
        figures = (self.rating, *map(str, (standing.wins, standing.points, standing.matches)))
        return RankingLine(standing.rank, self.plain_name, figures, has_medal=self.has_medal, is_own=self._is_own)

    def _line(self, rank: str, name: str, bold: Metric | None = None) -> str:
        say, standing = self._say, self.standing
        rating = say("rating {rating}", rating=self.rating)
        points = say.many("{n} pt", "{n} pts", standing.points)
        return say(
            "{rank} {name} · {rating} · {points} · {wins}/{matches} won",
            rank=rank,
            name=say("{name} (you)", name=name) if self._is_own else name,
            rating=f"**{rating}**" if bold == "rating" else rating,
            points=f"**{points}**" if bold == "points" else points,
            wins=f"**{standing.wins}**" if bold == "wins" else standing.wins,
            matches=f"**{standing.matches}**" if bold == "matches" else standing.matches,
        )


def _alt(lines: Iterable[_Line | None]) -> str:
    """The description of the picture. Shape: as much of each name as there is room for."""
    alt = ""
    for most in SHORT_NAMES:
        alt = "\n".join(line.spoken(most) if line else GAP for line in lines)
        if units(alt) <= MOST_ALT_CHARACTERS:
            break
    return alt
