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


def a_deal(seats: int, seed: int = 1) -> Deal:
    return GAME.start(seats, {}).sample_chance(Random(seed))


def test_four_to_six_play() -> None:
    """Rule 1.1."""
    assert list(GAME.seats) == [4, 5, 6]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_cards_have_four_colours(seats: int) -> None:
    """Rule 1.1."""
    assert {name[0] for name in to_text(DECKS[seats]).split()} == {"r", "y", "g", "b"}


@pytest.mark.parametrize(("seats", "highest"), [(4, (14, 14, 14, 14)), (5, (18, 18, 17, 17)), (6, (21, 21, 21, 21))])
def test_the_deck_fits_the_players(seats: int, highest: tuple[int, ...]) -> None:
    """Rule 1.2."""
    expected = [f"{colour.word[0]}{value}" for colour in FOUR_COLOURS for value in range(1, highest[colour] + 1)]

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
def test_the_deal_moves_one_seat_to_the_left(leader: int) -> None:
    """Rule 1.4: who led the first trick of a round deals the next."""
    cards = ["r1", "r2", "r3", "r4", "r1", "r2", "r3"][leader : leader + 4]
    state = play(table(LAST_CARDS, leader=leader, options={"rounds": 2}), f"{' '.join(cards)}, take r1 r2")

    assert state.sample_chance(Random(1)).dealer == leader


def test_nobody_else_deals_the_next_round() -> None:
    """Rule 1.4."""
    state = play(table(LAST_CARDS, options={"rounds": 2}), "r1 r2 r3 r4, take r1 r2")

    with pytest.raises(IllegalAction, match="Player 3 does not deal"):
        state.apply(CHANCE, Deal(Seat(2), a_deal(4).hands))


def test_the_player_left_of_the_dealer_leads() -> None:
    """Rule 2.1."""
    deal = a_deal(4)

    assert GAME.start(4, {}).apply(CHANCE, deal).state.to_act == {(deal.dealer + 1) % 4}


def test_the_trick_goes_clockwise() -> None:
    """Rule 2.2."""
    state = table("r1 / r2 / r3 / r4", leader=2)

    assert [on_turn(state), on_turn(act(state, "play r3")), on_turn(act(state, "play r3", "play r4"))] == [2, 3, 0]


def test_nobody_has_to_follow() -> None:
    """Rule 2.2."""
    assert legal(act(table("r1 r2 / r5 y6 / g1 g2 / b1 b2"), "play r1")) == ["play r5", "play y6"]


def test_a_player_plays_cards_from_their_hand() -> None:
    """Rule 2.2."""
    state = table("r1 r2 / r5 y6 / g1 g2 / b1 b2")

    assert refused(state, "play g1") == "You do not hold g1. You may play: r1 r2."


def three_colours(fourth_hand: str) -> TueckeState:
    return act(table(f"r1 r2 / y1 y2 / g1 g2 / {fourth_hand}"), "play r1", "play y1", "play g1")


def test_the_fourth_colour_is_closed() -> None:
    """Rule 2.3."""
    assert legal(three_colours("y5 b1")) == ["play y5"]


def test_a_closed_colour_cannot_be_played() -> None:
    """Rule 2.3."""
    assert refused(three_colours("y5 b1"), "play b1") == (
        "A trick can hold only three colours, and blue would be the fourth. You can play: y5."
    )


def test_while_two_colours_lie_all_are_open() -> None:
    """Rule 2.3."""
    assert legal(act(table("r1 r2 / y1 y2 / g1 b1 / b5 b6"), "play r1", "play y1")) == ["play g1", "play b1"]


def test_a_player_who_cannot_play_ends_the_round() -> None:
    """Rule 2.4."""
    state = act(table("r1 r2 / y1 y2 / g1 g2 / b1 b2", options={"rounds": 2}), "play r1", "play y1")

    after, events = watch(state, "play g1")

    assert isinstance(events[0], Blocked)
    assert events[0].seat == 3
    assert after.to_act == {CHANCE}


def test_a_trick_that_is_not_complete_counts_for_nobody() -> None:
    """Rule 2.4."""
    ended = last_round(act(table("r1 r2 / y1 y2 / g1 g2 / b1 b2", taken="r9 y9 / r8 y8 / - / -"),
                           "play r1", "play y1", "play g1"))  # fmt: skip

    assert ended.points == (1, 1, 0, 0)
    assert [sum(pile.counts) for pile in ended.piles] == [2, 2, 0, 0]


def test_a_blocked_round_shows_the_trick_that_was_left() -> None:
    """Rule 2.4."""
    ended = last_round(act(table("r1 r2 / y1 y2 / g1 g2 / b1 b2", leader=1), "play y1", "play g1", "play b1"))

    assert ended.blocked is not None
    assert [seat for seat, _ in ended.blocked.trick] == [1, 2, 3]


def test_the_highest_card_of_the_colour_led_takes_first() -> None:
    """Rule 3.1."""
    assert on_turn(play(table(PRINTED), "r10 y6 r14 b2 y16")) == 2


def test_a_higher_card_of_another_colour_does_not_take_first() -> None:
    """Rule 3.1."""
    assert on_turn(play(table("r1 / y14 / y13 / b12", leader=0), "r1 y14 y13 b12")) == 0


def test_trump_is_for_one_trick_only() -> None:
    """Rule 3.1."""
    state = play(table("r1 y3 / r2 y1 / r3 r4 / g1 y2"), "r1 r2 r3 g1, take r1 r2")

    assert on_turn(play(state, "y2 y3 y1 r4")) == 0


@pytest.mark.parametrize(
    ("hands", "cards", "choices", "lowest"),
    [
        ("r1 / y2 / g3 / r4", "r1 y2 g3 r4", 6, "take r1 r4"),
        ("r1 / y2 / g3 / r4 / r5", "r1 y2 g3 r4 r5", 10, "take r1 r4 r5"),
        ("r1 / y2 / g3 / r4 / r5 / r6", "r1 y2 g3 r4 r5 r6", 20, "take r1 r4 r5"),
    ],
    ids=["four", "five", "six"],
)
def test_the_first_taker_chooses_half(hands: str, cards: str, choices: int, lowest: str) -> None:
    """Rule 3.2."""
    state = play(table(hands), cards)

    assert (len(legal(state)), len(set(legal(state))), legal(state)[0]) == (choices, choices, lowest)


@pytest.mark.parametrize("text", ["take r10 r14", "take r10 r14 y6 y16", "take -"])
def test_the_first_taker_takes_neither_more_nor_fewer(text: str) -> None:
    """Rule 3.2."""
    count = text.count(" ") if text != "take -" else 0

    assert refused(play(table(PRINTED), "r10 y6 r14 b2 y16"), text) == f"Choose 3: you've chosen {count}."


def test_the_first_taker_takes_cards_of_the_trick() -> None:
    """Rule 3.2."""
    state = play(table(PRINTED), "r10 y6 r14 b2 y16")

    assert refused(state, "take r10 r14 g7") == (
        "g7 does not lie in this trick. You are to take 3 of: r10 r14 y6 y16 b2."
    )


def test_the_lowest_card_of_another_colour_takes_second() -> None:
    """Rule 3.3."""
    assert last_trick(play(table(PRINTED), "r10 y6 r14 b2 y16, take r10 r14 y6")).second == 3


def test_a_lower_card_of_the_colour_led_does_not_take_second() -> None:
    """Rule 3.3."""
    assert last_trick(play(table("r1 / y9 / r5 / b8"), "r1 y9 r5 b8, take r1 r5")).second == 3


def test_of_equal_cards_the_one_played_first_takes_second() -> None:
    """Rule 3.3."""
    assert last_trick(play(table("r1 / b2 / y2 / r7"), "r1 b2 y2 r7, take r1 r7")).second == 1


@pytest.mark.parametrize(
    ("hands", "line", "rest"),
    [
        ("r1 / y2 / g3 / r4", "r1 y2 g3 r4, take r1 r4", "y2 g3"),
        ("r1 / y2 / g3 / r4 / r5", "r1 y2 g3 r4 r5, take r1 r4 r5", "y2 g3"),
        ("r1 / y2 / g3 / r4 / r5 / r6", "r1 y2 g3 r4 r5 r6, take r4 r5 r6", "r1 y2 g3"),
    ],
    ids=["four", "five", "six"],
)
def test_the_second_taker_takes_what_is_left(hands: str, line: str, rest: str) -> None:
    """Rule 3.4."""
    trick = last_trick(play(table(hands), line))

    assert (to_text(trick.second_takes), trick.removed) == (rest, 0)


def test_the_second_taker_leads() -> None:
    """Rule 3.5."""
    assert on_turn(play(table(PRINTED), "r10 y6 r14 b2 y16, take r10 r14 y6")) == 3


def test_in_one_colour_there_is_no_second_taker() -> None:
    """Rule 3.6."""
    trick = last_trick(play(table("r1 / r7 / r5 / r2"), "r1 r7 r5 r2, take r1 r2"))

    assert (trick.first, trick.second, trick.second_takes) == (1, None, 0)


def test_in_one_colour_the_first_taker_chooses_as_usual() -> None:
    """Rule 3.6."""
    assert len(legal(play(table("r1 / r7 / r5 / r2"), "r1 r7 r5 r2"))) == 6


def test_in_one_colour_the_rest_is_in_nobodys_discard() -> None:
    """Rule 3.6."""
    state = play(table("r1 / r7 / r5 / r2", taken="- / - / - / g1 g2"), "r1 r7 r5 r2, take r1 r2")

    assert to_text(last_trick(state).removed) == "r5 r7"
    assert [sum(pile.counts) for pile in last_round(state).piles] == [0, 2, 0, 2]


def test_in_one_colour_the_first_taker_leads() -> None:
    """Rule 3.6."""
    assert on_turn(play(table("r1 y1 / r7 y2 / r5 y3 / r2 y4"), "r1 r7 r5 r2, take r1 r2")) == 1
