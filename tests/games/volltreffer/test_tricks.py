"""Rule 6 of Volltreffer: tricks, by their numbers in RULES.md."""

import pytest

from games.cards import parse_card
from games.core import Seat
from games.volltreffer.events import TrickTaken
from tests.games.volltreffer.tables import act, leading, legal, on_turn, refused, rest_of_round, standing, watch


def test_the_colour_led_must_be_followed() -> None:
    """Rule 6.1."""
    state = act(leading("y1 g2", "y5 y6 r1", "g1 g2"), "play y1")

    assert legal(state) == ["play y5", "play y6"]
    assert refused(state, "play r1") == "You have yellow, so you must follow. You can play: y5 y6."


def test_a_player_who_cannot_follow_plays_anything() -> None:
    """Rule 6.1."""
    state = act(leading("y1 g2", "g5 r1 v3", "g1 y2"), "play y1")

    assert legal(state) == ["play r1", "play g5", "play v3"]


def test_a_player_who_leads_plays_anything() -> None:
    """Rule 6.1."""
    assert legal(leading("y1 r2 v3", "g5 r1 v4", "g1 y2 b4")) == ["play r2", "play y1", "play v3"]


def test_a_card_of_another_cannot_be_played() -> None:
    """Rule 6.1."""
    assert refused(leading("y1 g2", "y5 r1", "g1 y2"), "play y5") == "You do not hold y5. You may play: y1 g2."
    assert refused(act(leading("y1 g2", "y5 r1", "g1 y2"), "play y1"), "play g2") == (
        "You do not hold g2. You may play: y5."
    )


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (("y1", "y5", "y3"), 1),
        (("y1", "g10", "v10"), 0),
        (("y1", "r1", "y10"), 1),
        (("y1", "r1", "r2"), 2),
        (("r3", "r1", "r2"), 0),
    ],
)
def test_the_highest_trump_or_card_of_the_colour_led_takes(hands: tuple[str, ...], winner: int) -> None:
    """Rule 6.2."""
    state = leading(*(f"{card} {other}" for card, other in zip(hands, ("b1", "b2", "b3"), strict=True)))
    after, (taken,) = watch(act(state, f"play {hands[0]}", f"play {hands[1]}"), f"play {hands[2]}")

    assert taken.to_record() == {"event": "trick", "winner": winner}
    assert on_turn(after) == winner


def test_a_trick_scores_at_once_and_its_taker_leads() -> None:
    """Rule 6.3."""
    state = standing(leading("y1 g2", "y5 g1", "y9 g3"), 10, 20, 78)
    after = act(state, "play y1", "play y5", "play y9")

    assert after.table.markers == (10, 20, 43)
    assert (on_turn(after), after.table.leader, after.table.trick) == (2, 2, ())


def test_the_leader_is_followed_clockwise() -> None:
    """Rule 6.3."""
    state = act(leading("y1 g2", "y5 g1", "y9 g3", lead=2), "play y9")

    assert on_turn(state) == 0
    assert on_turn(act(state, "play y1")) == 1


def test_the_last_trick_stays_in_view() -> None:
    """Rule 6.3."""
    after = act(leading("y1 g2", "y5 g1", "y9 g3", lead=1), "play y5", "play y9", "play y1")

    assert after.table.last_trick == TrickTaken(Seat(1), tuple(map(parse_card, ("y5", "y9", "y1"))), Seat(2))
    assert after.table.tricks == (0, 0, 1)


def test_a_round_has_eight_tricks() -> None:
    """Rule 6.4."""
    state = leading("y1 y2 y3 y4 y5 y6 y7 y8", "g1 g2 g3 g4 g5 g6 g7 g8", "b1 b2 b3 b4 b5 b6 b7 b8")

    assert rest_of_round(state).table.tricks == (8, 0, 0)
