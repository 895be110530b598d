"""The pages of the leaderboard as values: every one of them, whatever is on it."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pages.page import Page, Picture, Select
from bot.pages.size import MOST_ALT_CHARACTERS
from bot.store.leaderboard import Metric, Ranking, Standing
from bot.store.schema import FORMER_PLAYER
from bot.tables.standings import Field
from bot.words import ENGLISH, LOCALE, words
from cogs.catalogue import GAME_UIS
from cogs.commands.leaderboard import LINES, SHOWN_SEASONS, FoundRanking, Menu, PageQuery, RankingPages, Scope
from cogs.commands.lookups import ALL_GAMES
from games.catalogue import GAMES
from localcord.limits import check_message
from tests.pages import as_text, beside_pictures, button, custom_ids, message

SEASON = "2026Q4"
LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
PERIODS = ("all", SEASON, "2025Q1", "30d", "7d")

QUERIES = [
    PageQuery(game, period, field, page, metric, scope)
    for game, period, field, page, metric, scope in product(
        (ALL_GAMES, *GAMES), PERIODS, get_args(Field), (0, 3), get_args(Metric), get_args(Scope)
    )
]

PAGES = RankingPages(GAME_UIS, ENGLISH)
OTHER: dict[Scope, Scope] = {"here": "everywhere", "everywhere": "here"}
READER = 7


def line(rank: int, user_id: int | None = None, name: str = "", **changes: int) -> Standing:
    """A line of the ranking. Shape: the user id goes down as the rank goes up, as in the store."""
    standing = Standing(
        rank=rank,
        user_id=1000 - rank if user_id is None else user_id,
        name=name or f"Player {rank}",
        matches=9,
        wins=3,
        points=12,
        rating=1200,
        is_provisional=False,
    )
    return replace(standing, **changes)  # type: ignore[arg-type]


def found(lines: Iterable[Standing], *around: Standing, total: int = 100) -> FoundRanking:
    return FoundRanking(Ranking(tuple(lines), around, total), SEASON)


def texts(of: FoundRanking, query: PageQuery | None = None, reader: int = READER) -> list[str]:
    """The lines of a page in words."""
    return as_text(PAGES.own(query or PageQuery(), of, reader).parts).splitlines()


def places(of: FoundRanking) -> list[str]:
    """The ranks and names of a page, with its gaps."""
    shown = texts(of)[2:]
    return [part.split(" · ")[0].replace("**", "") for part in shown if part[:1].isdigit() or part == "…"]


TOP = [line(rank) for rank in range(1, LINES + 1)]
LONGEST = line(100_000_000, name="W" * 32, matches=1_000_000, wins=1_000_000, points=1_000_000, is_provisional=True)


def full(total: int) -> FoundRanking:
    """A page with the longest lines and menus that there can be."""
    own = replace(LONGEST, user_id=READER)
    lines = [replace(LONGEST, user_id=100 + number) for number in range(min(total, LINES))]
    seasons = tuple(f"{year}Q1" for year in range(2010, 2025))
    ranking = Ranking(tuple(lines), (LONGEST, own, LONGEST) if total > LINES else (), total)
    return FoundRanking(ranking, SEASON, seasons, tuple(lines), "x" * 300)


TOTALS = (0, 1, LINES, LINES + 1, 10_000)


@pytest.mark.parametrize("total", TOTALS, ids=str)
def test_every_page_is_within_discords_limits(total: int) -> None:
    for language in LANGUAGES:
        pages = RankingPages(GAME_UIS, words(language))
        for query in QUERIES[::23]:
            check_message(message(pages.own(query, full(total), READER)))
        check_message(message(pages.public(QUERIES[0], full(total))))


@pytest.mark.parametrize("total", TOTALS, ids=str)
def test_no_two_components_of_a_page_are_the_same(total: int) -> None:
    """Every question is asked with one of the totals, and every total with questions of all kinds."""
    for query in QUERIES[TOTALS.index(total) :: len(TOTALS)]:
        ids = custom_ids(PAGES.own(query, full(total), READER).parts)
        assert len(ids) == len(set(ids)), query


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_of_the_longest_page_is_whole(language: str) -> None:
    own = replace(LONGEST, user_id=READER)
    lines = [replace(LONGEST, user_id=100 + number, rank=1) for number in range(LINES)]
    page = RankingPages(GAME_UIS, words(language)).own(PageQuery(), found(lines, LONGEST, own, LONGEST), READER)

    (picture,) = (part for part in page.parts if isinstance(part, Picture))

    assert len(picture.alt) <= MOST_ALT_CHARACTERS
    assert len(picture.alt.splitlines()) == LINES + 4


def test_a_button_asks_for_what_it_says() -> None:
    for asked in QUERIES:
        assert PageQuery.from_text(asked.custom_id("rank").rpartition("|")[2]) == asked


@given(st.text())
def test_any_text_asks_for_some_page(text: str) -> None:
    assert PageQuery.from_text(text)


@given(st.sampled_from(get_args(Menu)), st.text() | st.from_regex(r"\d{1,12}Q\d", fullmatch=True))
def test_any_choice_leads_to_some_page(menu: Menu, chosen: str) -> None:
    assert PageQuery().choosing(menu, chosen).page == 0


@pytest.mark.parametrize(
    "text",
    ["", "chess all people 0", "all 1d people 0", "all all robots 0", "all all people -1", "all 2026Q5 people 0",
     "all 9999999999Q1 people 0", "all all people 0 luck here", "all all people 0 wins nowhere"],
)  # fmt: skip
def test_a_question_that_makes_no_sense_asks_for_the_first_page(text: str) -> None:
    assert PageQuery.from_text(text) == PageQuery()


def test_a_button_of_a_result_asks_for_ratings_here() -> None:
    assert PageQuery.from_text("bluff all computer 2") == PageQuery("bluff", "all", "computer", 2, "rating", "here")


def test_the_reader_on_the_page_stands_only_once() -> None:
    own = line(3, READER, "Ana")
    lines = [*TOP[:2], own, *TOP[3:]]

    shown = texts(found(lines, TOP[1], own, TOP[3]))[2 : LINES + 3]

    assert "🥉 **Ana** (you)" in shown[2]
    assert len([part for part in shown if "won" in part]) == LINES
    assert "…" not in shown


def test_neighbours_on_the_next_page_follow_without_a_gap() -> None:
    own = line(10, READER, "Ana")

    assert places(found([*TOP[:9], own], TOP[8], own, line(11)))[-2:] == ["10\\. Ana (you)", "11\\. Player 11"]


def test_lines_right_below_the_page_follow_without_a_gap() -> None:
    own = line(12, READER, "Ana")

    assert places(found(TOP, line(11), own, line(13)))[-3:] == ["11\\. Player 11", "12\\. Ana (you)", "13\\. Player 13"]


def test_between_the_page_and_lines_far_below_is_a_gap() -> None:
    own = line(4711, READER, "Ana")

    assert places(found(TOP, line(4710), own, line(4712)))[-4:] == [
        "…", "4710\\. Player 4710", "4711\\. Ana (you)", "4712\\. Player 4712"
    ]  # fmt: skip


def test_on_a_later_page_the_reader_stands_above() -> None:
    own = line(2, 998, "Ana")
    shown = texts(found([line(21), line(22)], line(1), own, line(3)), reader=998)

    assert [part.split(" · ")[0] for part in shown[2:8]] == [
        "🥇 **Player 1**", "🥈 **Ana** (you)", "🥉 **Player 3**", "…", "21\\. **Player 21**", "22\\. **Player 22**"
    ]  # fmt: skip


def test_equals_share_a_rank_and_a_medal() -> None:
    shown = texts(found([line(1), line(2, 50), line(2, 49), line(4)]))

    assert [part.split()[0] for part in shown[2:6]] == ["🥇", "🥈", "🥈", "4\\."]


@pytest.mark.parametrize(("metric", "first"), [("rating", "1\\."), ("wins", "🥇")])
def test_no_provisional_rating_wins_a_medal(metric: Metric, first: str) -> None:
    shown = texts(found([line(1, is_provisional=True)]), PageQuery(metric=metric))

    assert shown[2].startswith(first)
    assert "rating –" in shown[2]
    assert "1200" not in "".join(shown)


@pytest.mark.parametrize(
    ("period", "sentence"),
    [
        ("all", "count less and less. Everyone's rating starts at 1000."),
        ("7d", "count less and less. Everyone's rating starts at 1000."),
        (SEASON, "Everyone's rating starts afresh each season, at 1000."),
    ],
)
def test_a_page_by_rating_says_where_everyone_starts(period: str, sentence: str) -> None:
    def said(metric: Metric) -> str:
        return " ".join(as_text(PAGES.explained(PageQuery(period=period, metric=metric)).parts).splitlines())

    assert said("rating").count("1000") == 1
    assert sentence in said("rating")
    assert "1000" not in said("wins")


@pytest.mark.parametrize(
    ("field", "needed"),
    [
        ("people", "It also needs 3 different opponents."),
        ("computer", "A rating shows after 5 rated matches."),
    ],
)
def test_who_asks_is_told_what_counts_and_when_a_rating_shows(field: Field, needed: str) -> None:
    query = PageQuery(field=field)
    own, public = PAGES.own(query, found(TOP), READER), PAGES.public(query, found(TOP))
    asked = button(own.parts, "?").custom_id

    assert PageQuery.from_text(asked.rpartition("|")[2]) == query
    assert needed in as_text(PAGES.explained(query).parts)
    assert needed not in as_text(own.parts)
    assert needed in as_text(public.parts)  # where there's nothing to press


def menus(page: Page) -> dict[str, Select]:
    """The menus of a page, by what they choose."""
    found = [part for part in page.parts if isinstance(part, Select)]
    return {part.custom_id.split("|")[1].removeprefix("rank"): part for part in found}


def test_three_menus_and_a_button_reach_every_leaderboard() -> None:
    reached = set()
    for scope in get_args(Scope):
        for query in (PageQuery(scope=scope), PageQuery("bluff", "7d", "computer", 3, "wins", scope)):
            page = PAGES.own(query, FoundRanking(Ranking(tuple(TOP), total=10), SEASON, ("2025Q1",)), READER)
            assert list(menus(page)) == ["game", "period", "view"]
            assert f"f1|rankwhere|0|0|{replace(query, page=0, scope=OTHER[scope]).to_text()}" in custom_ids(page.parts)
            assert all(sum(choice.chosen for choice in menu.choices) == 1 for menu in menus(page).values())
        games, periods, views = menus(page).values()
        for game, period, view in product(games.choices, periods.choices, views.choices):
            asked = query.choosing("game", game.value).choosing("period", period.value).choosing("view", view.value)
            reached.add(asked)

    assert reached == {replace(query, page=0) for query in QUERIES}


def test_a_forgotten_person_is_a_former_player() -> None:
    assert "**a former player**" in texts(found([line(1, name=FORMER_PLAYER)]))[2]


def test_names_that_cannot_be_drawn_stand_beside_the_picture() -> None:
    page = PAGES.own(PageQuery(), found([line(1), line(2, name="日本"), *TOP[2:]]), READER)

    assert "-# Not in the picture: 2\\. **日本**" in beside_pictures(page.parts)


def test_where_most_names_cannot_be_drawn_there_is_no_picture() -> None:
    page = PAGES.own(PageQuery(), found([line(1, name="日本"), line(2, name="東京"), line(3)]), READER)

    assert not page.drawings
    assert "🥇 **日本** · **rating 1200**" in as_text(page.parts)


def test_the_page_for_all_has_no_menus_and_no_reader() -> None:
    own = line(40, READER, "Ana")
    page = PAGES.public(PageQuery(), found(TOP, line(39), own))

    assert not custom_ids(page.parts)
    assert "Ana" not in as_text(page.parts)


@pytest.mark.parametrize(
    ("period", "words_before"),
    [("all", "Last season: "), (SEASON, "Last season: "), ("2025Q1", "The season before: ")],
)
def test_the_champions_of_the_season_before_are_named(period: str, words_before: str) -> None:
    champions = (line(1, name="Ana"), line(1, name="*Ben*", rating=1312))
    of = replace(found(TOP), champions=champions)

    shown = texts(of, PageQuery(period=period))

    assert shown[2] == f"{words_before}🏆 **Ana** (1200) and **\\*Ben\\*** (1312)"


@pytest.mark.parametrize(
    ("period", "page", "before"),
    [("all", 0, "2026Q3"), (SEASON, 0, "2026Q3"), ("2026Q1", 0, "2025Q4"), ("7d", 0, None), ("all", 1, None)],
)
def test_first_pages_name_champions(period: str, page: int, before: str | None) -> None:
    assert PageQuery(period=period, page=page).season_before(SEASON) == before


def periods_offered(page: Page) -> list[str]:
    return [choice.value for choice in menus(page)["period"].choices]


def test_the_menu_has_the_latest_seasons_and_the_one_that_is_shown() -> None:
    seasons = tuple(f"{year}Q1" for year in range(2026, 2010, -1))
    page = PAGES.own(PageQuery(period="2011Q1"), FoundRanking(Ranking(tuple(TOP), total=10), SEASON, seasons), READER)

    assert periods_offered(page) == ["all", SEASON, "30d", "7d", *seasons[:SHOWN_SEASONS], "2011Q1"]
