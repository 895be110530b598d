"""The option `jokers` of Auf falscher Fährte, by its numbers in RULES.md."""

from random import Random

import pytest

from games.cards import JOKER, jokers_in
from games.core import Seat
from games.faehrte import GAME
from games.faehrte.events import TrickTaken
from tests.games.faehrte.tables import JOKERS, act, legal, on_turn, play, playing, records, refused, start

FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"


@pytest.mark.parametrize("seats", GAME.seats)
def test_with_as_many_jokers_as_players_everyone_gets_fourteen_cards_for_thirteen_tricks(seats: int) -> None:
    """Rule 6.1."""
    match = GAME.start(seats, {"jokers": True})
    dealt = match.apply(Seat(-1), match.sample_chance(Random(1))).state

    assert jokers_in(match.table.deck) == seats
    assert [dealt.view(Seat(seat)).hand.bit_count() for seat in range(seats)] == [14] * seats
    assert match.table.tricks_in_round == 13


def test_a_joker_may_be_left_over() -> None:
    """Rule 6.1."""
    table = start(JOKERS.replace("y2 J", "y2 g9").replace("+ g9", "+ J"), jokers=True).table

    assert (table.leftover, jokers_in(table.unseen)) == (JOKER, 2)


def test_a_joker_cannot_be_hidden() -> None:
    """Rule 6.2."""
    view = start(JOKERS, jokers=True).view(Seat(0))

    assert [jokers_in(cards) for cards in (view.hand, view.hideable)] == [1, 0]
    assert view.legal_actions[-1].to_text() == "hide y2"


@pytest.mark.parametrize(
    ("hands", "played", "expected"),
    [
        ("y1 y2 / r9 y3 J / g1 g2", "y1", "y3 J"),
        ("y1 y2 / r9 g3 J / g1 g2", "y1", "r9 g3 J"),
        ("y1 J J / r8 r9 / g1 g2", "", "y1 J"),
        ("y1 J / r9 J / g1 g2", "J", "r9"),
        ("y1 J / r9 y2 b3 J / g1 g2", "J", "r9 y2 b3"),
        ("y1 J / r9 y2 / y3 g1", "J y2", "y3"),
        ("y1 J / J J / g1 g2", "J", "J"),
        ("y1 J / J J / y2 g1 / r1 g7", "J J", "y2 g1"),
        ("y1 J / J J / y2 g1 / r1 g7", "J J g1", "g7"),
    ],
    ids=[
        "instead of following",
        "if one cannot follow",
        "several are one choice",
        "no second one",
        "any colour after it was led",
        "the next card sets the colour",
        "only jokers left",
        "a second one sets no colour",
        "the card after a second one does",
    ],
)
def test_a_joker_may_be_played_at_any_time_but_no_second_one(hands: str, played: str, expected: str) -> None:
    """Rules 6.3, 6.4, 6.5 and 6.6."""
    assert legal(play(playing(hands, jokers_gone=0), played)) == expected


def test_a_player_who_follows_a_joker_is_told_why_they_cannot_play_another() -> None:
    """Rule 6.4."""
    state = play(playing("y1 J / r9 J / g1 g2", jokers_gone=0), "J")

    assert refused(state, "play J") == "There's already a joker in this trick. You can play: r9."


@pytest.mark.parametrize(("trick", "winner"), [("J y0 J", 1), ("y1 J J", 0)])
def test_a_joker_never_takes_a_trick_of_which_the_last_may_have_several(trick: str, winner: int) -> None:
    """Rules 6.3 and 6.4."""
    taken = play(playing(" / ".join(trick.split()), jokers_gone=2), trick).table.last_trick

    assert taken is not None
    assert taken.winner == winner


def test_a_trick_of_jokers_is_taken_by_nobody() -> None:
    """Rule 6.7."""
    state = play(playing("J / J / J", leader=1, jokers_gone=0, tricks=(4, 4, 4)), "J J J")
    table = act(state, "trump keep", "trump keep").table

    assert table.last_trick == TrickTaken(Seat(1), (JOKER,) * 3, None)
    assert table.tricks == (4, 4, 4)


def test_after_a_trick_of_jokers_the_same_player_leads_again() -> None:
    """Rule 6.7."""
    state = play(playing("y1 J / J J / J J", jokers_gone=2), "J J J")

    assert (on_turn(state), state.table.trick, state.table.phase) == (0, (), "play")


def test_a_joker_lets_its_player_change_trump_after_the_trick_or_not_at_all() -> None:
    """Rule 6.8."""
    state = play(playing("y1 y2 / y3 J / g1 g2", jokers_gone=0), "y1 J g1")
    kept = act(state, "trump keep")

    assert (on_turn(state), legal(state)) == (1, "keep yellow green blue")
    assert act(state, "trump green").table.trump.word == "green"
    assert (kept.table.phase, on_turn(kept)) == ("play", 0)
    assert play(kept, "y2 y3 g2").outcome is not None


@pytest.mark.parametrize(("gone", "phase"), [(0, "trump"), (1, "trump"), (2, "play"), (3, "play")])
def test_only_the_first_two_jokers_of_a_round_change_trump(gone: int, phase: str) -> None:
    """Rule 6.8."""
    assert play(playing("y1 y2 / y3 J / g1 g2 / b1 b2", jokers_gone=gone), "y1 J g1 b1").table.phase == phase


def test_two_decide_in_the_order_in_which_they_played() -> None:
    """Rule 6.9."""
    first = play(playing("g1 / J / J", jokers_gone=0, leader=2), "J g1 J")
    second = act(first, "trump blue")

    assert (on_turn(first), on_turn(second)) == (2, 1)
    assert legal(second) == "keep red yellow green"


def test_of_two_jokers_the_third_of_the_round_gives_no_right() -> None:
    """Rule 6.9."""
    first = play(playing("g1 / J / J", jokers_gone=1, leader=2), "J g1 J")

    assert on_turn(first) == 2
    assert act(first, "trump keep").outcome is not None


@pytest.mark.parametrize(("rounds", "phase"), [(2, "deal"), (1, "over")])
def test_a_change_after_the_last_trick_is_for_the_next_round_and_asked_in_any(rounds: int, phase: str) -> None:
    """Rule 6.10."""
    state = play(playing("y1 / J / g1", jokers_gone=0, rounds=rounds), "y1 J g1")
    over = act(state, "trump green").table

    assert (state.outcome, on_turn(state)) == (None, 1)
    assert (over.phase, over.trump.word) == (phase, "green")
    assert [record["event"] for record in records(state, "trump green") if record] == ["round"]


def test_trump_is_not_changed_when_four_cards_are_left() -> None:
    """Rule 6.11."""
    state = play(playing(FIVE_EACH, jokers_gone=0, tricks=(5, 2, 1, 0)), "b1 b2 b3 b4")

    assert (state.table.cards_left(Seat(0)), state.table.phase) == (4, "play")


def test_the_end_of_a_trick_has_its_order() -> None:
    """Rule 6.12."""
    state = start(JOKERS, "r9", "y9", "g8", jokers=True)
    state = play(state, "y3 b0 y0", "y4 b1 y1", "y5 b2")

    assert records(state, "play J") == [{"event": "trick", "winner": 1}]
    assert records(play(state, "J"), "trump blue") == [None, {"event": "reveal", "card": "r9"}]
    assert on_turn(act(state, "play J", "trump blue")) == 1
