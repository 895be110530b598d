"""The view of Volltreffer besides the rules: legal actions, forced cards, defaults, texts of actions."""

import pytest

from games.cards import parse_card, to_text
from games.core import MalformedAction, Seat
from games.volltreffer import GAME
from games.volltreffer.events import CardBought
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import act, bought, leading, legal, market, on_turn, row, standing, view

OPENING = market("g5 g4 y10 v4 r2")
MELDING = bought("y9 g9 b9 v9 y10 g10 b10 v10", "r1 y1 g1 b1 v1 y2 g2 b2", "r2 v2 y3 g4 b5 v6 y7 g8")


def test_before_the_first_deck_little_is_known() -> None:
    table = GAME.start(4, {}).view(None).table

    assert (table.round, table.row, table.hands, table.distances) == (0, (), (0, 0, 0, 0), (41, 41, 41, 41))


@pytest.mark.parametrize(
    "state",
    [
        market("v8 g5 r8 y2"),
        OPENING,
        act(market("g5 g4 y10 v4 r2", options={"variant": True}), "buy g4"),
    ],
    ids=["row", "buy", "swap"],
)
def test_what_concerns_the_row_may_be_offered_in_public(state: VolltrefferState) -> None:
    assert state.view(None).public_actions == state.view(on_turn(state)).legal_actions


@pytest.mark.parametrize("state", [MELDING, leading("y9", "y1", "y2")], ids=["declare", "play"])
def test_what_depends_on_a_hand_is_not_offered_in_public(state: VolltrefferState) -> None:
    assert state.view(None).public_actions == ()


def test_a_view_tells_who_is_to_act_and_at_which_decision() -> None:
    seen = OPENING.view(Seat(1))

    assert (seen.to_act, seen.decision, seen.outcome) == (OPENING.to_act, OPENING.decision, None)


def test_a_player_sees_their_cards_and_those_they_can_play() -> None:
    own = act(leading("y1 g2", "y5 r1", "g1 y2"), "play y1").view(Seat(1))

    assert (to_text(own.hand), to_text(own.playable)) == ("r1 y5", "y5")


def test_a_player_who_is_not_to_act_may_play_and_buy_nothing() -> None:
    assert leading("y1 g2", "y5 r1", "g1 y2").view(Seat(1)).playable == 0
    assert OPENING.view(Seat(1)).affordable == ()


def test_a_spectator_holds_nothing() -> None:
    assert MELDING.view(None).hand == 0


def test_the_last_card_of_a_hand_is_forced() -> None:
    state = leading("y1", "y5", "g1")

    assert state.view(Seat(0)).forced_action == GAME.parse_action("play y1")
    assert state.view(Seat(1)).forced_action is None


def test_to_show_nothing_is_forced_for_whoever_has_no_meld() -> None:
    state = bought("r2 g5 y3 y10 g1 g10 b5 b9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")

    assert state.view(Seat(0)).forced_action == GAME.parse_action("declare -")
    assert state.view(Seat(1)).forced_action is None
    assert state.view(None).forced_action is None
    assert act(state, "declare -").view(Seat(0)).forced_action is None


def test_a_choice_of_one_is_not_forced() -> None:
    state = act(leading("y1 g2", "y5 r1", "g1 y2"), "play y1")

    assert legal(state) == ["play y5"]
    assert view(state).forced_action is None
    assert view(standing(OPENING, 0, 0, 0)).forced_action is None


def test_the_latest_purchase_stays_in_view() -> None:
    state = act(OPENING, "buy g4")

    assert state.table.last_bought == CardBought(Seat(0), parse_card("g4"), price=2)


def test_the_market_counts_the_cards_left_in_the_deck() -> None:
    assert (OPENING.table.deck_left, act(OPENING, "buy g4").table.deck_left) == (45, 44)


def test_a_player_who_runs_out_of_time_takes_the_free_card() -> None:
    assert OPENING.default_action(Seat(0)) == GAME.parse_action("buy v4")


def test_a_player_who_runs_out_of_time_shows_the_best_melds() -> None:
    assert MELDING.default_action(Seat(0)) == GAME.parse_action("declare four:10 four:9")


def test_a_player_who_runs_out_of_time_leaves_the_row_as_it_lies() -> None:
    state = market("v8 g5 r8 y2")

    assert row(act(state, state.default_action(Seat(2)).to_text())) == row(state)


@pytest.mark.parametrize(
    "text",
    [
        "row g5 r8 v8 y2",
        "buy g4",
        "swap r8 v2",
        "declare colours three:7",
        "declare three:10 three:7",
        "declare -",
        "play r10",
    ],
)
def test_an_action_has_one_text(text: str) -> None:
    assert GAME.parse_action(text).to_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "buy g0",
        "buy J",
        "play b11",
        "swap v2 r8",
        "swap r8 r8",
        "swap r8",
        "row g5 r8 v8",
        "row g5 r8 v8 b0",
        "row g5 r8  v8 y2",
        "declare three:7 colours",
        "declare three:7 three:10",
        "declare",
        "declare six:7",
        "deck x g7 / r1",
        "deck 01 g7 / r1",
        "deck 1 g7 /",
        "deck 1 g7 r1",
        "deck 1",
    ],
)
def test_any_other_text_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAction, match="This is not an action of Volltreffer"):
        GAME.parse_action(text)
