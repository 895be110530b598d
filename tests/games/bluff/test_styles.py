"""The styles that Bluff's search imagines."""

from math import inf
from random import Random

import pytest

from games.bluff.actions import LIFT, PATH, BluffAction
from games.bluff.opponents import facing_after
from games.bluff.ranks import COUNTED, DOUBT
from games.bluff.rules import BluffState
from games.bluff.styles import SOUND, STYLES, Style, Trust
from games.bluff.view import BluffView
from tests.games.bluff.tables import act, on_turn, table

NEVER, ALWAYS = 0.01, 0.99


def style(*, trust: Trust = "nobody", doubts: float = NEVER, safe: float = inf, creeps: bool = False) -> Style:
    return Style(trust, doubts, compares=False, safe=safe, creeps=creeps)


def answer(style: Style, state: BluffState, *, lying: bool = False) -> BluffAction:
    """What the style does here."""
    seat = on_turn(state)
    facing = facing_after(state.table.dice_counts, state.table.bids)
    number = style.answer(seat, COUNTED[state.cups[seat]], facing, lying=lying)
    return LIFT if number == DOUBT else PATH[number]


def bid(cups: str, *actions: str, style: Style, lying: bool = False) -> str:
    return answer(style, act(table(cups), *actions), lying=lying).to_text()


def test_each_style_answers_within_the_rules_until_the_round_ends() -> None:
    rng = Random(1)
    for style in STYLES:
        state = act(table("1 2 * / 2 3 5 5 5 / - / * / 1 1"))
        while state.table.phase == "bid":
            view: BluffView = state.view(on_turn(state))
            action = answer(style, state, lying=style.lies > 0 and rng.random() < 0.5)
            assert action in view.legal_actions
            state = act(state, action.to_text())


def test_the_likeliest_bid_is_on_what_the_player_has() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 2x1", style=style()) == "bid 2x5"


def test_the_highest_safe_bid_counts_on_others() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 1x1", style=style(safe=0.7)) == "bid 3x5"


def test_a_player_without_a_safe_bid_makes_the_likeliest() -> None:
    assert bid("1 2 3 / 1 5 5", "bid 3x5", style=style(safe=0.9)) == "bid 4x5"


def test_a_creeping_player_makes_the_lowest_bid() -> None:
    assert bid("1 2 3 / 5 5 5", "bid 1x1", style=style(creeps=True)) == "bid 1x2"


def test_a_liar_bids_on_what_they_lack() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 1x5", style=style(), lying=True) == "bid 1x*"


def test_a_bid_below_the_odds_is_doubted() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 3x3", style=style(doubts=0.5)) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 3x3", style=style(doubts=NEVER)) != "lift"


def test_a_sure_bid_is_not_doubted() -> None:
    assert bid("1 2 3 / 1 2 5", "bid 1x5", style=style(doubts=ALWAYS)) != "lift"


def test_who_compares_doubts_what_is_likelier_to_fail_than_their_own_bid_to_hold() -> None:
    compares = Style("nobody", 0.0, compares=True, safe=inf)

    assert bid("1 2 3 / 1 2 5", "bid 3x5", style=compares) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 1x3", style=compares) != "lift"


@pytest.mark.parametrize("trust", ["last", "all"])
def test_who_believes_the_bidder_doubts_less(trust: Trust) -> None:
    assert bid("1 2 3 / 1 2 5", "bid 2x3", style=style(doubts=0.5)) == "lift"
    assert bid("1 2 3 / 1 2 5", "bid 2x3", style=style(trust=trust, doubts=0.5)) != "lift"


def test_who_believes_all_remembers_the_bids_before_the_last() -> None:
    bids = ("bid 1x4", "bid 2x3", "bid 2x4")
    cups = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"

    assert bid(cups, *bids, style=style(trust="last", safe=0.55)) == "bid 4x4"
    assert bid(cups, *bids, style=style(trust="all", safe=0.55)) == "bid 5x4"


def test_nobody_believes_in_two_dice_under_a_cup_with_one() -> None:
    assert bid("3 / 1 2 5 5", "bid 2x3", style=style(trust="last", doubts=0.5)) == "lift"
    assert bid("3 / 1 2 5 5", "bid 2x3", style=style(trust="all", doubts=0.5)) == "lift"


def test_the_highest_bid_can_only_be_doubted() -> None:
    assert bid("1 / 1", "bid 2x*", style=SOUND) == "lift"


def test_a_bold_liar_pretends_to_have_some() -> None:
    cups = "1 2 3 4 5 / 1 1 2 3 4"
    small, big = (Style("nobody", NEVER, compares=False, safe=0.7, lies=0.5, pretends=more) for more in (0, 2))

    assert bid(cups, "bid 2x1", style=small, lying=True) == "bid 2x5"
    assert bid(cups, "bid 2x1", style=big, lying=True) == "bid 3x5"
