"""Cards, and what the trick-taking games do with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import (
    CARD_OF_NAME,
    COLOUR_OF_WORD,
    COLOURED,
    FOUR_COLOURS,
    JOKER,
    JOKERS,
    OF_COLOUR,
    PLAYS,
    Cards,
    Colour,
    add,
    by_colour,
    colour_of,
    deck_of,
    following,
    gather,
    jokers,
    listed,
    parse,
    plays,
    remove,
    to_text,
    value_of,
    without,
)
from games.core import Seat
from games.turns import ALONE, left_of

SMALL = parse("r1 r2 y1 y2 J")

sets = st.lists(st.sampled_from([*range(JOKER), *[JOKER] * 4]), unique_by=id).map(
    lambda cards: gather(cards) & (COLOURED | JOKERS)
)


def names(*texts: str) -> list[int]:
    return [CARD_OF_NAME[text] for text in texts]


def test_a_card_has_a_colour_and_a_value() -> None:
    assert [(colour_of(card), value_of(card)) for card in names("r7", "y10", "g0", "b21", "v3")] == [
        (Colour.RED, 7),
        (Colour.YELLOW, 10),
        (Colour.GREEN, 0),
        (Colour.BLUE, 21),
        (Colour.VIOLET, 3),
    ]


def test_a_joker_has_no_colour() -> None:
    with pytest.raises(IndexError):
        colour_of(JOKER)


def test_colours_go_by_their_words() -> None:
    assert dict(zip(["red", "yellow", "green", "blue", "violet"], Colour, strict=True)) == COLOUR_OF_WORD


def test_a_deck_has_every_value_in_every_colour() -> None:
    assert to_text(deck_of([Colour.RED, Colour.BLUE], range(2, 4)) | jokers(2)) == "r2 r3 b2 b3 J J"


@pytest.mark.parametrize(
    ("deck", "size"),
    [
        (deck_of(FOUR_COLOURS, range(13)) | jokers(4), 56),
        (deck_of(FOUR_COLOURS, range(10)) | jokers(3), 43),
        (deck_of(FOUR_COLOURS[:2], range(1, 19)) | deck_of(FOUR_COLOURS[2:], range(1, 18)), 70),
        (deck_of(FOUR_COLOURS, range(1, 22)), 84),
        (deck_of(Colour, range(1, 11)), 50),
    ],
)
def test_every_deck_of_the_games_can_be_made(deck: Cards, size: int) -> None:
    assert deck.bit_count() == len(listed(deck)) == size


def test_cards_are_sorted_by_colour_then_value_jokers_last() -> None:
    assert to_text(gather(names("J", "v1", "b2", "b10", "J", "g3", "y4", "r5", "r0"))) == "r0 r5 y4 g3 b2 b10 v1 J J"


def test_no_cards_are_a_dash() -> None:
    assert (to_text(0), parse("-")) == ("-", 0)


@given(sets)
def test_a_set_is_its_text(cards: Cards) -> None:
    assert parse(to_text(cards)) == cards


@given(sets)
def test_a_set_is_its_cards(cards: Cards) -> None:
    assert gather(listed(cards)) == cards


def test_cards_can_be_taken_away() -> None:
    assert to_text(without(parse("r1 y1 y2 J J J"), parse("r1 y3 J"), parse("r1 y2 J"))) == "y1 J"


@pytest.mark.parametrize("text", ["", "r22", "r07", "R7", "r7  y1", "y1 r7", "r7 r7", "J r7", "- r7", "r7 -", " r7"])
def test_another_text_is_no_set(text: str) -> None:
    with pytest.raises(ValueError, match="no "):
        parse(text)


@given(sets, st.sampled_from(range(JOKER + 1)))
def test_what_is_added_can_be_removed(cards: Cards, card: int) -> None:
    rest = cards if card == JOKER else cards & ~(1 << card)

    assert listed(add(rest, card)) == sorted([*listed(rest), card])
    assert remove(add(rest, card), card) == rest


def test_each_colour_has_its_cards() -> None:
    cards = parse("r1 y2 y3 v4 J")

    assert [to_text(cards & suit) for suit in OF_COLOUR] == ["r1", "y2 y3", "-", "-", "v4"]


def test_several_jokers_are_one_play() -> None:
    assert [play.to_text() for play in plays(parse("r1 r10 g2 J J"))] == ["play r1", "play r10", "play g2", "play J"]


def test_no_cards_are_no_plays() -> None:
    assert plays(0) == ()


def test_plays_are_made_once() -> None:
    assert all(play is PLAYS[play.card] for play in plays(SMALL))


def test_a_set_falls_into_its_colours() -> None:
    assert list(map(to_text, by_colour(parse("r1 r2 b1 v4 J")))) == ["r1 r2", "b1", "v4"]


def test_a_player_who_holds_the_colour_led_follows() -> None:
    assert to_text(following(parse("r1 y2 y3 b4"), Colour.YELLOW)) == "y2 y3"


def test_a_player_who_does_not_hold_the_colour_led_is_free() -> None:
    assert to_text(following(parse("r1 y2 y3 b4"), Colour.GREEN)) == "r1 y2 y3 b4"


def test_the_deal_goes_round_to_the_left() -> None:
    assert [left_of(Seat(seat), 3) for seat in range(3)] == [1, 2, 0]
    assert [left_of(Seat(2), 4, place) for place in range(4)] == [2, 3, 0, 1]


def test_one_seat_alone_is_made_once() -> None:
    assert ALONE[2] == {Seat(2)}
