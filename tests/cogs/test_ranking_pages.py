"""The pages of the leaderboard as values."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pages.page import Page, Select
from bot.store.leaderboard import Metric, Ranking, Standing
from bot.tables.standings import Field
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.leaderboard import LINES, FoundRanking, Menu, PageQuery, RankingPages, Scope
from cogs.commands.lookups import ALL_GAMES
from games.catalogue import GAMES
from tests.pages import as_text, beside_pictures, custom_ids

SEASON = "2026Q4"
PERIODS = ("all", SEASON, "2025Q1", "30d", "7d")
QUERIES = [
    PageQuery(game, period, field, page, metric, scope)
    for game, period, field, page, metric, scope in product(
        (ALL_GAMES, *GAMES), PERIODS, get_args(Field), (0, 3), get_args(Metric), get_args(Scope)
    )
]

PAGES = RankingPages(GAME_UIS, ENGLISH)
READER = 7


def line(rank: int, user_id: int | None = None, name: str = "", **facts: int) -> Standing:
    """A line of the ranking. Shape: the user id goes down as the rank goes up, as in the store."""
    standing = Standing(
        rank, 1000 - rank if user_id is None else user_id, name or f"Player {rank}", matches=9, wins=3, points=12,
        rating=1200, is_provisional=False,
    )  # fmt: skip
    return replace(standing, **facts)  # type: ignore[arg-type]


def found(lines: Iterable[Standing], *around: Standing, **facts: tuple[object, ...]) -> FoundRanking:
    return replace(FoundRanking(Ranking(tuple(lines), around, 100), SEASON), **facts)  # type: ignore[arg-type]


def texts(of: FoundRanking, query: PageQuery | None = None) -> list[str]:
    """The lines of a page in words."""
    return as_text(PAGES.own(query or PageQuery(), of, READER).parts).splitlines()


def places(of: FoundRanking) -> list[str]:
    """The ranks and names of a page, with its gaps."""
    shown = [part.split(" · ")[0].replace("*", "") for part in texts(of)[2:]]
    return [part for part in shown if part[:1] in "🥇🥈🥉…123456789"]


TOP = [line(rank) for rank in range(1, LINES + 1)]
OWN = line(3, READER, "Ana")


def test_a_button_asks_for_what_it_says() -> None:
    for asked in QUERIES:
        assert PageQuery.from_text(asked.custom_id("rank").rpartition("|")[2]) == asked
    assert PageQuery.from_text("bluff all computer 2") == PageQuery("bluff", "all", "computer", 2, "rating", "here")


@given(st.text(), st.sampled_from(get_args(Menu)), st.text() | st.from_regex(r"\d{1,12}Q\d", fullmatch=True))
def test_any_text_and_any_choice_lead_to_some_page(text: str, menu: Menu, chosen: str) -> None:
    assert PageQuery.from_text(text).choosing(menu, chosen).page == 0


@pytest.mark.parametrize(
    "text",
    ["", "chess all people 0", "all 1d people 0", "all all robots 0", "all all people -1", "all 2026Q5 people 0",
     "all 9999999999Q1 people 0", "all all people 0 luck here", "all all people 0 wins nowhere"],
)  # fmt: skip
def test_a_question_that_makes_no_sense_asks_for_the_first_page(text: str) -> None:
    assert PageQuery.from_text(text) == PageQuery()


@pytest.mark.parametrize(
    ("of", "last"),
    [
        (
            found([*TOP[:9], replace(OWN, rank=10)], TOP[8], replace(OWN, rank=10), line(11)),
            ["9\\. Player 9", "10\\. Ana (you)", "11\\. Player 11"],
        ),
        (
            found(TOP, line(11), replace(OWN, rank=12), line(13)),
            ["10\\. Player 10", "11\\. Player 11", "12\\. Ana (you)", "13\\. Player 13"],
        ),
        (
            found(TOP, line(98), replace(OWN, rank=99), line(100)),
            ["10\\. Player 10", "…", "98\\. Player 98", "99\\. Ana (you)", "100\\. Player 100"],
        ),
        (
            found([line(21), line(22)], line(1), replace(OWN, rank=2), line(3)),
            ["🥇 Player 1", "🥈 Ana (you)", "🥉 Player 3", "…", "21\\. Player 21", "22\\. Player 22"],
        ),
    ],
    ids=["last on the page", "right below", "far below", "above"],
)
def test_the_reader_stands_once_among_neighbours_with_a_gap_where_some_are_left_out(
    of: FoundRanking, last: list[str]
) -> None:
    shown = places(of)

    assert shown[-len(last) :] == last
    assert sum("(you)" in place for place in shown) == 1


def menus(page: Page) -> dict[str, Select]:
    """The menus of a page, by what they choose."""
    selects = [part for part in page.parts if isinstance(part, Select)]
    return {part.custom_id.split("|")[1].removeprefix("rank"): part for part in selects}


def test_three_menus_and_a_button_reach_every_leaderboard() -> None:
    reached = set()
    for scope, other in (("here", "everywhere"), ("everywhere", "here")):
        query = PageQuery("bluff", "7d", "computer", 3, "wins", scope)  # type: ignore[arg-type]
        page = PAGES.own(query, found(TOP, seasons=("2025Q1",)), READER)
        there = replace(query, page=0, scope=other)  # type: ignore[arg-type]
        assert f"f1|rankwhere|0|0|{there.to_text()}" in custom_ids(page.parts)
        assert all(sum(choice.chosen for choice in menu.choices) == 1 for menu in menus(page).values())
        choices = [menus(page)[menu].choices for menu in ("game", "period", "view")]
        for game, period, view in product(*choices):
            asked = query.choosing("game", game.value).choosing("period", period.value).choosing("view", view.value)
            reached.add(asked)

    assert reached == {replace(query, page=0) for query in QUERIES}


def test_names_that_cannot_be_drawn_stand_beside_the_picture_or_in_its_place() -> None:
    one = PAGES.own(PageQuery(), found([line(1), line(2, name="日本"), *TOP[2:]]), READER)
    most = PAGES.own(PageQuery(), found([line(1, name="日本"), line(2, name="東京"), line(3)]), READER)

    assert "-# Not in the picture: 2\\. **日本**" in beside_pictures(one.parts)
    assert not most.drawings
    assert "🥇 **日本** · **rating 1200**" in as_text(most.parts)


def test_the_page_for_all_has_no_menus_and_no_reader() -> None:
    page = PAGES.public(PageQuery(), found(TOP, line(39), replace(OWN, rank=40)))

    assert not custom_ids(page.parts)
    assert "Ana" not in as_text(page.parts)
