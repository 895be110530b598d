"""A page of a leaderboard, as buttons name it and as the store is asked for it. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, replace
from typing import Literal, cast, get_args

from bot.pages.custom_id import CustomId
from bot.store import schema
from bot.store.leaderboard import Metric, RankingQuery
from bot.tables.periods import ALL_TIME, ROLLING, season_before, season_begins
from bot.tables.standings import Field
from games.catalogue import GAMES

LINES = 10
"""Lines on one page."""

LAST_PAGE = 100_000
"""No server has a million players, but a forged button can name any page, and database numbers have a limit."""

ALL_GAMES = "all"
"""How buttons name all games together."""

Scope = Literal["here", "everywhere"]

Menu = Literal["game", "period", "view"]

MENUS: Mapping[Menu, tuple[str, ...]] = {"game": ("game",), "period": ("period",), "view": ("metric", "field")}
"""The fields of `PageQuery` that each menu chooses; its choices name their values one after the other."""


@dataclass(frozen=True, slots=True)
class PageQuery:
    """One page of a leaderboard.

    Shape: `game` is `all` or a game's key; `period` is one of those in bot/tables/periods.py; `page` counts from 0.
    """

    game: str = ALL_GAMES
    period: str = ALL_TIME
    field: Field = "people"
    page: int = 0
    metric: Metric = "rating"
    scope: Scope = "here"

    def to_text(self) -> str:
        """The text for a custom_id; `from_text` parses it."""
        return " ".join(map(str, astuple(self)))

    @classmethod
    def from_text(cls, text: str) -> "PageQuery":
        """Parses the text of a button; anything malformed gives the first page.

        Buttons at the end of a match, and old ones, name only the first four parts.
        """
        game, period, field, page, metric, scope = (*text.split(" "), *_DEFAULTS[text.count(" ") + 1 :], *[""] * 6)[:6]
        if game not in (ALL_GAMES, *GAMES) or not is_period(period) or not page.isdecimal():
            return cls()
        if field not in get_args(Field) or metric not in get_args(Metric) or scope not in get_args(Scope):
            return cls()
        return cls(game, period, cast("Field", field), min(int(page), LAST_PAGE), cast("Metric", metric),
                   cast("Scope", scope))  # fmt: skip

    def custom_id(self, verb: str) -> str:
        """The custom_id of a component that asks for this page."""
        return CustomId(verb, text=self.to_text()).to_text()

    def choosing(self, menu: Menu, value: str) -> "PageQuery":
        """The first page of the leaderboard that a menu leads to; anything malformed gives that of all games."""
        chosen = dict(zip(MENUS[menu], value.split(" "), strict=False))
        return PageQuery.from_text(" ".join(map(str, (asdict(self) | {"page": 0} | chosen).values())))

    def choice(self, menu: Menu) -> str:
        """The value of this leaderboard in a menu; `choosing` parses it."""
        facts = asdict(self)
        return " ".join(str(facts[field]) for field in MENUS[menu])

    def on_existing_page(self, total: int) -> "PageQuery":
        """The same leaderboard, on its last page if the page asked for is beyond it."""
        return replace(self, page=min(self.page, last_page(total)))

    def ranking(self, community_id: int) -> RankingQuery:
        """The query to the store for a reader in this community."""
        return RankingQuery(
            community_id=community_id if self.scope == "here" else schema.EVERYWHERE,
            game=schema.ALL_GAMES if self.game == ALL_GAMES else self.game,
            field=self.field,
            period=self.period,
            metric=self.metric,
        )

    def season_before(self, season: str) -> str | None:
        """The season whose champions the page names, from the present one. Shape: None for a page that names none.

        Those are the first pages of all time and of a season.
        """
        if self.page or self.period in ROLLING:
            return None
        return season_before(season if self.period == ALL_TIME else self.period)


_DEFAULTS = PageQuery().to_text().split(" ")


def last_page(total: int) -> int:
    """The number of the last page, from 0."""
    return max(0, (total - 1) // LINES)


def is_period(text: str) -> bool:
    """Whether the text names a period; a season needs not have been played."""
    return text == ALL_TIME or text in ROLLING or is_season(text)


def is_season(text: str) -> bool:
    """Whether the text names a season."""
    try:
        season_begins(text)
    except (ValueError, OverflowError):
        return False
    return True
