"""The page of `/stats`: what it says, and that it fits into a message."""

from dataclasses import replace

import pytest

from bot.pages.page import Page, Picture
from bot.store.results import First
from bot.store.statistics import Count, Curve, FigureSums, Opponent, Record, Statistics, Streak
from bot.tables.standings import Field
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.commands.lookups import ALL_GAMES, LARGEST_ID, Someone
from cogs.commands.stats import StatsPage
from games.catalogue import GAMES
from localcord.limits import check_message
from tests.cogs.tables import LONGEST_NAMES
from tests.pages import as_text, custom_ids, message

LONG = LONGEST_NAMES[1]

EVERYTHING = Statistics(
    name=LONG,
    standings={"people": Record(240, 130, 1832, False, 2), "computer": Record(40, 20, 1210, True, 5, rated=4)},
    by_game={(game, field): Record(240, 130, 1832, False) for game in GAMES for field in ("people", "computer")},
    counts={
        **{("place", str(place)): Count(40, 1) for place in range(1, 7)},
        **{("pace", pace): Count(80, 40) for pace in ("live", "relaxed", "correspondence")},
        **{("level", level): Count(10, 5) for level in ("easy", "medium", "hard", "steady")},
    },
    won=dict.fromkeys(GAMES, Streak(2, 11)),
    finished=Streak(31, 90),
    opponents=tuple(Opponent(number, LONG, 99, 50, 49) for number in range(25)),
    curves={"people": Curve(tuple(range(1000, 1200)), 1000), "computer": Curve((1000, 990, 980, 970), 3)},
    figures={figure.key: FigureSums(58, 100, 500, 1000) for game in GAMES.values() for figure in game.figures},
    firsts=tuple(First(kind, game) for game in GAMES for kind in ("win", "win against hard")),
)
"""Of somebody with a long name who has done everything there is."""


def drawn(**facts: object) -> StatsPage:
    """A page of statistics."""
    shown = StatsPage(Someone(1, "bluff"), EVERYTHING, GAME_UIS, ENGLISH, opponents=EVERYTHING.opponents)
    return replace(shown, **facts)  # type: ignore[arg-type]


def details(**facts: object) -> StatsPage:
    """The page with the figures behind those that say most."""
    return drawn(is_detailed=True, **facts)


@pytest.mark.parametrize("game", [ALL_GAMES, *GAMES])
@pytest.mark.parametrize("language", ["en-US", "de", "fr"])
def test_the_longest_page_is_within_discords_limits(game: str, language: str) -> None:
    full = drawn(someone=Someone(LARGEST_ID, game), say=words(language), name=LONG, met=EVERYTHING.opponents[0])

    behind = replace(full, is_detailed=True)
    for page in (full.private(), full.public(), replace(full, name=None).private(), behind.private(), behind.public()):
        check_message(message(page))
        ids = custom_ids(page.parts)
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_game_is_shown_beside_everyones_average(game: str) -> None:
    text = as_text(details(someone=Someone(1, game)).public().parts)

    for figure in GAMES[game].figures:
        label = GAME_UIS[game].figures[figure.key]
        own, average = ("58 of 100** (58%)", "50%") if figure.kind == "share" else ("0.6**", "0.5")
        assert f"{label}: **{own} · server {average}" in text


def test_without_anybody_else_there_is_no_average() -> None:
    figures = {"doubts_right": FigureSums(1, 8, 1, 8)}
    text = as_text(details(stats=replace(EVERYTHING, figures=figures)).public().parts)

    assert "**Style of play**\n-# Doubts that were right: **1 of 8** (12%)\n" in text
    assert "server" not in text


def test_a_figure_that_was_never_observed_is_missing() -> None:
    figures = {"doubts_right": EVERYTHING.figures["doubts_right"]}
    text = as_text(details(stats=replace(EVERYTHING, figures=figures)).public().parts)

    assert "Doubts that were right" in text
    assert "Doubted bids that were right" not in text


def test_a_comma_stands_where_a_language_has_one() -> None:
    assert "Teiler (je kleiner, desto besser): **0,6** · Server 0,5" in as_text(
        details(someone=Someone(1, "tuecke"), say=words("de")).public().parts
    )


def test_only_one_curve_is_drawn_that_of_play_with_people() -> None:
    def curves(page: Page) -> list[str]:
        return [part.alt for part in page.parts if isinstance(part, Picture)]

    (alt,) = curves(drawn().public())
    assert alt.startswith("Rating over the last 1000 matches: from 1000 to 1199")
    assert curves(drawn(stats=replace(EVERYTHING, curves={"people": Curve((1000, 1010), 1)})).public()) == []


def test_computer_players_of_former_levels_are_left_out() -> None:
    assert "Wins by level: easy **5/10** · medium **5/10** · hard **5/10**\n" in as_text(details().public().parts)


def test_a_provisional_rating_has_no_number_no_rank_and_no_curve() -> None:
    curves: dict[Field, Curve] = {"computer": EVERYTHING.curves["computer"]}
    page = drawn(stats=replace(EVERYTHING, curves=curves)).public()

    text = as_text(page.parts)
    assert "Rating **1832** · #2 on the leaderboard · **240** matches" in text
    assert "**Against the computer**\n**40** matches · **20** wins (50%) · Placement match 4 of 5" in text
    assert "1210" not in text
    assert not [part for part in page.parts if isinstance(part, Picture)]


def test_the_details_of_all_games_have_a_rating_only_where_it_shows() -> None:
    by_game: dict[tuple[str, Field], Record] = {
        ("bluff", "people"): Record(9, 4, 1283, False),
        ("tuecke", "people"): Record(2, 1, 1175, True),
    }
    text = as_text(details(someone=Someone(1), stats=replace(EVERYTHING, by_game=by_game)).public().parts)

    assert "-# Bluff: **1283** · 4/9 won\n-# Mit List und Tücke: 1/2 won\n" in text


@pytest.mark.parametrize(("game", "heading"), [(ALL_GAMES, "**With other people** · Bluff"), ("bluff", "")])
def test_after_one_match_everything_is_said_once(game: str, heading: str) -> None:
    record = Record(1, 1, 1175, True, 4, 1, 1)
    first = Statistics(
        name="Ana",
        standings={"people": record},
        by_game={("bluff", "people"): record},
        counts={("place", "1"): Count(1, 1), ("pace", "live"): Count(1, 1)},
        won={"bluff": Streak(1, 1)},
        finished=Streak(1, 1),
        opponents=(Opponent(2, "Ben", 1, 1, 0),),
        curves={"people": Curve((1000, 1175), 1)},
        figures={},
        firsts=(First("win", "bluff"),),
    )
    shown = drawn(someone=Someone(1, game), stats=first, opponents=first.opponents)

    assert as_text(shown.public().parts).splitlines()[1:] == [
        heading or "**With other people**",
        "**1** match · **1st place** · pace: live · Placement match 1 of 5",
        "-# 🎉 First win: Bluff",
    ]
    assert as_text(replace(shown, is_detailed=True).public().parts).splitlines()[1:] == ["Opponents: Ben"]


def test_a_match_that_was_left_has_no_place() -> None:
    left = Statistics(name="Ana", standings={"people": Record(1, 0, 1000, True, 4)})

    assert "\n**1** match · **0** wins · Your rating doesn't show yet" in as_text(
        drawn(stats=left, opponents=()).public().parts
    )


def test_only_what_matches_differ_in_is_counted_apart() -> None:
    counts = {("pace", "live"): Count(240, 130), ("level", "hard"): Count(40, 20)}
    text = as_text(drawn(stats=replace(EVERYTHING, counts=counts)).public().parts)

    assert "**130** wins (54%) · pace: live\n" in text
    assert "**20** wins (50%) · level: hard · " in text
    assert "Wins by" not in text + as_text(details(stats=replace(EVERYTHING, counts=counts)).public().parts)


@pytest.mark.parametrize(
    ("streak", "line"),
    [
        (Streak(0, 1), ""),
        (Streak(1, 2), "Wins in a row: now **1**, best **2**"),
        (Streak(3, 3), "Wins in a row: **3** (best so far)"),
    ],
)
def test_a_streak_has_at_least_two_matches(streak: Streak, line: str) -> None:
    text = as_text(drawn(stats=replace(EVERYTHING, won={"bluff": streak})).public().parts)

    assert line in text
    assert ("in a row" in text) == bool(line)


def test_three_opponents_are_named_and_a_forgotten_one_is_a_former_player() -> None:
    opponents = (Opponent(1, None, 3, 2, 1), *EVERYTHING.opponents)
    text = as_text(details(opponents=opponents).public().parts)

    assert "-# a former player: ahead of them 2×, behind 1×, level 0×\n" in text
    assert text.count("ahead of them") == 3


def test_ties_with_an_opponent_are_told_too() -> None:
    met = Opponent(2, "Ben", 4, 0, 1)
    text = as_text(drawn(name="Ben", met=met, opponents=()).private().parts)

    assert "**You against Ben**: ahead 0×, behind 1×, level 3×" in text
