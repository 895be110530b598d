"""Chance in Volltreffer: its decks, and refusals while it's chance's turn or not."""

from random import Random

import pytest

from games.core import CHANCE, IllegalAction, Seat
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import act, bought, deck, leading, market, refused, rest_of_round, standing

START = GAME.start(3, {})
ROUND_2 = rest_of_round(standing(market("r8 g5 v9 y2"), 5, 5, 5))
OVER = rest_of_round(standing(leading("y9", "y1", "y2"), 61, 5, 5))
BUYING = market("g5 g4 y10 v4")
MELDING = bought("y9 g9 b9 v9 y10 g10 b10 v10", "r1 y1 g1 b1 v1 y2 g2 b2", "r2 v2 y3 g4 b5 v6 y7 g8")


@pytest.mark.parametrize("state", [START, ROUND_2], ids=["start", "round 2"])
def test_a_deck_that_is_due_can_be_shuffled_and_played(state: VolltrefferState) -> None:
    assert state.apply(CHANCE, state.sample_chance(Random(3)))


@pytest.mark.parametrize("state", [BUYING, OVER], ids=["buying", "over"])
def test_no_deck_is_shuffled_where_none_is_due(state: VolltrefferState) -> None:
    with pytest.raises(ValueError, match="no deck is due"):
        state.sample_chance(Random(3))


def test_every_card_may_make_trump() -> None:
    assert len({START.sample_chance(Random(seed)).trump_card for seed in range(400)}) == 50


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (START, "buy g5", "Chance has no buy to bring in the phase deal."),
        (START, deck(3, "g7", "r1"), "Player 4 does not buy first, but one of: 1, 2, 3."),
        (ROUND_2, deck(0, "g7", "r1"), "Player 1 does not buy first, but one of: 2."),
        (START, "deck 0 g7 / r1 r2", "A deck has each of the 50 cards once, the one that makes trump among them."),
        (
            START,
            deck(0, "g7", "r1").replace("r2", "r1"),
            "A deck has each of the 50 cards once, the one that makes trump among them.",
        ),
    ],
)
def test_a_deck_that_is_not_due_is_refused(state: VolltrefferState, text: str, reason: str) -> None:
    assert refused(state, text) == reason


@pytest.mark.parametrize(("state", "phase"), [(BUYING, "buy"), (OVER, "over")])
def test_chance_does_not_act_for_the_players(state: VolltrefferState, phase: str) -> None:
    with pytest.raises(IllegalAction, match=f"Chance has no deck to bring in the phase {phase}"):
        state.apply(CHANCE, GAME.parse_action(deck(0, "g7", "r1")))


def test_chance_knows_no_more_than_a_spectator() -> None:
    assert BUYING.view(CHANCE) == BUYING.view(None)


def test_a_player_waits_for_the_cards() -> None:
    with pytest.raises(IllegalAction, match="The cards are being mixed: wait until they lie"):
        START.apply(Seat(0), GAME.parse_action("buy g5"))


def test_a_player_waits_for_their_turn() -> None:
    with pytest.raises(IllegalAction, match="It is not your turn: player 1 is to act"):
        BUYING.apply(Seat(1), GAME.parse_action("buy g5"))


def test_after_the_match_nothing_is_left_to_do() -> None:
    with pytest.raises(IllegalAction, match="The match is over: there is nothing left to play"):
        OVER.apply(Seat(0), GAME.parse_action("buy g5"))


def test_a_player_does_not_shuffle() -> None:
    assert refused(BUYING, deck(0, "g7", "r1")) == "The cards are mixed by themselves: nobody chooses where they lie."


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (market("v8 g5 r8 y2"), "buy v8", "The row is to be laid first. You choose the order of its equal cards."),
        (BUYING, "declare -", "You are to buy one of: g5 g4 y10 v4."),
        (standing(BUYING, 1, 25, 25), "declare -", "You are to buy one of: y10 v4."),
        (BUYING, "buy r2", "r2 does not lie in the row. You may buy one of: g5 g4 y10 v4."),
        (MELDING, "play y9", "You are to choose which melds you show, or none."),
        (act(MELDING, *["declare -"] * 3), "buy r1", "You are to play a card. You may play: r1 y1 y2 g1 g2 b1 b2 v1."),
    ],
)
def test_an_action_at_the_wrong_time_is_refused(state: VolltrefferState, text: str, reason: str) -> None:
    assert refused(state, text) == reason
