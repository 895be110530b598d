"""The view of Auf falscher Fährte besides the rules: ranges, legal actions, defaults, refusals, texts."""

import pytest

from games.cards import COLOURED, parse_card, to_text
from games.core import MalformedAction, Seat
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import FOUR, JOKERS, THREE, act, on_turn, play, playing, refused, start

FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"
CHANGING = play(playing(FIVE_EACH, tricks=(1, 4, 2, 0)), "b1 b2 b3 b4")


def test_the_range_of_the_total_begins_as_wide_as_the_cards_allow() -> None:
    assert start(FOUR, "r3", "y3", "g3", "b3").view(None).table.total_range == (0, 48)
    assert start(THREE, "r3", "y3", "g6").view(None).table.total_range == (0, 27)


def test_the_range_of_the_total_narrows_with_all_that_lies_open() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0", "r12 y12 g12 b12")

    assert state.table.turned == (3,)
    assert state.table.total_range == (3 + 1 + 1 + 1, 3 + 11 + 11 + 11)


def test_the_range_of_the_total_ends_as_the_total() -> None:
    assert playing("r1 / y1 / g1", turned="r5 g8 b0").table.total_range == (13, 13)


def test_the_view_tells_who_played_what() -> None:
    table = play(playing("y1 y2 / y3 y7 / g1 g2", leader=2), "g1 y1").view(None).table

    assert [table.card_of(Seat(seat)) for seat in range(3)] == [parse_card("y1"), None, parse_card("g1")]


def test_everyone_can_count_the_cards_in_a_hand() -> None:
    choosing = act(start(FOUR), "hide r3").table
    tricks = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0", "r1").table

    assert [choosing.cards_left(Seat(seat)) for seat in range(2)] == [12, 13]
    assert [tricks.cards_left(Seat(seat)) for seat in range(2)] == [10, 11]


def test_a_hand_shows_its_voids() -> None:
    state = play(start(FOUR, "r3", "y3", "g3", "b3"), "y0 g0 b0 r0", "r1 y1")

    voids = state.view(None).table.voids

    assert to_text(voids[1] & state.table.deck) == "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
    assert (voids[2], voids[3]) == (voids[0], voids[0])


def test_a_joker_in_place_of_another_shows_that_there_is_nothing_else() -> None:
    state = play(playing("y1 y2 J / J J J / g1 g2 g3", jokers_gone=0), "J J")

    assert state.table.voids == (0, COLOURED, 0)


def test_any_card_after_a_joker_shows_nothing() -> None:
    state = play(playing("y1 y2 J / r9 y5 b3 / g1 g2 g3", jokers_gone=0), "J b3 g1")

    assert [bool(void) for void in state.table.voids] == [False, False, True]


def test_the_choice_of_trump_may_be_offered_in_public() -> None:
    assert CHANGING.view(None).public_actions == CHANGING.view(on_turn(CHANGING)).legal_actions


def test_cards_are_not_offered_in_public() -> None:
    assert start(FOUR).view(None).public_actions == ()
    assert start(FOUR, "r3", "y3", "g3", "b3").view(Seat(1)).public_actions == ()


def test_the_last_card_is_played_by_itself() -> None:
    view = playing("y1 / y3 / J", jokers_gone=0, leader=2).view(Seat(2))

    assert (view.forced_action, view.legal_actions) == (view.legal_actions[0], (view.forced_action,))
    assert playing("y1 / y3 / g1").view(Seat(1)).forced_action is None


def test_another_card_is_not_played_by_itself_even_if_it_is_the_only_legal_one() -> None:
    view = play(playing("y1 y2 / r9 y3 / g1 g2"), "y1").view(Seat(1))

    assert (len(view.legal_actions), view.forced_action) == (1, None)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (start(JOKERS, jokers=True), "hide r0"),
        (start(FOUR, "r3", "y3", "g3", "b3"), "play y0"),
        (CHANGING, "trump keep"),
    ],
    ids=["hide", "play", "trump"],
)
def test_a_player_who_runs_out_of_time_plays_the_first_card_and_keeps_trump(state: FaehrteState, expected: str) -> None:
    assert state.default_action(min(state.to_act)).to_text() == expected


def test_refusals_while_cards_are_hidden() -> None:
    state = start(THREE)

    assert refused(state, "play r0", 0).startswith(
        "A round begins with a hidden card for each player. You may hide: r0 r1"
    )
    assert refused(state, "hide g9", 0) == "You do not hold g9. You may hide: r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 y0 y1 y2."


def test_refusals_while_cards_are_played() -> None:
    state = playing("y1 y2 / r9 y3 / g1 g2")

    assert refused(state, "hide y1", 0) == "Your hidden card lies already. You may play: y1 y2."
    assert refused(state, "trump blue", 0) == "Trump cannot be changed now. You may play: y1 y2."
    assert refused(state, "play y3", 0) == "You do not hold y3. You may play: y1 y2."
    assert refused(state, "play y3", 1) == "It is not your turn: player 1 is to act."


def test_refusals_while_trump_is_named() -> None:
    assert refused(CHANGING, "play y1", on_turn(CHANGING)) == (
        "Decide on trump first: keep red or name another colour."
    )


def test_refusals_while_nobody_can_act() -> None:
    over = play(playing("y1 / y3 / g1"), "y1 y3 g1")

    assert refused(over, "play y1", 0) == "The match is over: there is nothing left to play."
    assert refused(GAME.start(3, {}), "play y1", 0) == "The cards are being mixed: wait until they lie."


def test_a_view_tells_the_outcome() -> None:
    over = play(playing("y1 / y3 / g1"), "y1 y3 g1")

    assert over.outcome is not None
    assert over.view(Seat(0)).outcome == over.outcome


def test_nobody_deals() -> None:
    assert refused(start(THREE), THREE, 0) == (
        "The cards are mixed and dealt by themselves: nobody chooses where they lie."
    )


def test_a_joker_to_hide_is_refused_by_name() -> None:
    sentence = refused(start(JOKERS, jokers=True), "hide J", 0)

    assert sentence == "You can't hide a joker. You can hide: r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 y0 y1 y2."


@pytest.mark.parametrize(
    "text", ["", "play", "play J J", "play v1", "play r13", "trump violet", "trump", "pile", "pile r99", "deal 0"]
)
def test_another_text_is_no_action(text: str) -> None:
    with pytest.raises(MalformedAction, match="This is not an action of Auf falscher Fährte"):
        GAME.parse_action(text)
