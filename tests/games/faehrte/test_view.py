"""The view of Auf falscher Fährte besides the rules: ranges, legal actions, defaults, refusals, texts."""

import pytest

from games.cards import COLOURED, parse_card, to_text
from games.core import MalformedAction, Seat
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.games.faehrte.tables import FOUR, JOKERS, THREE, act, on_turn, play, playing, refused, start

FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"
CHANGING = play(playing(FIVE_EACH, tricks=(1, 4, 2, 0)), "b1 b2 b3 b4")
HIDDEN = start(FOUR, "r3", "y3", "g3", "b3")
PLAYING = playing("y1 y2 / r9 y3 / g1 g2")
OVER = play(playing("y1 / y3 / g1"), "y1 y3 g1")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (HIDDEN, (0, 48)),
        (start(THREE, "r3", "y3", "g6"), (0, 27)),
        (play(HIDDEN, "y0 g0 b0 r0", "r12 y12 g12 b12"), (3 + 1 + 1 + 1, 3 + 11 + 11 + 11)),
        (playing("r1 / y1 / g1", turned="r5 g8 b0"), (13, 13)),
    ],
    ids=["four", "three", "one is turned", "all are turned"],
)
def test_the_range_of_the_total_narrows_with_all_that_lies_open(state: FaehrteState, expected: tuple[int, int]) -> None:
    assert state.view(None).table.total_range == expected


def test_the_view_tells_who_played_what() -> None:
    table = play(playing("y1 y2 / y3 y7 / g1 g2", leader=2), "g1 y1").view(None).table

    assert [table.card_of(Seat(seat)) for seat in range(3)] == [parse_card("y1"), None, parse_card("g1")]


def test_everyone_can_count_the_cards_in_a_hand() -> None:
    choosing, tricks = act(start(FOUR), "hide r3").table, play(HIDDEN, "y0 g0 b0 r0", "r1").table

    assert [choosing.cards_left(Seat(seat)) for seat in range(2)] == [12, 13]
    assert [tricks.cards_left(Seat(seat)) for seat in range(2)] == [10, 11]


def test_a_hand_shows_its_voids() -> None:
    state = play(HIDDEN, "y0 g0 b0 r0", "r1 y1")
    voids = state.view(None).table.voids

    assert to_text(voids[1] & state.table.deck) == "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
    assert (voids[2], voids[3]) == (voids[0], voids[0])


def test_after_a_joker_another_shows_that_there_is_nothing_else_and_any_card_nothing() -> None:
    forced = play(playing("y1 y2 J / J J J / g1 g2 g3", jokers_gone=0), "J J")
    free = play(playing("y1 y2 J / r9 y5 b3 / g1 g2 g3", jokers_gone=0), "J b3 g1")

    assert forced.table.voids == (0, COLOURED, 0)
    assert [bool(void) for void in free.table.voids] == [False, False, True]


def test_the_choice_of_trump_may_be_offered_in_public_but_not_cards() -> None:
    assert CHANGING.view(None).public_actions == CHANGING.view(on_turn(CHANGING)).legal_actions
    assert start(FOUR).view(None).public_actions == HIDDEN.view(Seat(1)).public_actions == ()


def test_the_last_card_is_played_by_itself_but_no_other() -> None:
    last = playing("y1 / y3 / J", jokers_gone=0, leader=2).view(Seat(2))
    only = play(PLAYING, "y1").view(Seat(1))

    assert (last.forced_action, last.legal_actions) == (last.legal_actions[0], (last.forced_action,))
    assert (len(only.legal_actions), only.forced_action) == (1, None)
    assert playing("y1 / y3 / g1").view(Seat(1)).forced_action is None


@pytest.mark.parametrize(
    ("state", "expected"),
    [(start(JOKERS, jokers=True), "hide r0"), (HIDDEN, "play y0"), (CHANGING, "trump keep")],
    ids=["hide", "play", "trump"],
)
def test_a_player_who_runs_out_of_time_plays_the_first_card_and_keeps_trump(state: FaehrteState, expected: str) -> None:
    assert state.default_action(min(state.to_act)).to_text() == expected


@pytest.mark.parametrize(
    ("state", "seat", "text", "reason"),
    [
        (start(THREE), 0, "play r0", "A round begins with a hidden card for each player. You may hide: r0 r1"),
        (start(THREE), 0, "hide g9", "You do not hold g9. You may hide: r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 y0 y1 y2."),
        (start(JOKERS, jokers=True), 0, "hide J", "You can't hide a joker. You can hide: r0 r1 r2 r3 r4 r5 r6 r7 r8"),
        (PLAYING, 0, "hide y1", "Your hidden card lies already. You may play: y1 y2."),
        (PLAYING, 0, "trump blue", "Trump cannot be changed now. You may play: y1 y2."),
        (PLAYING, 0, "play y3", "You do not hold y3. You may play: y1 y2."),
        (PLAYING, 1, "play y3", "It is not your turn: player 1 is to act."),
        (CHANGING, 1, "play y1", "Decide on trump first: keep red or name another colour."),
        (OVER, 0, "play y1", "The match is over: there is nothing left to play."),
        (GAME.start(3, {}), 0, "play y1", "The cards are being mixed: wait until they lie."),
        (start(THREE), 0, THREE, "The cards are mixed and dealt by themselves: nobody chooses where they lie."),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(state: FaehrteState, seat: int, text: str, reason: str) -> None:
    assert refused(state, text, seat).startswith(reason)


@pytest.mark.parametrize(
    "text", ["", "play J J", "play v1", "play r13", "trump violet", "trump", "pile", "pile r99", "deal 0"]
)
def test_another_text_is_no_action(text: str) -> None:
    with pytest.raises(MalformedAction, match="This is not an action of Auf falscher Fährte"):
        GAME.parse_action(text)
