"""Cards, and what the trick-taking games do with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import (
    CARD_OF_NAME,
    COLOURED,
    JOKER,
    JOKERS,
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
    taker,
    to_text,
    value_of,
    without,
)
from games.core import Seat
from games.turns import left_of

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


def test_a_deck_has_every_value_in_every_colour_jokers_last() -> None:
    assert to_text(deck_of([Colour.BLUE, Colour.RED], range(9, 11)) | jokers(2)) == "r9 r10 b9 b10 J J"


@given(sets)
def test_a_set_is_its_text_and_its_cards(cards: Cards) -> None:
    assert parse(to_text(cards)) == gather(listed(cards)) == cards


@pytest.mark.parametrize("text", ["", "r22", "r07", "r7  y1", "y1 r7", "r7 r7", "J r7", "- r7", "r7 -"])
def test_another_text_is_no_set(text: str) -> None:
    with pytest.raises(ValueError, match="no "):
        parse(text)


def test_cards_can_be_taken_away() -> None:
    assert to_text(without(parse("r1 y1 y2 J J J"), parse("r1 y3 J"), parse("r1 y2 J"))) == "y1 J"


@given(sets, st.sampled_from(range(JOKER + 1)))
def test_what_is_added_can_be_removed(cards: Cards, card: int) -> None:
    rest = cards if card == JOKER else cards & ~(1 << card)

    assert listed(add(rest, card)) == sorted([*listed(rest), card])
    assert remove(add(rest, card), card) == rest


def test_several_jokers_are_one_play() -> None:
    assert [play.to_text() for play in plays(parse("r1 r10 g2 J J"))] == ["play r1", "play r10", "play g2", "play J"]


def test_a_set_falls_into_its_colours() -> None:
    assert list(map(to_text, by_colour(parse("r1 r2 b1 v4 J")))) == ["r1 r2", "b1", "v4"]


@pytest.mark.parametrize(("led", "expected"), [(Colour.YELLOW, "y2 y3"), (Colour.GREEN, "r1 y2 y3 b4")])
def test_a_player_who_holds_the_colour_led_follows(led: Colour, expected: str) -> None:
    assert to_text(following(parse("r1 y2 y3 b4"), led)) == expected


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("y3 y10 b12 y8", Colour.RED, "y10"),
        ("y3 y10 r0 y8", Colour.RED, "r0"),
        ("r1 y10 r3 g8", Colour.RED, "r3"),
        ("y0 b12 g12", Colour.RED, "y0"),
        ("J y1 J y2", Colour.RED, "y2"),
        ("r3 r1 y12", Colour.RED, "r3"),
        ("b2 g1 g7 b12", Colour.GREEN, "g7"),
        ("r9 b1 r12 g12", Colour.BLUE, "b1"),
    ],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_colour_led(
    trick: str, trump: Colour, winner: str
) -> None:
    cards = names(*trick.split())

    assert trick.split()[taker(cards, colour_of(min(cards[:2])), trump)] == winner


def test_the_deal_goes_round_to_the_left() -> None:
    assert [left_of(Seat(seat), 3) for seat in range(3)] == [1, 2, 0]
    assert [left_of(Seat(2), 4, place) for place in range(4)] == [2, 3, 0, 1]
