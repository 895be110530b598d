"""Volltreffer besides its rules: chance, legal actions, forced cards, defaults, refusals, texts of actions."""

from random import Random

import pytest

from games.cards import to_text
from games.core import CHANCE, IllegalAction, MalformedAction, Seat
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import (
    act,
    bought,
    deck,
    leading,
    market,
    on_turn,
    refused,
    rest_of_round,
    row,
    standing,
    view,
)

START = GAME.start(3, {})
ROUND_2 = rest_of_round(standing(market("r8 g5 v9 y2"), 5, 5, 5))
OVER = rest_of_round(standing(leading("y9", "y1", "y2"), 61, 5, 5))
LAYING = market("v8 g5 r8 y2")
BUYING = market("g5 g4 y10 v4 r2")
MELDING = bought("y9 g9 b9 v9 y10 g10 b10 v10", "r1 y1 g1 b1 v1 y2 g2 b2", "r2 v2 y3 g4 b5 v6 y7 g8")
FOLLOWING = act(leading("y1 g2", "y5 r1", "g1 y2"), "play y1")


@pytest.mark.parametrize("state", [START, ROUND_2], ids=["start", "round 2"])
def test_a_deck_that_is_due_can_be_shuffled_and_played(state: VolltrefferState) -> None:
    assert state.apply(CHANCE, state.sample_chance(Random(3)))


@pytest.mark.parametrize(("state", "phase"), [(BUYING, "buy"), (OVER, "over")])
def test_no_deck_is_shuffled_where_none_is_due(state: VolltrefferState, phase: str) -> None:
    with pytest.raises(ValueError, match="no deck is due"):
        state.sample_chance(Random(3))
    with pytest.raises(IllegalAction, match=f"Chance has no deck to bring in the phase {phase}"):
        state.apply(CHANCE, GAME.parse_action(deck(0, "g7", "r1")))


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (START, "buy g5", "Chance has no buy to bring in the phase deal."),
        (START, deck(3, "g7", "r1"), "Player 4 does not buy first, but one of: 1, 2, 3."),
        (START, "deck 0 g7 / r1 r2", "A deck has each of the 50 cards once, the one that makes trump among them."),
        (
            START,
            deck(0, "g7", "r1").replace("r2", "r1"),
            "A deck has each of the 50 cards once, the one that makes trump among them.",
        ),
        (BUYING, deck(0, "g7", "r1"), "The cards are mixed by themselves: nobody chooses where they lie."),
        (LAYING, "buy v8", "The row is to be laid first. You choose the order of its equal cards."),
        (BUYING, "declare -", "You are to buy one of: g5 g4 y10 v4."),
        (standing(BUYING, 1, 25, 25), "declare -", "You are to buy one of: y10 v4."),
        (BUYING, "buy r2", "r2 does not lie in the row. You may buy one of: g5 g4 y10 v4."),
        (MELDING, "play y9", "You are to choose which melds you show, or none."),
        (act(MELDING, *["declare -"] * 3), "buy r1", "You are to play a card. You may play: r1 y1 y2 g1 g2 b1 b2 v1."),
    ],
)
def test_an_action_at_the_wrong_time_is_refused(state: VolltrefferState, text: str, reason: str) -> None:
    assert refused(state, text) == reason


@pytest.mark.parametrize(
    ("state", "seat", "reason"),
    [
        (START, 0, "The cards are being mixed: wait until they lie"),
        (BUYING, 1, "It is not your turn: player 1 is to act"),
        (OVER, 0, "The match is over: there is nothing left to play"),
    ],
)
def test_nobody_acts_but_whose_turn_it_is(state: VolltrefferState, seat: int, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        state.apply(Seat(seat), GAME.parse_action("buy g5"))


def test_before_the_first_deck_little_is_known() -> None:
    table = GAME.start(4, {}).view(None).table

    assert (table.round, table.row, table.hands, table.distances) == (0, (), (0, 0, 0, 0), (41, 41, 41, 41))


@pytest.mark.parametrize(
    ("state", "is_public"),
    [
        (LAYING, True),
        (BUYING, True),
        (act(market("g5 g4 y10 v4 r2", options={"variant": True}), "buy g4"), True),
        (MELDING, False),
        (leading("y9", "y1", "y2"), False),
    ],
    ids=["row", "buy", "swap", "declare", "play"],
)
def test_what_concerns_the_row_may_be_offered_in_public_but_not_what_depends_on_a_hand(
    state: VolltrefferState, is_public: bool
) -> None:
    assert state.view(None).public_actions == (view(state).legal_actions if is_public else ())


def test_a_player_sees_their_cards_and_those_they_can_play() -> None:
    own, other = FOLLOWING.view(Seat(1)), FOLLOWING.view(Seat(0))

    assert (to_text(own.hand), to_text(own.playable)) == ("r1 y5", "y5")
    assert (other.playable, BUYING.view(Seat(1)).affordable, MELDING.view(None).hand) == (0, (), 0)
    assert BUYING.view(CHANCE) == BUYING.view(None)


def test_the_last_card_of_a_hand_is_forced_but_not_a_choice_of_one() -> None:
    last = leading("y1", "y5", "g1")

    assert last.view(Seat(0)).forced_action == GAME.parse_action("play y1")
    assert last.view(Seat(1)).forced_action is None
    assert len(view(FOLLOWING).legal_actions) == 1
    assert view(FOLLOWING).forced_action is view(standing(BUYING, 0, 0, 0)).forced_action is None


def test_to_show_nothing_is_forced_for_whoever_has_no_meld() -> None:
    state = bought("r2 g5 y3 y10 g1 g10 b5 b9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")

    assert state.view(Seat(0)).forced_action == GAME.parse_action("declare -")
    assert state.view(Seat(1)).forced_action is state.view(None).forced_action is None
    assert act(state, "declare -").view(Seat(0)).forced_action is None


@pytest.mark.parametrize(
    ("state", "expected"),
    [(BUYING, "buy v4"), (MELDING, "declare four:10 four:9"), (LAYING, f"row {row(LAYING)}")],
    ids=["takes the free card", "shows the best melds", "leaves the row as it lies"],
)
def test_a_player_who_runs_out_of_time(state: VolltrefferState, expected: str) -> None:
    assert state.default_action(min(state.to_act)).to_text() == expected
    assert on_turn(LAYING) == 2


@pytest.mark.parametrize(
    "text", ["row g5 r8 v8 y2", "buy g4", "swap r8 v2", "declare three:10 three:7", "declare -", "play r10"]
)
def test_an_action_has_one_text(text: str) -> None:
    assert GAME.parse_action(text).to_text() == text


@pytest.mark.parametrize(
    "text",
    [
        *["buy g0", "buy J", "play b11", "swap v2 r8", "swap r8 r8", "swap r8", "row g5 r8 v8", "row g5 r8 v8 b0"],
        *["row g5 r8  v8 y2", "declare three:7 colours", "declare three:7 three:10", "declare", "declare six:7"],
        *["deck x g7 / r1", "deck 01 g7 / r1", "deck 1 g7 /", "deck 1 g7 r1", "deck 1"],
    ],
)
def test_any_other_text_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAction, match="This is not an action of Volltreffer"):
        GAME.parse_action(text)
