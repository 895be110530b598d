"""The page of `/stats`: what it says, and that it fits into a message."""

from dataclasses import replace

from bot.store.statistics import Count, Curve, FigureSums, Opponent, Record, Statistics, Streak
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.commands.lookups import Someone
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


def test_a_figure_has_a_comma_where_a_language_has_one_and_no_average_of_oneself() -> None:
    figures = {"doubts_right": FigureSums(1, 8, 1, 8)}
    text = as_text(details(stats=replace(EVERYTHING, figures=figures)).public().parts)

    assert "**Style of play**\n-# Doubts that were right: **1 of 8** (12%)\n" in text
    assert "server" not in text
    assert "Doubted bids that were right" not in text  # which was never observed
    assert "Teiler (je kleiner, desto besser): **0,6** · Server 0,5" in as_text(
        details(someone=Someone(1, "tuecke"), say=words("de")).public().parts
    )


def test_a_provisional_rating_has_no_number_and_no_rank() -> None:
    text = as_text(drawn().public().parts)

    assert "Rating **1832** · #2 on the leaderboard · **240** matches" in text
    assert "**Against the computer**\n**40** matches · **20** wins (50%) · Placement match 4 of 5" in text
    assert "1210" not in text
    left = Statistics(name="Ana", standings={"people": Record(1, 0, 1000, True, 4)})
    text = as_text(drawn(stats=left, opponents=()).public().parts)
    assert "\n**1** match · **0** wins · Your rating doesn't show yet" in text


def test_only_what_matches_differ_in_and_levels_of_today_are_counted_apart() -> None:
    same = replace(EVERYTHING, counts={("pace", "live"): Count(240, 130), ("level", "hard"): Count(40, 20)})
    text = as_text(drawn(stats=same).public().parts)

    assert "**130** wins (54%) · pace: live\n" in text
    assert "**20** wins (50%) · level: hard · " in text
    assert "Wins by" not in text + as_text(details(stats=same).public().parts)
    assert "Wins by level: easy **5/10** · medium **5/10** · hard **5/10**\n" in as_text(details().public().parts)
