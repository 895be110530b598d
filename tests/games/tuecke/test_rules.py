"""The course of play of Mit List und Tücke, by the numbers in RULES.md."""

from random import Random

import pytest

from games.cards import FOUR_COLOURS, to_text
from games.core import CHANCE, IllegalAction, Seat
from games.dealing import Deal
from games.tuecke import GAME
from games.tuecke.actions import DECKS
from games.tuecke.events import Blocked
from games.tuecke.rules import TueckeState
from tests.games.tuecke.tables import act, last_round, last_trick, legal, on_turn, play, refused, table, watch

LAST_CARDS = "r1 / r2 / r3 / r4"
PRINTED = "r10 g5 / y6 g6 / r14 g7 / b2 g8 / y16 g9"
"""The printed example: its five players' cards, and one more for each."""

ONE_COLOUR = "r1 r7 r5 r2, take r1 r2"


def a_deal(seats: int, seed: int = 1) -> Deal:
    return GAME.start(seats, {}).sample_chance(Random(seed))


@pytest.mark.parametrize(("seats", "highest"), [(4, (14, 14, 14, 14)), (5, (18, 18, 17, 17)), (6, (21, 21, 21, 21))])
def test_the_deck_of_four_colours_fits_four_to_six_players(seats: int, highest: tuple[int, ...]) -> None:
    """Rules 1.1 and 1.2."""
    expected = [f"{colour.word[0]}{value}" for colour in FOUR_COLOURS for value in range(1, highest[colour] + 1)]

    assert list(GAME.seats) == [4, 5, 6]
    assert to_text(DECKS[seats]).split() == expected


@pytest.mark.parametrize("seats", GAME.seats)
def test_everyone_gets_fourteen_cards_and_none_is_left(seats: int) -> None:
    """Rule 1.3."""
    deal = a_deal(seats)

    assert [hand.bit_count() for hand in deal.hands] == [14] * seats
    assert (sum(deal.hands), deal.leftover) == (DECKS[seats], None)


def test_unequal_hands_are_refused() -> None:
    """Rule 1.3."""
    deal = a_deal(4)
    one, other, *others = deal.hands
    lowest = one & -one

    with pytest.raises(IllegalAction, match="Each of 4 players gets 14 cards, not 13, 15, 14, 14"):
        GAME.start(4, {}).apply(CHANCE, Deal(deal.dealer, (one ^ lowest, other | lowest, *others)))


def test_any_player_may_be_the_first_dealer() -> None:
    """Rule 1.4."""
    assert {a_deal(5, seed).dealer for seed in range(50)} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("leader", [0, 1, 3])
def test_who_led_the_first_trick_of_a_round_deals_the_next(leader: int) -> None:
    """Rule 1.4."""
    cards = ["r1", "r2", "r3", "r4", "r1", "r2", "r3"][leader : leader + 4]
    state = play(table(LAST_CARDS, leader=leader, options={"rounds": 2}), f"{' '.join(cards)}, take r1 r2")

    assert state.sample_chance(Random(1)).dealer == leader
    with pytest.raises(IllegalAction, match="Player 3 does not deal"):
        state.apply(CHANCE, Deal(Seat(2), a_deal(4).hands))


def test_the_player_left_of_the_dealer_leads_and_the_trick_goes_clockwise() -> None:
    """Rules 2.1 and 2.2."""
    deal, state = a_deal(4), table("r1 / r2 / r3 / r4", leader=2)

    assert GAME.start(4, {}).apply(CHANCE, deal).state.to_act == {(deal.dealer + 1) % 4}
    assert [on_turn(state), on_turn(act(state, "play r3")), on_turn(act(state, "play r3", "play r4"))] == [2, 3, 0]


def test_nobody_has_to_follow_with_a_card_from_their_hand() -> None:
    """Rule 2.2."""
    state = table("r1 r2 / r5 y6 / g1 g2 / b1 b2")

    assert legal(act(state, "play r1")) == ["play r5", "play y6"]
    assert refused(state, "play g1") == "You do not hold g1. You may play: r1 r2."


def three_colours(fourth_hand: str) -> TueckeState:
    return act(table(f"r1 r2 / y1 y2 / g1 b1 / {fourth_hand}", options={"rounds": 2}), "play r1", "play y1", "play g1")


def test_the_fourth_colour_is_closed() -> None:
    """Rule 2.3."""
    state = three_colours("y5 b1")

    assert legal(act(table("r1 r2 / y1 y2 / g1 b1 / b5 b6"), "play r1", "play y1")) == ["play g1", "play b1"]
    assert legal(state) == ["play y5"]
    assert refused(state, "play b1") == (
        "A trick can hold only three colours, and blue would be the fourth. You can play: y5."
    )


def test_a_player_who_cannot_play_ends_the_round() -> None:
    """Rule 2.4."""
    before = act(table("r1 r2 / y1 y2 / g1 g2 / b1 b2", options={"rounds": 2}), "play r1", "play y1")
    after, events = watch(before, "play g1")

    assert isinstance(events[0], Blocked)
    assert events[0].seat == 3
    assert after.to_act == {CHANCE}


def test_a_trick_that_is_not_complete_counts_for_nobody_and_is_shown() -> None:
    """Rule 2.4."""
    start = table("r1 r2 / y1 y2 / g1 g2 / b1 b2", taken="r9 y9 / r8 y8 / - / -", leader=1)
    ended = last_round(act(start, "play y1", "play g1", "play b1"))

    assert ended.points == (1, 1, 0, 0)
    assert [sum(pile.counts) for pile in ended.piles] == [2, 2, 0, 0]
    assert ended.blocked is not None
    assert [seat for seat, _ in ended.blocked.trick] == [1, 2, 3]


@pytest.mark.parametrize(
    ("hands", "line", "taker"), [(PRINTED, "r10 y6 r14 b2 y16", 2), ("r1 / y14 / y13 / b12", "r1 y14 y13 b12", 0)]
)
def test_the_highest_card_of_the_colour_led_takes_first(hands: str, line: str, taker: int) -> None:
    """Rule 3.1."""
    assert on_turn(play(table(hands), line)) == taker


def test_trump_is_for_one_trick_only() -> None:
    """Rule 3.1."""
    state = play(table("r1 y3 / r2 y1 / r3 r4 / g1 y2"), "r1 r2 r3 g1, take r1 r2")

    assert on_turn(play(state, "y2 y3 y1 r4")) == 0


@pytest.mark.parametrize(
    ("cards", "choices", "half", "rest"),
    [
        ("r1 y2 g3 r4", 6, "r1 r4", "y2 g3"),
        ("r1 y2 g3 r4 r5", 10, "r1 r4 r5", "y2 g3"),
        ("r1 y2 g3 r4 r5 r6", 20, "r1 r4 r5", "r6 y2 g3"),
    ],
    ids=["four", "five", "six"],
)
def test_the_first_taker_chooses_half_and_the_second_takes_what_is_left(
    cards: str, choices: int, half: str, rest: str
) -> None:
    """Rules 3.2 and 3.4."""
    state = play(table(cards.replace(" ", " / ")), cards)
    trick = last_trick(act(state, f"take {half}"))

    assert (len(legal(state)), len(set(legal(state))), legal(state)[0]) == (choices, choices, f"take {half}")
    assert (to_text(trick.second_takes), trick.removed) == (rest, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take r10 r14", "Choose 3: you've chosen 2."),
        ("take r10 r14 y6 y16", "Choose 3: you've chosen 4."),
        ("take -", "Choose 3: you've chosen 0."),
        ("take r10 r14 g7", "g7 does not lie in this trick. You are to take 3 of: r10 r14 y6 y16 b2."),
    ],
)
def test_the_first_taker_takes_nothing_else(text: str, reason: str) -> None:
    """Rule 3.2."""
    assert refused(play(table(PRINTED), "r10 y6 r14 b2 y16"), text) == reason


@pytest.mark.parametrize(
    ("hands", "line", "taker"),
    [
        (PRINTED, "r10 y6 r14 b2 y16, take r10 r14 y6", 3),
        ("r1 / y9 / r5 / b8", "r1 y9 r5 b8, take r1 r5", 3),
        ("r1 / b2 / y2 / r7", "r1 b2 y2 r7, take r1 r7", 1),
    ],
    ids=["printed", "no lower card of the colour led", "of equal cards the one played first"],
)
def test_the_lowest_card_of_another_colour_takes_second(hands: str, line: str, taker: int) -> None:
    """Rule 3.3."""
    assert last_trick(play(table(hands), line)).second == taker


def test_the_second_taker_leads() -> None:
    """Rule 3.5."""
    assert on_turn(play(table(PRINTED), "r10 y6 r14 b2 y16, take r10 r14 y6")) == 3


def test_in_one_colour_the_first_taker_chooses_as_usual_and_the_rest_is_nobodys() -> None:
    """Rule 3.6."""
    state = play(table("r1 / r7 / r5 / r2", taken="- / - / - / g1 g2"), ONE_COLOUR)
    trick = last_trick(state)

    assert (trick.first, trick.second, trick.second_takes, to_text(trick.removed)) == (1, None, 0, "r5 r7")
    assert len(legal(play(table("r1 / r7 / r5 / r2"), "r1 r7 r5 r2"))) == 6
    assert [sum(pile.counts) for pile in last_round(state).piles] == [0, 2, 0, 2]


def test_in_one_colour_the_first_taker_leads() -> None:
    """Rule 3.6."""
    assert on_turn(play(table("r1 y1 / r7 y2 / r5 y3 / r2 y4"), ONE_COLOUR)) == 1
