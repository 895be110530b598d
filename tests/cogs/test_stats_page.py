"""The page of `/stats`: what it says, and that it fits into a message."""

from dataclasses import replace

import pytest

from bot.pages.page import Picture
from bot.store.results import First
from bot.store.statistics import Count, Curve, FigureSums, Opponent, Record, Statistics, Streak
from bot.tables.standings import Field
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.commands.lookups import ALL_GAMES, Someone
from cogs.commands.stats import StatsPage
from games.catalogue import GAMES
from tests.pages import as_text

EVERYTHING = Statistics(
    name="Ana",
    standings={"people": Record(240, 130, 1832, False, 2), "computer": Record(40, 20, 1210, True, 5, rated=4)},
    counts={
        **{("pace", pace): Count(80, 40) for pace in ("live", "relaxed", "correspondence")},
        **{("level", level): Count(10, 5) for level in ("easy", "medium", "hard", "steady")},
    },
    won=dict.fromkeys(GAMES, Streak(2, 11)),
    opponents=tuple(Opponent(number, "Ben", 99, 50, 49) for number in range(25)),
    curves={"people": Curve(tuple(range(1000, 1200)), 1000), "computer": Curve((1000, 990, 980, 970), 3)},
    figures={figure.key: FigureSums(58, 100, 500, 1000) for game in GAMES.values() for figure in game.figures},
)
"""Of somebody who has done a lot."""


def drawn(**facts: object) -> StatsPage:
    """A page of statistics."""
    shown = StatsPage(Someone(1, "bluff"), EVERYTHING, GAME_UIS, ENGLISH, opponents=EVERYTHING.opponents)
    return replace(shown, **facts)  # type: ignore[arg-type]


def details(**facts: object) -> StatsPage:
    """The page with the figures behind those that say most."""
    return drawn(is_detailed=True, **facts)


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_game_is_shown_beside_everyones_average(game: str) -> None:
    text = as_text(details(someone=Someone(1, game)).public().parts)

    for figure in GAMES[game].figures:
        label = GAME_UIS[game].figures[figure.key]
        own, average = ("58 of 100** (58%)", "50%") if figure.kind == "share" else ("0.6**", "0.5")
        assert f"{label}: **{own} · server {average}" in text


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


def test_a_figure_has_a_comma_where_a_language_has_one_and_no_average_of_oneself() -> None:
    figures = {"doubts_right": FigureSums(1, 8, 1, 8)}
    text = as_text(details(stats=replace(EVERYTHING, figures=figures)).public().parts)

    assert "**Style of play**\n-# Doubts that were right: **1 of 8** (12%)\n" in text
    assert "server" not in text
    assert "Doubted bids that were right" not in text  # which was never observed
    assert "Teiler (je kleiner, desto besser): **0,6** · Server 0,5" in as_text(
        details(someone=Someone(1, "tuecke"), say=words("de")).public().parts
    )


def test_only_a_curve_of_a_rating_that_shows_is_drawn() -> None:
    def curves(**facts: object) -> list[str]:
        page = drawn(stats=replace(EVERYTHING, **facts)).public()  # type: ignore[arg-type]
        return [part.alt for part in page.parts if isinstance(part, Picture)]

    (alt,) = curves()
    assert alt.startswith("Rating over the last 1000 matches: from 1000 to 1199")
    assert curves(curves={"people": Curve((1000, 1010), 1)}) == []
    assert curves(curves={"computer": EVERYTHING.curves["computer"]}) == []


def test_a_provisional_rating_has_no_number_and_no_rank() -> None:
    text = as_text(drawn().public().parts)

    assert "Rating **1832** · #2 on the leaderboard · **240** matches" in text
    assert "**Against the computer**\n**40** matches · **20** wins (50%) · Placement match 4 of 5" in text
    assert "1210" not in text
    left = Statistics(name="Ana", standings={"people": Record(1, 0, 1000, True, 4)})
    text = as_text(drawn(stats=left, opponents=()).public().parts)
    assert "\n**1** match · **0** wins · Your rating doesn't show yet" in text


def test_the_details_of_all_games_have_a_rating_only_where_it_shows() -> None:
    by_game: dict[tuple[str, Field], Record] = {
        ("bluff", "people"): Record(9, 4, 1283, False),
        ("tuecke", "people"): Record(2, 1, 1175, True),
    }
    text = as_text(details(someone=Someone(1), stats=replace(EVERYTHING, by_game=by_game)).public().parts)

    assert "-# Bluff: **1283** · 4/9 won\n-# Mit List und Tücke: 1/2 won\n" in text


def test_only_what_matches_differ_in_and_levels_of_today_are_counted_apart() -> None:
    same = replace(EVERYTHING, counts={("pace", "live"): Count(240, 130), ("level", "hard"): Count(40, 20)})
    text = as_text(drawn(stats=same).public().parts)

    assert "**130** wins (54%) · pace: live\n" in text
    assert "**20** wins (50%) · level: hard · " in text
    assert "Wins by" not in text + as_text(details(stats=same).public().parts)
    assert "Wins by level: easy **5/10** · medium **5/10** · hard **5/10**\n" in as_text(details().public().parts)


def test_three_opponents_are_named_a_forgotten_one_as_a_former_player() -> None:
    opponents = (Opponent(1, None, 3, 2, 1), *EVERYTHING.opponents)
    text = as_text(details(opponents=opponents).public().parts)
    met = as_text(drawn(name="Ben", met=Opponent(2, "Ben", 4, 0, 1), opponents=()).private().parts)

    assert "-# a former player: ahead of them 2×, behind 1×, level 0×\n" in text
    assert text.count("ahead of them") == 3
    assert "**You against Ben**: ahead 0×, behind 1×, level 3×" in met
