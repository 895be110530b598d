"""What the simulations of ratings rest on, and a short form of them: farming brings nothing worth having."""

from math import inf
from random import Random

import pytest

from bench.levels import Finish, fit
from bench.ratings import (
    DAYS,
    FARMS,
    HONEST,
    NO_RULES,
    RIGHT,
    RULES,
    farmed,
    farmed_alone,
    finish,
    from_when,
    groups,
    gumbel,
    kendall,
)
from bot.tables.ratings import FOREGONE

pytestmark = pytest.mark.slow

MIDDLE = HONEST // 2
BEST_SHOWN, MEDIOCRE_SHOWN = 2000, 1600


@pytest.mark.parametrize("name", ["two accounts", "four accounts, two at a time", "a fresh loser every day"])
def test_farming_leads_to_the_lower_half_and_without_the_rules_to_the_top(name: str) -> None:
    _, free, _ = farmed(FARMS[name], DAYS, Random(name), rules=NO_RULES)
    _, ruled, _ = farmed(FARMS[name], DAYS, Random(name), rules=RULES)

    assert free == 1
    assert ruled > MIDDLE


def test_four_accounts_at_one_table_do_not_pass_the_best_honest_player() -> None:
    shown, _, best = farmed(FARMS["four accounts at one table"], DAYS, Random("ring"), rules=RULES)
    assert shown < best


def test_beating_an_easy_computer_player_all_day_is_worth_little() -> None:
    assert farmed_alone(DAYS, inf) > BEST_SHOWN
    assert farmed_alone(DAYS, FOREGONE) < MEDIOCRE_SHOWN


@pytest.mark.parametrize(
    ("order", "tau"), [([1, 2, 3, 4], 1), ([4, 3, 2, 1], -1), ([2, 1, 3, 4], 2 / 3), ([1, 1, 2, 3], 5 / 6)]
)
def test_tau_says_how_right_an_order_is(order: list[float], tau: float) -> None:
    assert kendall(order) == pytest.approx(tau)


def test_an_order_is_right_from_where_it_stays_right() -> None:
    assert from_when([0.5, 0.95, *[0.5] * 30, *[0.9] * 20], RIGHT) == "33"
    assert from_when([0.5] * 50, RIGHT) == "-"


@pytest.mark.parametrize("people", range(2, 12))
def test_everybody_is_in_one_group_of_two_to_four(people: int) -> None:
    found = list(groups(range(people), Random(people)))

    assert sorted(one for group in found for one in group) == [*range(people)]
    assert {len(group) for group in found} <= {2, 3, 4}


def test_matches_between_levels_of_known_strength_give_these_strengths() -> None:
    """At a table of two, 5.89 in mu are odds of e to one: the luck of the model that rates people."""
    rng = Random(1)
    finishes: dict[Finish, int] = {}
    for _ in range(4000):
        order = finish((0, 1), (22 / 5.8926, 25 / 5.8926), gumbel, rng)
        key = tuple((("easy", "medium")[seat], place) for place, seat in enumerate(order, 1))
        finishes[key] = finishes.get(key, 0) + 1

    assert fit(finishes, {"medium": 25})["easy"] == pytest.approx(22, abs=0.5)
